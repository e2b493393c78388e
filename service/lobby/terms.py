"""Terms of a match: what a server is used to, what a host wishes, and what holds for those who sit there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from clocks import agreeing, durations
from clocks.durations import InvalidTerms
from clocks.terms import Terms
from games.core.game import AnyGame
from games.core.options import may_be_rated
from service.errors import Refusal
from storage.records import MatchRow, SeatRow


def usual(chosen: Mapping[str, str]) -> Terms:
    """What a match has if its host chooses nothing: what its server has `chosen`, by the keys of `clocks.agreeing`.

    The pace of a server is no choice of a host: who plays alone with computers has no clock all the same.
    """
    terms = agreeing.changed(Terms(), chosen)
    return replace(terms, chosen=terms.chosen - {agreeing.PACE})


def wished(terms: Terms, wishes: Mapping[str, str]) -> Terms:
    """The terms with what somebody chose, by the keys of `clocks.agreeing`. Refuses `bad-terms` (found)."""
    try:
        return agreeing.changed(terms, wishes)
    except InvalidTerms as found:
        raise Refusal("bad-terms", found=found) from found


def typed(pace: str, terms: str) -> dict[str, str]:
    """What a host typed, by the keys of `clocks.agreeing`; a pace that is named apart goes before one in the list. Refuses
    `bad-terms` (found).
    """
    try:
        return agreeing.wishes(terms) | ({agreeing.PACE: pace} if pace.strip() else {})
    except InvalidTerms as found:
        raise Refusal("bad-terms", found=found) from found


def duration(text: str) -> timedelta:
    """A length of time as somebody typed it. Refuses `bad-terms` (found)."""
    try:
        return durations.read(text)
    except InvalidTerms as found:
        raise Refusal("bad-terms", found=found) from found


def settled(match: MatchRow, seats: Sequence[SeatRow], game: AnyGame) -> Terms:
    """The terms as they hold if the match began with the players who sit there now: a game whose draws everyone can know, and one
    in which a server votes, is never rated.
    """
    if _is_alone(seats):
        return agreeing.alone(match.terms)
    if any(seat.is_town for seat in seats):
        return agreeing.unrated(match.terms)
    return match.terms if may_be_rated(game.schema(), game.options(match.options)) else agreeing.unrated(match.terms)


def again(old: MatchRow, seats: Sequence[SeatRow], usually: Terms) -> Terms:
    """The terms of a rematch: those of before, but without what only held because one person played with computers, and outside
    of any duel.
    """
    if not _is_alone(seats):
        return replace(old.terms, series=None)
    pace = old.terms.pace if agreeing.PACE in old.terms.chosen else usually.pace
    return agreeing.changed(replace(old.terms, pace=pace), {})


def _is_alone(seats: Sequence[SeatRow]) -> bool:
    return len(seats) > 1 and sum(not seat.is_computer for seat in seats) == 1
