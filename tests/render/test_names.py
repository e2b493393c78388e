"""Names in pictures: every script is written, nothing is too wide, and whose field is whose can be read."""

from __future__ import annotations

import dataclasses
import unicodedata

import numpy as np
import pytest

from games.carcassonne.score_explanations import ahead
from games.core.game import CHANCE
from render import pictures, typefaces
from render.carcassonne.painter import PAINTER, named
from render.cardcassonne.painter import PAINTER as CARDS
from render.typefaces import NOTHING, NameGraphic, runs
from tests.games.cardcassonne.randomly import GAME, walk
from tools.positions import reached

INK = (20, 20, 20)
NAMES = (
    *("Zoë Łukasz", "Ελένη", "Дмитрий", "محمد علي", "שלום", "田中さん", "김민수", "สมชาย", "राहुल", "தமிழ்", "తెలుగు", "বাংলা"),
    *("თამარ", "ኃይለ", "Հայկ", "ລາວ", "ខ្មែរ", "မြန်မာ", "සිංහල", "🐉Draco🔥", "★彡Ninja彡★"),
)


@pytest.mark.parametrize("name", NAMES)
def test_every_sign_of_a_name_is_written(name: str) -> None:
    """No sign falls away, and none is drawn as the box that stands for what a typeface lacks."""
    assert "".join(run for _, run in runs(name)) == name
    for file, run in runs(name):
        assert all(sign.isspace() or unicodedata.category(sign)[0] == "M" or typefaces._has(file, sign) for sign in run)

    drawn = np.asarray(NameGraphic(name, 30, 400, INK).draw())[..., 3]

    assert drawn.any(), "there is ink"
    assert drawn.shape[0] == 30 and drawn.shape[1] <= 400


def test_a_long_name_ends_with_an_ellipsis_in_its_room() -> None:
    long, short = (NameGraphic(text, 30, 120, INK).draw() for text in ("Wolfeschlegelsteinhausen", "Wolf"))

    assert 90 < long.width <= 120 and short.width < 90


def test_letters_for_show_are_written_plainly_and_what_is_unseen_is_not() -> None:
    assert "".join(run for _, run in runs("𝓐𝓷𝓷𝓪\u2068\u0007")) == "Anna"
    assert runs(NOTHING) == []


def test_the_names_stand_in_panel_and_cards() -> None:
    """Another name is another picture, and a panel with names is a little higher than one without."""
    view = reached({}, 3, 12).view
    first, other = named(view, ["Anna", "Ben", "田中"]), named(view, ["Anna", "Bert", "田中"])

    for paint in (pictures.board, pictures.score_card, pictures.end_card):
        assert paint(first).png != paint(other).png
    plain, written = pictures.board(view), pictures.board(first)
    assert written.width == plain.width and plain.height <= written.height < plain.height * 1.15
    assert dataclasses.replace(first, seats=view.seats) == view


def test_the_names_stand_in_the_lobby_below_what_is_explained_and_on_the_card_table() -> None:
    """Wherever players are told apart, nobody has to match colours: another name is another picture."""
    view = reached({}, 3, 30).view
    first, other = named(view, ["Anna", "Ben", "田中"]), named(view, ["Antje", "Bert", "田村"])
    thing = next(thing for thing in ahead(view) if thing.weights)
    cards = next(moment.state for moment in walk(3, 3) if moment.seat != CHANCE)
    table = GAME.view(cards, None)

    assert pictures.explain(first, thing).png != pictures.explain(other, thing).png
    assert pictures.explain(first, thing).height > pictures.explain(view, thing).height, "there is room for them"
    assert PAINTER.lobby is not None and PAINTER.lobby({}, ["Anna", ""]) != PAINTER.lobby({}, ["Antje", ""])
    assert CARDS.named is not None
    drawn = [CARDS.turn(CARDS.named(table, names), (), (), 0) for names in (["Anna", "Ben", "田中"], ["Anna", "Ben", "田村"])]
    assert drawn[0] != drawn[1] != CARDS.turn(table, (), (), 0)
