"""A simulated Discord server's state besides messages: its calendar, its roles and their holders, and its threads.

The program's real calendar and role synchronisation runs against this server in place of Discord's.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from types import SimpleNamespace
from typing import Any, Protocol, cast

import discord

from cogs.app_context import AppContext
from service.wiring.services import Services
from storage.rows import UserId
from text.translator import Translator

BOT = UserId(2_000_000)
HAS_THREAD = 160004
"""Discord's code for a message of which there is a thread already."""
FIRST_PRIVATE = 3_000_000
ROLES = (501, 502)
"""Of which a server may choose one for its champion."""


@dataclass
class CalendarLine:
    """An entry of the server's calendar, which is a scheduled event of Discord."""

    id: int
    name: str
    description: str
    location: str
    start_time: datetime
    creator_id: int = BOT
    was_refused: bool = False
    """Whether the bot would have changed it, and was not allowed to."""


@dataclass
class RoleState:
    """A role of the server: its permissions, its position and its holders."""

    is_mighty: bool = False
    """Whether it gives permissions."""
    is_above: bool = False
    """Whether it stands above the bot's own."""
    is_gone: bool = False
    users: set[UserId] = field(default_factory=set)


class SimulatedGuild:
    """The calendar, roles and threads of the simulated server, which survive every restart of the program."""

    def __init__(
        self,
        clock: Callable[[], datetime],
        members: list[UserId],
        works: Callable[[], bool],
        is_open: Callable[[int], bool],
    ) -> None:
        """Create a server without entries, with the given members.

        `clock` returns the right time, `works` whether Discord answers now, `is_open` whether the bot may write in a channel.
        """
        self.clock = clock
        self.members = members
        self.works = works
        self.is_open = is_open
        self.threads: set[int] = set()
        """Messages of which a thread was made."""
        self.private: dict[tuple[int, str], int] = {}
        """Private threads, by their channel and name."""
        self.lines: dict[int, CalendarLine] = {}
        self.made: Counter[str] = Counter()
        """How often each pairing and hour was entered, as their entry is marked."""
        self.may_enter = True
        """Whether the bot may enter anything in the calendar."""
        self.may_crown = True
        """Whether it may give roles at all."""
        self.roles = {number: RoleState() for number in ROLES}
        self._numbers = count(1)

    def entered(self, given: dict[str, Any]) -> CalendarLine:
        """Add a calendar entry with these fields and return the entry."""
        names = ("name", "description", "location", "start_time")
        line = CalendarLine(next(self._numbers), **{name: given[name] for name in names})
        self.lines[line.id] = line
        self.made[f"{mark(line)} {line.start_time}"] += 1
        return line

    def coming(self) -> list[CalendarLine]:
        """Return the calendar entries that begin in the future."""
        return [line for line in self.lines.values() if line.start_time > self.clock()]


def mark(line: CalendarLine) -> str:
    """Return the text by which the program recognises its own entry: event, round and table."""
    return line.description.rsplit("№ ", 1)[-1]


class _MayDie(Protocol):
    """Interface of a program that can die at a moment of risk."""

    def risk(self) -> None: ...


class _Line:
    """A calendar entry in the form of discord.py's scheduled event."""

    def __init__(self, door: GuildAccess, line: CalendarLine) -> None:
        self._door, self._line = door, line
        self.id, self.creator_id, self.description = line.id, line.creator_id, line.description
        self.start_time, self.location = line.start_time, line.location
        has_begun = line.start_time <= door.guild.clock()
        self.status = discord.EventStatus.active if has_begun else discord.EventStatus.scheduled

    async def edit(self, **changes: Any) -> None:
        self._line.was_refused = not self._door.guild.may_enter
        async with self._door.asked(self._door.guild.may_enter):
            if self.id not in self._door.guild.lines:
                raise _answer(discord.NotFound, 404)
            self._line.start_time, self._line.location = changes["start_time"], changes["location"]

    async def delete(self) -> None:
        self._line.was_refused = not self._door.guild.may_enter
        async with self._door.asked(self._door.guild.may_enter):
            if self._door.guild.lines.pop(self.id, None) is None:
                raise _answer(discord.NotFound, 404)


class _Asked:
    """Context of one request, at whose begin and end the program may die; what was requested has then happened."""

    def __init__(self, door: GuildAccess, allowed: bool) -> None:
        self._door, self._allowed = door, allowed

    async def __aenter__(self) -> None:
        await asyncio.sleep(0.1)
        self._door.life.risk()
        if not self._door.guild.works():
            raise _answer(discord.DiscordServerError, 503)
        if not self._allowed:
            raise _answer(discord.Forbidden, 403)

    async def __aexit__(self, *_: object) -> None:
        self._door.life.risk()
        await asyncio.sleep(0.1)


