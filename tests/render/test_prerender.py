"""The drawing in advance of common parts, and the freshness of what is kept of a board."""

from __future__ import annotations

from itertools import islice

import pytest

from render import canvas, palette_image
from render.carcassonne.painter import PAINTER, named, whole
from render.pieces import FigureIcon
from render.stamps import DashedFrame, DoubleFrame
from text.carcassonne.texts import WORDS
from tools.positions import turns

NAMES = ("Anna", "Bertrand")


def test_the_first_pictures_of_a_game_find_frames_figures_and_numbers_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    palette_image.forget()
    assert PAINTER.prepare is not None
    PAINTER.prepare()
    for recipe in (FigureIcon, DashedFrame, DoubleFrame):
        monkeypatch.setattr(recipe, "draw", None)

    for number, turn in enumerate(islice(turns("base"), 4)):
        png = PAINTER.turn(named(turn.view, NAMES), turn.events, WORDS.say.spots(turn.view, turn.legal), 1)
        assert png, number


def test_squares_that_no_picture_showed_for_a_while_are_as_they_are_now() -> None:
    """A turn's picture brings only the squares that it shows up to date."""
    canvas.forget()
    shown = list(islice(turns("base"), 40))
    for turn in shown:
        PAINTER.turn(turn.view, turn.events, WORDS.say.spots(turn.view, turn.legal), 7)

    kept = whole(shown[-1].view, "whole", 7)

    canvas.forget()
    assert kept == whole(shown[-1].view, "whole", 8)
