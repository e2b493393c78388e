"""Agreeing on terms: one of them changed, and all that people type at once, such as `daily, club, take-back 30 s`.

What nobody has chosen follows from the rest: a pace brings its own time for taking back, a rated game is lost by time, and who
plays alone with computers has no clock and waits for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from clocks import durations
from clocks.durations import InvalidTerms
from clocks.terms import AIDS, FORFEIT, MOVE, NO_CLOCK, ON_TIMEOUT, PACES, Pace, Terms, read_pace, write_pace

PACE, TIMEOUT, TAKE_BACK, LEVEL, RATED, RETURNS, SUBSTITUTES = (
    *("pace", "timeout", "take-back", "aids"),
    *("rated", "returns", "substitutes"),
)
KEYS = (PACE, TIMEOUT, TAKE_BACK, LEVEL, RATED, RETURNS, SUBSTITUTES)
"""What can be chosen, in the order in which it is shown."""
MOST_TAKE_BACK = timedelta(minutes=5)
_FLAGS = {"on": True, "yes": True, "off": False, "no": False}
_ALSO = {"takeback": TAKE_BACK, "return": RETURNS, "substitute": SUBSTITUTES, "aid": LEVEL, "on-timeout": TIMEOUT}
_TIMES = ("bank", "increment", "cap")


def changed(terms: Terms, wishes: Mapping[str, str]) -> Terms:
    """The terms with each key of `wishes` as its text says, and what follows from it. Raises `InvalidTerms`.

    Codes beside those of `read_pace`: `unknown-term` (key), `bad-term` (key, value, choices), `take-back-too-long` (most),
    `rated-without-clock`.
    """
    for key, text in wishes.items():
        if key not in KEYS:
            raise InvalidTerms("unknown-term", key=key)
        terms = replace(terms, **_READERS[key](key, text.strip().lower()), chosen=terms.chosen | {key})
    if RATED not in wishes and not terms.pace.has_clock:
        terms = replace(terms, rated=False)  # anyone who takes the clock away takes the rating with it
    return _checked(_followed(terms))


def written(terms: Terms) -> dict[str, str]:
    """Every term as the text that `changed` reads, by key."""
    values = (
        *(write_pace(terms.pace), terms.on_timeout, str(terms.take_back_s), terms.aids),
        *("on" if value else "off" for value in (terms.rated, terms.returns, terms.substitutes)),
    )
    return dict(zip(KEYS, values, strict=True))


def wishes(text: str) -> dict[str, str]:
    """What a list such as `daily, club, take-back 30 s, no return` asks for, by key. Raises `InvalidTerms("unknown-term")`.

    A pace, a level of aids or what a timeout does is named alone; anything can be named as `key=value` or `key: value`.
    """
    found: dict[str, str] = {}
    times: list[str] = []
    for part in (part.strip() for part in re.split(r"[,;\n]", text.lower())):
        if part.split("=")[0].strip() in _TIMES:
            times.append(part)
        elif part:
            found |= _wish(part)
    return found | ({PACE: " ".join(times)} if times else {})


def alone(terms: Terms) -> Terms:
    """The terms of somebody who plays with computers only: nobody waits for them, so unless they chose it there is no clock, and
    no wait for taking back. It counts for no rating either.
    """
    if PACE not in terms.chosen:
        terms = replace(terms, pace=NO_CLOCK.pace)
    terms = unrated(terms)
    return terms if TAKE_BACK in terms.chosen else replace(terms, take_back_s=0)


def unrated(terms: Terms) -> Terms:
    """The terms of a match that can't count for ratings, and what follows from that."""
    return _followed(replace(terms, rated=False)) if terms.rated else terms


def _followed(terms: Terms) -> Terms:
    if TAKE_BACK not in terms.chosen:
        terms = replace(terms, take_back_s=terms.pace.take_back_s)
    return terms if TIMEOUT in terms.chosen else replace(terms, on_timeout=FORFEIT if terms.rated else MOVE)


def _checked(terms: Terms) -> Terms:
    if terms.rated and not terms.pace.has_clock:
        raise InvalidTerms("rated-without-clock")
    most = min(MOST_TAKE_BACK, terms.pace.bank / 15) if terms.pace.bank is not None else MOST_TAKE_BACK
    if timedelta(seconds=terms.take_back_s) > most:
        raise InvalidTerms("take-back-too-long", most=most)
    return terms


def _wish(part: str) -> dict[str, str]:
    key, value = _named(part)
    if key in PACES:
        return {PACE: key}
    if key in AIDS:
        return {LEVEL: key}
    if key in ON_TIMEOUT:
        return {TIMEOUT: key}
    known = _key(key)
    return {known: value or "on"}


def _named(part: str) -> tuple[str, str]:
    """Key and value of `take-back 30 s`, `aids=club`, `aids: club`, `no return`, `daily`."""
    if part.startswith(("no ", "without ")):
        return part.partition(" ")[2].strip(), "off"
    key, sign, value = (piece.strip() for piece in re.sub(r"\s*[=:]\s*", "=", part, count=1).partition("="))
    if sign:
        return key, value
    match = re.fullmatch(r"(take[ -_]?back|[a-z]+)(?:\s+(.+))?", part)
    return (part, "") if match is None else (match[1], match[2] or "")


def _key(text: str) -> str:
    name = re.sub(r"[ _]", "-", text)
    name = _ALSO.get(name, name)
    if name not in KEYS:
        raise InvalidTerms("unknown-term", key=text)
    return name


def _one_of(field: str, choices: Iterable[str]) -> Callable[[str, str], dict[str, Any]]:
    fits = tuple(choices)

    def read(key: str, text: str) -> dict[str, Any]:
        if text not in fits:
            raise InvalidTerms("bad-term", key=key, value=text, choices=fits)
        return {field: _FLAGS.get(text, text)}

    return read


def _pace(_key: str, text: str) -> dict[str, Pace]:
    return {"pace": read_pace(text)}


def _take_back(_key: str, text: str) -> dict[str, int]:
    """`30`, `30 s`, `1 min`, `off`."""
    length = timedelta(seconds=int(text)) if text.isdecimal() and len(text) < 7 else durations.read("0" if text in _FLAGS else text)
    return {"take_back_s": int(length.total_seconds())}


_READERS: Mapping[str, Callable[[str, str], dict[str, Any]]] = {
    PACE: _pace,
    TIMEOUT: _one_of("on_timeout", ON_TIMEOUT),
    TAKE_BACK: _take_back,
    LEVEL: _one_of("aids", AIDS),
    RATED: _one_of("rated", _FLAGS),
    RETURNS: _one_of("returns", _FLAGS),
    SUBSTITUTES: _one_of("substitutes", _FLAGS),
}
