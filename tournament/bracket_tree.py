"""A knock-out or a double elimination as a tree: what was played, who went on, and the places that wait for winners."""

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
    """One place of the tree."""

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
    """A whole knock-out."""

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
    """Return a double elimination that has begun; a second final is there as soon as it is due."""
    parts: dict[str, list[tuple[int, tuple[BracketMatch, ...]]]] = {UPPER: [], LOWER: [], FINAL: []}
    for number, round_ in enumerate(double_bracket.held(course, stage), 1):
        for part, found in parts.items():
            if places := [one for one in round_ if one.part == part]:
                found.append((number, tuple(_held(course, one) for one in places)))
    first, second = parts[FINAL]
    finals = [first] if second[1][0].is_bye or None in second[1][0].sides else [first, second]
    return DoubleBracketTree(tuple(parts[UPPER]), (*parts[LOWER], *finals))


def _held(course: TournamentHistory, place: BracketPlace) -> BracketMatch:
    upper, lower = (None if who == NOBODY else who for who in sorted(place.sides, key=lambda who: who == NOBODY))
    result = None if place.place is None else course.results.get(place.place)
    return BracketMatch(
        (upper, lower), NOBODY in place.sides, None if place.winner == NOBODY else place.winner, result, place.place
    )


def tree(course: TournamentHistory, stage: int) -> BracketTree:
    """Return a knock-out that has begun."""
    found = [_drawn(course, drawn) for drawn in course.drawn_in(stage)] or [_expected(course, stage)]
    while len(found[-1]) > 1 and len(found) < (len(course.places[stage]) - 1).bit_length():
        found.append(_following(found[-1]))
    final, *beside = found[-1]
    third = beside[0] if beside else None
    if third is None and course.stages[stage].third and len(found) > 1 and not any(one.is_bye for one in found[-2]):
        upper, lower = (one.loser for one in found[-2])
        third = BracketMatch((upper, lower))
    return BracketTree((*found[:-1], (final,)), third)


def _drawn(course: TournamentHistory, drawn: DrawnRound) -> tuple[BracketMatch, ...]:
    """Return the matches of a round as it was drawn, with their results so far."""
    on = winners(course, drawn)
    found: list[BracketMatch] = []
    for table, (high, low) in enumerate(drawn.couples, 1):
        result = course.results.get((drawn.number, table))
        is_decided = low is None or result is not None
        found.append(BracketMatch((high, low), low is None, on[table - 1] if is_decided else None, result, (drawn.number, table)))
    return tuple(found)


def _expected(course: TournamentHistory, stage: int) -> tuple[BracketMatch, ...]:
    """Return the expected first round, before it is published."""
    ties = knockout.first_round(course.places[stage], course.stages[stage].shape)
    found = (BracketMatch((tie.high, tie.low), tie.low is None) for tie in ties)
    return tuple(replace(one, winner=one.sides[0]) if one.is_bye else one for one in found)


def _following(before: tuple[BracketMatch, ...]) -> tuple[BracketMatch, ...]:
    """Return the round after one, with the winners that are known."""
    return tuple(BracketMatch((one.winner, other.winner)) for one, other in zip(before[::2], before[1::2], strict=True))
