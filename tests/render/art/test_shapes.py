"""The picture of a tile says the same as its data, in every turn, for every set."""

from __future__ import annotations

from math import atan2, degrees

import pytest
from shapely import LineString, Point, unary_union

from games.carcassonne.tile import SegmentKind, Tile
from render.art.artwork import ROAD_WIDTH, artwork
from render.art.curves import CORNERS, MIDDLES, direction, distance_between
from render.art.places import LYING, STANDING, SymbolSpot
from render.art.shapes import TileShapes, tile_shapes
from render.art.tile_plan import SQUARE, bordering_cities, half_edge_point, plan
from render.art.walls import LEAN
from tests.render.art.drawn import TILES

TURNS = range(4)


def pieces(shapes: TileShapes) -> int:
    """Return the number of separate stretches of open land in the picture, slivers aside."""
    solid = [*shapes.cities.values(), *(w.area for w in shapes.walls if w.inner), *(shapes.area(name) for name in shapes.roads)]
    solid += [line.buffer(ROAD_WIDTH / 2) for line in shapes.lanes]
    solid += [
        Point(m.at).buffer(0.075) for m in shapes.marks if m.name == "village" or (m.name in artwork().spots and shapes.roads)
    ]
    if shapes.yard is not None:
        solid.append(shapes.yard)
    left = SQUARE.difference(unary_union(solid))
    return sum(part.area > 0.002 for part in getattr(left, "geoms", [left]))


@pytest.mark.parametrize("tile", TILES)
def test_the_meadows_of_the_picture_are_those_of_the_data(tile: Tile) -> None:
    for turn in TURNS:
        shapes = tile_shapes(tile, turn)
        for segment in tile.turned(turn):
            if segment.kind is SegmentKind.FIELD:
                farm_field = shapes.farm_fields[segment.name]
                assert {h for h in range(8) if farm_field.covers(Point(half_edge_point(h)))} == set(segment.ports)
        assert len(shapes.farm_fields) == sum(s.kind is SegmentKind.FIELD for s in tile.segments)


@pytest.mark.parametrize("tile", TILES)
def test_nothing_else_in_the_picture_is_open_land(tile: Tile) -> None:
    for turn in TURNS:
        shapes = tile_shapes(tile, turn)

        assert pieces(shapes) == len(shapes.farm_fields)
        for a, first in shapes.farm_fields.items():
            assert all(first.intersection(other).area < 1e-9 for b, other in shapes.farm_fields.items() if a != b)


@pytest.mark.parametrize("tile", TILES)
def test_each_meadow_of_the_picture_borders_the_cities_of_the_data(tile: Tile) -> None:
    ground = plan(tile)
    for segment in tile.segments:
        if segment.kind is SegmentKind.FIELD:
            wanted = {tile.segments[place].name for place in segment.touches}
            assert bordering_cities(ground.farm_fields[segment.name], ground.cities) == wanted


@pytest.mark.parametrize("tile", TILES)
def test_cities_meet_only_at_corners(tile: Tile) -> None:
    cities = list(plan(tile).cities.values())
    for place, city in enumerate(cities):
        for other in cities[place + 1 :]:
            shared = city.area.intersection(other.area)
            assert shared.area < 1e-9
            assert shared.length < 1e-6


def rim(side: int) -> LineString:
    return LineString([CORNERS[side], CORNERS[(side + 1) % 4]])


@pytest.mark.parametrize("tile", TILES)
def test_roads_cross_the_rim_in_the_middle_with_one_width(tile: Tile) -> None:
    for turn in TURNS:
        shapes = tile_shapes(tile, turn)
        for segment in tile.turned(turn):
            if segment.kind is SegmentKind.ROAD:
                for side in segment.ports:
                    crossing = shapes.area(segment.name).intersection(rim(side))
                    assert crossing.length == pytest.approx(ROAD_WIDTH, abs=1e-6)
                    assert distance_between((crossing.centroid.x, crossing.centroid.y), MIDDLES[side]) < 1e-6


