"""Sleep hours: one daily time window in a player's time zone, converted to time spans in UTC.

The local time counts: a window from 23:00 to 06:00 is one night even if the clocks change in it. In any 24 hours a clock is stopped
for at most `MOST`, also when the clocks change or a window is moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from clocks.durations import InvalidDurationError
from clocks.spans import Span, union

MOST = timedelta(hours=10)
"""Longest window, and the most of any `WITHIN` that stands still."""
WITHIN = timedelta(hours=24)
ACTS_AFTER = timedelta(hours=48)
"""How long after it was asked for a changed window begins to count."""
CHANGE_EVERY = timedelta(days=14)
"""How often a window may be changed."""

_DAY = timedelta(days=1)
_NONE = timedelta()
_EVER = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class SleepWindow:
    """Daily sleep hours in local time: time zone, beginning and length."""

    zone: str
    """As in the tz database: `Europe/Amsterdam`."""
    begin_minute: int
    """Minutes after midnight."""
    minutes: int
    """How long, by the wall clock."""

    def __post_init__(self) -> None:
        zone_of(self.zone)
        if self.minutes <= 0 or not 0 <= self.begin_minute < 24 * 60:
            raise InvalidDurationError("window-empty")
        if timedelta(minutes=self.minutes) > MOST:
            raise InvalidDurationError("window-too-long", most=MOST)

    def night(self, day: date) -> Span:
        """Return the night that begins on this local day, in UTC."""
        zone = zone_of(self.zone)
        begin = datetime(day.year, day.month, day.day, tzinfo=None) + timedelta(minutes=self.begin_minute)
        end = begin + timedelta(minutes=self.minutes)
        return Span(_instant(begin, zone), _instant(end, zone))


def _instant(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment in UTC of a local time; for a time skipped by daylight saving, the moment of the change."""
    before, after = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (1, 0))
    if before >= after or after.astimezone(zone).replace(tzinfo=None) == wall:
        return wall.replace(tzinfo=zone).astimezone(UTC)
    old = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) / 2
        before, after = (middle, after) if middle.astimezone(zone).utcoffset() == old else (before, middle)
    return after.replace(microsecond=0)


class DatedSleepWindow(NamedTuple):
    """A player's choice of sleep hours (None: no sleep hours), and from when it applies."""

    since: datetime
    window: SleepWindow | None


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone with this name. Raises `InvalidDurationError("no-zone")`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidDurationError("no-zone", value=name) from error


def next_sleep_window(history: Sequence[DatedSleepWindow], window: SleepWindow | None, now: datetime) -> DatedSleepWindow:
    """Return the new choice of sleep hours with the time from which it applies.

    It applies after `ACTS_AFTER` at the earliest, and at most one choice per `CHANGE_EVERY` applies. A player's first choice
    applies at once, because no earlier night can be exploited.
    """
    if not history:
        return DatedSleepWindow(now, window)
    return DatedSleepWindow(max(now + ACTS_AFTER, history[-1].since + CHANGE_EVERY), window)


def equal(history: Sequence[DatedSleepWindow], minutes: int) -> tuple[DatedSleepWindow, ...]:
    """Return the choices with all windows set to `minutes`; each player still chooses when the night begins.

    For times without a choice, the night begins at 23:00 in the zone that the player last chose, else in UTC.
    """
    zone = next((choice.window.zone for choice in reversed(history) if choice.window), "UTC")
    usual = SleepWindow(zone, 23 * 60, minutes)
    chosen = tuple(
        DatedSleepWindow(choice.since, usual if choice.window is None else replace(choice.window, minutes=minutes))
        for choice in history
    )
    return (DatedSleepWindow(_EVER, usual), *chosen)


def nights(history: Sequence[DatedSleepWindow], begin: datetime) -> Iterator[Span]:
    """Yield the nights in order, from the one around or after `begin`; endlessly if the last choice has a window."""
    slept: list[Span] = []
    # Two days earlier, so that the limit knows the night before.
    for night in _nights(history, begin - 3 * _DAY):
        slept = [old for old in slept if old.end is not None and old.end > night.begin - WITHIN]
        for piece in union(_limit_nights(night, slept)):
            slept.append(piece)
            if piece.end is not None and piece.end > begin:
                yield piece


def _nights(history: Sequence[DatedSleepWindow], begin: datetime) -> Iterator[Span]:
    """Yield the nights of the windows in order, each cut to the time during which its choice applies."""
    ends: list[datetime | None] = [later.since for later in history[1:]]
    for (since, window), upto in zip(history, [*ends, None], strict=False):
        if window is None or (upto is not None and upto <= begin):
            continue
        start = max(begin, since)
        day = start.astimezone(zone_of(window.zone)).date() - _DAY
        while True:
            night = window.night(day)
            day += _DAY
            if upto is not None and night.begin >= upto:
                break
            first, last = max(night.begin, since), night.end if upto is None or night.end is None else min(night.end, upto)
            if last is not None and last > max(first, begin):
                yield Span(first, last)


def _limit_nights(night: Span, slept: Sequence[Span]) -> Iterator[Span]:
    """Yield the parts of `night` during which the clock can stop without exceeding `MOST` in any `WITHIN`.

    `slept`: the earlier nights that count towards the limit.
    """
    assert night.end is not None
    taken = list(slept)
    at = night.begin
    while at < night.end:
        edges = (edge + WITHIN for old in taken for edge in old if edge is not None)
        until = min((edge for edge in edges if edge > at), default=night.end)
        until = min(until, night.end)
        # While an hour falls out of the last day as one comes in, the sum stays as it is.
        room = MOST - sum((_overlap(old, at - WITHIN, at) for old in taken), _NONE)
        falls_out = any(old.begin <= at - WITHIN < (old.end or at) for old in taken)
        last = until if falls_out else min(until, at + max(room, _NONE))
        if last > at:
            piece = Span(at, last)
            taken.append(piece)
            yield piece
        at = until


def _overlap(span: Span, begin: datetime, end: datetime) -> timedelta:
    assert span.end is not None
    return max(min(span.end, end) - max(span.begin, begin), _NONE)
