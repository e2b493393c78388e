"""The sources of stopped clocks, such as nights, vacations and pauses; each source registers itself.

Stops that the service notices itself (an outage, an undelivered message) are clock events and need no source.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from clocks.sleep_windows import DatedSleepWindow, equal
from clocks.spans import Span
from games.core.game import Seat
from storage.changes import SetTimers
from storage.rows import MatchRow, NewTimer, SeatRow, UserId, of_person

People = Mapping[Seat, UserId]
"""Who plays which seat; computers and vacant seats are missing."""

Source = Callable[[MatchRow, People, datetime], Awaitable[Mapping[Seat | None, Sequence[Span]]]]
"""The spans by seat (None: all of them) in which clocks of a match stand still for one reason, of those that end after a moment.
What has been stays: a source answers the same about the past for ever, as far as any clock has been running since.
"""

STOPS_CHANGED = "stops-changed"
"""The kind of the timer of somebody whose nights or vacations have just changed."""

Asleep = Callable[[UserId], Awaitable[Sequence[DatedSleepWindow]]]
"""The sleep hours that a person has chosen, oldest first."""


@dataclass(frozen=True)
class CollectedPauses:
    """The stops of a match's clocks from all sources."""

    spans: Mapping[tuple[int | None, str], tuple[Span, ...]] = field(default_factory=dict)
    """By seat and reason, as in `clocks.clock_history.ClockHistory`."""
    sleep: Mapping[int, tuple[DatedSleepWindow, ...]] = field(default_factory=dict)

    def without(self, why: str, after: datetime) -> CollectedPauses:
        """Return the stops with those for this reason cut off at `after`."""
        spans = {key: _cut(its, after) if key[1] == why else its for key, its in self.spans.items()}
        return replace(self, spans=spans)


class PauseSources:
    """The registry of sources."""

    def __init__(self) -> None:
        self._sources: dict[str, tuple[Source, bool]] = {}
        self._asleep: Asleep | None = None

    def register(self, why: str, source: Source, *, rests: bool = False) -> None:
        """Register the source of stops for a reason.

        With `rests` they count only at a pace at which players may rest.
        """
        assert why not in self._sources, why
        self._sources[why] = source, rests

    def register_sleep(self, asleep: Asleep) -> None:
        """Register the source of sleeping hours."""
        assert self._asleep is None
        self._asleep = asleep

    async def of(self, match: MatchRow, seats: Sequence[SeatRow], since: datetime) -> CollectedPauses:
        """Return the stops of a match's clocks that end after `since`."""
        collected_pauses = await self._collect(match, _people(seats), since, rests=match.terms.pace.rests)
        if not (minutes := match.terms.night_minutes) or not match.terms.pace.rests:
            return collected_pauses
        return replace(collected_pauses, sleep={seat: equal(history, minutes) for seat, history in collected_pauses.sleep.items()})

    async def quiet(self, match: MatchRow, seat: SeatRow, since: datetime) -> CollectedPauses:
        """Return the times in which the player of a seat must not be pinged, whatever the pace."""
        return await self._collect(match, _people((seat,)), since, rests=True)

    async def _collect(self, match: MatchRow, people: People, since: datetime, *, rests: bool) -> CollectedPauses:
        spans: dict[tuple[int | None, str], tuple[Span, ...]] = {}
        for why, (source, only_rests) in self._sources.items():
            if rests or not only_rests:
                spans |= {(seat, why): tuple(its) for seat, its in (await source(match, people, since)).items()}
        sleep: dict[int, tuple[DatedSleepWindow, ...]] = {}
        if rests and self._asleep is not None:
            sleep = {seat: tuple(await self._asleep(user)) for seat, user in people.items()}
        return CollectedPauses(spans, sleep)


def stops_changed(user_id: UserId, now: datetime) -> SetTimers:
    """Return a timer, due at once, that recomputes the deadlines in all games of a user."""
    return SetTimers(of_person(user_id), now, (NewTimer(STOPS_CHANGED, now),), STOPS_CHANGED)


def _cut(spans: Sequence[Span], after: datetime) -> tuple[Span, ...]:
    return tuple(Span(span.begin, after if span.end is None else min(span.end, after)) for span in spans if span.begin < after)


def _people(seats: Sequence[SeatRow]) -> dict[Seat, UserId]:
    return {row.seat: UserId(row.user_id) for row in seats if row.is_human and row.user_id is not None}
