"""The terms of a match: the server's defaults, the host's wishes, and what holds for the seated players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from clocks import durations, term_parsing
from clocks.durations import InvalidDurationError
from clocks.terms import MatchTerms
from games.core.game import AnyGame
from games.core.options import may_be_rated
from service.errors import Refusal
from storage.rows import MatchRow, SeatRow


def default_terms(chosen: Mapping[str, str]) -> MatchTerms:
    """Return the terms of a match whose host chooses none, from those `chosen` by its server.

    The server's pace doesn't apply to a user alone with computers, who has no clock.
    """
    terms = term_parsing.apply_wishes(MatchTerms(), chosen)
    return replace(terms, chosen=terms.chosen - {term_parsing.PACE})


def with_wishes(terms: MatchTerms, wishes: Mapping[str, str]) -> MatchTerms:
    """Return the terms changed by the host's wishes, by the keys of `clocks.term_parsing`; refuse `bad-terms` (found)."""
    try:
        return term_parsing.apply_wishes(terms, wishes)
    except InvalidDurationError as error:
        raise Refusal("bad-terms", found=error) from error


def typed_by_key(pace: str, terms: str) -> dict[str, str]:
    """Parse a host's typed terms into values by the keys of `clocks.term_parsing`; `pace` wins over one in the list.

    Refuses `bad-terms` (found).
    """
    try:
        return term_parsing.wishes(terms) | ({term_parsing.PACE: pace} if pace.strip() else {})
    except InvalidDurationError as error:
        raise Refusal("bad-terms", found=error) from error


def duration(text: str) -> timedelta:
    """Parse a typed length of time; refuse `bad-terms` (found)."""
    try:
        return durations.read(text)
    except InvalidDurationError as error:
        raise Refusal("bad-terms", found=error) from error


def settle_terms(match: MatchRow, seats: Sequence[SeatRow], game: AnyGame) -> MatchTerms:
    """Return the terms that hold if the match began with the present players.

    A game whose draws can be known to all, and one in which a server votes, is never rated.
    """
    if _is_alone(seats):
        return term_parsing.solo_terms(match.terms)
    if any(seat.is_town for seat in seats):
        return term_parsing.make_unrated(match.terms)
    return match.terms if may_be_rated(game.schema(), game.options(match.options)) else term_parsing.make_unrated(match.terms)


def rematch_terms(old: MatchRow, seats: Sequence[SeatRow], usually: MatchTerms) -> MatchTerms:
    """Return the terms of a rematch: the former ones, without those of a duel or of a user alone with computers."""
    if not _is_alone(seats):
        return replace(old.terms, series=None)
    pace = old.terms.pace if term_parsing.PACE in old.terms.chosen else usually.pace
    return term_parsing.apply_wishes(replace(old.terms, pace=pace), {})


def _is_alone(seats: Sequence[SeatRow]) -> bool:
    return len(seats) > 1 and sum(not seat.is_computer for seat in seats) == 1
