"""Every land tile there is, by id: the data files of all sets, read and checked once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from games.carcassonne.tile import Tile, read_tiles

SETS: Mapping[str, tuple[str, ...]] = {
    "base": ("shield",),
    "winter": (),
    "inns": ("inn", "cathedral"),
    "traders": ("wine", "grain", "cloth"),
    "dragon": ("volcano", "dragon", "portal", "princess"),
    "tower": (),
}
"""The tile sets in the order of the rule files, with the marks that each one brings; a shield may be in every set."""


@cache
def tiles_of(set_id: str) -> tuple[Tile, ...]:
    """The tiles of one set, in the order of its file."""
    text = files("games.carcassonne.expansions").joinpath(set_id, "tiles.toml").read_text(encoding="utf-8")
    return read_tiles(set_id, text, ("shield", *SETS[set_id]))


@cache
def tiles() -> Mapping[str, Tile]:
    """Every tile by its id, set after set."""
    return {tile.id: tile for set_id in SETS for tile in tiles_of(set_id)}


def tile(tile_id: str) -> Tile:
    """The tile with this id; `KeyError` if there is none."""
    return tiles()[tile_id]
