"""Parsing of moments typed by users in their own time zone: a date, a date and a time, a weekday and a time, or a delay."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from clocks import durations
from clocks.durations import InvalidDurationError
from clocks.sleep_windows import zone_of
from clocks.zones import read_time

FARTHEST = timedelta(days=36_500)
"""How far from now a moment may be: a hundred years."""

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4})?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?\b")


@dataclass(frozen=True)
class DayNames:
    """The words for days and hours in all languages, in lower case."""

    weekdays: Mapping[str, int] = field(default_factory=dict)
    """From 0 for Monday."""
    from_today: Mapping[str, int] = field(default_factory=dict)
    """Days from now, such as 1 for tomorrow."""
    hours: Collection[str] = ()
    """What stands behind an hour, such as `uhr`."""
    fillers: Collection[str] = ()
    """What says nothing, such as `at`."""
    slashes: bool = False
    """Whether `31/12` is a day and its month: in English it may be the other way round."""


NO_WORDS = DayNames()


def read_moment(text: str, zone: str, now: datetime, *, whole_day: bool = False, names: DayNames = NO_WORDS) -> datetime:
    """Return the moment that a text such as `2026-12-24`, `24.12. 18:00`, `10d` or `friday 20:00` means, in UTC.

    A date without a time means its beginning, or its end if `whole_day` is set. A date without a year means the next such date, and
    a weekday with a time the next such moment. Raises `InvalidDurationError("no-moment")` for other texts and for moments more than
    `FARTHEST` from now; `InvalidDurationError("no-hour")` for a weekday alone unless `whole_day` is set;
    `InvalidDurationError("odd-hour")` for a local time that occurs twice or never because the clocks change.
    """
    try:
        moment = _read(text, zone, now, names, whole_day=whole_day)
    except OverflowError as error:
        raise InvalidDurationError("no-moment", value=text) from error
    if abs(moment - now) > FARTHEST:
        raise InvalidDurationError("no-moment", value=text)
    return moment


def _read(text: str, zone: str, now: datetime, names: DayNames, *, whole_day: bool) -> datetime:
    given = " ".join(word for word in text.lower().replace(",", " ").split() if word not in names.fillers)
    try:
        return now + durations.read(given.removeprefix("+").strip())
    except InvalidDurationError:
        pass
    here = now.astimezone(zone_of(zone))
    day, rest = _day(given, here.date(), names)
    named = False
    if day is None:
        day, rest = _named_day(given, here.date(), names)
        named = day is not None
    if day is None:
        raise InvalidDurationError("no-moment", value=text)
    if named and not rest and not whole_day:
        raise InvalidDurationError("no-hour", value=text)
    minutes = _minutes(rest, names, text) if rest else 24 * 60 if whole_day else 0
    there = datetime(day.year, day.month, day.day, tzinfo=None) + timedelta(minutes=minutes)
    if named and rest and there <= here.replace(tzinfo=None) and given.split()[0].rstrip(".") in names.weekdays:
        there += timedelta(days=7)
    if rest and _is_odd(there, zone):
        raise InvalidDurationError("odd-hour", value=text)
    return there.replace(tzinfo=zone_of(zone)).astimezone(UTC)


def _minutes(rest: str, names: DayNames, text: str) -> int:
    """Return the minutes after midnight of a time such as `20:00`, `20 uhr`, `20 uhr 30` or `8 pm`."""
    hours = "|".join(map(re.escape, sorted((*names.hours, "h"), key=len, reverse=True)))
    matched = re.fullmatch(rf"(\d{{1,2}})\s*(?:{hours})\s*(\d{{2}})?", rest) or re.fullmatch(
        rf"(\d{{1,2}})[:.](\d{{2}})\s*(?:{hours})", rest
    )
    try:
        return read_time(rest if matched is None else f"{matched[1]}:{matched[2] or '00'}")
    except InvalidDurationError as error:
        raise InvalidDurationError("no-moment", value=text) from error


def _is_odd(there: datetime, zone: str) -> bool:
    """Return whether a local time occurs twice, or never, because the clocks change."""
    first, second = (there.replace(tzinfo=zone_of(zone), fold=fold) for fold in (0, 1))
    return first.utcoffset() != second.utcoffset()


def _named_day(text: str, today: date, names: DayNames) -> tuple[date | None, str]:
    """Return the day whose name begins the text, and the rest of the text.

    A weekday means the next one. If a date follows, it must fall on that weekday; else the day is None.
    """
    first, _, rest = text.partition(" ")
    name = first.rstrip(".")
    if name in names.from_today:
        return today + timedelta(days=names.from_today[name]), rest
    if name not in names.weekdays:
        return None, ""
    day, later = _day(rest, today, names)
    if day is not None:
        return (day, later) if day.weekday() == names.weekdays[name] else (None, "")
    return today + timedelta(days=(names.weekdays[name] - today.weekday()) % 7), rest


def _day(text: str, today: date, names: DayNames) -> tuple[date | None, str]:
    """Return the date at the beginning of a text (None if there is none), and the rest of the text."""
    try:
        if matched := _ISO.match(text):
            return date(int(matched[1]), int(matched[2]), int(matched[3])), text[matched.end() :].strip(" t,")
        if matched := _DOTTED.match(text) or (_SLASHED.match(text) if names.slashes else None):
            day = date(int(matched[3] or today.year), int(matched[2]), int(matched[1]))
            is_past = not matched[3] and day < today
            return day.replace(year=day.year + 1) if is_past else day, text[matched.end() :].strip(" ,")
    except ValueError:  # the 31st of a shorter month
        pass
    return None, ""
