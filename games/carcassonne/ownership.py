"""Owners of features, the points that depend on single figures, and the turns left to score: the base of all measures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.carcassonne.completion_odds import COMPLETABLE, CompletionOdds, kind_under
from games.carcassonne.features import find
from games.carcassonne.state import State
from games.carcassonne.tile import Shape
from games.carcassonne.tile_layout import VOTE_BITS

_VOTES = (1 << VOTE_BITS) - 1


class HorizonWeights(NamedTuple):
    """Remaining game time as two factors from 0 to 1, by which measures of figures are multiplied."""

    soon: float
    """1 until the last four turns of each seat, then falling to 0."""
    long: float
    """Turns of each seat still to come, of 36; no more than 1, however many tiles there are."""


def remaining_turns(state: State) -> HorizonWeights:
    """Return the remaining game time of a position as two factors from 0 to 1."""
    return _times(state.turns_to_come(), state.seats)


@lru_cache(maxsize=1024)
def _times(left: int, seats: int) -> HorizonWeights:
    turns = left / seats
    return HorizonWeights(min(1.0, turns / 4), min(1.0, turns / 36))


@lru_cache(maxsize=1 << 14)
def owners_of(votes: int, seats: int) -> Sequence[int]:
    """Return the seats with the most votes; empty if there are no votes.

    `votes` packs one count per seat, as in `State.load`.
    """
    most, owners = 1, []
    for seat in range(seats):
        own = votes >> VOTE_BITS * seat & _VOTES
        if own > most:
            most, owners = own, [seat]
        elif own == most:
            owners.append(seat)
    return owners


def stake(state: State, seen: CompletionOdds, segment: int) -> float:
    """Return the expected points that a seat would lose without its figure on this segment.

    0 if the seat does not own the feature, or would own it without the figure.
    """
    figure, root = state.figures[segment], find(state.parent, segment)
    key = (segment, figure, state.load[root] & state.voters)
    known = seen.stakes.get(key)
    if known is None:
        known = seen.stakes[key] = _stake(state, seen, root, *key)
    return known


def _stake(state: State, seen: CompletionOdds, root: int, segment: int, figure: int, votes: int) -> float:
    kind = kind_under(state, segment)
    if kind.shape is Shape.SPOT:
        return 0.0
    seat, piece = divmod(figure & 255, len(state.rules.pieces))
    if seat not in owners_of(votes, state.seats):
        return 0.0
    without = votes - (state.rules.pieces[piece].votes << VOTE_BITS * seat)
    if seat in owners_of(without, state.seats):
        return 0.0
    if kind.shape in COMPLETABLE:
        return seen.promise(state, root, kind).expected
    done, hoped, _ = seen.pasture(state, root)
    return 3.0 * (done + hoped)
