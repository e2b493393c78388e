"""Games on a map can be told, described, typed and asked about like any other."""

from __future__ import annotations

import re

import pytest

from editions.registry import EDITIONS
from games.carcassonne import events as ev
from games.carcassonne.expansions.maps.events import MapLinkReached
from games.carcassonne.illegal_move_reasons import empty_squares, illegal_move_reason
from tests.text.played import NAMES, Played, played
from text.carcassonne import autocomplete, maps, remaining_tiles, settings
from text.carcassonne.board import board
from text.carcassonne.move_log import log, story
from text.carcassonne.parse_errors import MISREADS
from text.carcassonne.placement_list import AROUND, neighbours
from text.translator import translator_for

EN = translator_for("en")


def on_map(map_id: str = "tutorial") -> Played:
    return played(3, 3, map=map_id, towns="a,b,c")


@pytest.mark.parametrize("map_id", ["tutorial", "germany"])
def test_a_game_on_a_map_is_told(map_id: str) -> None:
    game = on_map(map_id)

    text = "\n".join(story(game.events, game.final, NAMES, EN))

    assert text.count("start tile ") == 2
    assert "is connected" in text
    assert "small city covered: " in text
    assert len(log(game.events, game.final, NAMES, EN)) >= len(game.final.tiles)
    assert {type(event) for event in game.events} >= {MapLinkReached, ev.PointsPaid, ev.FeatureScored}


def test_every_position_of_a_map_is_described() -> None:
    for position in on_map().positions[::9]:
        assert board(position.view, NAMES, EN)
        assert len(autocomplete.OFFERS["square"](position.view, position.legal, NAMES, EN)) == len(empty_squares(position.view))
        assert all("fit" in remaining_tiles.odds(position.view, hole, EN) for hole in empty_squares(position.view))
        assert remaining_tiles.odds(position.view, (0, 0), EN) == "A1 can't be reached yet."


def test_the_board_as_text_says_what_is_printed_and_connected() -> None:
    first, *_, last = (board(position.view, NAMES, EN) for position in on_map().positions)

    for line in (
        "Map of Tutorial island, columns A to H, rows 1 to 8 from north to south.",
        "C2 north, city Noordpoort, 2 shields; G4 east, road Oostweg, 2 shields.",
        "Waves, no tile: D6.",
    ):
        assert line in first
    assert "D4 Hoofdstad, open to north, east, south and west, 2 shields, not connected yet." in first
    assert "Pont from B6 south to B8 north, 2 shields, not connected yet." in first
    assert "not connected yet" not in last
    assert "Within reach: " in first


def test_the_hint_how_to_type_names_a_square_of_the_map() -> None:
    position = on_map().positions[0]
    assert position.view.printed is not None

    hint = EDITIONS["carcassonne"].words.read.hint(position.view, position.legal, EN)

    assert any(f" {position.view.squares.name(*square)}" in hint for square in position.view.printed.reach)
    assert not EDITIONS["carcassonne"].words.read.hint(position.view, (), EN), "nothing is given away where squares are not named"


def test_what_fits_is_what_is_legal() -> None:
    """The explanation of a refusal knows what is printed: it never calls wrong what the rules allow, nor the other way."""
    for position in [p for p in on_map("germany").positions if p.view.decision == "place"][::7]:
        hand = position.view.hand
        assert hand is not None
        legal = {(action.square, action.turn) for action in position.legal}
        squares = [(x, y) for x in range(-1, 13) for y in range(-1, 17)]
        fine = {
            (square, turn)
            for square in squares
            for turn in range(4)
            if illegal_move_reason(position.view, hand, square, turn) is None
        }
        assert legal <= fine
        assert {square for square, _ in fine} == {square for square, _ in legal}


def test_the_reasons_of_a_map_have_sentences() -> None:
    view = next(p.view for p in on_map().positions if p.view.decision == "place")
    assert view.hand is not None

    far, off = (illegal_move_reason(view, view.hand, square, 0) for square in ((1, 7), (0, 0)))

    assert far is not None
    assert off is not None
    assert (far.reason, off.reason) == ("far", "off")
    assert {"square-far", "square-off"} <= set(MISREADS)


def test_a_map_names_itself() -> None:
    assert settings.title({"map": "britain"}, EN) == "Map: Great Britain"


@pytest.mark.parametrize("map_id", ["tutorial", "britain"])
def test_spots_beside_what_is_printed_say_so(map_id: str) -> None:
    """A big city, a border or a ferry is named; nowhere ends "beside" empty."""
    seen = []
    for position in [p for p in on_map(map_id).positions if p.view.decision == "place"]:
        assert position.view.printed is not None
        for line in EDITIONS["carcassonne"].words.say.legal_sentences(position.view, position.legal, NAMES, EN):
            assert re.match(r"\d+ · [A-Z]\d+, beside \S.* \((north|east|south|west)\): \d+° ", line)
            seen += [part.name for part in position.view.printed.parts if f"{part.name} (" in line]
    printed = on_map(map_id).final.printed
    assert printed is not None
    for kind in (printed.cities, printed.borders, printed.ferries):
        assert {part.name for part in kind} & set(seen)


def test_our_own_maps_have_names_in_every_language_and_those_of_servers_keep_theirs() -> None:
    dutch = translator_for("nl")

    assert maps.named("Germany", dutch) == "Duitsland"
    assert maps.named("New game", dutch) == "New game"
    assert f"Kaart: {maps.named('Tutorial island', dutch)}" in board(on_map().final, NAMES, dutch)


def test_a_wall_is_named_beside_a_square_only_where_one_is_printed() -> None:
    for position in [p for p in on_map("germany").positions if p.view.decision == "place"][::7]:
        printed = position.view.printed
        assert printed is not None
        for x, y in empty_squares(position.view):
            told = neighbours(position.view, (x, y), EN)
            walls = {side for side, (dx, dy) in enumerate(AROUND) if printed.glyph((x + dx, y + dy)) == "B"}
            assert {side for side, text in told.items() if text == "a wall"} <= walls
            assert all(side in told for side in walls)
