"""What The Tower promises and threatens: prisoners and their ransom, tower pieces, figures that the next piece could take."""

from __future__ import annotations

from games.carcassonne.appraisal import times
from games.carcassonne.expansions.tower.build import STOCK, heights, open_foundations
from games.carcassonne.expansions.tower.prison import PRISON
from games.carcassonne.geometry import xy
from games.carcassonne.outlook import Outlook
from games.carcassonne.state import Prospect, State

LOSS = 1.0
"""Points that being in reach of a tower costs, or so: it is seldom used."""

PIECE = 0.2
"""Points that a tower piece at hand may bring, or so."""

NAMES = ("prisoners soon", "prisoners", "tower pieces", "tower danger")


def measure(state: State, _seen: Outlook, into: list[list[float]], at: int) -> None:
    """See `NAMES`: prisoners by the time in which a ransom may come, pieces, figures in reach of a tower that grows by one."""
    soon, long = times(state)
    for holder, _, _, number in state.memory[PRISON]:
        into[holder][at] += number * soon
        into[holder][at + 1] += number * long
    stock = state.memory[STOCK]
    for row, pieces in zip(into, stock, strict=True):
        row[at + 2] = PIECE * pieces * long
    if any(stock):
        _threaten(state, into, at + 3, soon)


def _threaten(state: State, into: list[list[float]], at: int, soon: float) -> None:
    """Followers that whoever has a piece could take in his turn; the same figure under two towers counts once."""
    kinds, high = state.rules.pieces, heights(state)
    towers = [(*xy(cell), high.get(cell, 0) + 1) for cell, _ in open_foundations(state)]
    for figure in state.figures.values():
        seat, piece = divmod(figure & 255, len(kinds))
        if kinds[piece].follower:
            x, y = xy(state.placed[figure >> 8][0])
            if any((x == u and abs(y - v) <= reach) or (y == v and abs(x - u) <= reach) for u, v, reach in towers):
                into[seat][at] -= LOSS * soon


PROSPECT = Prospect(NAMES, measure)
