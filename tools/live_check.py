"""Tries on Discord itself whatever the bot relies on: `python -m tools.live_check SERVER_ID [--channel ID] [--report FILE]`.

It needs a real token in DISCORD_TOKEN and the id of a server that is there for tests. It asks before it begins; registers the
commands in that server alone, begins a card game, plays a practice game with the pictures and buttons of every turn, sends an
animation, edits, posts twice with one nonce, makes threads, a forum post where there is a forum, and an emoji; says what Discord
answered to each; takes everything away again, and writes a report that can be attached to an issue. It presses nothing and connects
to no gateway. A step that fails stops none of the others; what a step needs and Discord refused is said to be left out.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import discord

from cogs import asking, deliver, scene
from cogs.background.servers.welcoming import address
from cogs.background.sync import why
from cogs.client import Bastide
from cogs.painting import Inside
from cogs.permissions import lacking
from cogs.pictures import drawing
from cogs.present.parts import Message
from cogs.present.servers import welcome
from editions.offered import EDITIONS
from hosting.settings import Settings
from journal.entry import version
from service.records import MatchPlace
from storage.records import RUNNING, MatchId, Post, PostId, UserId, of_match
from text.language import SOURCE, words

CARD_TURNS = 2
"""So many turns of a card game are played."""
GIF_TURNS = 4
"""So many turns of the practice game are sent as an animation."""

EXIT_FINE, EXIT_REFUSED, EXIT_NOT_BEGUN = 0, 1, 2


class LeftOut(Exception):
    """A step can't be tried: what it needs is not there. The message says what."""


class Offline(Bastide):
    """The bot with its use-cases and messages, which tells Discord no commands and is told nothing by it."""

    async def setup_hook(self) -> None:
        """Without the list of commands of all servers: the check has its own, in one."""
        await self.load(sync=False)


