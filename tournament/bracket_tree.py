"""Knock-out and double elimination as trees of matches: the results so far, and empty slots for winners still to come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournament import knockout
from tournament.double_elimination import FINAL, LOWER, UPPER
from tournament.history import DrawnRound, TournamentHistory
from tournament.kinds import double_bracket
from tournament.kinds.bracket import winners
from tournament.kinds.double_bracket import NOBODY, BracketPlace
from tournament.results import EntrantId, Result


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One slot of a bracket: a match or a bye, decided or not."""

    sides: tuple[EntrantId | None, EntrantId | None]
    """The upper and the lower one; None: not known yet, or nobody where it is a bye."""
    is_bye: bool = False
    winner: EntrantId | None = None
    """Who goes on; None: not decided yet."""
    result: Result | None = None
    place: tuple[int, int] | None = None
    """Its round and table, where it has been drawn."""

    @property
    def loser(self) -> EntrantId | None:
        """Entrant who lost the match; None while undecided."""
        return next((who for who in self.sides if who is not None and self.winner not in (None, who)), None)


@dataclass(frozen=True, slots=True)
class BracketTree:
    """A whole knock-out bracket, round by round."""

    rounds: tuple[tuple[BracketMatch, ...], ...]
    """The first round first; winners of neighbours meet in the next."""
    third: BracketMatch | None = None
    """The game for the third place, where there is one."""


@dataclass(frozen=True, slots=True)
class DoubleBracketTree:
    """A whole double elimination, each round with its number within the stage, from 1."""

    upper: tuple[tuple[int, tuple[BracketMatch, ...]], ...]
    lower: tuple[tuple[int, tuple[BracketMatch, ...]], ...]
    """With the finals at its end: its winner plays them."""


def double_tree(course: TournamentHistory, stage: int) -> DoubleBracketTree:
    """Return the bracket of a double elimination that has begun. A second final appears only once it must be played."""
    parts: dict[str, list[tuple[int, tuple[BracketMatch, ...]]]] = {UPPER: [], LOWER: [], FINAL: []}
    for number, round_ in enumerate(double_bracket.bracket_places(course, stage), 1):
        for part, piece in parts.items():
            if places := [bracket_place for bracket_place in round_ if bracket_place.part == part]:
                piece.append((number, tuple(_bracket_match(course, place) for place in places)))
    first, second = parts[FINAL]
    finals = [first] if second[1][0].is_bye or None in second[1][0].sides else [first, second]
    return DoubleBracketTree(tuple(parts[UPPER]), (*parts[LOWER], *finals))


def _bracket_match(course: TournamentHistory, place: BracketPlace) -> BracketMatch:
    upper, lower = (None if who == NOBODY else who for who in sorted(place.sides, key=lambda who: who == NOBODY))
    result = None if place.place is None else course.results.get(place.place)
    return BracketMatch(
        (upper, lower), NOBODY in place.sides, None if place.winner == NOBODY else place.winner, result, place.place
    )


def tree(course: TournamentHistory, stage: int) -> BracketTree:
    """Return the bracket of a knock-out that has begun. Rounds not drawn yet hold the entrants known so far."""
    rounds = [_drawn_matches(course, drawn) for drawn in course.drawn_in(stage)] or [_expected_matches(course, stage)]
    while len(rounds[-1]) > 1 and len(rounds) < (len(course.places[stage]) - 1).bit_length():
        rounds.append(_next_matches(rounds[-1]))
    final, *beside = rounds[-1]
    third = beside[0] if beside else None
    if (
        third is None
        and course.stages[stage].third
        and len(rounds) > 1
        and not any(bracket_match.is_bye for bracket_match in rounds[-2])
    ):
        upper, lower = (bracket_match.loser for bracket_match in rounds[-2])
        third = BracketMatch((upper, lower))
    return BracketTree((*rounds[:-1], (final,)), third)


def _drawn_matches(course: TournamentHistory, drawn: DrawnRound) -> tuple[BracketMatch, ...]:
    """Return the matches of a round as it was drawn, with their results so far."""
    on = winners(course, drawn)
    bracket_matches: list[BracketMatch] = []
    for table, (high, low) in enumerate(drawn.couples, 1):
        result = course.results.get((drawn.number, table))
        is_decided = low is None or result is not None
        bracket_matches.append(
            BracketMatch((high, low), low is None, on[table - 1] if is_decided else None, result, (drawn.number, table))
        )
    return tuple(bracket_matches)


def _expected_matches(course: TournamentHistory, stage: int) -> tuple[BracketMatch, ...]:
    """Return the matches of the first round, computed from the seeding before it's published."""
    ties = knockout.first_round(course.places[stage], course.stages[stage].shape)
    matches = (BracketMatch((tie.high, tie.low), tie.low is None) for tie in ties)
    return tuple(
        replace(bracket_match, winner=bracket_match.sides[0]) if bracket_match.is_bye else bracket_match
        for bracket_match in matches
    )


def _next_matches(before: tuple[BracketMatch, ...]) -> tuple[BracketMatch, ...]:
    """Return the matches of the round after `before`, with the winners known so far."""
    return tuple(
        BracketMatch((bracket_match.winner, other.winner)) for bracket_match, other in zip(before[::2], before[1::2], strict=True)
    )
