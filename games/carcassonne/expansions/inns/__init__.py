"""Inns & Cathedrals: a follower with two votes, and roads and cities worth more if complete but nothing if not (IC-R1 to IC-R7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.carcassonne.completion_odds import CompletionOdds
from games.carcassonne.expansion import Expansion
from games.carcassonne.ownership import remaining_turns
from games.carcassonne.scoring import count_of
from games.carcassonne.state import EvaluationHook, OwnerScore, State
from games.carcassonne.tile import PieceKind, SegmentKind
from games.core.options import Option, Options

BIG = "big"
"""The piece."""


def big_at_hand(state: State, _seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    """Add the measure of a big meeple at hand, which can take over opponents' features while there is time."""
    soon, long = remaining_turns(state)
    pieces, place = len(state.rules.pieces), state.rules.piece_of[BIG]
    for seat, row in enumerate(into):
        if state.supply[seat * pieces + place]:
            row[column] = soon
            row[column + 1] = long


PROSPECT = EvaluationHook(("big follower soon", "big follower"), big_at_hand)


def inn_road(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Set a road with inns to 2 points per tile when complete, otherwise 0 (IC-R3).

    Further inns change nothing.
    """
    if count_of(state, root, "inn"):
        if tally.complete:
            tally.revalue(2, because="inn")
        else:
            tally.zero("inn")


def cathedral_city(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    """Set a city with a cathedral to 3 points per tile and shield when complete, otherwise 0 (IC-R5)."""
    if count_of(state, root, "cathedral"):
        if tally.complete:
            tally.revalue(3, because="cathedral")
        else:
            tally.zero("cathedral")


def _complete_only(state: State, root: int, seat: int, tally: OwnerScore) -> None:
    if tally.complete:
        inn_road(state, root, seat, tally)


def _complete_city_only(state: State, root: int, seat: int, tally: OwnerScore) -> None:
    if tally.complete:
        cathedral_city(state, root, seat, tally)


def _adapt(options: Options) -> Mapping[str, Any]:
    """Return the slots changed by the option of BB-O9: under `plain`, unfinished features score as if without the symbol."""
    if options["unfinished_inn_cathedral"] == "zero":
        return {}
    return {"score": {SegmentKind.ROAD: (_complete_only,), SegmentKind.CITY: (_complete_city_only,)}}


EXPANSION = Expansion(
    id="inns",
    tiles="inns",
    symbols=("inn", "cathedral"),
    marks=("inn", "cathedral"),
    pieces=(PieceKind(BIG, 2, lambda options: options.number("big_followers_per_player")),),
    options=(
        Option("unfinished_inn_cathedral", "choice", "zero", ("zero", "plain"), needs=("expansions", "inns"), rule="BB-O9"),
        Option("big_followers_per_player", "number", 1, low=0, high=1, needs=("expansions", "inns"), rule="IC 9"),
    ),
    score={SegmentKind.ROAD: (inn_road,), SegmentKind.CITY: (cathedral_city,)},
    prospects=(PROSPECT,),
    adapt=_adapt,
)
