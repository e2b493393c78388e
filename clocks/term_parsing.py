"""Parsing of changes to the terms of a match: single terms, or a typed list such as `daily, club, take-back 30 s`.

Terms that weren't chosen follow from the others: a pace determines its time for taking back, a rated game can be lost on time, and
a player who meets only computers has no clock and no time for taking back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, NamedTuple

from clocks import durations
from clocks.durations import InvalidDurationError
from clocks.terms import AIDS, FORFEIT, MOVE, NO_CLOCK, ON_TIMEOUT, PACES, MatchTerms, read_pace, write_pace

PACE, TIMEOUT, TAKE_BACK, LEVEL = "pace", "timeout", "take-back", "aids"
RATED, RETURNS, SUBSTITUTES = "rated", "returns", "substitutes"
MOST_TAKE_BACK = timedelta(minutes=5)
_FLAGS = {"on": True, "yes": True, "off": False, "no": False}
_TIMES = ("bank", "increment", "cap")


class TermOption(NamedTuple):
    """One term that players can choose: its possible values, and how they are read and written.

    Its texts are in `text.clocks.time_controls`.
    """

    field: str
    """Of `MatchTerms`."""
    offered: tuple[str, ...]
    """The values that a list offers; `read` may take others."""
    read: Callable[[str, str], Any]
    """The value that a text means, under its key. Raises `InvalidDurationError`."""
    write: Callable[[Any], str] = str
    also: str = ""
    """Another name by which it can be typed."""


def apply_wishes(terms: MatchTerms, wishes: Mapping[str, str]) -> MatchTerms:
    """Return the terms with every key of `wishes` set to its text, and with the terms that follow from them.

    Raises `InvalidDurationError` with the codes of `read_pace` and `unknown-term` (key), `bad-term` (key, value, choices),
    `take-back-too-long` (most), `rated-without-clock`.
    """
    for key, text in wishes.items():
        if key not in KEYS:
            raise InvalidDurationError("unknown-term", key=key)
        wish = {AGREEMENTS[key].field: AGREEMENTS[key].read(key, text.strip().lower())}
        terms = replace(terms, **wish, chosen=terms.chosen | {key})
    if RATED not in wishes and not terms.pace.has_clock:
        terms = replace(terms, rated=False)  # anyone who takes the clock away takes the rating with it
    return _checked_terms(_add_implied_terms(terms))


def terms_as_text(terms: MatchTerms) -> dict[str, str]:
    """Return every term as the text that `apply_wishes` reads, by key."""
    return {key: term_option.write(getattr(terms, term_option.field)) for key, term_option in AGREEMENTS.items()}


def wishes(text: str) -> dict[str, str]:
    """Return the terms named in a list such as `daily, club, take-back 30 s, no return`, by key.

    A pace, a level of assistance or the result of a timeout needs no key; any term can be written as `key=value` or `key: value`.
    Raises `InvalidDurationError("unknown-term")`.
    """
    wishes: dict[str, str] = {}
    times: list[str] = []
    for part in (part.strip() for part in re.split(r"[,;\n]", text.lower())):
        if part.split("=")[0].strip() in _TIMES:
            times.append(part)
        elif part:
            wishes |= _wish(part)
    return wishes | ({PACE: " ".join(times)} if times else {})


def solo_terms(terms: MatchTerms) -> MatchTerms:
    """Return the terms of a match against computers only: unrated, and without a clock or a wait for taking back unless chosen."""
    if PACE not in terms.chosen:
        terms = replace(terms, pace=NO_CLOCK.pace)
    terms = make_unrated(terms)
    return terms if TAKE_BACK in terms.chosen else replace(terms, take_back_s=0)


def make_unrated(terms: MatchTerms) -> MatchTerms:
    """Return the terms changed to unrated, with the terms that follow from that."""
    return _add_implied_terms(replace(terms, rated=False)) if terms.rated else terms


def _add_implied_terms(terms: MatchTerms) -> MatchTerms:
    if TAKE_BACK not in terms.chosen:
        terms = replace(terms, take_back_s=terms.pace.take_back_s)
    return terms if TIMEOUT in terms.chosen else replace(terms, on_timeout=FORFEIT if terms.rated else MOVE)


def _checked_terms(terms: MatchTerms) -> MatchTerms:
    if terms.rated and not terms.pace.has_clock:
        raise InvalidDurationError("rated-without-clock")
    most = min(MOST_TAKE_BACK, terms.pace.bank / 15) if terms.pace.bank is not None else MOST_TAKE_BACK
    if timedelta(seconds=terms.take_back_s) > most:
        raise InvalidDurationError("take-back-too-long", most=most)
    return terms


def _wish(part: str) -> dict[str, str]:
    key, value = _key_and_value(part)
    if key in PACES:
        return {PACE: key}
    if key in AIDS:
        return {LEVEL: key}
    if key in ON_TIMEOUT:
        return {TIMEOUT: key}
    known = _key(key)
    return {known: value or "on"}


def _key_and_value(part: str) -> tuple[str, str]:
    """Return the key and value of one term, such as `take-back 30 s`, `aids=club`, `aids: club`, `no return` or `daily`."""
    if part.startswith(("no ", "without ")):
        return part.partition(" ")[2].strip(), "off"
    key, sign, value = (piece.strip() for piece in re.sub(r"\s*[=:]\s*", "=", part, count=1).partition("="))
    if sign:
        return key, value
    match = re.fullmatch(r"(take[ -_]?back|[a-z]+)(?:\s+(.+))?", part)
    return (part, "") if match is None else (match[1], match[2] or "")


def _key(text: str) -> str:
    name = re.sub(r"[ _]", "-", text)
    matching = next((key for key, term_option in AGREEMENTS.items() if name in (key, term_option.also)), None)
    if matching is None:
        raise InvalidDurationError("unknown-term", key=text)
    return matching


def _choice_of(key: str, text: str) -> Any:
    if text not in AGREEMENTS[key].offered:
        raise InvalidDurationError("bad-term", key=key, value=text, choices=AGREEMENTS[key].offered)
    return text


def _flag(key: str, text: str) -> bool:
    if text not in _FLAGS:
        raise InvalidDurationError("bad-term", key=key, value=text, choices=tuple(_FLAGS))
    return _FLAGS[text]


def _take_back(_key: str, text: str) -> int:
    """Return the seconds that a text such as `30`, `30 s`, `1 min` or `off` means."""
    length = timedelta(seconds=int(text)) if text.isdecimal() and len(text) < 7 else durations.read("0" if text in _FLAGS else text)
    return int(length.total_seconds())


def _switch(field: str, also: str = "") -> TermOption:
    return TermOption(field, ("on", "off"), _flag, lambda value: "on" if value else "off", also)


AGREEMENTS: Mapping[str, TermOption] = {
    PACE: TermOption("pace", tuple(PACES), lambda _key, text: read_pace(text), write_pace),
    TIMEOUT: TermOption("on_timeout", ON_TIMEOUT, _choice_of, also="on-timeout"),
    TAKE_BACK: TermOption("take_back_s", ("0", "10", "30", "60", "120"), _take_back, also="takeback"),
    LEVEL: TermOption("aids", AIDS, _choice_of, also="aid"),
    RATED: _switch("rated"),
    RETURNS: _switch("returns", "return"),
    SUBSTITUTES: _switch("substitutes", "substitute"),
}
"""What can be chosen, in the order in which it is shown."""
KEYS = tuple(AGREEMENTS)
