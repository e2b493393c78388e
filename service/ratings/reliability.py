"""Reliability: how many turns with a clock a player made in time or missed, and how long others waited.

Players who resign keep no player waiting. A turn is missed if a computer played it because time ran out, or if the seat or the game
was lost on time in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from clocks.clock_history import ANSWERED, ASKED, OWN, ClockEvent
from games.core.game import Seat
from service.match import match_log as logs
from service.match.final_ranking import FORFEITED, TIMED_OUT
from service.ratings.stats_source import StatsSource
from storage.rows import ActionRow, LoadedMatch, UserId
from storage.store import Store

LEAST_TURNS = 20
"""Fewer say nothing yet."""


@dataclass(frozen=True, slots=True)
class TimelinessCounts:
    """The totals of a player's own turns in games with a clock."""

    made: int = 0
    """In time."""
    missed: int = 0
    """By time: a computer played, or the seat or the game was lost."""
    waited: timedelta = timedelta()
    """How long all that were made were waited for."""

    @property
    def is_known(self) -> bool:
        """Whether there are enough turns for a judgement."""
        return self.made + self.missed >= LEAST_TURNS

    @property
    def share(self) -> float:
        """Share of turns made in time; 1.0 without turns."""
        return self.made / (self.made + self.missed) if self.made + self.missed else 1.0

    @property
    def average(self) -> timedelta:
        """Average wait for a turn."""
        return self.waited / self.made if self.made else timedelta()


def timeliness(loaded: LoadedMatch, clock: Sequence[ClockEvent], seat: Seat) -> TimelinessCounts:
    """Return the turns of a seat's present player since they have it."""
    since = _seated_since(loaded, seat)
    spans = list(_waiting_spans([event for event in clock if event.seat == seat and event.at >= since]))
    moments = _moments_acted(row for row in loaded.log if row.seat == seat)
    made = [end - begin for begin, end in spans if end in moments]
    return TimelinessCounts(len(made), _count_missed(loaded, seat, since), sum(made, timedelta()))


def _moments_acted(rows: Iterable[ActionRow]) -> frozenset[datetime]:
    """Return when the player of a seat has acted in person, not through a computer."""
    acted, by_computer, vacant = set[datetime](), set[datetime](), False
    for row in rows:
        kind = logs.kind_of(row)
        vacant = kind == logs.VACATE or (vacant and kind not in (logs.RETURN, logs.TAKEOVER))
        if kind in (logs.TIMEOUT, logs.ASKED):
            by_computer.add(row.at)
        elif kind == logs.ACTION and not vacant:
            acted.add(row.at)
    return frozenset(acted - by_computer)


def _seated_since(loaded: LoadedMatch, seat: Seat) -> datetime:
    """Return when a seat's present player took it."""
    taken = [row.at for row in loaded.log if row.seat == seat and logs.kind_of(row) == logs.TAKEOVER]
    return max(taken, default=loaded.match.started_at or loaded.match.created_at)


def _count_missed(loaded: LoadedMatch, seat: Seat, since: datetime) -> int:
    own = [row for row in loaded.log if row.seat == seat and row.at >= since]
    vacated = [row for row in own if logs.kind_of(row) == logs.VACATE and row.text.split(" ")[1] in (TIMED_OUT, FORFEITED)]
    ended_by_it = loaded.seats[seat].left == FORFEITED and not vacated
    return sum(logs.kind_of(row) == logs.TIMEOUT for row in own) + len(vacated) + ended_by_it


def _waiting_spans(events: Iterable[ClockEvent]) -> Iterable[tuple[datetime, datetime]]:
    """Yield the begin and end of the wait for each own turn."""
    asked: datetime | None = None
    for event in events:
        if event.what == ASKED and event.why == OWN:
            asked = event.at
        elif event.what == ANSWERED and asked is not None:
            yield asked, event.at
            asked = None


GAMES = 20
"""The newest games of somebody count: people change."""


class Reliability:
    """The reliability of all users, from totals counted when games ended."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, guild_id: int, user_id: UserId, stats: StatsSource | None = None) -> TimelinessCounts:
        """Return how a person has kept their turns in a server lately, in all games or those of `stats`."""
        timeliness_stats = await (stats or self._store.stats).turns(guild_id, user_id, GAMES)
        return TimelinessCounts(timeliness_stats.made, timeliness_stats.missed, timeliness_stats.waited)
