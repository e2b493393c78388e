"""The picture of a finished game that people share."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from render.carcassonne import painter
from render.keepsake import SIDE
from tools.positions import reached

NAMES = ("Anna", "Benedikt von L\u00f6wenstein", "\u5c71\u7530\u82b1\u5b50", "Dora", "Eli", "Fay")


@pytest.mark.parametrize(("seats", "given"), [(2, {}), (6, {"expansions": "inns"}), (3, {"map": "benelux"})], ids=str)
def test_it_is_square_and_shows_sentence_board_points_and_growth(seats: int, given: dict[str, str]) -> None:
    """Whatever is left out of it changes the picture, so all of it is there."""
    view = painter.named(reached(given, seats, 30).view, NAMES[:seats])
    totals = [tuple(range(turn, turn + seats)) for turn in range(5)]
    words = "Final scoring decided it: Anna was 12 behind and scored 17 points there."

    shown = painter.keepsake(view, totals, words)

    assert Image.open(io.BytesIO(shown)).size == (SIDE, SIDE)
    fewer = replace(view, tiles=view.tiles[:-1])
    richer = replace(view, seats=(replace(view.seats[0], score=99), *view.seats[1:]))
    others = [(view, totals, ""), (fewer, totals, words), (richer, totals, words), (view, [(9,) * seats] * 5, words)]
    assert all(painter.keepsake(*other) != shown for other in others)
