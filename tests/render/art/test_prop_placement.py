"""Houses and trees keep to their ground."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from shapely import Point, box, unary_union

from games.carcassonne.tile import Tile
from render.art.buildings import HOUSE_HEIGHT
from render.art.prop_placement import PropPositions, place_props
from render.art.shapes import TileShapes, tile_shapes
from tests.render.art.drawn import TILES


@cache
def settled(tile: Tile, turn: int) -> tuple[TileShapes, PropPositions]:
    """Return a tile's shapes, and what stands on it."""
    shapes = tile_shapes(tile, turn)
    return shapes, place_props(shapes, np.random.default_rng(turn))


@pytest.mark.parametrize("tile", TILES)
def test_no_house_stands_on_a_wall_a_road_a_symbol_or_the_rim(tile: Tile) -> None:
    for turn in range(4):
        shapes, stands = settled(tile, turn)
        kept = unary_union([*(w.area for w in shapes.walls), *(shapes.area(name) for name in shapes.roads)])
        for (x, y), width in stands.houses:
            house = box(x - width / 2, y - HOUSE_HEIGHT, x + width / 2, y)
            assert box(0, 0, 1, 1).contains(house)
            assert not house.intersects(kept)
            assert all(house.distance(Point(mark.at)) > 0.6 * mark.radius for mark in shapes.marks if mark.name != "village")


@pytest.mark.parametrize("tile", TILES)
def test_trees_grow_in_meadows_off_the_anchors(tile: Tile) -> None:
    for turn in range(4):
        shapes, stands = settled(tile, turn)
        land = unary_union(list(shapes.farm_fields.values()))
        for foot, _ in stands.trees:
            assert land.covers(Point(foot))
            assert all(Point(foot).distance(Point(value)) > 0.05 for value in shapes.anchors.values())


@pytest.mark.parametrize("tile", TILES)
def test_every_city_has_houses(tile: Tile) -> None:
    shapes = tile_shapes(tile, 0)
    houses = place_props(shapes, np.random.default_rng(5)).houses
    for name, city in shapes.cities.items():
        assert any(city.covers(Point(foot)) for foot, _ in houses) or city.area < 0.25, name
