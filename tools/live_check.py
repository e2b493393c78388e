"""Tries on Discord itself whatever the bot relies on: `python -m tools.live_check SERVER_ID [--channel ID] [--report FILE]`.

It needs a real token in DISCORD_TOKEN and the id of a server that is there for tests. It asks before it begins; registers the
commands in that server alone, plays a practice game and a card game with the pictures and buttons of every turn, holds a tournament
of two (the bot and the owner of the server), posts a puzzle, sends an animation, edits, posts twice with one nonce, makes threads,
a forum post where there is a forum, and an emoji; says what Discord answered to each; takes everything away again, and writes a
report that can be attached to an issue: what works, what does not, and which permission is missing. It presses nothing and connects
to no gateway. A step that fails stops none of the others.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import discord

from cogs import delivery, match_context
from cogs.background.command_sync import error_line
from cogs.background.guilds.welcome_posts import address
from cogs.bot_permissions import missing_permissions
from cogs.client import Bastide
from cogs.images import match_images
from cogs.messages import layout
from cogs.messages.guilds import welcome
from cogs.messages.message_parts import Message
from cogs.render_executor import ThreadRenderExecutor
from editions.registry import EDITIONS
from runtime.settings import Settings
from telemetry.log_line import version
from text.guilds.welcome import REASONS
from text.refusals.permissions import PERMISSIONS
from text.translator import SOURCE, translator_for
from tools.live_play import CreatedObjects, LivePlay
from tools.live_record import AnswerRecorder

SHORT_TURNS = 2
"""So many turns of a card game are played where little time is."""
GIF_TURNS = 4
"""So many turns of the last game are sent as an animation."""

WRITES = ("view_channel", "send_messages")
THREADS = ("create_public_threads", "send_messages_in_threads")
NEEDED = {
    "message": WRITES,
    "nonce": WRITES,
    "edit": WRITES,
    "practice": (*WRITES, "attach_files"),
    "cards": (*WRITES, "attach_files"),
    "tournament": (*WRITES, "attach_files", *THREADS),
    "puzzle": (*WRITES, "attach_files"),
    "animation": (*WRITES, "attach_files"),
    "thread": (*WRITES, *THREADS),
    "private_thread": ("view_channel", "create_private_threads", "send_messages_in_threads"),
    "forum_post": (*WRITES, "send_messages_in_threads"),
}
"""The permissions that steps need, as discord.py names them."""

MISSING_PERMISSIONS, MISSING_ACCESS = 50013, 50001
"""Discord's codes."""

EXIT_FINE, EXIT_REFUSED, EXIT_NOT_BEGUN = 0, 1, 2


class SkippedCheck(Exception):
    """Raised when a step can't be tried because a requirement is missing; the message names the requirement."""


class Offline(Bastide):
    """The bot with its use-cases and messages, but without a gateway connection and without registering global commands."""

    async def setup_hook(self) -> None:
        """Load the bot without registering its commands globally; the check registers them in one server."""
        await self.load(sync=False)


class MissingPermissions(Exception):
    """Raised when permissions are missing; the message names them."""


