"""Every land tile there is, by id: the data files of all sets, read and checked once.

A set has the name of the expansion that brings it; its `tiles.toml` lies in that expansion's folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from games.carcassonne.expansion import HOME, known, named
from games.carcassonne.tile import BASE_KINDS, Tile, read_tiles


@cache
def tiles_of(set_id: str) -> tuple[Tile, ...]:
    """The tiles of one set, in the order of its file."""
    brought = next(expansion for expansion in named(set_id) if expansion.tiles == set_id)
    text = files(f"{HOME}.{set_id}").joinpath("tiles.toml").read_text(encoding="utf-8")
    return read_tiles(set_id, text, ("shield", *brought.symbols), (*BASE_KINDS, *brought.kinds))


def sets() -> tuple[str, ...]:
    """The names of all sets, in the order of the expansions."""
    return tuple(dict.fromkeys(expansion.tiles for expansion in known() if expansion.tiles))


def tiles() -> Mapping[str, Tile]:
    """Every tile by its id, set after set."""
    return _tiles(sets())


@cache
def _tiles(named_sets: tuple[str, ...]) -> Mapping[str, Tile]:
    return {tile.id: tile for set_id in named_sets for tile in tiles_of(set_id)}


@cache
def tile(tile_id: str) -> Tile:
    """The tile with this id; `KeyError` if there is none."""
    set_id = tile_id.partition("/")[0]
    if set_id not in sets():
        raise KeyError(tile_id)
    return _tiles((set_id,))[tile_id]
