"""The contract of every edition that is offered: its words and its painter can do what the Discord layer asks of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from editions.edition import Editions
from editions.registry import CARCASSONNE, EDITIONS
from tests.contract.laws import variants
from tests.contract.shown import PNG, showable
from text.translator import translator_for

LARGE = {"map": "benelux"}
"""Its picture is so large that it is painted in `make soak` only; in every run another map is."""

SMALL = ("carcassonne", {"map": "tutorial"})
PLAIN: tuple[str, dict[str, str]] = ("carcassonne", {})
"""With an expansion it says and shows all that it does without."""

CASES = [
    SMALL,
    *(
        pytest.param(name, chosen, marks=pytest.mark.soak if chosen == LARGE or (name, chosen) == PLAIN else ())
        for name, edition in EDITIONS.items()
        for chosen in variants(edition.game)[::22]
        if (name, chosen) != SMALL
    ),
]


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real pictures, but small ones: their look is tested elsewhere."""
    monkeypatch.setattr("render.layout.SIZES", (24,))


@pytest.mark.parametrize(("name", "chosen"), CASES, ids=lambda value: str(value) or "default")
def test_a_random_game_can_be_said_and_painted(name: str, chosen: dict[str, str]) -> None:
    game = EDITIONS[name].game

    showable(EDITIONS[name], chosen, game.seats(game.options(chosen))[-1], seed=len(chosen))


@pytest.mark.parametrize("name", EDITIONS)
def test_what_stands_for_itself_is_painted(name: str) -> None:
    """Legends, and every map of ours."""
    edition = EDITIONS[name]
    if edition.painter.legend is not None:
        assert edition.painter.legend_names is not None and edition.words.legend is not None
        for options in (None, {}, {"expansions": "inns,dragon", "edition": "winter"}):
            assert edition.painter.legend(options).startswith(PNG)
            assert all(
                edition.words.legend.named(*sample, translator_for("en")) for sample in edition.painter.legend_names(options)
            )
    if edition.uploads is not None:
        assert edition.painter.sheet is not None
        assert edition.words.uploads is not None
        for upload_id in edition.uploads.built_in()[:1]:  # all previews are drawn in `make soak`
            upload = edition.uploads.find(upload_id)
            assert upload.game == name
            assert edition.painter.sheet(upload.sheet).startswith(PNG)


def test_an_id_names_one_game() -> None:
    with pytest.raises(AssertionError, match="an id names one game"):
        Editions(CARCASSONNE, CARCASSONNE)


@pytest.mark.parametrize("lacking", ["uploads", "words", "painter"])
def test_a_game_with_maps_has_words_and_pictures_for_them(lacking: str) -> None:
    parts = {
        "uploads": None,
        "words": replace(CARCASSONNE.words, uploads=None),
        "painter": replace(CARCASSONNE.painter, sheet=None),
    }

    with pytest.raises(AssertionError, match="carcassonne"):
        replace(CARCASSONNE, **{lacking: parts[lacking]})


def test_every_view_of_a_painter_has_a_name() -> None:
    with pytest.raises(AssertionError, match="carcassonne"):
        replace(CARCASSONNE, words=replace(CARCASSONNE.words, views={}))
