"""What owners win or lose where features become one: roads, cities and meadows that a single tile could join.

A rival who joins in shares, or takes, what one seat has built: so a farmer beside a large meadow is worth something before any tile
joins the two, and a city is worth less to its owner as soon as another stands beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from games.carcassonne.fringe import Join
from games.carcassonne.layout import VOTE_BITS
from games.carcassonne.outlook import COMPLETABLE, Outlook
from games.carcassonne.stakes import owners_of, times
from games.carcassonne.state import State

NAMES = ("joining", "meadow joining", "meadow joining, long")
"""Points that change hands times the chance: of roads, cities and the like; of meadows; of these times the turns to come."""


class Worths(NamedTuple):
    """Points for two features that may be joined."""

    one: float
    other: float
    """Each as it lies."""
    both: float
    """As one."""


def measure(state: State, seen: Outlook, into: list[list[float]], at: int, farmed: float) -> None:
    """Adds the measures by seat, the first in column `at`; a city is worth `farmed` points to a farmer."""
    load, voters, seats = state.load, state.voters, state.seats
    for join in seen.joins:
        here, there = load[join.one] & voters, load[join.other] & voters
        if here and there:
            worths, scaled = _worths(state, seen, join, farmed), _scaled(state, join)
            for votes, worth in ((here + there, worths.both), (here, -worths.one), (there, -worths.other)):
                for seat in owners_of(votes, seats):
                    row = into[seat]
                    for place, factor in scaled:
                        row[at + place] += factor * worth


def gain(state: State, seen: Outlook, root: int, seat: int, farmed: float) -> list[float]:
    """By how much the lead of a seat would change, for each measure, if a follower of its own stood on the feature at `root`, where
    nobody stands.
    """
    gains = [0.0] * len(NAMES)
    for join in seen.joins:
        if root == join.one or root == join.other:
            there = state.load[join.other if root == join.one else join.one] & state.voters
            if there:
                won = _won(state, there, seat, *_turned(_worths(state, seen, join, farmed), first=root == join.one))
                for place, factor in _scaled(state, join):
                    gains[place] += factor * won
    return gains


def _won(state: State, there: int, seat: int, alone: float, across: float, both: float) -> float:
    """Points that a seat wins, and others lose, if a follower of its own is joined to the feature of these votes."""
    before, after = owners_of(there, state.seats), owners_of(there + (1 << VOTE_BITS * seat), state.seats)
    share = (both if seat in after else 0.0) - alone - (across if seat in before else 0.0)
    return share + across * sum([owner != seat and owner not in after for owner in before])


def _turned(worths: Worths, *, first: bool) -> Worths:
    return worths if first else Worths(worths.other, worths.one, worths.both)


def _scaled(state: State, join: Join) -> tuple[tuple[int, float], ...]:
    """To which measures a join counts, and how much."""
    if join.kind.shape in COMPLETABLE:
        return ((0, join.chance),)
    return (1, join.chance), (2, join.chance * times(state).long)


def _worths(state: State, seen: Outlook, join: Join, farmed: float) -> Worths:
    one, other, kind, _ = join
    if kind.shape in COMPLETABLE:
        alone, beside = seen.promise(state, one, kind).expected, seen.promise(state, other, kind).expected
        return Worths(alone, beside, alone + beside)
    pastures = seen.pasture(state, one), seen.pasture(state, other), seen.both(state, one, other)
    return Worths(*[farmed * (done + hoped) for done, hoped, _ in pastures])