class GuildAccess:
    """Access of one run of the program to the simulated server, with the used parts of `discord.Guild` and `discord.Client`."""

    def __init__(self, guild: SimulatedGuild, number: int, life: _MayDie) -> None:
        self.guild, self.id, self.life = guild, number, life
        self.name, self.preferred_locale = "Server", "en-GB"
        rights = SimpleNamespace(manage_roles=guild.may_crown)
        self.me = SimpleNamespace(guild_permissions=rights)

    def asked(self, allowed: bool = True) -> _Asked:
        """Return the context of a request, which is refused by Discord unless `allowed`."""
        return _Asked(self, allowed)

    async def fetch_scheduled_events(self, *, with_counts: bool) -> list[_Line]:  # noqa: ARG002
        async with self.asked():
            return [_Line(self, line) for line in self.guild.lines.values()]

    async def create_scheduled_event(self, **given: Any) -> _Line:
        async with self.asked(self.guild.may_enter):
            return _Line(self, self.guild.entered(given))

    def get_partial_messageable(self, channel: int, *, guild_id: int | None = None) -> _Channel:  # noqa: ARG002
        """Return a channel by id, whether or not it exists."""
        return _Channel(self, channel)

    def get_channel(self, channel: int) -> discord.TextChannel:
        """Return a channel by id in the form of a text channel."""
        return _TextChannel(self, channel)

    def get_role(self, number: int) -> Any:
        """Return a role as the gateway describes it; None if it does not exist."""
        role = self.guild.roles.get(number)
        if role is None or role.is_gone:
            return None
        permissions = SimpleNamespace(value=8 if role.is_mighty else 0)
        return SimpleNamespace(
            permissions=permissions, is_default=lambda: False, is_assignable=lambda: not role.is_above and self.guild.may_crown
        )

    async def add_role(self, _guild: int, user: UserId, number: int, *, reason: object) -> None:  # noqa: ARG002
        role = self.guild.roles[number]
        async with self.asked(self.guild.may_crown and not role.is_above):
            if role.is_gone or user not in self.guild.members:
                raise _answer(discord.NotFound, 404)
            role.users.add(user)

    async def remove_role(self, _guild: int, user: UserId, number: int, *, reason: object) -> None:  # noqa: ARG002
        role = self.guild.roles[number]
        async with self.asked(self.guild.may_crown and not role.is_above):
            if role.is_gone or user not in self.guild.members:
                raise _answer(discord.NotFound, 404)
            role.users.discard(user)


class _Channel:
    """A channel, or a message in it, from which a thread can be made."""

    def __init__(self, door: GuildAccess, number: int, message: int = 0) -> None:
        self._door, self._number, self.id = door, number, message

    def get_partial_message(self, message: int) -> _Channel:
        return _Channel(self._door, self._number, message)

    async def create_thread(self, **_: object) -> Any:
        guild = self._door.guild
        async with self._door.asked(guild.is_open(self._number)):
            if self.id in guild.threads:
                raise _answer(discord.HTTPException, 400, HAS_THREAD)
            guild.threads.add(self.id)
        return SimpleNamespace(id=self.id)

    async def edit(self, **_: object) -> None:
        async with self._door.asked(self._door.guild.is_open(self._number)):
            pass


class _TextChannel(discord.TextChannel):
    """A text channel in which private threads are created; a name stands for one thread."""

    def __init__(self, door: GuildAccess, number: int) -> None:
        self._door, self.id = door, number

    @property
    def threads(self) -> list[Any]:
        return [self._thread(name) for channel, name in self._door.guild.private if channel == self.id]

    async def create_thread(self, *, name: str, **_: object) -> Any:
        private = self._door.guild.private
        async with self._door.asked(self._door.guild.is_open(self.id)):
            private[self.id, name] = FIRST_PRIVATE + len(private)
        return self._thread(name)

    def _thread(self, name: str) -> Any:
        return SimpleNamespace(
            id=self._door.guild.private[self.id, name], name=name, is_private=lambda: True, add_user=self._add_member
        )

    async def _add_member(self, _user: object) -> None:
        async with self._door.asked():
            pass


class _Names:
    """Provider of members' names, which are made of their ids."""

    async def name(self, user: UserId, guild: int | None, words: Translator) -> str:  # noqa: ARG002
        return f"person {user}"


def app(services: Services, door: GuildAccess, is_in: Callable[[], bool]) -> AppContext:
    """Return the application context that calendar and role synchronisation need; `is_in` returns whether the bot is a member."""
    client = SimpleNamespace(
        user=SimpleNamespace(id=BOT),
        get_guild=lambda number: door if number == door.id and is_in() else None,
        get_channel=door.get_channel,
        get_partial_messageable=door.get_partial_messageable,
        http=door,
    )
    return cast(AppContext, SimpleNamespace(services=services, editions={}, people=_Names(), client=client))


def _answer(kind: type[discord.HTTPException], status: int, code: int = 0) -> discord.HTTPException:
    return kind(cast(Any, SimpleNamespace(status=status, reason="")), {"code": code, "message": ""})
