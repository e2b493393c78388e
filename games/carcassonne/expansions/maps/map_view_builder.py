"""The part of the view that shows a printed board."""

from __future__ import annotations

from functools import cache

from games.carcassonne.expansions.maps.design import MapDesign, Square
from games.carcassonne.expansions.maps.opening import CONNECTED
from games.carcassonne.expansions.maps.printed_segments import PrintedBoard, printed_board_of
from games.carcassonne.geometry import xy
from games.carcassonne.state import State
from games.carcassonne.view import BigCityView, BorderView, FerryView, IslandView, MapView, TownView


def map_view(state: State) -> MapView:
    """Return the map of a running game, with the links connected and the towns covered so far."""
    printed = printed_board_of(state.rules)
    covered = frozenset(xy(cell) for cell in printed.playable if cell in state.board)
    reach = tuple(sorted((xy(cell) for cell in state.frontier), key=lambda square: (square[1], square[0])))
    return view_of(printed.design, str(state.rules.options["map"]), _connected_places(state, printed), covered, reach)


def _connected_places(state: State, printed: PrintedBoard) -> frozenset[int]:
    """Return the connected ferries and big cities, numbered together in the order of the design."""
    design, links = printed.design, state.memory[CONNECTED]
    ferries = len(design.ferries)
    joined = [ferries + big for link in links if link >= ferries for big in design.metropoles[link - ferries]]
    return frozenset([link for link in links if link < ferries] + joined)


def view_of(
    design: MapDesign,
    map_id: str,
    connected: frozenset[int] = frozenset(),
    covered: frozenset[Square] = frozenset(),
    reach: tuple[Square, ...] = (),
) -> MapView:
    """Return the view of a map, as a preview or with the state of a game (links, covered towns, reach)."""
    ferries = len(design.ferries)
    return MapView(
        map_id,
        design.title,
        design.columns,
        design.rows,
        design.grid,
        tuple(BorderView(*b.square, b.side, b.kind, b.name, b.shields) for b in design.borders),
        tuple(
            FerryView(((*f.ends[0][0], f.ends[0][1]), (*f.ends[1][0], f.ends[1][1])), f.name, f.shields, n in connected)
            for n, f in enumerate(design.ferries)
        ),
        tuple(BigCityView(*b.square, b.name, b.shields, b.open, n in connected) for n, b in enumerate(design.bigs, ferries)),
        tuple(TownView(*p.square, p.name, p.kind == "start", p.square in covered) for p in design.places if p.kind != "big"),
        tuple(IslandView(island.squares, island.name) for island in design.islands),
        reach,
        _demands(design),
    )


@cache
def _demands(design: MapDesign) -> tuple[tuple[Square, tuple[str, str, str, str]], ...]:
    return tuple((square, letters) for square, letters in design.demands.items() if any(letters))
