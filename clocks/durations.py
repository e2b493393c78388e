"""Conversion of durations between text and timedelta: `3d 12h`, `90min`, `1w`, `3j`."""

from __future__ import annotations

import re
from datetime import timedelta


class InvalidDurationError(ValueError):
    """Raised when a typed duration, pace or term is invalid.

    Codes, with the parameters of their messages: `no-duration` (value), `no-pace` (value), `no-zone` (value), `unknown-term` (key),
    `missing-term` (key), `bank-too-short` (least), `bank-too-long` (most), `increment-too-long` (most), `cap-below-bank`,
    `window-too-long` (most), `window-empty`, `bad-row` (where), `bad-term` (key, value, choices), `take-back-too-long` (most),
    `rated-without-clock`.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


UNITS = {"w": 604_800, "d": 86_400, "h": 3_600, "min": 60, "s": 1}
"""Seconds of each unit, the largest first."""
_SPELLINGS = {"sem": "w", "j": "d"}
"""What else a unit is called where people type another language: *semaine*, *semana*, *jour*."""

_UNIT = "|".join(sorted((*UNITS, *_SPELLINGS), key=len, reverse=True))
_PART = re.compile(rf"(\d{{1,6}})\s*({_UNIT})")
_WHOLE = re.compile(rf"(?:\d{{1,6}}\s*(?:{_UNIT})\s*)+")


def read(text: str) -> timedelta:
    """Return the duration that `text` describes; `0` is a zero duration. Raises `InvalidDurationError("no-duration")`."""
    given = text.strip().lower()
    if given == "0":
        return timedelta()
    if not _WHOLE.fullmatch(given):
        raise InvalidDurationError("no-duration", value=text)
    return timedelta(seconds=sum(int(number) * UNITS[_SPELLINGS.get(unit, unit)] for number, unit in _PART.findall(given)))


def write(length: timedelta) -> str:
    """Return the shortest text that `read` parses to this duration: `5d`, `1d 12h`, `0`. Fractions of a second are dropped."""
    seconds, parts = int(length.total_seconds()), []
    for unit, size in UNITS.items():
        if unit == "w":
            continue  # "10d" is plainer than "1w 3d"
        number, seconds = divmod(seconds, size)
        if number:
            parts.append(f"{number}{unit}")
    return " ".join(parts) or "0"
