"""Numbers, lists and dates are written as Babel writes them, in our languages and in some that look quite different."""

from __future__ import annotations

import random
from datetime import date, timedelta

import pytest
from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from text.template import customs

LANGUAGES = {"en": "en_GB", "nl": "nl", "de": "de", "es": "es", "ja": "ja", "cs": "cs", "fr": "fr"}
EDGES = (0, 1, -1, 0.5, 0.005, 0.015, 2.675, 1e3, 999.995, -1234.567, 1e-9, 1e16, 12.10)


@pytest.mark.parametrize(("language", "country"), LANGUAGES.items())
def test_numbers_lists_and_dates_are_written_as_babel_writes_them(language: str, country: str) -> None:
    ours, theirs, chance = customs(language), Locale.parse(country), random.Random(7)
    for parts in ("", "a", "ab", "abc", "abcde"):
        assert ours.joined(parts) == format_list(parts, locale=theirs)
    for value in (*EDGES, *(chance.uniform(-1e5, 1e5) for _ in range(50))):
        assert ours.number(value) == format_decimal(value, "#,##0.##", locale=theirs)
    for value in (0, 0.005, 0.045, 0.995, 1, 12.5, *(chance.random() for _ in range(50))):
        assert ours.percent(value) == format_percent(value, locale=theirs)
    for days in range(0, 800, 23):
        day = date(2026, 1, 1) + timedelta(days)
        assert ours.day(day) == format_date(day, "medium", locale=theirs)
        assert ours.weekday(day) == format_date(day, "full", locale=theirs)
