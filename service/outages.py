"""Outages: while the program was not there, or not connected, no clock ran, and everybody has time enough afterwards.

The sign of life is a timer that comes again each minute: when it was set last says since when nobody was there. It stands in the
database, so a copy of yesterday that is put back knows that a day is missing.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from clocks.ledger import LIFTED, STOPPED, Event, Sheet
from clocks.terms import Pace
from journal.entry import entry
from service.clocks import OUTAGE, Clocks
from service.errors import Refusal
from service.kernel import Kernel
from service.timers import Timers
from storage.changes import TimerDone, TimersSet
from storage.records import RUNNING, MatchId, NewTimer, Subject, TimerRow

log = logging.getLogger(__name__)

ALIVE = "alive"
"""The kind of the timer that is the sign of life."""
PROGRAM = Subject("program", 0)
"""What it is about."""
DISCORD = "discord"
DATABASE = "database"
"""What may be gone, while the program is there."""
EVERY = timedelta(minutes=1)
LONGEST = timedelta(minutes=5)
LONGEST_PRESENT = timedelta(seconds=30)
"""From how long on nobody having been there is an outage; the second where everybody sits at the table."""


class Outages:
    """Notices that nobody was there, and gives the time back."""

    def __init__(self, kernel: Kernel, clocks: Clocks, timers: Timers, *, every: timedelta | None = EVERY) -> None:
        """A sign of life `every` so often; None: never, and nobody was ever away, as where time itself is made up."""
        self._kernel = kernel
        self._clocks = clocks
        self._every = every
        self._away_since: datetime | None = None
        self._lost: set[str] = set()
        """What is not there just now."""
        timers.register(ALIVE, self._sign)

    async def begin(self, now: datetime) -> None:
        """The program is there and can reach people; no timer was due yet. What was missed since the last sign is given back."""
        if self._every is None:
            return
        signs = [timer for timer in await self._kernel.store.timers.of(PROGRAM) if timer.kind == ALIVE]
        if signs:
            await self._account(min(sign.set_at for sign in signs), now)
        await self._renew(now, self._every)

    def lost(self, now: datetime, what: str = DISCORD) -> None:
        """`what` is gone: nobody can be reached, or nothing be kept."""
        self._lost.add(what)
        self._away_since = self._away_since or now

    async def back(self, now: datetime, what: str = DISCORD) -> None:
        """It is there again; people are when nothing else is missing."""
        self._lost.discard(what)
        if self._lost:
            return
        since, self._away_since = self._away_since, None
        if since is not None and self._every is not None:
            await self._account(since, now)
            await self._renew(now, self._every)

    def is_away(self, now: datetime) -> bool:
        """Whether nobody can be reached, for so long that no clock may be judged before that is accounted for."""
        return self._every is not None and self._away_since is not None and now - self._away_since >= LONGEST_PRESENT

    async def _sign(self, timer: TimerRow, now: datetime) -> None:
        """A minute has gone by; if it was much more, the machine was asleep. While nobody can be reached it is no sign of life: a
        program that is killed then has been away for as long.
        """
        if now - timer.due_at >= LONGEST_PRESENT and self._away_since is None and self._every is not None:
            await self._account(timer.set_at, now)
        is_sign = self._away_since is None
        again = None if self._every is None else now + self._every
        await self._kernel.store.commit(TimerDone(timer.id, now if is_sign else timer.set_at, again))

    async def _renew(self, now: datetime, every: timedelta) -> None:
        await self._kernel.store.commit(TimersSet(PROGRAM, now, (NewTimer(ALIVE, now + every),), ALIVE))

    async def _account(self, begin: datetime, end: datetime) -> None:
        if end - begin < LONGEST_PRESENT:
            return
        given = 0
        for match_id in await self._kernel.store.matches.running():
            given += await self._give_back(match_id, begin, end)
        if given:
            log.warning(entry("outage", seconds=round((end - begin).total_seconds()), games=given))

    async def _give_back(self, match_id: MatchId, begin: datetime, end: datetime) -> bool:
        async with self._kernel.lock(match_id):
            try:
                rows = await self._kernel.rows(match_id)
            except Refusal:
                return False
            pace = rows.match.terms.pace
            if rows.match.status != RUNNING or not pace.has_clock or end - begin < shortest(pace):
                return False
            sheet = await self._clocks.sheet(rows.match, rows.seats)
            assert sheet is not None
            events = _given_back(sheet, begin, end)
            if events:
                await self._clocks.write(rows, events, end)
            return bool(events)


def shortest(pace: Pace) -> timedelta:
    """From how long on nobody having been there is an outage at a pace."""
    return LONGEST if pace.rests else LONGEST_PRESENT


def _given_back(sheet: Sheet, begin: datetime, end: datetime) -> list[Event]:
    """No clock ran meanwhile; those that run have something left, but where a whole game is a matter of minutes."""
    running = [seat for seat, clock in sheet.seats.items() if clock.since is not None]
    if not running:
        return []
    stood = Event(end, STOPPED, None, OUTAGE, since=begin, until=end)
    lifted = [Event(end, LIFTED, seat, OUTAGE, length=sheet.pace.grace) for seat in running]
    return [stood] if sheet.pace.is_live else [stood, *lifted]
