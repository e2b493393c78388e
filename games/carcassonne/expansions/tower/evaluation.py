"""The evaluation measures of The Tower: prisoners and their ransom, tower pieces, figures that the next piece could capture."""

from __future__ import annotations

from functools import lru_cache

from games.carcassonne.completion_odds import CompletionOdds
from games.carcassonne.expansions.tower.prison import PRISON
from games.carcassonne.expansions.tower.towers import STOCK, TOWERS, open_foundations
from games.carcassonne.geometry import STEP
from games.carcassonne.ownership import remaining_turns, stake
from games.carcassonne.state import EvaluationHook, State

LOSS = 1.0
"""Points that being in reach of a tower costs, or so: it is seldom used."""

PIECE = 0.2
"""Points that a tower piece at hand may bring, or so."""

NAMES = ("prisoners soon", "prisoners", "tower pieces", "tower danger", "tower danger, points")


def measure(state: State, seen: CompletionOdds, into: list[list[float]], column: int) -> None:
    """Add the measures `NAMES` of every seat to its row, from `column` on.

    They are prisoners held, by the time left for a ransom; tower pieces; and figures in reach of a tower that grows by one piece.
    """
    soon, long = remaining_turns(state)
    for holder, _, _, number in state.memory[PRISON]:
        into[holder][column] += number * soon
        into[holder][column + 1] += number * long
    stock = state.memory[STOCK]
    for row, pieces in zip(into, stock, strict=True):
        row[column + 2] = PIECE * pieces * long
    if any(stock):
        _threaten(state, seen, into, column + 3, soon)


def _threaten(state: State, seen: CompletionOdds, into: list[list[float]], column: int, soon: float) -> None:
    """Subtract a fixed loss for each follower in reach of a tower that grows by one, and per seat the largest stake.

    A follower in reach of two towers counts once.
    """
    kinds, in_reach = state.rules.pieces, _cells_in_reach(tuple(open_foundations(state)), state.memory[TOWERS])
    most = [0.0] * len(into)
    for segment, figure in state.figures.items():
        seat, piece = divmod(figure & 255, len(kinds))
        if kinds[piece].follower and state.placed[figure >> 8][0] in in_reach:
            into[seat][column] -= LOSS * soon
            most[seat] = max(most[seat], stake(state, seen, segment))
    for row, points in zip(into, most, strict=True):
        row[column + 1] = -points


@lru_cache(maxsize=1024)
def _cells_in_reach(foundations: tuple[tuple[int, int], ...], towers: tuple[tuple[int, int], ...]) -> frozenset[int]:
    """Return the cells in reach of any of these towers after it has grown by one piece."""
    high = dict(towers)
    arms = [(cell, step * far) for cell, _ in foundations for step in STEP for far in range(high.get(cell, 0) + 2)]
    return frozenset(cell + arm for cell, arm in arms)


PROSPECT = EvaluationHook(NAMES, measure)
