"""Display names, remembered from interactions while the program runs, and membership of servers."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime, timedelta

import discord

from service.history.record_parser import ELSEWHERE
from storage.rows import SeatRow, UserId
from telemetry.log_line import log_line
from text.input_vocabulary import folded
from text.translator import Translator
from text.users.members import computer_name, former_member, the_server, unknown_player

log = logging.getLogger("cogs.people")

_REMEMBERED = 20_000

SEEN_FOR = timedelta(hours=1)
"""People active in a server within this time count as members. `cogs.background.users.member_departures` checks as often."""

LONGEST_NAME, SEARCHED = 32, 100
"""Characters of a name on Discord, and the most members whose names begin as a name that is looked for."""

LEFT, MUTED = "left", "muted"
"""Why somebody cannot play in a server."""


class DisplayNames:
    """Display names by server and person, the longest unused forgotten first."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()
        self._seen: OrderedDict[tuple[int, int], datetime] = OrderedDict()
        """When members were last known to be in a server, the longest ago first."""

    def meet(self, user: discord.abc.User, guild_id: int | None) -> None:
        """Remember a person's display name in a server."""
        self._names[(guild_id or 0, user.id)] = user.display_name
        self._names.move_to_end((guild_id or 0, user.id))
        if len(self._names) > _REMEMBERED:
            self._names.popitem(last=False)
        if guild_id is not None and isinstance(user, discord.Member):
            self._see((guild_id, user.id))

    def _see(self, who: tuple[int, int]) -> None:
        self._seen[who] = discord.utils.utcnow()
        self._seen.move_to_end(who)
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)

    def was_seen(self, user_id: UserId, guild_id: int, now: datetime) -> bool:
        """Return whether the person was known to be in the server within `SEEN_FOR`."""
        seen = self._seen.get((guild_id, user_id))
        return seen is not None and timedelta() <= now - seen < SEEN_FOR

    def gone(self, user_id: UserId, guild_id: int) -> None:
        """Note that a person has left a server."""
        self._seen.pop((guild_id, user_id), None)

    def forget(self, user_id: UserId) -> None:
        """Forget all names of a person."""
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]
            self._seen.pop(key, None)

    async def names(self, seats: Iterable[SeatRow], guild_id: int | None, words: Translator) -> list[str]:
        """Return the names of players by seat.

        Computers are named by level, numbered if several have the same one. Unknown players of imported games are named by seat
        number.
        """
        there = list(seats)
        levels = [seat.level if seat.user_id is None else None for seat in there]
        names = [await self._seated_name(seat, guild_id, words) for seat in there]
        return [
            f"{name} {levels[: place + 1].count(level)}" if level and levels.count(level) > 1 and level != ELSEWHERE else name
            for place, (name, level) in enumerate(zip(names, levels, strict=True))
        ]

    async def _seated_name(self, seat: SeatRow, guild_id: int | None, words: Translator) -> str:
        if seat.user_id is not None:
            return await self.name(seat.user_id, guild_id, words)
        if seat.called is not None:
            return seat.called
        if seat.is_town:
            return the_server(words)
        return unknown_player(seat.seat + 1, words) if seat.level == ELSEWHERE else computer_name(seat.level or "", words)

    async def name(self, user_id: UserId, guild_id: int | None, words: Translator) -> str:
        """Return a person's display name, from Discord if not remembered. Negative ids are former members."""
        if user_id < 0:
            return former_member(words)
        known = self._names.get((guild_id or 0, user_id))
        if known is not None:
            return known
        user = await self._ask(user_id, guild_id)
        if user is None:
            return f"#{user_id % 10000:04}"
        self.meet(user, guild_id)
        return user.display_name

    async def member(self, user_id: UserId, guild_id: int) -> discord.Member | None:
        """Return a member of a server; None if they have left or Discord can't be asked."""
        guild = self._client.get_guild(guild_id)
        try:
            return await guild.fetch_member(user_id) if guild is not None else None
        except discord.HTTPException:
            return None

    async def named(self, name: str, guild_id: int) -> discord.Member | None:
        """Return the only member of a server with this name or nickname; None for none, several, or if Discord can't be asked."""
        guild = self._client.get_guild(guild_id)
        if guild is None or not 0 < len(name) <= LONGEST_NAME:
            return None
        try:
            members = await guild.query_members(name, limit=SEARCHED, cache=False)
        except TimeoutError:
            return None
        wanted = folded(name)
        named = [who for who in members if wanted in (folded(who.name), folded(who.display_name))]
        return named[0] if len(named) == 1 else None

    async def has_left(self, user_id: UserId, guild_id: int) -> bool:
        """Return whether a person has left the server; False if unsure."""
        return await self.absence(user_id, guild_id) == LEFT

    async def absence(self, user_id: UserId, guild_id: int) -> str:
        """Why a person can't play in a server, `LEFT` or `MUTED`; empty if they can, or if unsure."""
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return ""
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound:
            self.gone(user_id, guild_id)
            return LEFT
        except discord.HTTPException as error:
            log.warning(log_line("member-unknown", reason=f"{error.status} {error.code}"))
            return ""
        self.meet(member, guild_id)
        return MUTED if member.is_timed_out() else ""

    async def _ask(self, user_id: UserId, guild_id: int | None) -> discord.abc.User | None:
        guild = self._client.get_guild(guild_id) if guild_id else None
        try:
            return await guild.fetch_member(user_id) if guild else await self._client.fetch_user(user_id)
        except discord.NotFound:
            return await self._stranger(user_id)
        except discord.HTTPException as error:
            log.warning(log_line("name-unknown", reason=f"{error.status} {error.code}"))
            return None

    async def _stranger(self, user_id: UserId) -> discord.abc.User | None:
        try:
            return await self._client.fetch_user(user_id)
        except discord.HTTPException:
            return None
