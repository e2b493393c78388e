"""Reasons why a tile does not fit or a figure may not be placed, read from a view, for refusals shown to players.

Not used by searches. This module explains refusals and never makes them: `Game.legal` decides which moves are legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from games.carcassonne.catalog import tile
from games.carcassonne.geometry import opposite
from games.carcassonne.view import HOLDS_TILES, BoardView, FeatureView, TileView

AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""What to add to (x, y) for the neighbour on sides 0-3."""


class EdgeMismatch(NamedTuple):
    """Side of a tile whose letter differs from that of the neighbour or print next to it."""

    side: int
    mine: str
    """The letter C, R or F that the tile would show there."""
    theirs: str
    square: tuple[int, int]
    """The neighbour."""
    printed: str = ""
    """The name of what is printed there, if no tile lies there."""


class IllegalMoveReason(NamedTuple):
    """Reason why a placement is refused, with the edges that do not match and the turns that would fit."""

    reason: str
    """taken: a tile lies there. apart: no tile is beside it. edges: see `clashes`. On a map also off: no square for tiles;
    and far, in place of apart: out of reach."""
    clashes: tuple[EdgeMismatch, ...]
    fitting: tuple[int, ...]
    """The turns in which the tile would fit on this square, equal pictures once."""


@cache
def edge(tile_id: str, turn: int, side: int) -> str:
    """Return the edge letter that a tile shows on `side` after `turn` quarter turns clockwise."""
    return tile(tile_id).edges[(side - turn) & 3]


def demands(view: BoardView, square: tuple[int, int]) -> tuple[str, ...]:
    """Return the letter that a tile on a square must show on each side N E S W, given by the neighbour or the print there.

    Empty for a side with neither.
    """
    return _demands(view, {(t.x, t.y): t for t in view.tiles}, square)


def _demands(view: BoardView, lying: Mapping[tuple[int, int], TileView], square: tuple[int, int]) -> tuple[str, ...]:
    x, y = square
    demands = []
    for side, (dx, dy) in enumerate(AROUND):
        beside = lying.get((x + dx, y + dy))
        demands.append(edge(beside.tile, beside.turn, opposite(side)) if beside else "")
    return tuple(demands) if view.printed is None else _add_printed_sides(demands, view.printed.demand(square))


def _add_printed_sides(sides: Sequence[str], printed: Sequence[str]) -> tuple[str, ...]:
    return tuple(mine or theirs for mine, theirs in zip(sides, printed, strict=True))


def fitting_turns(view: BoardView, tile_id: str, square: tuple[int, int]) -> tuple[int, ...]:
    """Return the turns in which a tile fits on an empty square in reach.

    Of turns that look the same, only the first is returned.
    """
    return matching_turns(tile_id, demands(view, square), plain=view.printed is not None) if square in empty_squares(view) else ()


@cache
def matching_turns(tile_id: str, wanted: tuple[str, ...], *, plain: bool = False) -> tuple[int, ...]:
    """Return the turns in which a tile shows the letters `wanted` on N E S W.

    Empty letters accept any edge, except for a tile that must continue a river. Of turns that look the same, only the first is
    returned.
    """
    going_on = tile(tile_id).going_on
    if going_on and not set(going_on) & set(wanted):
        return ()
    turns = sorted(set(tile(tile_id).alike_plain if plain else tile(tile_id).alike))
    return tuple(t for t in turns if all(not want or want == edge(tile_id, t, side) for side, want in enumerate(wanted)))


def unfillable_squares(view: BoardView) -> tuple[tuple[int, int], ...]:
    """Return the empty squares in reach that none of the tiles still to come can ever fill; none after the end.

    Tiles to come are the bag, the tiles in hand, and tiles set aside beside the board.
    """
    kinds = {*(tile_id for tile_id, _ in view.bag), *view.aside, *([view.hand] if view.hand else []), *view.in_hands}
    if view.over or not kinds:
        return ()
    plain = view.printed is not None
    wanted = _demands_of_squares(view)
    dead = {edges for edges in {*wanted.values()} if not any(matching_turns(kind, edges, plain=plain) for kind in kinds)}
    return tuple(square for square, edges in wanted.items() if edges in dead)


def _demands_of_squares(view: BoardView) -> dict[tuple[int, int], tuple[str, ...]]:
    """Return the `demands` of every empty square in reach, in the order of `empty_squares`.

    Takes one pass over the tiles.
    """
    lying = {(t.x, t.y): t for t in view.tiles}
    if view.printed is not None:
        return {square: _demands(view, lying, square) for square in empty_squares(view)}
    found: dict[tuple[int, int], list[str]] = {}
    for (x, y), laid in lying.items():
        for side, (dx, dy) in enumerate(AROUND):
            if (square := (x + dx, y + dy)) not in lying:
                found.setdefault(square, [""] * 4)[opposite(side)] = edge(laid.tile, laid.turn, side)
    return {square: tuple(found[square]) for square in sorted(found, key=lambda square: (square[1], square[0]))}


def illegal_move_reason(view: BoardView, tile_id: str, square: tuple[int, int], turn: int) -> IllegalMoveReason | None:
    """Return why a tile can't be placed on a square in this turn; None if the square is free and its edges match."""
    if any((t.x, t.y) == square for t in view.tiles):
        return IllegalMoveReason("taken", (), ())
    if square not in empty_squares(view):
        return IllegalMoveReason(_distance_text(view, square), (), ())
    clashes = tuple(
        EdgeMismatch(
            side, mine, want, (square[0] + AROUND[side][0], square[1] + AROUND[side][1]), _printed_name(view, square, side)
        )
        for side, want in enumerate(demands(view, square))
        if want and (mine := edge(tile_id, turn, side)) != want
    )
    return IllegalMoveReason("edges", clashes, fitting_turns(view, tile_id, square)) if clashes else None


def _distance_text(view: BoardView, square: tuple[int, int]) -> str:
    if view.printed is None:
        return "apart"
    return "far" if view.printed.glyph(square) in HOLDS_TILES else "off"


def _printed_name(view: BoardView, square: tuple[int, int], side: int) -> str:
    """Return the name of the print beyond a side of a square; empty if there is none."""
    return view.printed.beyond(square, side) if view.printed else ""


def feature_at(view: BoardView, x: int, y: int, part: str) -> FeatureView | None:
    """Return the feature to which a segment belongs; None for a complete feature without figures."""
    return next((f for f in view.features if (x, y, part) in f.segments), None)


def empty_squares(view: BoardView) -> tuple[tuple[int, int], ...]:
    """Return all empty squares in reach, north to south and west to east.

    Without a printed map these are the squares next to a tile.
    """
    if view.printed is not None:
        return view.printed.reach
    lying = {(t.x, t.y) for t in view.tiles}
    beside = {(x + dx, y + dy) for x, y in lying for dx, dy in AROUND}
    return tuple(sorted(beside - lying, key=lambda square: (square[1], square[0])))
