"""Availability of players: weekly time windows in each player's time zone, and the hours that suit two players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import islice

from clocks.sleep_windows import DatedSleepWindow, nights, zone_of
from clocks.spans import Span

UNSAID, EVENINGS, WEEKENDS, BOTH, DAYTIME = "unsaid", "evenings", "weekends", "evenings-weekends", "daytime"
WINDOWS = (UNSAID, EVENINGS, WEEKENDS, BOTH, DAYTIME)
"""What people may say; the first where they have said nothing."""

_AWAKE, _EVENING, _WEEKEND, _WORK = (9 * 60, 23 * 60), (18 * 60, 22 * 60), (10 * 60, 22 * 60), (9 * 60, 17 * 60)
_Hours = tuple[int, int] | None
_WEEK: Mapping[str, tuple[_Hours, ...]] = {
    UNSAID: (_AWAKE,) * 7,
    EVENINGS: (_EVENING,) * 7,
    WEEKENDS: (None,) * 5 + (_WEEKEND,) * 2,
    BOTH: (_EVENING,) * 5 + (_WEEKEND,) * 2,
    DAYTIME: (_WORK,) * 5 + (None,) * 2,
}
"""From Monday on: from when to when, in minutes after midnight; None: not on that day."""

TOGETHER = timedelta(hours=1)
"""The shortest time that suits both and is worth proposing."""
NOT_BEFORE = timedelta(hours=2)
"""How long from now the first hour is."""
AHEAD = timedelta(days=14)
"""How far common hours are sought."""
_HALF = timedelta(minutes=30)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Availability:
    """One player's available hours: a time zone, a weekly window and sleep hours."""

    zone: str
    window: str
    """One of `WINDOWS`."""
    sleep: Sequence[DatedSleepWindow] = ()

    def spans(self, begin: datetime, end: datetime) -> Iterator[Span]:
        """Yield the available windows between two moments, in order, in UTC.

        Windows follow the local time, also on days when daylight saving time begins or ends.
        """
        zone, day = zone_of(self.zone), begin.astimezone(zone_of(self.zone)).date() - _DAY
        while True:
            hours = _WEEK[self.window][day.weekday()]
            if hours is not None:
                first, last = (_minute_of_day(day, minutes).replace(tzinfo=zone).astimezone(UTC) for minutes in hours)
                if first >= end:
                    return
                if last > begin:
                    yield Span(max(first, begin), min(last, end))
            elif _minute_of_day(day, 0).replace(tzinfo=zone).astimezone(UTC) >= end:
                return
            day += _DAY

    def asleep(self, begin: datetime, end: datetime) -> list[Span]:
        """Return the player's nights between two moments."""
        if not any(choice.window for choice in self.sleep):
            return []
        spans: list[Span] = []
        for night in nights(self.sleep, begin):
            if night.begin >= end:
                break
            spans.append(night)
        return spans


def common(
    availability: Availability, other: Availability, now: datetime, until: datetime | None, most: int
) -> tuple[datetime, ...]:
    """Return the first hours that suit both players, in UTC, at most one per 20 hours; none after `until`.

    They are full or half hours, at most `most` of them.
    """
    begin, end = now + NOT_BEFORE, now + AHEAD
    end = end if until is None else min(end, until)
    return tuple(islice(_one_each_evening(_common_free_hours(availability, other, begin, end)), most)) if begin < end else ()


def _common_free_hours(availability: Availability, other: Availability, begin: datetime, end: datetime) -> Iterator[datetime]:
    """Yield every full or half hour from which both players are available for long enough to play."""
    asleep = [*availability.asleep(begin, end), *other.asleep(begin, end)]
    theirs = list(other.spans(begin, end))
    for mine in availability.spans(begin, end):
        for its in theirs:
            assert mine.end is not None and its.end is not None
            first, last = max(mine.begin, its.begin), min(mine.end, its.end)
            moment = _round_up(first)
            while moment + TOGETHER <= last:
                if not any(night.begin < moment + TOGETHER and (night.end is None or night.end > moment) for night in asleep):
                    yield moment
                moment += _HALF


def _one_each_evening(moments: Iterator[datetime]) -> Iterator[datetime]:
    """Yield the moments, leaving out those less than 20 hours after the previous one."""
    last: datetime | None = None
    for moment in moments:
        if last is None or moment >= last + timedelta(hours=20):
            last = moment
            yield moment


def _round_up(moment: datetime) -> datetime:
    """Return the next full or half hour."""
    over = timedelta(minutes=moment.minute % 30, seconds=moment.second, microseconds=moment.microsecond)
    return moment if not over else moment + _HALF - over


def _minute_of_day(day: date, minutes: int) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=None) + timedelta(minutes=minutes)