@dataclass
class Check:
    """One run of the live check: its results, and the created objects that must be removed again."""

    bot: Offline
    server: int
    channel: int | None
    short: bool = False
    """Whether little of a card game is played, and no puzzle is made."""
    lines: list[str] = field(default_factory=list)
    fine: list[str] = field(default_factory=list)
    """The steps that Discord took."""
    wrong: list[str] = field(default_factory=list)
    lacking: list[str] = field(default_factory=list)
    """Permissions that are missing, or may be where Discord does not say which."""
    traces: CreatedObjects = field(default_factory=CreatedObjects)
    room: discord.TextChannel | None = None
    plays: LivePlay | None = None

    async def run(self) -> int:
        """Run every step, then remove what was created, and print a summary; return the exit code."""
        steps = (self.permissions, self.commands, self.message, self.nonce, self.edit)
        games = (self.practice, self.cards, self.animation, self.tournament, self.puzzle)
        try:
            for step in (self.place, *steps, *games, self.thread, self.private_thread, self.forum_post, self.emoji, self.size):
                await self._try(step.__name__, step.__doc__ or "", step)
        finally:
            for name, undo in reversed(self.traces.found.items()):
                await self._try("", f"Take away: {name}", undo)
        self._summary()
        return EXIT_REFUSED if self.wrong else EXIT_FINE

    async def _try(self, step: str, name: str, carry_out: Callable[[], Awaitable[object]]) -> None:
        name = name.strip().split(":")[0].rstrip(".") if step else name
        try:
            result = await carry_out()
        except SkippedCheck as left_out:
            self._note_finding("left out", name, str(left_out))
        except MissingPermissions as missing:
            self._note_wrong("MISSING ", name, str(missing))
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError) as error:
            status = f"{error.status} {error.code} " if isinstance(error, discord.HTTPException) else ""
            problem = str(error) if isinstance(error, discord.ClientException) else error_line(error)
            self._note_wrong("REFUSED ", name, f"{status}{problem}")
            if str(MISSING_PERMISSIONS) in str(error) or str(MISSING_ACCESS) in str(error):
                needed = NEEDED.get(step, ())
                self.lacking += () if set(needed) & set(self.lacking) else needed
        except Exception as error:  # a mistake of ours must not keep the rest from being tried and taken away
            self._note_wrong("FAILED  ", name, repr(error))
        else:
            self.fine += [name] if step else []
            self._note_finding("ok      ", name, result if isinstance(result, str) else "")

    def _note_wrong(self, found: str, name: str, text: str) -> None:
        self.wrong.append(name)
        self._note_finding(found, name, text)

    def _note_finding(self, found: str, name: str, text: str) -> None:
        self._write(f"{found}  {name}" + (f": {text}" if text else ""))

    def _write(self, line: str) -> None:
        self.lines.append(line)
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    def _summary(self) -> None:
        """Print which steps work, which do not, and which permissions are missing."""
        self._write("")
        self._write(f"Works: {'; '.join(self.fine) or 'nothing'}")
        self._write(f"Doesn't work: {'; '.join(self.wrong) or 'nothing'}")
        for name in dict.fromkeys(self.lacking):
            self._write(f"Permission to give, in the server or the channel: {PERMISSIONS[name]} ({REASONS[name]})")

    def _test_channel(self) -> discord.TextChannel:
        if self.room is None:
            raise SkippedCheck("no channel to write in")
        return self.room

    async def place(self) -> str:
        """Find the server and a channel to write in."""
        guild = await self.bot.fetch_guild(self.server)
        self.bot._connection._add_guild(guild)  # the gateway would have told of it; threads are made of messages in known servers
        channels = [candidate for candidate in await guild.fetch_channels() if isinstance(candidate, discord.TextChannel)]
        wanted = [candidate for candidate in channels if self.channel in (None, candidate.id)]
        if not wanted:
            raise SkippedCheck("the server has no such text channel")
        self.room = wanted[0]
        return f"{guild.name}, #{self.room.name}"

    async def permissions(self) -> str:
        """Check the permissions in that channel."""
        room = self._test_channel()
        assert self.bot.user is not None
        me = await room.guild.fetch_member(self.bot.user.id)
        missing = missing_permissions(room.permissions_for(me))
        if missing:
            self.lacking += missing
            raise MissingPermissions(", ".join(PERMISSIONS[name] for name in missing))
        return "all that are used"

    async def commands(self) -> str:
        """Register all commands in this server."""
        guild, tree = discord.Object(self.server), self.bot.tree
        tree.copy_global_to(guild=guild)

        async def gone() -> None:
            tree.clear_commands(guild=guild)
            await tree.sync(guild=guild)

        taken = await tree.sync(guild=guild)
        self.traces.add("the commands", gone)
        return f"{len(taken)} taken"

    async def message(self) -> str:
        """Post the welcome."""
        return f"message {(await self._post_and_check(self._welcome())).id}"

    async def nonce(self) -> str:
        """Post twice with one nonce."""
        nonce = secrets.token_hex(10)
        first, second = [await self._post_and_check(Message().say("nonce"), nonce=nonce) for _ in range(2)]
        if first.id != second.id:
            raise discord.ClientException("two messages in place of one")
        return "one message"

    async def edit(self) -> None:
        """Edit a message."""
        sent = await self._post_and_check(Message().say("before"))
        await delivery.edit(sent, self._welcome())

    def _playing(self) -> LivePlay:
        self.plays = self.plays or LivePlay(self.bot, self._test_channel(), self.traces)
        return self.plays

    async def practice(self) -> str:
        """Play a practice game with pictures and buttons."""
        return await self._playing().practice()

    async def cards(self) -> str:
        """Play a card game with hidden hands."""
        return await self._playing().cards(most=SHORT_TURNS if self.short else None)

    async def tournament(self) -> str:
        """Hold a tournament of two from its board to its champion."""
        return await self._playing().tournament()

    async def puzzle(self) -> str:
        """Post a puzzle and its solution."""
        if self.short:
            raise SkippedCheck("this is a short check")
        return await self._playing().puzzle()

    async def animation(self) -> str:
        """Send an animation of that game."""
        if (match := self._playing().match) is None:
            raise SkippedCheck("no game was played")
        context = await match_context.load(self.bot.app, match, None, translator_for(SOURCE))
        course = await self.bot.services.turn_replays.course(match, match_images.naming_view(context))
        picture = await match_images.replay(context, course[: GIF_TURNS + 1])
        assert picture is not None
        await self._post_and_check(Message().show(picture))
        return f"{len(picture.png) / 1024:.0f} KiB"

    async def thread(self) -> None:
        """Make a thread below a message, and write in it."""
        sent = await self._post_and_check(Message().say("a thread"))
        await self._check_thread(await sent.create_thread(name="live check"))

    async def private_thread(self) -> None:
        """Make a private thread, and write in it."""
        await self._check_thread(
            await self._test_channel().create_thread(name="live check, private", type=discord.ChannelType.private_thread)
        )

    async def forum_post(self) -> None:
        """Make a post in a forum."""
        there = await self._test_channel().guild.fetch_channels()
        forum = next((channel for channel in there if isinstance(channel, discord.ForumChannel)), None)
        if forum is None:
            raise SkippedCheck("the server has no forum")
        made = await forum.create_thread(name="live check", view=layout.view(self._welcome()))
        self.traces.add("the forum post", made.message.delete)
        await self._check_thread(made.thread)

    async def emoji(self) -> None:
        """Upload an emoji of the application."""
        signs = next(value.painter.signs for value in EDITIONS.values() if value.painter.signs is not None)
        ((_, png),) = await asyncio.to_thread(signs.drawn, list(signs.names())[:1])
        made = await self.bot.create_application_emoji(name=f"check_{secrets.token_hex(4)}", image=png)
        self.traces.add("the emoji", made.delete)

    async def size(self) -> str:
        """Return the size limit of files here."""
        return f"{self._test_channel().guild.filesize_limit / (1 << 20):.0f} MiB"

    def _welcome(self) -> Message:
        room = self._test_channel()
        return welcome.welcome(["Bastide"], room.mention, (), address(self.bot.app), translator_for(SOURCE))

    async def _check_thread(self, thread: discord.Thread) -> None:
        self.traces.thread(self.bot, thread.id)
        await delivery.post(thread, self._welcome())

    async def _post_and_check(self, message: Message, nonce: str | None = None) -> discord.Message:
        sent = await delivery.post(self._test_channel(), message, nonce=nonce, silent=True)
        self.traces.add(f"message {sent.id}", sent.delete)
        return sent


