"""The evaluation measures of the abbot, which stands only on cloisters and gardens and may be taken back at any time."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress

from games.carcassonne.completion_odds import CompletionOdds
from games.carcassonne.features import find, home
from games.carcassonne.state import EvaluationHook, Rules, State

ABBOT = "abbot"

NAMES = ("abbot at hand soon", "abbot at hand", "abbot out soon", "abbot out")
"""Tiles still to come with a cloister or garden, for each seat: 1 at most ("soon"), and all of them as a share of `MANY`.
"At hand" for a seat whose abbot is in its supply; "out" while it stands on the board, times the chance that its place is never
completed: it can be taken back and serve again.
"""

MANY = 7
"""Cloisters and gardens for each seat in a base game of two."""


def abbots(state: State, seat: int) -> list[int]:
    """Return the segments on which the seat's abbot stands: one or none."""
    own = seat * len(state.rules.pieces) + state.rules.piece_of[ABBOT]
    return [segment for segment, figure in state.figures.items() if figure & 255 == own]


def measure(state: State, seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    """Add the measures `NAMES` of every seat to its row, from `column` on."""
    rules = state.rules
    pieces, place = len(rules.pieces), rules.piece_of[ABBOT]
    comes = sum(compress(state.bag, _places(rules))) / state.seats
    soon, long = min(1.0, comes), comes / MANY
    for seat, row in enumerate(into):
        if state.supply[seat * pieces + place]:
            row[column : column + 2] = soon, long
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, pieces)
        if piece == place:
            cell, part = home(state, segment)
            kind = state.board[cell][0].segments[part].kind
            stays = 1.0 - seen.promise(state, find(state.parent, segment), kind).chance
            into[seat][column + 2 : column + 4] = stays * soon, stays * long


@lru_cache(maxsize=64)
def _places(rules: Rules) -> tuple[bool, ...]:
    """Return, for each kind of tile, whether an abbot may stand on it."""
    piece = rules.piece_of[ABBOT]
    return tuple(bool(turned[0].posts[piece]) for turned in rules.layouts)


PROSPECT = EvaluationHook(NAMES, measure)
