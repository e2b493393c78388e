"""The picture of a finished game that people share."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from games.cardcassonne.view import seat_gains
from render.carcassonne import painter
from render.cardcassonne import painter as card_painter
from render.share_card import SIDE
from tests.text.cardcassonne.card_positions import played as card_game
from tools.positions import reached

NAMES = ("Anna", "Benedikt von L\u00f6wenstein", "\u5c71\u7530\u82b1\u5b50", "Dora", "Eli", "Fay")


@pytest.mark.parametrize(
    ("seats", "given"), [(2, {}), (6, {"expansions": "inns"}), pytest.param(3, {"map": "benelux"}, marks=pytest.mark.soak)], ids=str
)
def test_it_is_square_and_shows_sentence_board_points_and_growth(seats: int, given: dict[str, str]) -> None:
    """Whatever is left out of it changes the picture, so all of it is there."""
    view = painter.named(reached(given, seats, 30).view, NAMES[:seats])
    totals = [tuple(range(turn, turn + seats)) for turn in range(5)]
    words = "Final scoring decided it: Anna was 12 behind and scored 17 points there."

    shown = painter.share_card(view, (), totals, words)

    assert Image.open(io.BytesIO(shown)).size == (SIDE, SIDE)
    fewer = replace(view, tiles=view.tiles[:-1])
    richer = replace(view, seats=(replace(view.seats[0], score=99), *view.seats[1:]))
    others = [(view, totals, ""), (fewer, totals, words), (richer, totals, words), (view, [(9,) * seats] * 5, words)]
    assert all(painter.share_card(other[0], (), *other[1:]) != shown for other in others)


def test_of_a_card_game_it_shows_the_cards_of_its_moments() -> None:
    view = card_painter.named(card_game(3).final, NAMES)
    gains = seat_gains(card_game(3).events)[:3]
    totals = [(1,) * len(view.seats), (4,) * len(view.seats)]

    shown = card_painter.share_card(view, gains, totals, "Anna took the lead for good in round 2, with 30 points.")

    assert Image.open(io.BytesIO(shown)).size == (SIDE, SIDE)
    assert card_painter.share_card(view, gains[:2], totals, "Anna took the lead for good in round 2, with 30 points.") != shown
