"""The check that a well-formed map can be played: every square is in reach of every start, and there are enough tiles.

Built-in maps (in tests) and maps uploaded by moderators pass the same check.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.carcassonne.catalog import tiles_of
from games.carcassonne.edges import PLAIN
from games.carcassonne.expansions.maps.design import BIG, Ferry, MapDesign, MapPlace, PrintedBorder, Square, neighbour
from games.carcassonne.expansions.maps.map_errors import InvalidMapError, MapErrors
from games.carcassonne.geometry import MAP_SQUARES, SIDES

LEAST_STARTS = 2
LEAST_SQUARES = 12
MOST_SQUARES = 300
MOST_SHIELDS = 100
"""Printed on a whole map: with those of the tiles a feature's counter never runs over."""

LEAST_LIMIT = 10
"""Tiles that are drawn at least, where a map says how many."""

LEAST_TILES = 12
"""So many tiles of a map's sets must fit on every square when it is empty and alone (maps 11)."""

EAST_AND_SOUTH = (1, 2)
"""The sides by which each pair of neighbours is met once."""


def check_design(design: MapDesign) -> None:
    """Raise `InvalidMapError` with all faults that make a map unplayable."""
    slips = MapErrors()
    for check in (_start_errors, _sizes, _bigs, _reach, _fill):
        for slip in check(design):
            slips.note(slip)
    slips.settle()


def _map_error(design: MapDesign, square: Square, code: str, **params: object) -> InvalidMapError:
    return InvalidMapError(design.grid_lines[square[1]], square[0] + 1, code, square=MAP_SQUARES.name(*square), **params)


def _start_errors(design: MapDesign) -> Iterator[InvalidMapError]:
    if len(design.starts) < LEAST_STARTS:
        yield InvalidMapError(design.grid_lines[0], 1, "few-starts", found=len(design.starts), least=LEAST_STARTS)
    for square in design.starts:
        for side in EAST_AND_SOUTH:
            if neighbour(square, side) in design.starts:
                yield _map_error(design, square, "starts-touch", other=MAP_SQUARES.name(*neighbour(square, side)))


def _sizes(design: MapDesign) -> Iterator[InvalidMapError]:
    grid_lines, squares, there = design.grid_lines[0], len(design.playable), available(design)
    if squares < LEAST_SQUARES:
        yield InvalidMapError(grid_lines, 1, "few-squares", found=squares, least=LEAST_SQUARES)
    if squares > MOST_SQUARES:
        yield InvalidMapError(grid_lines, 1, "many-squares", found=squares, most=MOST_SQUARES)
    printed: tuple[MapPlace | PrintedBorder | Ferry, ...] = (*design.places, *design.borders, *design.ferries)
    shields = sum(part.shields for part in printed)
    if shields > MOST_SHIELDS:
        yield InvalidMapError(grid_lines, 1, "many-shields", found=shields, most=MOST_SHIELDS)
    if design.limit is not None and design.limit > there:
        yield InvalidMapError(design.limit_line, 1, "many-drawn", value=design.limit, least=LEAST_LIMIT, most=there)


def available(design: MapDesign) -> int:
    """Return how many tiles the sets of a map hold together."""
    return sum(tile.count for name in design.sets for tile in tiles_of(name))


def _bigs(design: MapDesign) -> Iterator[InvalidMapError]:
    """Yield the faults of big cities: open sides must face land, and adjacent big cities must be open to each other (maps 12)."""
    open_sides = {place.square: place.open for place in design.bigs}
    for big in design.bigs:
        for side in range(4):
            other = neighbour(big.square, side)
            if design.glyph(other) == BIG:
                joined = side in big.open and (side + 2) & 3 in open_sides[other]
                if side in EAST_AND_SOUTH and not joined:
                    sides = {"side": SIDES[side], "back": SIDES[(side + 2) & 3]}
                    yield _map_error(design, big.square, "closed-to-neighbour", other=MAP_SQUARES.name(*other), **sides)
            elif side in big.open and other not in design.demands:
                yield _map_error(design, big.square, "open-to-nothing", side=SIDES[side])


def reachable_squares(design: MapDesign, start: Square) -> frozenset[Square]:
    """Return all squares to which tiles can spread from a start: over land, through big cities, by ferry."""
    bridges = [design.landings(group) for group in design.metropoles]
    bridges += [(ferry.ends[0][0], ferry.ends[1][0]) for ferry in design.ferries]
    seen, todo = {start}, [start]
    while todo:
        square = todo.pop()
        near = [neighbour(square, side) for side in range(4)]
        near += [other for bridge in bridges if square in bridge for other in bridge]
        fresh = [other for other in dict.fromkeys(near) if other in design.demands and other not in seen]
        seen.update(fresh)
        todo += fresh
    return frozenset(seen)


def _reach(design: MapDesign) -> Iterator[InvalidMapError]:
    """Yield one fault for each part of the map that can't be reached from the first start square.

    One start suffices, because reach works both ways.
    """
    if not design.starts:
        return
    reached = set(reachable_squares(design, design.starts[0]))
    for square in design.playable:
        if square not in reached:
            yield _map_error(design, square, "unreachable", start=MAP_SQUARES.name(*design.starts[0]))
            reached |= reachable_squares(design, square)


def count_fitting(design: MapDesign, square: Square) -> int:
    """Return how many tiles of the map's sets fit on a square without neighbours."""
    wanted = PLAIN.packed(design.demands[square])
    return sum(tile.count for name in design.sets for tile in tiles_of(name) if PLAIN.fits(tile.edges, range(4))[wanted])


def _fill(design: MapDesign) -> Iterator[InvalidMapError]:
    for square in design.playable:
        fits = count_fitting(design, square)
        if fits < LEAST_TILES:
            yield _map_error(design, square, "unfillable", found=fits, least=LEAST_TILES)
