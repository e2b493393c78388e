"""Moments and sleep windows for the tests of clocks."""

from datetime import UTC, datetime, timedelta

from clocks.clock import StopIntervals
from clocks.sleep_windows import DatedSleepWindow, SleepWindow
from clocks.spans import Span

MONDAY = datetime(2026, 6, 1, tzinfo=UTC)
"""A Monday, at midnight UTC."""
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def at(day: int, hour: float = 0) -> datetime:
    """Return the moment `day` days and `hour` hours after the start of a fixed Monday."""
    return MONDAY + timedelta(days=day, hours=hour)


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def days(number: float) -> timedelta:
    return timedelta(days=number)


def sleeping(begin_hour: int, length_hours: int, zone: str = "UTC") -> StopIntervals:
    """Return the clock stops of a person who has slept at the same hours every night for years."""
    return StopIntervals(sleep=(DatedSleepWindow(LONG_AGO, SleepWindow(zone, begin_hour * 60, length_hours * 60)),))


def stopped(*spans: tuple[datetime, datetime | None]) -> StopIntervals:
    """Return clock stops for other reasons than sleep."""
    return StopIntervals(tuple(Span(begin, end) for begin, end in spans))
