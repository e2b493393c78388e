"""Why a tile does not fit, or a figure may not stand, read from a view: what the refusals to players are made of.

Off the search path. It explains and never decides: what is legal is `Game.legal`'s word, which also knows printed boards.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.carcassonne.catalog import tile
from games.carcassonne.geometry import opposite
from games.carcassonne.view import BoardView, FeatureView

AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""What to add to (x, y) for the neighbour on sides 0-3."""


class Clash(NamedTuple):
    """One side of a tile that does not agree with what lies beside it."""

    side: int
    mine: str
    """The letter C, R or F that the tile would show there."""
    theirs: str
    square: tuple[int, int]
    """The neighbour."""


class Misfit(NamedTuple):
    """Why a placement is refused."""

    reason: str
    """taken: a tile lies there. apart: no tile is beside it. edges: see `clashes`."""
    clashes: tuple[Clash, ...]
    fitting: tuple[int, ...]
    """The turns in which the tile would fit on this square, equal pictures once."""


def edge(tile_id: str, turn: int, side: int) -> str:
    """The letter that a turned tile shows on a side."""
    return tile(tile_id).edges[(side - turn) & 3]


def demands(view: BoardView, square: tuple[int, int]) -> tuple[str, ...]:
    """For the four sides of a square the letter that its neighbour shows there; empty where nothing lies."""
    lying = {(t.x, t.y): t for t in view.tiles}
    x, y = square
    found = []
    for side, (dx, dy) in enumerate(AROUND):
        beside = lying.get((x + dx, y + dy))
        found.append(edge(beside.tile, beside.turn, opposite(side)) if beside else "")
    return tuple(found)


def fitting(view: BoardView, tile_id: str, square: tuple[int, int]) -> tuple[int, ...]:
    """The turns in which a tile agrees with all neighbours of an empty square that has any, equal pictures once."""
    wanted = demands(view, square)
    if not any(wanted) or any((t.x, t.y) == square for t in view.tiles):
        return ()
    return agreeing(tile_id, wanted)


@cache
def agreeing(tile_id: str, wanted: tuple[str, ...]) -> tuple[int, ...]:
    """The turns in which a tile shows what is wanted on its four sides, equal pictures once; empty letters want nothing."""
    turns = sorted(set(tile(tile_id).alike))
    return tuple(t for t in turns if all(not want or want == edge(tile_id, t, side) for side, want in enumerate(wanted)))


def misfit(view: BoardView, tile_id: str, square: tuple[int, int], turn: int) -> Misfit | None:
    """Why a tile cannot lie on a square in this turn; None where its edges agree."""
    if any((t.x, t.y) == square for t in view.tiles):
        return Misfit("taken", (), ())
    wanted = demands(view, square)
    if not any(wanted):
        return Misfit("apart", (), ())
    clashes = tuple(
        Clash(side, mine, want, (square[0] + AROUND[side][0], square[1] + AROUND[side][1]))
        for side, want in enumerate(wanted)
        if want and (mine := edge(tile_id, turn, side)) != want
    )
    return Misfit("edges", clashes, fitting(view, tile_id, square)) if clashes else None


def feature_at(view: BoardView, x: int, y: int, part: str) -> FeatureView | None:
    """The feature that a segment belongs to; None for a complete one that nobody stands on."""
    return next((f for f in view.features if (x, y, part) in f.segments), None)


def holes(view: BoardView) -> tuple[tuple[int, int], ...]:
    """Every empty square beside a tile, north to south and west to east."""
    lying = {(t.x, t.y) for t in view.tiles}
    beside = {(x + dx, y + dy) for x, y in lying for dx, dy in AROUND}
    return tuple(sorted(beside - lying, key=lambda square: (square[1], square[0])))
