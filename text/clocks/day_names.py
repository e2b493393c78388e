"""The names of days in typed moments, in every language at once: `friday 20:00`, `vrijdag 20 uur`, `Freitag 20 Uhr`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from clocks.datetime_parsing import DayNames
from text.translator import languages, translator_for

_MONDAY = date(2024, 1, 1)
_SHORT: Mapping[str, int] = {
    **dict.fromkeys(("mon", "mo", "ma"), 0),
    **dict.fromkeys(("tue", "tues", "di"), 1),
    **dict.fromkeys(("wed", "mi", "wo"), 2),
    **dict.fromkeys(("thu", "thur", "thurs", "do"), 3),
    **dict.fromkeys(("fri", "fr", "vr"), 4),
    **dict.fromkeys(("sat", "sa", "za", "sonnabend"), 5),
    **dict.fromkeys(("sun", "so", "zo"), 6),
}
_FROM_TODAY: Mapping[str, int] = {
    **dict.fromkeys(("today", "tonight", "heute", "vandaag", "vanavond"), 0),
    **dict.fromkeys(("tomorrow", "morgen"), 1),
    **dict.fromkeys(("übermorgen", "uebermorgen", "overmorgen"), 2),
}
_HOURS = ("uhr", "uur", "u", "o'clock")
_FILLERS = ("on", "at", "am", "um", "den", "op", "om", "abend", "abends", "@")


@cache
def typed() -> DayNames:
    """Return all names of days: the weekdays as each language writes dates, short forms, and days from now."""
    days = [_MONDAY + timedelta(days=number) for number in range(7)]
    long = {_name(language, day): day.weekday() for language in languages() for day in days}
    return DayNames({**_SHORT, **long}, _FROM_TODAY, _HOURS, _FILLERS)


def _name(language: str, day: date) -> str:
    """`Wednesday, 4 March 2026` begins with it."""
    return translator_for(language).weekday(day).replace(",", " ").split()[0].casefold()
