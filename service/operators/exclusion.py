"""Bans: users and servers that may not use the bot (`docs/terms.md`), set by the host or by operators."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime
from typing import Protocol

from service.errors import Refusal
from service.lobby.matchmaking import Matchmaking
from service.play.resignations import ResignationService
from service.tournaments.queries import MOST_UNDER_WAY
from service.tournaments.registration import RegistrationService
from service.tournaments.state import NOBODY
from storage.operator_rows import BarRow, OperationRow
from storage.rows import LIVE, PERSON, SERVER, UserId
from storage.store import Store
from storage.tournament_rows import UNDER_WAY
from telemetry.log_line import log_line

log = logging.getLogger("service.operators.exclusion")

BAR, LIFT = "bar", "lift"
"""What the log of operators calls it."""
_ALL = 2**31 - 1


class ClosesPages(Protocol):
    """The interface for closing a user's pages in the browser."""

    async def close_all(self, user_id: UserId) -> None: ...


class Exclusion:
    """The use-cases of bans.

    A banned user can't play and gets no messages, but can still export and delete their data.
    """

    def __init__(
        self,
        store: Store,
        resignations: ResignationService,
        matchmaking: Matchmaking,
        registration: RegistrationService,
        pages: ClosesPages,
        excluded: frozenset[int],
        owners: frozenset[int] = frozenset(),
    ) -> None:
        """Keep the ids in the host's setting, of people and servers alike (Discord gives no id twice), and who can't be barred."""
        self._store = store
        self._resignations = resignations
        self._matchmaking = matchmaking
        self._registration = registration
        self._pages = pages
        self._excluded, self._owners = excluded, owners
        self._bars: dict[int, BarRow] = {}

    async def open(self) -> None:
        """Read the bans; call it again after another process may have changed them."""
        self._bars = {row.number: row for row in await self._store.operators.bars()}

    @property
    def bars(self) -> tuple[BarRow, ...]:
        """Every ban set by an operator, newest first."""
        return tuple(self._bars.values())

    def holds(self, *ids: int | None) -> bool:
        """Return whether any of these users or servers is banned."""
        return not self._excluded.isdisjoint(ids) or not self._bars.keys().isdisjoint(ids)

    async def bar(self, number: int, kind: str, by: UserId, *, now: datetime) -> None:
        """Ban a user or a server (`kind`) and end all that they have running.

        Refuses `bar-owner`, and `already-barred` (also for ids in the host's setting).
        """
        if number in self._owners or number == by:
            raise Refusal("bar-owner")
        if self.holds(number):
            raise Refusal("already-barred")
        row = BarRow(number, kind, by, now)
        await self._store.operators.bar(row, OperationRow(0, now, by, BAR, number, kind))
        self._bars = {number: row, **self._bars}
        log.info(log_line("barred", kind=kind, number=number, by=by))
        await self._end(row.number, row.kind, now)

    async def lift(self, number: int, by: UserId, *, now: datetime) -> None:
        """Lift a ban; what has ended stays ended. Refuses `not-barred`, `barred-by-setting`."""
        if number in self._excluded:
            raise Refusal("barred-by-setting")
        if not await self._store.operators.lift(number, OperationRow(0, now, by, LIFT, number, "")):
            raise Refusal("not-barred")
        self._bars.pop(number, None)
        log.info(log_line("bar-lifted", number=number, by=by))

    async def carry_out(self, now: datetime) -> None:
        """End what banned users and servers still have running, as after a crash during `bar`."""
        for number in sorted(self._excluded):
            await self._end(number, PERSON, now)
            await self._end(number, SERVER, now)
        for row in self.bars:
            await self._end(row.number, row.kind, now)

    async def _end(self, number: int, kind: str, now: datetime) -> None:
        await (self._end_of_server(number, now) if kind == SERVER else self._end_of_person(UserId(number), now))

    async def _end_of_person(self, user_id: UserId, now: datetime) -> None:
        """Give a user's seats to computers, and withdraw them from events."""
        for guild_id in await self._store.operators.wishing_in(user_id):
            await self._matchmaking.take_back(guild_id, user_id, now=now)
        await self._resignations.retire(user_id, now=now)
        await self._pages.close_all(user_id)

    async def _end_of_server(self, guild_id: int, now: datetime) -> None:
        """Cancel a server's events, and end its games without a result."""
        for event in await self._store.events.of_guild(guild_id, UNDER_WAY, MOST_UNDER_WAY):
            with suppress(Refusal):  # over meanwhile
                await self._registration.cancel(event.id, NOBODY, now=now)
        for match in await self._store.matches.of_guild(guild_id, LIVE, _ALL):
            with suppress(Refusal):
                await self._resignations.close_down(match.id, now=now)