async def checked(token: str, server: int, channel: int | None, record: Path, *, short: bool) -> tuple[int, list[str]]:
    """Run the check with a temporary database; return the exit code and the report's lines.

    The shapes of Discord's answers are written to the file `record`.
    """
    with tempfile.TemporaryDirectory(prefix="bastide-live-") as folder:
        recorder = AnswerRecorder()
        bot = Offline(Path(folder) / "check.db", EDITIONS, painting=ThreadRenderExecutor())
        assert bot.http.http_trace is not None, "the outbox wants one"
        recorder.listen(bot.http.http_trace)
        async with bot:
            try:
                await bot.login(token)
            except discord.LoginFailure:
                return EXIT_NOT_BEGUN, ["REFUSED   Log in: Discord does not know this token"]
            check = Check(bot, server, channel, short)
            try:
                return await check.run(), check.lines
            finally:
                recorder.write(record)


def main(arguments: list[str]) -> int:
    """Ask for confirmation, run the check and write the report; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.live_check", description="Tries on Discord what the bot relies on.")
    parser.add_argument("server", type=int, help="the id of a server for tests")
    parser.add_argument("--channel", type=int, help="the id of a text channel there; otherwise the first")
    parser.add_argument("--report", type=Path, default=Path("live-check.md"), help="where the report goes")
    parser.add_argument("--short", action="store_true", help="little of the card game, and no puzzle")
    parser.add_argument("--yes", action="store_true", help="begin without asking")
    wanted = parser.parse_args(arguments)
    settings = Settings()
    if not settings.token:
        sys.stderr.write("There is no token in DISCORD_TOKEN.\n")
        return EXIT_NOT_BEGUN
    question = (
        f"This posts a hundred messages, some of which name the owner of server {wanted.server}, makes threads and an emoji there, "
        "and deletes it all. Begin? [y/N] "
    )
    if not wanted.yes and input(question).strip().lower() not in ("y", "yes"):
        return EXIT_NOT_BEGUN
    record = wanted.report.with_suffix(".json")
    code, lines = asyncio.run(checked(settings.token, wanted.server, wanted.channel, record, short=wanted.short))
    report = "\n".join([f"# Live check of Bastide {version()}, discord.py {discord.__version__}", "", "```", *lines, "```", ""])
    wanted.report.write_text(report, encoding="utf-8")
    sys.stdout.write(f"\nThe report is in {wanted.report}, what Discord answered in {record}. ")
    sys.stdout.write("All is as expected.\n" if code == EXIT_FINE else "See what was refused.\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
