"""Moments as people type them, in their own time zone: a day, a day and a time, or how long from now."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from clocks import durations
from clocks.durations import InvalidTerms
from clocks.nights import zone_of
from clocks.zones import read_time

FARTHEST = timedelta(days=36_500)
"""How far from now a moment may be: a hundred years."""

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4})?")


def read_moment(text: str, zone: str, now: datetime, *, whole_day: bool = False) -> datetime:
    """The moment of `2026-12-24`, `24.12.`, `24.12.2026 18:00` or `10d`, in UTC.

    A day without a time is meant from its begin, or up to its end where it is taken as a `whole_day`; one without a year is the
    next one of that name. Raises `InvalidTerms("no-moment")`, also for what is more than `FARTHEST` from now: callers compute
    with it, and dates end with the year 9999.
    """
    try:
        moment = _read(text, zone, now, whole_day=whole_day)
    except OverflowError as error:
        raise InvalidTerms("no-moment", value=text) from error
    if abs(moment - now) > FARTHEST:
        raise InvalidTerms("no-moment", value=text)
    return moment


def _read(text: str, zone: str, now: datetime, *, whole_day: bool) -> datetime:
    given = text.strip().lower()
    try:
        return now + durations.read(given.removeprefix("+").strip())
    except InvalidTerms:
        pass
    day, rest = _day(given, now.astimezone(zone_of(zone)).date())
    if day is None:
        raise InvalidTerms("no-moment", value=text)
    if rest:
        try:
            minutes = read_time(rest)
        except InvalidTerms as error:
            raise InvalidTerms("no-moment", value=text) from error
    else:
        minutes = 24 * 60 if whole_day else 0
    there = datetime(day.year, day.month, day.day, tzinfo=None) + timedelta(minutes=minutes)
    return there.replace(tzinfo=zone_of(zone)).astimezone(UTC)


def _day(text: str, today: date) -> tuple[date | None, str]:
    """The day at the begin of a text, and what follows."""
    try:
        if found := _ISO.match(text):
            return date(int(found[1]), int(found[2]), int(found[3])), text[found.end() :].strip(" t,")
        if found := _DOTTED.match(text):
            day = date(int(found[3] or today.year), int(found[2]), int(found[1]))
            is_past = not found[3] and day < today
            return day.replace(year=day.year + 1) if is_past else day, text[found.end() :].strip(" ,")
    except ValueError:  # the 31st of a shorter month
        pass
    return None, ""
