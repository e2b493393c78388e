"""The best moments of a game and a lobby's map on a phone, which shows 300 of 1,000 pixels."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render import best_moments
from render.carcassonne.painter import PAINTER
from render.examples import Example


def land(columns: int, rows: int) -> Example:
    """Return some tiles in a rectangle."""
    return Example(tuple((x, y, "base/D", 0) for x in range(columns) for y in range(rows)))


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (3, 3), (10, 2), (10, 6), (4, 6)])
def test_squares_of_a_moment_are_19_pixels_high_on_a_phone_and_it_is_as_high_as_they_need(columns: int, rows: int) -> None:
    height = best_moments._height(land(columns, rows))

    assert height >= rows * best_moments.SMALL + 12 and columns * best_moments.SMALL <= best_moments.LAND
    assert height <= best_moments.HIGHEST + 12


def test_a_lobby_shows_the_map_that_is_played_on_and_no_tiles_of_the_box() -> None:
    assert PAINTER.lobby is not None
    seats = ["Anna", ""]

    france, benelux, box = (
        Image.open(io.BytesIO(PAINTER.lobby(options, seats))) for options in ({"map": "france"}, {"map": "benelux"}, {})
    )

    assert france.height > 2 * box.height and france.tobytes() != benelux.tobytes()
    unknown = Image.open(io.BytesIO(PAINTER.lobby({"map": "ours-0123456789ab"}, seats)))
    assert unknown.height < box.height, "seats alone"
