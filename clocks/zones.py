"""Parsing of time zones and times of day typed by users: a zone by its name or city, a time in the usual formats."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from clocks.durations import InvalidDurationError

_LISTED = 25
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2})|\s?h\s?(\d{2})?)?\s*([ap]m?)?", re.IGNORECASE)


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones that are named after a place, and UTC."""
    return tuple(sorted(name for name in available_timezones() if name == "UTC" or _is_place(name)))


def zones_matching(text: str) -> tuple[str, ...]:
    """Return the time zones whose name or city begins with the text, then those that contain it."""
    wanted = _fold(text)
    named = [(zone, _fold(zone)) for zone in zones()]
    begins = [zone for zone, plain in named if plain.startswith(wanted) or plain.rsplit("/", 1)[-1].startswith(wanted)]
    holds = [zone for zone, plain in named if wanted in plain and zone not in begins]
    return tuple([*begins, *holds][:_LISTED])


def read_zone(text: str) -> str:
    """Return the name of the time zone that a user typed, by its name or city.

    Raises `InvalidDurationError("no-zone")` with similar zone names.
    """
    wanted = _fold(text)
    by_plain = {_fold(zone): zone for zone in zones()}
    cities = [zone for plain, zone in by_plain.items() if plain.rsplit("/", 1)[-1] == wanted]
    if wanted in by_plain:
        return by_plain[wanted]
    if len(cities) == 1:
        return cities[0]
    by_city = {plain.rsplit("/", 1)[-1]: zone for plain, zone in by_plain.items()}
    like = cities or [by_city[city] for city in get_close_matches(wanted, by_city, 3, cutoff=0.75)]
    raise InvalidDurationError("no-zone", value=text, like=tuple(like))


def read_time(text: str) -> int:
    """Return the minutes after midnight of `23`, `23:00`, `7.30`, `7 h 30` or `11 pm`. Raises `InvalidDurationError("no-time")`."""
    matched = _TIME.fullmatch(text.strip())
    if matched is None:
        raise InvalidDurationError("no-time", value=text)
    hour, minute, half = int(matched[1]), int(matched[2] or matched[3] or 0), (matched[4] or "")[:1].lower()
    if half:
        if not 1 <= hour <= 12:
            raise InvalidDurationError("no-time", value=text)
        hour = hour % 12 + (12 if half == "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59:
        raise InvalidDurationError("no-time", value=text)
    return hour * 60 + minute


def write_time(minutes: int) -> str:
    """Return the time of day as text, such as `23:00`; `minutes` are counted from midnight."""
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def _is_place(name: str) -> bool:
    return "/" in name and not name.startswith(("Etc/", "SystemV/", "US/", "posix/", "right/"))


def _fold(text: str) -> str:
    return text.strip().casefold().replace(" ", "_")
