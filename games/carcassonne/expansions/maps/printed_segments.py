"""A map converted for the engine: printed objects become segments that exist before the first tile (maps 5).

A big city is a tile on its square with one city and a wall for every closed side; a wall is a segment with one port and no tile, so
a feature that meets it is closed there and worth nothing more. A border strip is a segment with one port, a ferry one with two;
both are on no square, and the rim leads to them. Every other side beyond which no tile can be placed is closed.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.carcassonne.actions import NOWHERE
from games.carcassonne.edges import PLAIN
from games.carcassonne.expansions.maps.design import MapDesign, MapPlace, Square, neighbour
from games.carcassonne.expansions.maps.library import design_of as design_by_id
from games.carcassonne.features import CLOSED, lay
from games.carcassonne.geometry import cell_at
from games.carcassonne.state import PRINTED, Rules, State
from games.carcassonne.tile import Segment, SegmentKind, Tile
from games.carcassonne.tile_layout import TileLayout
from games.core.options import Options
from games.core.uploads import NONE


class BorderStrip(NamedTuple):
    """Border road, border city or ferry as a segment."""

    open: int
    load: int


class MapLink(NamedTuple):
    """Link that brings distant squares in reach of each other once a tile is on one of them (maps 3.2)."""

    kind: str
    """city or ferry."""
    names: tuple[str, ...]
    cells: tuple[int, ...]


class PrintedBoard(NamedTuple):
    """All printed segments of a map, ready to be added to a state."""

    design: MapDesign
    strips: tuple[BorderStrip, ...]
    """Borders, then ferries: the first of all segments, and the first in the order of placement."""
    bigs: tuple[tuple[int, TileLayout], ...]
    """(cell, layout) of the big cities, next in both orders."""
    playable: frozenset[int]
    blank: dict[int, int]
    rim: dict[int, tuple[int, int]]
    towns: frozenset[int]
    links: tuple[MapLink, ...]
    """Ferries, then big cities, joined ones together."""
    links_at: dict[int, tuple[int, ...]]
    """For a cell the links that a tile there connects."""


def design_of(options: Options) -> MapDesign | None:
    """Return the chosen map, or None."""
    chosen = str(options["map"])
    return None if chosen == NONE else design_by_id(chosen)


@cache
def printed_board_of(rules: Rules) -> PrintedBoard:
    """Return the printed segments of the map chosen in these rules."""
    design = design_of(rules.options)
    assert design is not None
    links = _links(design)
    at: dict[int, tuple[int, ...]] = {}
    for number, link in enumerate(links):
        for cell in link.cells:
            at[cell] = (*at.get(cell, ()), number)
    return PrintedBoard(
        design,
        _strips(design, rules),
        tuple((cell_at(*big.square), _big_layout(big, rules)) for big in design.bigs),
        frozenset(cell_at(*square) for square in design.playable),
        {cell_at(*square): rules.layout_rules.edges.packed(letters) for square, letters in design.demands.items()},
        _rim(design),
        frozenset(cell_at(*square) for square in design.towns),
        links,
        at,
    )


def _strips(design: MapDesign, rules: Rules) -> tuple[BorderStrip, ...]:
    shield = 1 << rules.shift["shield"]
    borders = tuple(BorderStrip(1, border.shields * shield) for border in design.borders)
    return borders + tuple(BorderStrip(2, ferry.shields * shield) for ferry in design.ferries)


def _big_layout(big: MapPlace, rules: Rules) -> TileLayout:
    walls = tuple(Segment(f"w{side}", SegmentKind.CITY, (side,)) for side in range(4) if side not in big.open)
    city = Segment("c1", SegmentKind.CITY, big.open, ("shield",) * big.shields)
    return TileLayout(Tile(f"map/{big.name}", 0, (city, *walls)), -1, 0, rules.layout_rules)


def _rim(design: MapDesign) -> dict[int, tuple[int, int]]:
    """Return the printed rim by square and side: closed sides along the edge, and the numbers of the printed strips."""
    bigs = {big.square for big in design.bigs}
    rim = {
        _key(square, side): CLOSED
        for square in design.playable
        for side in range(4)
        if neighbour(square, side) not in design.demands and neighbour(square, side) not in bigs
    }
    for number, border in enumerate(design.borders):
        rim[_key(border.square, border.side)] = (number, PLAIN.bits["C" if border.kind == "city" else "R"])
    for number, ferry in enumerate(design.ferries, len(design.borders)):
        for square, side in ferry.ends:
            rim[_key(square, side)] = (number, PLAIN.bits["R"])
    return rim


def _key(square: Square, side: int) -> int:
    return cell_at(*square) << 2 | side


def _links(design: MapDesign) -> tuple[MapLink, ...]:
    ferries = [MapLink("ferry", (f.name,), tuple(cell_at(*square) for square, _ in f.ends)) for f in design.ferries]
    cities = [
        MapLink("city", tuple(design.bigs[n].name for n in group), tuple(cell_at(*square) for square in design.landings(group)))
        for group in design.metropoles
    ]
    return (*ferries, *cities)


def lay_out(state: State) -> None:
    """Add all printed segments of the map to an empty state. No square is in reach yet."""
    printed = printed_board_of(state.rules)
    for strip in printed.strips:
        state.tiles.append(1 << len(state.placed))
        state.parent.append(-1)
        state.open.append(strip.open)
        state.load.append(strip.load)
        state.placed.append((NOWHERE, PRINTED))
    state.playable, state.blank, state.rim = printed.playable, printed.blank, printed.rim
    for cell, layout in printed.bigs:
        lay(state, cell, layout, PRINTED)
        base = state.board[cell][1]
        for wall in range(1, layout.size):
            state.tiles[base + wall] = 0
    state.frontier.clear()
    state.finished = []
