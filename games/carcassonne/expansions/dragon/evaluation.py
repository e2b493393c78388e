"""The evaluation measures of The Princess & the Dragon.

They are the fairy's income and bonus, the dragon's distance from a seat's figures, princesses for knights in cities, and portals
for followers at hand.
"""

from __future__ import annotations

from functools import cache

from games.carcassonne.completion_odds import COMPLETABLE, CompletionOdds
from games.carcassonne.expansions.dragon.fairy import BONUS, FAIRY
from games.carcassonne.expansions.dragon.walk import DRAGON
from games.carcassonne.features import find
from games.carcassonne.geometry import xy
from games.carcassonne.ownership import remaining_turns, stake
from games.carcassonne.state import EvaluationHook, Rules, State
from games.carcassonne.tile import SegmentKind

NAMES = (
    "fairy income",
    "fairy income, long",
    "fairy bonus",
    "princess danger",
    "portal",
    "dragon danger",
    "dragon danger, points",
)

SENT = 3.0
"""Points that a follower earns through a portal beyond what it would have earned beside it, or so."""

LOSS = 3.0
"""Points that a figure is missed with when it is eaten, or so."""

FAR = 7
"""So many squares away a figure is safe: a dragon walks six."""


def measure(state: State, seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    """Add the measures `NAMES` of every seat to its row, from `column` on.

    They are the fairy's income by turns left and its bonus by the chance of scoring; the knight with the largest stake, by the
    princesses left in the bag; portals by the number that a seat will draw; figures in danger by the dragon's distance and the
    dragon tiles left.
    """
    pieces = len(state.rules.pieces)
    fairy = state.memory[FAIRY]
    if fairy is not None and fairy[1] in state.figures:
        soon, long = remaining_turns(state)
        row = into[(state.figures[fairy[1]] & 255) // pieces]
        row[column] = soon
        row[column + 1] = long
        row[column + 2] = BONUS * _completion_chance(state, seen, fairy[1])
    dragon = state.memory[DRAGON]
    if dragon is not None and state.left:
        _threaten(state, seen, into, column + 5, dragon, -1 if fairy is None else fairy[0])
    if state.left:
        _send_away(state, seen, into, column + 3)
        _invite(state, into, column + 4)


def _completion_chance(state: State, seen: CompletionOdds, segment: int) -> float:
    """Return the chance that the feature of the fairy's companion is scored.

    1 for fields, which are scored at the end; 0 for a guard on a tower.
    """
    cell = state.placed[state.figures[segment] >> 8][0]
    layout, base, _ = state.board[cell]
    kind = layout.segments[segment - base].kind
    if kind.shape not in COMPLETABLE:
        return 1.0 if kind.settled else 0.0  # a guard on a tower never scores
    return seen.promise(state, find(state.parent, segment), kind).chance


def _threaten(state: State, seen: CompletionOdds, into: list[list[float]], column: int, dragon: int, fairy: int) -> None:
    """Subtract, for each figure near the dragon, its closeness and its stake, each times the chance that the dragon moves soon."""
    kinds = _tiles_with_mark(state.rules, "dragon")
    walks = min(1.0, 2.0 * sum([state.bag[kind] for kind in kinds]) / state.left)
    pieces = len(state.rules.pieces)
    x, y = xy(dragon)
    for segment, figure in state.figures.items():
        cell = state.placed[figure >> 8][0]
        if cell != fairy:
            there = xy(cell)
            far = abs(there[0] - x) + abs(there[1] - y)
            if 0 < far < FAR:
                row = into[(figure & 255) // pieces]
                row[column] -= LOSS * walks * (FAR - far) / FAR
                row[column + 1] -= walks * stake(state, seen, segment) / far


def _send_away(state: State, seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    """Subtract for each seat the largest stake of one of its followers in an open city, times the chance of a princess."""
    princesses = sum([state.bag[kind] for kind in _tiles_with_mark(state.rules, "princess")])
    if not princesses:
        return
    kinds, most = state.rules.pieces, [0.0] * len(into)
    for segment, figure in state.figures.items():
        layout, base, _ = state.board[state.placed[figure >> 8][0]]
        seat, piece = divmod(figure & 255, len(kinds))
        if (
            layout.segments[segment - base].kind is SegmentKind.CITY
            and kinds[piece].follower
            and state.open[find(state.parent, segment)]
        ):
            most[seat] = max(most[seat], stake(state, seen, segment))
    for row, points in zip(into, most, strict=True):
        row[column] = -points * princesses / state.left


def _invite(state: State, into: list[list[float]], column: int) -> None:
    """Add the expected number of portals, at most 1 per seat, for seats with a follower at hand."""
    portals = min(1.0, sum([state.bag[kind] for kind in _tiles_with_mark(state.rules, "portal")]) / state.seats)
    pieces = len(state.rules.pieces)
    for seat, row in enumerate(into):
        if sum([state.supply[seat * pieces + piece] for piece in state.rules.followers]):
            row[column] = SENT * portals


@cache
def _tiles_with_mark(rules: Rules, mark: str) -> tuple[int, ...]:
    """Return the kinds of tiles with this symbol."""
    return tuple(kind for kind, tile in enumerate(rules.tiles) if mark in tile.marks)


PROSPECT = EvaluationHook(NAMES, measure)
