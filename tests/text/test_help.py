"""Help that knows the game at hand: its expansions, its map, its printing, its squares; without one it speaks of all."""

from __future__ import annotations

import pytest

from tests.everything import ALL as ALL_INSTALLED
from text.carcassonne.texts import WORDS
from text.help.topics import LONGEST
from text.translator import translator_for

EN = translator_for("en")
EXPLAIN = WORDS.explain

GAMES: tuple[dict[str, str] | None, ...] = (
    *(None, {}, {"edition": "first"}, {"edition": "winter"}, {"expansions": ALL_INSTALLED}),
    *({"map": "tutorial"}, {"map": "germany", "towns": "a,c"}, {"farmers": "off"}, {"tiles": "twelve"}, {"unknown": "option"}),
)


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_every_topic_is_whole_in_every_game(options: dict[str, str] | None) -> None:
    """No brace is left, and each fits a message."""
    for key, title in EXPLAIN.topics(EN, options):
        text = EXPLAIN.help(key, EN, options)
        assert 0 < len(text) <= LONGEST, title
        assert "{" not in text


def test_topics_are_those_of_the_game() -> None:
    def keys(options: dict[str, str] | None) -> set[str]:
        return {key for key, _ in EXPLAIN.topics(EN, options)}

    assert {"maps", "expansions"} <= keys(None)
    assert not {"maps", "expansions"} & keys({})
    assert {"maps", "expansions"} & keys({"map": "tutorial"}) == {"maps"}
    assert {"maps", "expansions"} & keys({"expansions": "inns"}) == {"expansions"}
    assert keys({"unknown": "option"}) == keys(None)


def test_only_the_expansions_in_play_are_explained() -> None:
    plain, inns = EXPLAIN.help("cities", EN, {}), EXPLAIN.help("cities", EN, {"expansions": "inns"})

    assert "Cathedrals" not in plain
    assert "cathedral scores 3" in inns
    assert "Tower" not in EXPLAIN.help("expansions", EN, {"expansions": "inns"})


def test_the_printing_says_what_meadows_and_small_cities_pay() -> None:
    assert "3 points for every finished city it touches" in EXPLAIN.help("fields", EN, {})
    assert "4 points" not in EXPLAIN.help("fields", EN, {})
    assert "4 points" in EXPLAIN.help("fields", EN, {"edition": "first"})
    assert "scores 2." in EXPLAIN.help("cities", EN, {"edition": "first"})
    assert "two tiles" not in EXPLAIN.help("cities", EN, {"edition": "first", "small_city": "4"})
    assert "fields score nothing" in EXPLAIN.help("fields", EN, {"farmers": "off"})


def test_squares_are_named_as_on_this_board() -> None:
    on_map = EXPLAIN.help("board", EN, {"map": "tutorial"}) + EXPLAIN.help("typing", EN, {"map": "tutorial"})

    assert "rows have numbers from 1 in the north" in on_map
    assert "B2 90 knight" in on_map and "b2 r k" in on_map
    assert "M13" not in on_map and "N12" not in on_map
    assert "N12 90 knight" in EXPLAIN.help("typing", EN, {})


def test_a_map_is_explained_by_what_is_printed_on_it() -> None:
    germany, tutorial = (EXPLAIN.help("maps", EN, {"map": name}) for name in ("germany", "tutorial"))

    assert "Everyone has 7 meeples." in tutorial
    assert "Small cities do nothing in this game." in tutorial
    assert "unless the map says otherwise" not in germany
    assert "costs 2 points" in EXPLAIN.help("maps", EN, {"map": "tutorial", "towns": "b"})
    assert "second tile" not in EXPLAIN.help("maps", EN, {"map": "tutorial", "towns": "b"})
    assert "Big city: " in tutorial and "Ferry: " in tutorial and "Border: " in tutorial
