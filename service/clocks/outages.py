"""Outages: clocks don't run while the program is down or disconnected, and players get enough time afterwards.

Each shard has a heartbeat: a timer in the database that is set again each minute, so that its last value tells since when the
program was down, even after a day-old backup is restored. There is one per shard because the servers of one shard may be cut off
while all others go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from clocks.clock_history import LIFTED, STOPPED, ClockEvent, ClockHistory
from clocks.terms import TimeControl
from service.clocks.clock_service import OUTAGE, Clocks, TimedMatch
from service.core.change_scope import Decision
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.match.match_changes import ClockAdvance
from service.match.match_repository import MatchRepository
from storage.changes import CompleteTimer, SetTimers
from storage.rows import PROGRAM, RUNNING, MatchId, Subject, TimerRow
from storage.sharding import WHOLE, ShardSet
from telemetry.log_line import log_line

log = logging.getLogger("service.clocks.outages")

ALIVE = "alive"
"""The kind of the timer that is the sign of life."""
DISCORD = "discord"
DATABASE = "database"
"""What may be gone, while the program is there."""
EVERY = timedelta(minutes=1)
LONGEST = timedelta(minutes=5)
LONGEST_PRESENT = timedelta(seconds=30)
"""From how long on nobody having been there is an outage; the second where everybody sits at the table."""


@timed(ALIVE)
class ShardTimer(TimerContent):
    """The payload of a shard's heartbeat: the total number of shards."""

    of: int = omitted_if(1)


class Outages:
    """The detection of outages, and the compensation of clocks."""

    def __init__(
        self,
        repository: MatchRepository,
        clocks: Clocks,
        *,
        every: timedelta | None = EVERY,
        held: Callable[[], ShardSet] = lambda: WHOLE,
    ) -> None:
        """Set the heartbeat's interval; None turns heartbeats and outages off, as in simulations.

        `held` returns the part of the servers that this process is responsible for.
        """
        self._repository = repository
        self._clocks = clocks
        self._every = every
        self._held = held
        self._away_since: dict[tuple[str, ShardSet], datetime] = {}
        """What is not there just now, and for which shard."""

    async def begin(self, now: datetime, part: ShardSet = WHOLE) -> None:
        """Begin to be responsible for a part of the servers, before any of its timers is handled.

        Time missed since its last heartbeats is given back.
        """
        if self._every is None:
            return
        since = {shard: await self._last_sign(shard) for shard in _shards(part)}
        for shard, sign in since.items():
            if sign is not None:
                await self._account(shard, sign, now)
        await self._renew(since, now, self._every)

    def lost(self, now: datetime, what: str = DISCORD, part: ShardSet = WHOLE) -> None:
        """Record that these shards have lost `what`: Discord or the database."""
        for shard in _shards(part):
            self._away_since.setdefault((what, shard), now)

    async def back(self, now: datetime, what: str = DISCORD, part: ShardSet = WHOLE) -> None:
        """Record that `what` is back; time is given back once nothing is missing any more."""
        for shard in _shards(part):
            if (since := self._away_since.pop((what, shard), None)) is None:
                continue
            others = [gone for gone in self._away_since if _meet(gone[1], shard)]
            for gone in others:
                self._away_since[gone] = min(self._away_since[gone], since)
            if not others and self._every is not None:
                await self._give_time(shard, since, now, self._every)

    async def _give_time(self, shard: ShardSet, since: datetime, now: datetime, every: timedelta) -> None:
        """Give time back in this process's part of a shard; other processes do so for theirs."""
        ours = [sign for sign in _shards(self._held()) if _meet(sign, shard)]
        for sign in ours:
            await self._account(sign if shard.of == 1 else shard, since, now)
        await self._renew(ours, now, every)

    def is_away(self, guild_id: int | None, now: datetime) -> bool:
        """Return whether a server has been unreachable for so long that timeouts must wait until time is given back."""
        gone = (since for (_, shard), since in self._away_since.items() if guild_id is None or shard.covers(guild_id))
        return self._every is not None and any(now - since >= LONGEST_PRESENT for since in gone)

    async def sign(self, timer: TimerRow, now: datetime) -> None:
        """Renew a heartbeat after a minute; if much more has passed, treat it as an outage.

        It is not renewed while users are unreachable, so that a program killed meanwhile counts as down for all of that time.
        """
        shard = _shards_of(timer)
        is_there = not any(_meet(away, shard) for _, away in self._away_since)
        if now - timer.due_at >= LONGEST_PRESENT and is_there and self._every is not None:
            await self._account(shard, timer.set_at, now)
        again = None if self._every is None else now + self._every
        await self._repository.unit_of_work.write(CompleteTimer(timer, now if is_there else timer.set_at, again))

    async def _last_sign(self, shard: ShardSet) -> datetime | None:
        """Return a shard's last heartbeat; the last of any shard if their number has changed."""
        signs = [timer for timer in await self._repository.store.timers.of(_subject(shard)) if timer.kind == ALIVE]
        if own := [timer.set_at for timer in signs if _shards_of(timer) == shard]:
            return min(own)
        subjects = await self._repository.store.timers.subjects(ALIVE)
        others = [timer for subject in subjects for timer in await self._repository.store.timers.of(subject) if timer.kind == ALIVE]
        return max((timer.set_at for timer in others if _shards_of(timer).of != shard.of), default=None)

    async def _renew(self, shards: Iterable[ShardSet], now: datetime, every: timedelta) -> None:
        signs = ((shard, new_timer(ShardTimer(shard.of), now + every)) for shard in shards)
        await self._repository.unit_of_work.write(*(SetTimers(_subject(shard), now, (sign,), ALIVE) for shard, sign in signs))

    async def _account(self, shard: ShardSet, begin: datetime, end: datetime) -> None:
        if end - begin < LONGEST_PRESENT:
            return
        given = 0
        for match_id in await self._repository.store.matches.running(part=shard):
            given += await self._give_back(match_id, begin, end)
        if given:
            log.warning(log_line("outage", seconds=round((end - begin).total_seconds()), games=given))

    async def _give_back(self, match_id: MatchId, begin: datetime, end: datetime) -> bool:
        def decide(timed: TimedMatch | None) -> Decision[bool]:
            if (
                timed is None
                or timed.sheet is None
                or timed.rows.match.status != RUNNING
                or end - begin < shortest(timed.rows.match.terms.pace)
            ):
                return Decision(lambda: False)
            events = tuple(_give_back(timed.sheet, begin, end))
            return Decision(lambda: bool(events), (ClockAdvance(timed.rows, events),) if events else ())

        return await self._repository.unit_of_work.change(self._clocks.of(match_id).or_none(), decide, now=end)