@dataclass
class Check:
    """One run: what was found, and what has to be taken away again, newest last."""

    bot: Offline
    server: int
    channel: int | None
    lines: list[str] = field(default_factory=list)
    refused: int = 0
    made: list[tuple[str, Callable[[], Awaitable[object]]]] = field(default_factory=list)
    room: discord.TextChannel | None = None
    match: MatchId | None = None
    posts: dict[PostId, Post] = field(default_factory=dict)
    """Messages of the game, as they stand in the outbox."""

    async def run(self) -> int:
        """Every step, then the clearing away; the exit code."""
        steps = (
            self.permissions,
            self.commands,
            self.message,
            self.nonce,
            self.edit,
            self.cards,
            self.game,
            self.animation,
        )
        try:
            for step in (self.place, *steps, self.thread, self.private_thread, self.forum_post, self.emoji, self.size):
                await self._try(step.__doc__ or step.__name__, step)
        finally:
            for name, undo in reversed(self.made):
                await self._try(f"Take away: {name}", undo)
        return EXIT_REFUSED if self.refused else EXIT_FINE

    async def _try(self, name: str, step: Callable[[], Awaitable[object]]) -> None:
        try:
            said = await step()
        except LeftOut as left_out:
            self._tell("left out", name, str(left_out))
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
            self.refused += 1
            status = f"{error.status} {error.code} " if isinstance(error, discord.HTTPException) else ""
            self._tell("REFUSED ", name, f"{status}{why(error)}")
        except Exception as error:  # a mistake of ours must not keep the rest from being tried and taken away
            self.refused += 1
            self._tell("FAILED  ", name, repr(error))
        else:
            self._tell("ok      ", name, said if isinstance(said, str) else "")

    def _tell(self, found: str, name: str, said: str) -> None:
        line = f"{found}  {name.strip().rstrip('.')}" + (f": {said}" if said else "")
        self.lines.append(line)
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def _there(self) -> discord.TextChannel:
        if self.room is None:
            raise LeftOut("no channel to write in")
        return self.room

    async def place(self) -> str:
        """Find the server and a channel to write in."""
        guild = await self.bot.fetch_guild(self.server)
        found = [one for one in await guild.fetch_channels() if isinstance(one, discord.TextChannel)]
        wanted = [one for one in found if self.channel in (None, one.id)]
        if not wanted:
            raise LeftOut("the server has no such text channel")
        self.room = wanted[0]
        return f"{guild.name}, #{self.room.name}"

    async def permissions(self) -> str:
        """Permissions in that channel."""
        room = self._there()
        assert self.bot.user is not None
        me = await room.guild.fetch_member(self.bot.user.id)
        missing = lacking(room.permissions_for(me))
        return f"missing: {', '.join(missing)}" if missing else "all that are used"

    async def commands(self) -> str:
        """Register all commands in this server."""
        guild, tree = discord.Object(self.server), self.bot.tree
        tree.copy_global_to(guild=guild)

        async def gone() -> None:
            tree.clear_commands(guild=guild)
            await tree.sync(guild=guild)

        taken = await tree.sync(guild=guild)
        self.made.append(("the commands", gone))
        return f"{len(taken)} taken"

    async def message(self) -> str:
        """Post the welcome."""
        return f"message {(await self._posted(self._welcome())).id}"

    async def nonce(self) -> str:
        """Post twice with one nonce."""
        nonce = secrets.token_hex(10)
        first, second = [await self._posted(Message().say("nonce"), nonce=nonce) for _ in range(2)]
        if first.id != second.id:
            raise discord.ClientException("two messages in place of one")
        return "one message"

    async def edit(self) -> None:
        """Edit a message."""
        sent = await self._posted(Message().say("before"))
        await deliver.change(sent, self._welcome())

    async def game(self) -> str:
        """Play a practice game: every kind of message of a game, with pictures and buttons."""
        edition = next(one for one in EDITIONS.values() if one.words.lessons is not None)
        assert edition.words.lessons is not None
        return await self._played(edition.game.id, edition.words.lessons.options)

    async def cards(self) -> str:
        """Begin a game with hidden hands."""
        edition = next(one for one in EDITIONS.values() if one.words.hands is not None)
        told = await self._played(edition.game.id, {}, most=CARD_TURNS)
        assert self.match is not None
        await self.bot.services.departures.cancel(self.match, self._me(), now=asking.now())
        await self._settled()
        return told

    def _me(self) -> UserId:
        assert self.bot.user is not None
        self.bot.desk.people.meet(self.bot.user, self.server)
        return UserId(self.bot.user.id)

    async def _played(self, game: str, options: Mapping[str, str], *, most: int | None = None) -> str:
        """A game against a computer to its end, or `most` turns of it; how many messages of which kinds that took."""
        room, services, me, self.posts = self._there(), self.bot.services, self._me(), {}
        begun = await services.practice.begin(MatchPlace(self.server, room.id), me, game, options, now=asking.now(), locale=SOURCE)
        self.match, turns = begun.match.id, 0
        match = self.match
        await self._settled()
        while (await services.looking.match(match)).status == RUNNING and turns != most:
            turns += 1
            draft = await services.drafts.open(match, me, now=asking.now())
            while draft.legal:
                draft = await services.drafts.push(match, me, [draft.game.write(draft.legal[0])], now=asking.now())
            confirmed = await services.turns.confirm(match, me, now=asking.now())
            if confirmed.passes_at is not None:
                await services.passing.pass_on(match, me, expected_version=confirmed.version, now=asking.now())
            await self._settled()
        unsent = [f"{post.kind}: {post.error}" for post in self.posts.values() if post.message_id is None]
        if unsent:
            raise discord.ClientException("; ".join(unsent))
        kinds = sorted({post.kind for post in self.posts.values()})
        return f"{len(self.posts)} messages of the kinds {', '.join(kinds)}"

    async def _settled(self) -> None:
        """Until the computer has moved and everything is posted; what was posted is remembered, for an ended game forgets it."""
        room, services = self._there(), self.bot.services
        for _ in range(2):
            await services.computers.settled()
            await self.bot.rounds.settled()
        assert self.match is not None
        for post in await services.store.posts.of(of_match(self.match)):
            self.posts[post.id] = post
            if post.message_id is not None:
                self._gone(f"message {post.message_id}", room.get_partial_message(post.message_id).delete)

    async def animation(self) -> str:
        """Send an animation of that game."""
        if self.match is None:
            raise LeftOut("no game was played")
        at = await scene.seen(self.bot.desk, self.match, None, words(SOURCE))
        course = await self.bot.services.turn_replays.course(self.match, drawing.named(at))
        picture = await drawing.replay(at, course[: GIF_TURNS + 1])
        assert picture is not None
        await self._posted(Message().show(picture))
        return f"{len(picture.png) / 1024:.0f} KiB"

    async def thread(self) -> None:
        """Make a thread below a message, and write in it."""
        sent = await self._posted(Message().say("a thread"))
        await self._in_thread(await sent.create_thread(name="live check"))

    async def private_thread(self) -> None:
        """Make a private thread, and write in it."""
        await self._in_thread(
            await self._there().create_thread(name="live check, private", type=discord.ChannelType.private_thread)
        )

    async def forum_post(self) -> None:
        """Make a post in a forum."""
        found = await self._there().guild.fetch_channels()
        forum = next((one for one in found if isinstance(one, discord.ForumChannel)), None)
        if forum is None:
            raise LeftOut("the server has no forum")
        made = await forum.create_thread(name="live check", view=self._welcome().view)
        self._gone("the forum post", made.message.delete)
        await self._in_thread(made.thread)

    async def emoji(self) -> None:
        """Upload an emoji of the application."""
        signs = next(one.painter.signs for one in EDITIONS.values() if one.painter.signs is not None)
        ((_, png),) = await asyncio.to_thread(signs.drawn, list(signs.names())[:1])
        made = await self.bot.create_application_emoji(name=f"check_{secrets.token_hex(4)}", image=png)
        self._gone("the emoji", made.delete)

    async def size(self) -> str:
        """How large files may be here."""
        return f"{self._there().guild.filesize_limit / (1 << 20):.0f} MiB"

    def _welcome(self) -> Message:
        room = self._there()
        return welcome.welcome(["Bastide"], room.mention, (), address(self.bot.desk), words(SOURCE))

    async def _in_thread(self, thread: discord.Thread) -> None:
        async def gone() -> None:
            try:
                await thread.delete()
            except discord.Forbidden:  # the bot asks for no right to delete threads
                await thread.edit(archived=True)

        self.made.append((f"thread {thread.id}", gone))
        await deliver.post(thread, self._welcome())

    async def _posted(self, message: Message, nonce: str | None = None) -> discord.Message:
        sent = await deliver.post(self._there(), message, nonce=nonce, silent=True)
        self._gone(f"message {sent.id}", sent.delete)
        return sent

    def _gone(self, name: str, undo: Callable[[], Awaitable[object]]) -> None:
        if name not in [known for known, _ in self.made]:
            self.made.append((name, undo))


