"""All land tiles by id: the data files of all sets, read and checked once.

A set is named after the expansion that adds it; its `tiles.toml` is in the folder of that expansion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import chain

from games.carcassonne.expansion import HOME, Overprint, all_expansions, expansions_in
from games.carcassonne.tile import BASE_KINDS, Segment, Tile, read_tiles


@cache
def tiles_of(set_id: str) -> tuple[Tile, ...]:
    """Return the tiles of one set, in the order of its file."""
    brought = next(expansion for expansion in expansions_in(set_id) if expansion.tiles == set_id)
    text = files(f"{HOME}.{set_id}").joinpath("tiles.toml").read_text(encoding="utf-8")
    return read_tiles(set_id, text, ("shield", *brought.symbols), (*BASE_KINDS, *brought.kinds))


def tiles_with(set_id: str, overprints: Sequence[Overprint]) -> tuple[Tile, ...]:
    """Return the tiles of a set, each overprinted copy right after the plain ones of its kind."""
    matching: list[Tile] = []
    for tile in tiles_of(set_id):
        more = [overprint for overprint in overprints if overprint.tile == tile.id]
        matching.append(replace(tile, count=tile.count - sum(overprint.copies for overprint in more)))
        matching += [_overprint(tile, overprint) for overprint in more]
    return tuple(matching)


def _overprint(tile: Tile, overprint: Overprint) -> Tile:
    segments = (*tile.segments, Segment(overprint.kind.part, overprint.kind, ()))
    return replace(tile, id=overprint.id, count=overprint.copies, segments=segments, start=False)


def sets() -> tuple[str, ...]:
    """Return the names of all sets, in the order of the expansions."""
    return tuple(dict.fromkeys(expansion.tiles for expansion in all_expansions() if expansion.tiles))


def tiles() -> Mapping[str, Tile]:
    """Return every tile by its id, set after set, then those that expansions print on."""
    return _tiles(sets(), tuple(chain.from_iterable(expansion.overprints for expansion in all_expansions())))


@cache
def _tiles(named_sets: tuple[str, ...], overprints: tuple[Overprint, ...]) -> Mapping[str, Tile]:
    plain = {tile.id: tile for set_id in named_sets for tile in tiles_of(set_id)}
    return plain | {overprint.id: _overprint(plain[overprint.tile], overprint) for overprint in overprints}


@cache
def tile(tile_id: str) -> Tile:
    """Return the tile with this id; `KeyError` if there is none."""
    return tiles()[tile_id]
