"""The formats of numbers, lists and dates in each language, from the CLDR.

Babel would need megabytes of memory for them, so `text.template` writes the few formats that are used to a file for each language
in `locales`.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

_SOUNDS_LIKE_I = re.compile(r"\W*h?[ií](?![aeoáéó])", re.IGNORECASE)
"""How a word begins before which Spanish writes `e` for `y`: Inés and hijo, but hierba."""


class LocaleFormats(NamedTuple):
    """The formats of numbers, lists and dates in one language."""

    lists: Mapping[str, str]
    """`2` for two parts; `start`, `middle` and `end` join the first two, those between, and the last one. `{0}` and `{1}`."""
    decimal: str
    group: str
    """Between thousands."""
    share: str
    """`{}%`."""
    weekdays: Sequence[str]
    """Monday first."""
    months: Sequence[str]
    short_months: Sequence[str]
    date: str
    """`%(d)s %(MMM)s %(y)s`: fields as the CLDR names them."""
    long_date: str

    def joined(self, parts: Sequence[str]) -> str:
        """Return the parts as a list in words: `a, b and c`; empty without any."""
        if len(parts) < 3:
            return _choose_and(self.lists["2"], parts[-1]).format(*parts) if len(parts) == 2 else "".join(parts)
        start = self.lists["start"].format(*parts[:2])
        for part in parts[2:-1]:
            start = self.lists["middle"].format(start, part)
        return _choose_and(self.lists["end"], parts[-1]).format(start, parts[-1])

    def number(self, value: float) -> str:
        """Return a number with at most two decimals: `1,234.5`, `-3`."""
        whole, _, places = f"{Decimal(str(value)):,.2f}".partition(".")
        places = places.rstrip("0")
        return whole.replace(",", self.group) + (self.decimal + places if places else "")

    def percent(self, value: float) -> str:
        """Return a fraction of 1 in whole percent: `52%`."""
        return self.share.format(f"{Decimal(str(value)) * 100:,.0f}".replace(",", self.group))

    def day(self, day: datetime.date) -> str:
        """Return a short date: `4 Mar 2026`."""
        return self.date % self._date_values(day)

    def weekday(self, day: datetime.date) -> str:
        """Return a long date with its weekday: `Wednesday, 4 March 2026`."""
        return self.long_date % self._date_values(day)

    def _date_values(self, day: datetime.date) -> Mapping[str, object]:
        name, month = self.weekdays[day.weekday()], day.month - 1
        return {
            "y": day.year,
            "d": day.day,
            "dd": f"{day.day:02}",
            "M": day.month,
            "MM": f"{day.month:02}",
            "EEEE": name,
            "MMMM": self.months[month],
            "MMM": self.short_months[month],
        }


def _choose_and(pattern: str, last: str) -> str:
    """Return the list pattern with the right Spanish "and": `Ana e Inés` instead of `y`, which the CLDR leaves out."""
    return pattern.replace("{0} y {1}", "{0} e {1}") if _SOUNDS_LIKE_I.match(last) else pattern


def formats_of(language: str, locales: Path) -> Path:
    """Return the path of the file with a language's formats."""
    return locales / language / "customs.json"


def customs(language: str, locales: Path) -> LocaleFormats:
    """Return the formats of a language, read from its file."""
    return LocaleFormats(**json.loads(formats_of(language, locales).read_text(encoding="utf-8")))
