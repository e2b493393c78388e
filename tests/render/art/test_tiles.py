"""Tile pictures: deterministic, opaque, one light, no seams, features that never vary."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from games.carcassonne.catalog import tile, tiles
from render.art.animals import ANIMALS
from render.art.artwork import artwork
from render.art.marks import PAINTERS
from render.art.shapes import tile_shapes
from render.art.themes import THEMES
from render.art.tiles import tile_sprite
from tests.render.art.drawn import EACH

SUMMER = THEMES["summer"]


def pixels(tile_id: str, turn: int, copy: int = 0, theme: str = "summer", px: int = 64) -> NDArray[np.int16]:
    return np.asarray(tile_sprite(tile(tile_id), turn, copy, THEMES[theme], px), dtype=np.int16)


def test_the_same_arguments_give_the_same_picture() -> None:
    first, second = tile_sprite(tile("base/S"), 1, 0, SUMMER, 64), tile_sprite(tile("base/S"), 1, 0, SUMMER, 64)

    assert first.tobytes() == second.tobytes()
    assert first.mode == "RGB"
    assert first.size == (64, 64)


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("each", [2 * EACH, pytest.param(1, marks=pytest.mark.soak)])
def test_every_tile_can_be_painted_in_every_theme(theme: str, each: int) -> None:
    for number, painted in enumerate(tiles().values()):
        if number % each == 0:
            assert tile_sprite(painted, number % 4, 0, THEMES[theme], 32).size == (32, 32)


def test_every_mark_of_the_data_has_a_painter() -> None:
    marks = {m for each in tiles().values() for m in (*each.marks, *(m for s in each.segments for m in s.marks))}

    assert marks <= set(PAINTERS) | set(artwork().marks)


def test_each_winter_tile_has_an_animal_of_its_own() -> None:
    names = [name for name, _ in ANIMALS.values()]

    assert len(set(names)) == 12
    assert {f"winter/{key}" for key in ANIMALS} == {t for t in tiles() if t.startswith("winter/")}
    for key in ANIMALS:
        assert any(mark.name == "animal" for mark in tile_shapes(tile(f"winter/{key}"), 0).marks)


def test_copies_vary_only_what_is_no_feature() -> None:
    """Walls, roads and symbols stay; somewhere in the meadow or among the houses something differs."""
    plain, other = pixels("base/O", 0, 0, px=96), pixels("base/O", 0, 1, px=96)
    road = tile_shapes(tile("base/O"), 0).area("r1").buffer(-0.02)
    x, y = road.representative_point().coords[0]

    assert np.abs(plain - other).max() > 40
    assert np.abs(plain[int(y * 96), int(x * 96)] - other[int(y * 96), int(x * 96)]).max() < 6


def test_open_land_joins_without_a_visible_seam() -> None:
    """The variation of the ground is gone at the rim: opposite rims of different tiles are nearly one colour."""
    west, east = pixels("base/E", 2, 0, px=96), pixels("base/B", 0, 0, px=96)

    assert np.abs(west[5:60, -1].mean(axis=0) - east[5:60, 1].mean(axis=0)).max() < 5


def test_walls_of_two_cities_meet_at_the_seam() -> None:
    """A cap above the same cap turned round: along the seam both pictures change from land to wall at the same pixels."""
    above, below = pixels("base/E", 2, 0, px=128), pixels("base/E", 0, 0, px=128)
    ends = []
    for row in (above[-1], below[1]):
        city = np.abs(row[:30] - np.array(SUMMER.city)).max(axis=1) < 30
        ends.append(int(np.flatnonzero(~city).max()))

    assert abs(ends[0] - ends[1]) <= 2
    assert 6 <= ends[0] <= 20


def test_roads_meet_at_the_seam() -> None:
    for left, right in (("base/U", "base/V"), ("base/D", "base/X"), ("traders/tr01", "inns/EB")):
        turn = 3 if right == "base/V" else 0
        west = pixels(left, 0, px=96)[:, -1]
        east = pixels(right, turn if right != "base/V" else 0, px=96)[:, 1]
        ways = [np.flatnonzero(np.abs(side - np.array(SUMMER.road)).max(axis=1) < 14) for side in (west, east)]
        assert len(ways[0]) > 4
        assert abs(int(ways[0].min()) - int(ways[1].min())) <= 1
        assert abs(int(ways[0].max()) - int(ways[1].max())) <= 1


def test_the_light_does_not_turn_with_the_tile() -> None:
    """Turning the picture of a turned tile back does not give the unturned picture: shadows fall to the south-east in both."""
    straight, turned = pixels("base/B", 0, px=96), pixels("base/B", 1, px=96)

    centre = slice(30, 66)
    assert np.abs(straight[centre, centre] - turned[centre, centre]).mean() < 3
    assert np.abs(straight[centre, centre] - np.rot90(turned)[centre, centre]).mean() > 20