@pytest.mark.parametrize("tile", TILES)
def test_every_wall_meets_the_corner_under_one_angle(tile: Tile) -> None:
    for turn in TURNS:
        for wall in tile_shapes(tile, turn).walls:
            if wall.inner:
                assert min(distance_between(wall.line.coords[0], corner) for corner in CORNERS) < 1e-9  # type: ignore[arg-type]
                continue
            points = list(wall.line.coords)
            for end, after in ((points[0], points[1]), (points[-1], points[-2])):
                assert min(distance_between(end, corner) for corner in CORNERS) < 1e-9  # type: ignore[arg-type]
                dx, dy = direction(end, after)  # type: ignore[arg-type]
                lean = min(abs(dx), abs(dy)), max(abs(dx), abs(dy))
                assert degrees(atan2(*lean)) == pytest.approx(LEAN, abs=1e-6)


@pytest.mark.parametrize("tile", TILES)
def test_every_city_edge_is_city_from_corner_to_corner(tile: Tile) -> None:
    for turn in TURNS:
        shapes = tile_shapes(tile, turn)
        for segment in tile.turned(turn):
            if segment.kind is SegmentKind.CITY:
                for side in segment.ports:
                    assert shapes.cities[segment.name].intersection(rim(side)).length == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize("tile", TILES)
def test_anchors_stand_on_their_segment_off_walls_and_roads(tile: Tile) -> None:
    for turn in TURNS:
        shapes = tile_shapes(tile, turn)
        walls = unary_union([w.area for w in shapes.walls])
        roads = unary_union([shapes.area(name) for name in shapes.roads])
        for segment in tile.segments:
            point = Point(shapes.anchor(segment.name))
            assert shapes.area(segment.name).covers(point), segment.name
            assert walls.is_empty or walls.distance(point) > 0.01, segment.name
            if segment.kind in (SegmentKind.CITY, SegmentKind.FIELD):
                assert roads.is_empty or roads.distance(point) > 0.03, segment.name
            assert 0.05 < point.x < 0.95 and 0.05 < point.y < 0.95


def hidden(point: tuple[float, float], half: tuple[float, float], mark: SymbolSpot) -> float:
    """Return the share of a symbol's box that lies behind the box of a figure."""
    wide = half[0] + mark.radius - abs(point[0] - mark.at[0])
    high = half[1] + mark.radius - abs(point[1] - mark.at[1])
    side = 2 * mark.radius
    return max(0.0, min(wide, side)) * max(0.0, min(high, side)) / side**2


@pytest.mark.parametrize("tile", TILES)
def test_a_figure_on_its_anchor_leaves_three_quarters_of_every_symbol(tile: Tile) -> None:
    """Only a figure that stands on the cloister or on a tower covers the place that it stands on."""
    for turn in TURNS:
        shapes = tile_shapes(tile, turn)
        for part, anchor in shapes.anchors.items():
            for mark in shapes.marks:
                if mark.part != part or mark.name not in ("cloister", *artwork().spots):
                    half = LYING if part.startswith("f") else STANDING
                    assert hidden(anchor, half, mark) < 0.25 or mark.name in ("village", "house"), (turn, part, mark.name)


@pytest.mark.parametrize("tile", TILES)
def test_every_symbol_of_the_data_has_its_place_apart_from_others(tile: Tile) -> None:
    for turn in TURNS:
        marks = tile_shapes(tile, turn).marks
        wanted = {m for s in tile.segments for m in s.marks} | set(tile.marks)
        assert wanted <= {mark.name for mark in marks}
        for place, mark in enumerate(marks):
            assert mark.radius <= mark.at[0] <= 1 - mark.radius
            assert mark.radius <= mark.at[1] <= 1 - mark.radius
            for other in marks[place + 1 :]:
                assert distance_between(mark.at, other.at) > 0.8 * (mark.radius + other.radius), (mark.name, other.name)
