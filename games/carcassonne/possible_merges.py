"""The expected gains and losses of owners if one tile joins two features: roads, cities and fields.

An opponent who joins a feature shares it or takes it over. So a farmer next to a large field has a value before any tile joins the
two fields, and a city is worth less to its owner if another city is next to it.
"""

from __future__ import annotations

from games.carcassonne.completion_odds import CompletionOdds
from games.carcassonne.open_squares import Join
from games.carcassonne.ownership import owners_of, remaining_turns
from games.carcassonne.state import State
from games.carcassonne.tile import SegmentKind
from games.carcassonne.tile_layout import VOTE_BITS

NAMES = ("joining", "meadow joining", "meadow joining, long")
"""Points that change hands times the chance: of roads, cities and the like; of meadows; of these times the turns to come."""


Worths = tuple[float, float, float]
"""Points for two features that may be joined: one and the other as they lie, and both as one."""


def measure(state: State, seen: CompletionOdds, into: list[list[float]], column: int, farmed: float) -> None:
    """Add the join measures of every seat to its row, from `column` on.

    A city counts `farmed` points to a farmer.
    """
    load, voters, seats = state.load, state.voters, state.seats
    for join in seen.joins:
        first_end, other, _, _ = join
        here = load[first_end] & voters
        there = load[other] & voters if here else 0
        if there:
            alone, across, both = _worths(state, seen, join, farmed)
            scaled = _scaled_measures(state, join)
            for votes, worth in ((here + there, both), (here, -alone), (there, -across)):
                for seat in owners_of(votes, seats):
                    row = into[seat]
                    for place, factor in scaled:
                        row[column + place] += factor * worth


def gain(state: State, seen: CompletionOdds, root: int, seat: int, farmed: float) -> list[float]:
    """Return the change of a seat's lead, one value per measure, if it placed a follower on the free feature at `root`.

    Empty if no join would change it.
    """
    gains: list[float] = []
    load, voters = state.load, state.voters
    for join in seen.joins_at(root):
        first, other, _, _ = join
        there = load[other if root == first else first] & voters
        if there:
            alone, across, both = _worths(state, seen, join, farmed)
            won = (
                _gain_of_join(state, there, seat, alone, across, both)
                if root == first
                else _gain_of_join(state, there, seat, across, alone, both)
            )
            gains = gains or [0.0] * len(NAMES)
            for place, factor in _scaled_measures(state, join):
                gains[place] += factor * won
    return gains


def _gain_of_join(state: State, there: int, seat: int, alone: float, across: float, both: float) -> float:
    """Return the change of a seat's lead if its free feature is joined to a feature with the votes `there`.

    `alone`, `across` and `both` are the values of the seat's feature, the other feature, and the joined one.
    """
    before, after = owners_of(there, state.seats), owners_of(there + (1 << VOTE_BITS * seat), state.seats)
    share = (both if seat in after else 0.0) - alone - (across if seat in before else 0.0)
    return share + across * sum([owner != seat and owner not in after for owner in before])


def _scaled_measures(state: State, join: Join) -> tuple[tuple[int, float], ...]:
    """Return the measures that a join counts for, as (index, factor)."""
    _, _, kind, chance = join
    if kind is not SegmentKind.FIELD:
        return ((0, chance),)
    return (1, chance), (2, chance * remaining_turns(state).long)


def _worths(state: State, seen: CompletionOdds, join: Join, farmed: float) -> Worths:
    first, other, kind, _ = join
    if kind is not SegmentKind.FIELD:
        alone, across = seen.promise(state, first, kind).expected, seen.promise(state, other, kind).expected
        return alone, across, alone + across
    done, hoped, _ = seen.pasture(state, first)
    done_across, hoped_across, _ = seen.pasture(state, other)
    done_both, hoped_both, _ = seen.both(state, first, other)
    return farmed * (done + hoped), farmed * (done_across + hoped_across), farmed * (done_both + hoped_both)