async def checked(token: str, server: int, channel: int | None) -> tuple[int, list[str]]:
    """Run the check with a database of its own; the exit code and the lines of the report."""
    with tempfile.TemporaryDirectory(prefix="bastide-live-") as folder:
        bot = Offline(Path(folder) / "check.db", EDITIONS, painting=Inside())
        async with bot:
            try:
                await bot.login(token)
            except discord.LoginFailure:
                return EXIT_NOT_BEGUN, ["REFUSED   Log in: Discord does not know this token"]
            check = Check(bot, server, channel)
            return await check.run(), check.lines


def main(arguments: list[str]) -> int:
    """Ask, check, write the report."""
    parser = argparse.ArgumentParser(prog="python -m tools.live_check", description="Tries on Discord what the bot relies on.")
    parser.add_argument("server", type=int, help="the id of a server for tests")
    parser.add_argument("--channel", type=int, help="the id of a text channel there; otherwise the first")
    parser.add_argument("--report", type=Path, default=Path("live-check.md"), help="where the report goes")
    parser.add_argument("--yes", action="store_true", help="begin without asking")
    wanted = parser.parse_args(arguments)
    settings = Settings()
    if not settings.token:
        sys.stderr.write("There is no token in DISCORD_TOKEN.\n")
        return EXIT_NOT_BEGUN
    question = (
        f"This posts some thirty messages, makes threads and an emoji in server {wanted.server} and deletes them. Begin? [y/N] "
    )
    if not wanted.yes and input(question).strip().lower() not in ("y", "yes"):
        return EXIT_NOT_BEGUN
    code, lines = asyncio.run(checked(settings.token, wanted.server, wanted.channel))
    report = "\n".join([f"# Live check of Bastide {version()}, discord.py {discord.__version__}", "", "```", *lines, "```", ""])
    wanted.report.write_text(report, encoding="utf-8")
    sys.stdout.write(
        f"\nThe report is in {wanted.report}. {'All is as expected.' if code == EXIT_FINE else 'See what was refused.'}\n"
    )
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