def _shards(part: ShardSet) -> tuple[ShardSet, ...]:
    """Return the single shards of a part; private messages and everything else without a server belong to the first."""
    return tuple(ShardSet(part.of, frozenset({shard}), common=shard == 0) for shard in sorted(part.shards))


def _subject(shard: ShardSet) -> Subject:
    return Subject(PROGRAM, min(shard.shards))


def _meet(one: ShardSet, other: ShardSet) -> bool:
    """Return whether two shards may have servers in common; True if they belong to different numbers of shards."""
    return one.of != other.of or one == other


def _shards_of(timer: TimerRow) -> ShardSet:
    """Return the shard of a heartbeat."""
    return _shards(ShardSet(read_timer(timer, ShardTimer).of, frozenset({timer.subject.id})))[0]


def shortest(pace: TimeControl) -> timedelta:
    """Return how long an absence must last to count as an outage at this pace."""
    return LONGEST if pace.rests else LONGEST_PRESENT


def _give_back(sheet: ClockHistory, begin: datetime, end: datetime) -> list[ClockEvent]:
    """Return the clock events of an outage: no clock ran, and running ones keep a minimum, except at paces of minutes."""
    running = [seat for seat, clock in sheet.seats.items() if clock.since is not None]
    if not running:
        return []
    stood = ClockEvent(end, STOPPED, None, OUTAGE, since=begin, until=end)
    lifted = [ClockEvent(end, LIFTED, seat, OUTAGE, length=sheet.pace.grace) for seat in running]
    return [stood] if sheet.pace.is_live else [stood, *lifted]
