"""A simulated Discord world for tests: members who open, join and play games, and what they can read and press."""

from __future__ import annotations

import asyncio
import inspect
import logging
import random
import re
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial
from typing import Any

import discord
import simcord
from discord import app_commands
from simcord.builders import ChannelHandle, RoleHandle
from simcord.results import to_discord_message

from cogs.client import Bastide
from cogs.messages import component_ids
from cogs.refusals import as_refused
from sandbox.simulated_server import sleep_simulated
from service.records import Draft, MatchView
from storage.rows import FINISHED, MatchId, UserId
from text.labels import label
from text.translator import translator_for
from tools.transcripts.server import parts_of

ENGLISH = translator_for("en")
TEXT_INPUT, RADIO_GROUP = 4, 21
"""Discord's numbers for two kinds of fields of a form."""


def named(key: str) -> str:
    """Return the English label of the button with this key, so that tests do not depend on labels."""
    return label(key, ENGLISH)


class World:
    """A simulated server with a channel `play`, six members and the bot; `chance` is the same in every run."""

    def __init__(self, env: simcord.Env, build: Callable[[], Bastide]) -> None:
        self.env = env
        self._build = build
        self.guild = env.create_guild("Server")
        self.channel = self.guild.create_text_channel("play")
        rights = discord.Permissions(create_private_threads=True)  # as everybody has it in a new server of Discord's
        everybody = self.guild.create_role("Everybody", permissions=rights)
        names = ("anna", "ben", "chi", "dora", "emil", "fay")
        self.members = [self.guild.add_member(env.create_user(name), roles=[everybody]) for name in names]
        self.chance = random.Random(20)
        self.mistakes: list[logging.LogRecord] = []
        self._forgiven: tuple[type[BaseException], ...] = ()
        self._reading: dict[tuple[Any, ...], discord.Message] = {}
        self._watch = _Watch(self.mistakes)
        logging.getLogger().addHandler(self._watch)

    @property
    def bot(self) -> Bastide:
        """The bot that is running now."""
        assert isinstance(self.env.bot, Bastide)
        return self.env.bot

    @property
    def services(self) -> Any:
        """The running bot's use-cases."""
        return self.bot.services

    async def restart(self) -> None:
        """Stop the bot and start another one on the same database."""
        old = self.bot
        bot = self._build()
        bot.asleep = partial(sleep_simulated, self.env)
        await self.env.restart_bot(bot)
        await old.services.close()

    async def close(self) -> None:
        """Close the database at the end of the test."""
        logging.getLogger().removeHandler(self._watch)
        await self.bot.services.close()

    def forgive(self, *kinds: type[BaseException]) -> None:
        """Allow errors of these kinds, which the test itself causes; `check` ignores them."""
        self._forgiven += kinds

    async def settle(self) -> None:
        """Wait until the bot has finished and posted everything it can now.

        SimCord waits only for the effects of Discord's events. Posts of work that a test itself starts, such as a due timer, are
        sent by tasks that SimCord does not know.
        """
        rounds, timers = self.bot.rounds, self.services.timers
        while True:
            await self.env.settle()
            if not (rounds.is_busy or timers.is_busy):
                return
            await timers.settled()
            await rounds.settled()

    async def pass_time(self, **length: float) -> None:
        """Advance the simulated time by `length`, and wait for all work that falls due meanwhile.

        Ticking timers with a later hour instead would leave the clock behind, and a timer that seems to come from the future is set
        back.
        """
        await self.env.advance_time(timedelta(**length).total_seconds())
        await self.settle()

    def check(self) -> None:
        """Raise an assertion error if the bot failed or logged an error, other than refusals and forgiven errors."""
        failed = [error for error in map(_cause, self.env.errors) if not (as_refused(error) or isinstance(error, self._forgiven))]
        assert not failed, failed
        assert not self.mistakes, [(record.getMessage(), record.exc_info) for record in self.mistakes]

    # --- reading -----------------------------------------------------------------------------------------------------

    def parts(self, message: Any) -> list[dict[str, Any]]:
        """Return all components of a message as a flat list."""
        return parts_of(self.env, message)

    def text(self, message: Any) -> str:
        """Return all text of a message."""
        return "\n".join(part["content"] for part in self.parts(message) if part.get("type") == 10)

    def said(self, answer: Any) -> str:
        """Return the text of the newest message of a member's answer."""
        return self.text(newest(answer))

    def buttons(self, message: Any) -> dict[str, str]:
        """Return the custom id of each button by its label; links have an empty one."""
        return {part["label"]: part.get("custom_id", "") for part in self.parts(message) if part.get("type") == 2}

    def pressing(self, message: Any, verb: str) -> str:
        """Return the custom id of the button with this verb and argument."""
        return next(custom_id for custom_id in self.buttons(message).values() if custom_id.endswith(f":{verb}"))

    def selects(self, message: Any) -> list[dict[str, Any]]:
        """Return the select components of a message."""
        return [part for part in self.parts(message) if part.get("type") == 3]

    def alts(self, message: Any) -> list[str]:
        """Return the alternative texts of the message's pictures."""
        return [item.get("description") or "" for part in self.parts(message) if part.get("type") == 12 for item in part["items"]]

    def messages(self, channel: Any, verb: str) -> list[discord.Message]:
        """Return the messages of a channel that have a button with this verb, oldest first."""
        kept = sorted(self.env.backend.messages.get(channel.id, {}).values(), key=lambda message: message.id)
        return [self._read(m) for m in kept if m.visible_to(None) and verb in map(verb_of, self.buttons(m).values())]

    def _read(self, message: Any) -> discord.Message:
        """Return a message as a member's client sees it, cached until it is edited, because reading copies all of it."""
        of = (id(self.bot), message.id, message.edited_timestamp)
        if of not in self._reading:
            self._reading[of] = to_discord_message(self.env, message)
        return self._reading[of]

    def member(self, user_id: int | None) -> simcord.MemberActor:
        """Return the member with this id."""
        return next(member for member in self.members if member.id == user_id)

    async def at_once(self, *presses: tuple[simcord.MemberActor, Any, str]) -> list[Any]:
        """Press several buttons at the same moment, each before the bot has answered any; return the answers.

        SimCord itself lets one actor act at a time, so its guard around `click` is bypassed.
        """
        click = inspect.unwrap(simcord.MemberActor.click)
        return list(await asyncio.gather(*(click(member, message, label=label) for member, message, label in presses)))

    async def prefer_at_once(self) -> None:
        """Turn previews of typed moves off for all members."""
        for member in self.members:
            await self.services.user_settings.prefer(UserId(member.id), "typed", "at-once")

    # --- playing -----------------------------------------------------------------------------------------------------

    def options(self, message: Any) -> list[tuple[str, str]]:
        """Return the choices of a draft: a button's label with an empty value, or a select's id with a value."""
        options = [
            (name, "") for name, custom_id in self.buttons(message).items() if _chooses(custom_id) and name != named("turn-tile")
        ]
        return options + [(menu["custom_id"], line["value"]) for menu in self.selects(message) for line in menu["options"]]

    def option(self, message: Any, action: str) -> tuple[str, str] | None:
        """Return the entry of `options` for an action in the game's notation; None if it is not offered."""
        for name, custom_id in self.buttons(message).items():
            if _chooses(custom_id) and name != named("turn-tile") and custom_id.endswith(f" {action}"):
                return name, ""
        values = [(menu["custom_id"], line["value"]) for menu in self.selects(message) for line in menu["options"]]
        return next((value for value in values if value[1] == action), None)

    async def ask(self, member: simcord.MemberActor, channel: Any, name: str, **options: Any) -> Any:
        """Type a command, or a command with its action such as `game log`; return the answer."""
        command, _, action = name.partition(" ")
        return await member.slash(channel, command, **({"action": action} if action else {}), **options)

    async def look(self, member: simcord.MemberActor, panel: Any, name: str) -> Any:
        """Choose the line with this label in a panel's list; return the message shown then."""
        lines = [(menu["custom_id"], line) for menu in self.selects(panel) for line in menu["options"]]
        custom_id, value = next((custom_id, line["value"]) for custom_id, line in lines if line["label"] == name)
        return (await member.select(panel, [value], custom_id=custom_id)).response

    async def behind_more(self, member: simcord.MemberActor, message: Any, *, but: Collection[str] = ()) -> dict[str, Any]:
        """Return the answer to each button and list line of the panel behind More, by label, each pressed on a fresh panel.

        Forms are left out, and buttons of the verbs in `but`.
        """
        found: dict[str, Any] = {}
        panel = (await member.click(message, label=named("more"))).response
        for name, custom_id in self.buttons(panel).items():
            panel = (await member.click(message, label=named("more"))).response
            if verb_of(custom_id) not in ("pause", "give", *but):
                found[name] = await member.click(panel, label=name)
        panel = (await member.click(message, label=named("more"))).response
        for menu in self.selects(panel):
            for line in menu["options"]:
                found[line["label"]] = await member.select(panel, [line["value"]], custom_id=menu["custom_id"])
        return found

    async def close_lobby(self, host: simcord.MemberActor, channel: Any) -> Any:
        """Cancel a lobby as its host and confirm; return the answer."""
        asked = (await host.slash(channel, "game", action="cancel")).response
        return await host.click(asked, label=named("yes-close"))

    async def choose(self, member: simcord.MemberActor, message: Any, option: tuple[str, str]) -> Any:
        """Press one of `options`; return the message shown then."""
        name, value = option
        if value:
            return (await member.select(message, [value], custom_id=name)).response
        return (await member.click(message, label=name)).response

    async def play_out(self, member: simcord.MemberActor, shown: Any) -> Any:
        """Make random choices in a draft until it can be confirmed, and confirm; return the message after the move."""
        while not re.search("Your turn is over|It's your turn again", self.text(shown)):
            if named("confirm") in self.buttons(shown):
                shown = (await member.click(shown, label=named("confirm"))).response
            else:
                shown = await self.choose(member, shown, self.chance.choice(self.options(shown)))
        return shown

    async def fill(self, member: Any, asked: Any, /, **given: Any) -> Any:
        """Send the form in `asked` with the `given` values by field name, other fields as prefilled; return the answer."""
        fields = [part["component"] for part in asked.modal["components"] if "component" in part]
        filled: dict[str, Any] = {}
        for field in fields:
            chosen = [line["value"] for line in field.get("options") or [] if line.get("default")]
            chosen += [self._entity(**known) for known in field.get("default_values") or []]
            standing = field.get("value") if field["type"] == TEXT_INPUT else chosen
            value = given.pop(field["custom_id"].replace("-", "_"), standing)
            if field["type"] not in (TEXT_INPUT, RADIO_GROUP):
                value = value if isinstance(value, list) else [value]
            elif isinstance(value, list):
                value = value[0] if value else None
            if value or field["type"] == TEXT_INPUT:
                filled[field["custom_id"]] = value or ""
        assert not given, f"the form has no {given}"
        return await member.submit_modal(asked, filled)

    def _entity(self, id: str, type: str) -> Any:  # noqa: A002  # Discord's own names
        """Return the member, role or channel that is selected in a form's field."""
        if type == "user":
            return self.member(int(id))
        guild, number = self.env.backend.get_guild(self.guild.id), int(id)
        if type == "role":
            return RoleHandle(self.env, self.guild, guild.roles[number])
        return ChannelHandle(self.env, self.guild, self.env.backend.get_channel(number))

    async def start(self, players: int, **options: Any) -> tuple[MatchId, Any]:
        """Start a game of the first members, without previews of typed moves; return its id and channel."""
        await self.prefer_at_once()
        host, *others = self.members[:players]
        await host.slash(self.channel, "new", **(options or {"place": "thread"}))
        lobby = self.messages(self.channel, "join")[-1]
        for member in others:
            await member.click(lobby, label=named("join"))
        await host.click(lobby, label=named("start"))
        match_id = await self._newest()
        match = await self.services.match_queries.match(match_id)
        return match_id, self.room(match.channel_id)

    def room(self, channel_id: int) -> Any:
        """Return the channel or thread with this id."""
        return next(room for room in (self.channel, *self.channel.threads) if room.id == channel_id)

    async def table(self, match_id: MatchId, user_id: int | None = None) -> MatchView:
        """Return the match as a user sees it."""
        view: MatchView = await self.services.match_queries.table(match_id, None if user_id is None else UserId(user_id))
        return view

    async def version(self, match_id: MatchId) -> int:
        """Return the current version of a match."""
        version: int = (await self.services.match_queries.match(match_id)).version
        return version

    async def waited_for(self, match_id: MatchId) -> tuple[simcord.MemberActor, MatchView] | None:
        """Return the active player with their view of the match; None after the end."""
        public = await self.table(match_id)
        if public.match.status == FINISHED:
            return None
        user_id = public.seats[public.asked[0]].user_id
        assert user_id is not None
        return self.member(user_id), await self.table(match_id, user_id)

    def typed(self, table: MatchView | Draft, action: Any) -> str:
        """Return the text that a player would type for an action."""
        texts = self.bot.editions[table.match.game].words.say.choice(action, table.view, ["?"] * len(table.seats), ENGLISH)
        return f"{texts.group} {texts.short}".strip()

    async def moves(self, match_id: MatchId, number: int) -> None:
        """Play the given number of turns like `move`, then wait for the last one's messages."""
        for _ in range(number):
            assert await self.move(match_id, told=False)
        await self.settle()

    async def move(self, match_id: MatchId, *, unwanted: str = "?", told: bool = True) -> bool:
        """Play a random legal turn of the active player by the service; return False after the end.

        Actions whose text contains `unwanted` are avoided if possible. Unless `told`, the messages are not awaited, and outdated
        ones are never posted: call `settle` after the last turn.
        """
        on_turn = await self.waited_for(match_id)
        if on_turn is None:
            return False
        member, view = on_turn
        texts, user, now = [], UserId(member.id), discord.utils.utcnow()
        draft: MatchView | Draft = view
        while draft.legal:
            every = [self.services.games[view.match.game].write(action) for action in draft.legal]
            texts.append(self.chance.choice([text for text in every if unwanted not in text] or every))
            draft = await self.services.drafts.peek(match_id, user, texts, now=now)
        await self.services.turns.act(match_id, user, texts, expected_version=view.version, now=now)
        if told:
            await self.bot.rounds.settled()
        return True

    async def line(self, match_id: MatchId) -> tuple[simcord.MemberActor, list[str]] | None:
        """Return a random legal turn of the active player, as one text to type for each step; None after the end."""
        on_turn = await self.waited_for(match_id)
        if on_turn is None:
            return None
        member, table = on_turn
        done: list[str] = []
        lines: list[str] = []
        table_row: MatchView | Draft = table
        game = self.services.games[table.match.game]
        now = discord.utils.utcnow()
        while table_row.legal:
            action = self.chance.choice(table_row.legal)
            lines.append(self.typed(table_row, action))
            done.append(game.write(action))
            table_row = await self.services.drafts.peek(match_id, UserId(member.id), done, now=now)
        return member, lines

    async def _newest(self) -> MatchId:
        rows = await self.services.match_queries.guild_matches(self.guild.id)
        newest: MatchId = rows[0].id
        return newest


class _Watch(logging.Handler):
    """Log handler that keeps the bot's error records, except those of refusals."""

    def __init__(self, kept: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("cogs", "bastide", "discord")) and not _is_refusal(record):
            self._kept.append(record)


def _is_refusal(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    return error is not None and as_refused(error) is not None


def _cause(error: BaseException) -> BaseException:
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def newest(answer: Any) -> Any:
    """Return the newest message in an answer."""
    return answer.followups[-1] if answer.followups else answer.response


def verb_of(custom_id: str) -> str:
    """Return the verb of a component's custom id."""
    press = component_ids.read(custom_id)
    return press.verb if press else ""


def _chooses(custom_id: str) -> bool:
    press = component_ids.read(custom_id)
    return press is not None and press.verb in ("push", "play") and " " in press.argument
