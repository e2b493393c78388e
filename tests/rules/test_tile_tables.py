"""The engine's tile data against the tables of the rule files: every edge, port, mark, count and border of all 174 tiles."""

from __future__ import annotations

import pytest

from games.carcassonne.catalog import sets, tiles, tiles_of
from games.carcassonne.geometry import HALVES, SIDES
from games.carcassonne.tile import Segment, SegmentKind, Tile
from tests.games.carcassonne.printed import PrintedTile, printed_tiles

SIZES = {"base": 72, "winter": 12, "inns": 18, "traders": 24, "dragon": 30, "tower": 18, "river": 12}


def _ports(segment: Segment) -> set[str]:
    return {(HALVES if segment.kind is SegmentKind.FIELD else SIDES)[port] for port in segment.ports}


def _facts(tile: Tile) -> dict[str, object]:
    return {s.name: (s.kind.value, _ports(s), tuple(s.marks), {tile.segments[t].name for t in s.touches}) for s in tile.segments}


def _facts_of(tile: PrintedTile) -> dict[str, object]:
    return {name: (s.kind, set(s.ports), s.marks, set(s.touches)) for name, s in tile.segments.items()}


def test_every_tile_is_as_its_table_prints_it() -> None:
    """Base 1.2, winter 1.1, IC 1, TB 1, PD 1, TW 1."""
    for tile_id, printed in printed_tiles().items():
        tile = tiles()[tile_id]

        assert (tile.count, tile.edges) == (printed.count, printed.edges), tile_id
        assert _facts(tile) == _facts_of(printed), tile_id
        assert tuple(tile.marks) == ((printed.symbol,) if printed.symbol else ()), tile_id


@pytest.mark.parametrize("set_id", sets())
def test_every_set_has_its_number_of_tiles(set_id: str) -> None:
    """Base 1: 72; winter 1.1: 12; BB 2: 18 + 24 + 30 + 18."""
    assert sum(tile.count for tile in tiles_of(set_id)) == SIZES[set_id]


def test_no_tile_is_missing_or_too_many() -> None:
    """The catalog holds the tables' tiles and no other."""
    assert set(tiles()) == set(printed_tiles())


def test_base_1_2_the_start_tile_is_the_only_one_and_a_d() -> None:
    """Base 1.2, winter 1: one of the four D tiles lies first."""
    assert [tile.id for tile in tiles().values() if tile.start] == ["base/D"]
