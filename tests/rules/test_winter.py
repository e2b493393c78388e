"""The winter edition: numbers are sections, W examples of `winter.md`."""

from __future__ import annotations

import pytest

from tests.rules.table import GAME, Table
from tests.rules.test_base import EXAMPLES, FARMERS, FINAL_EXAMPLES

WINTER = {"edition": "winter"}


def test_winter_1_84_tiles_and_two_to_five_players() -> None:
    """72 and 12, one of which lies."""
    table = Table(GAME.start(GAME.options(WINTER), 5))

    assert table.view.left == 83
    assert [tile.tile for tile in table.view.tiles] == ["base/D"]
    assert GAME.seats(GAME.options(WINTER)) == range(2, 6)


def test_winter_1_1_each_animal_tile_comes_once() -> None:
    """WT01 to WT12."""
    bag = dict(Table(GAME.start(GAME.options(WINTER), 2)).view.bag)

    assert {tile: count for tile, count in bag.items() if tile.startswith("winter/")} == {
        f"winter/WT{number:02}": 1 for number in range(1, 13)
    }


def test_winter_1_1_wt06_has_two_roads_that_end_at_its_cloister() -> None:
    """Each is a road of its own."""
    table = Table.laid("(0,0) D r0; (2,0) W r0", **WINTER).draw("WT06").do("place 1,0 r0")

    assert table.parts() == {"m", "r1", "r2", "f1", "f2"}


@pytest.mark.parametrize("tile", ["WT02", "WT03", "WT05", "WT08", "WT10"])
def test_winter_1_1_a_road_that_ends_at_the_wall_parts_two_meadows(tile: str) -> None:
    """Both touch the city."""
    table = Table.laid("(0,0) B r0", **WINTER).draw(tile)
    table.do(next(text for text in table.legal))

    assert {"f1", "f2", "c1", "r1"} <= table.parts()


def test_winter_1_1_animals_have_no_rule() -> None:
    """The inn in WT05's source data means nothing: a road of two tiles is worth 2."""
    table = Table.laid("(0,0) WT05 r0 red:r1", **WINTER).play("(0,1) W r2")

    assert table.scores == {"red": 2}


def test_winter_2_a_two_tile_city_is_worth_four() -> None:
    """Section 5: no exception in text or table."""
    assert Table.laid("(0,0) D r0", **WINTER).play("(0,-1) E r2 red:c1").scores == {"red": 4}


def test_winter_3_without_animal_tiles_72_are_played() -> None:
    """Our ruling, harmless."""
    table = Table(GAME.start(GAME.options(WINTER | {"animal_tiles": "off"}), 2))

    assert table.view.left == 71
    assert table.view.theme == "winter"


def test_winter_3_farmers_off() -> None:
    """Recommended for the first game."""
    assert Table.laid("(0,0) D r0", farmers="off", **WINTER).draw("WT11").do("place 0,1 r0").parts() == {"r1"}


@pytest.mark.parametrize("example", EXAMPLES)
def test_winter_4_w1_to_w5_the_examples_of_the_base_game(example: str) -> None:
    """W1 roads, W2 cities, W3 tie, W4 cloister, W5 placed and taken back at once."""
    board, points = EXAMPLES[example]
    before, last = board.rsplit(";", 1)

    assert Table.laid(before, **WINTER).play(last).scores == points


@pytest.mark.parametrize("example", FINAL_EXAMPLES)
def test_winter_4_w6_the_final_examples_of_the_base_game(example: str) -> None:
    """W6: road 3, cloister 5, city 8 with Black getting nothing, city 3."""
    board, points = FINAL_EXAMPLES[example]

    assert Table.laid(board, **WINTER).finish().scores == points


@pytest.mark.parametrize("example", FARMERS)
def test_winter_4_w7_w8_the_farmer_examples_of_the_base_game(example: str) -> None:
    """W7 and W8: 3 points a completed city and meadow."""
    board, points = FARMERS[example]

    assert Table.laid(board, **WINTER).finish().scores == points


def test_winter_4_w9_only_monk_or_farmer_where_the_road_is_occupied() -> None:
    """W9, on A: its road joins Blue's."""
    table = Table.laid("(0,0) D r0; (1,0) V r0 blue:r1", **WINTER).draw("A").do("place 1,1 r2")

    assert table.parts() == {"m", "f1"}


def test_winter_4_w10_only_farmer_or_highwayman_where_the_own_city_is_occupied() -> None:
    """W10, even by an own knight."""
    table = Table.laid("(0,0) D r0; (0,-1) N r2 red:c1", **WINTER).draw("WT08").do("place 1,-1 r3")

    assert table.parts() == {"r1", "f1", "f2"}


def test_winter_4_w11_two_farmers_joined_by_a_third_tile_stay() -> None:
    """W11: both in one meadow, no new farmer."""
    table = Table.laid("(0,0) B r0 blue:f1; (2,0) B r0 red:f1", **WINTER).draw("B").do("place 1,0 r0")

    assert table.parts() == {"m"}
    assert table.figures == {"(0,0) blue:f1", "(2,0) red:f1"}


def test_winter_4_w12_two_bends_of_one_tile_in_one_road_count_it_once() -> None:
    """W12; base 5 and 9: points are the number of tiles."""
    table = Table.laid("(0,0) WT09 r0 red:r1; (0,-1) V r3; (1,-1) V r0; (1,0) V r1; (-1,0) X r0", **WINTER).play("(0,1) W r2")

    assert table.scores == {"red": 6}


def test_winter_4_w13_a_dead_end_is_a_closed_end() -> None:
    """W13: a road of two tiles."""
    table = Table.laid("(0,0) WT11 r0", **WINTER).play("(0,1) W r2 red:r2")

    assert table.scores == {"red": 2}


def test_winter_5_a_closed_loop_is_complete() -> None:
    """As in the base game."""
    table = Table.laid("(0,0) D r0; (0,1) V r3 red:r1; (1,1) V r0; (1,2) V r1", **WINTER).play("(0,2) V r2")

    assert table.scores == {"red": 4}


def test_winter_may_be_played_with_the_expansions() -> None:
    """BB-O1: any subset; the tiles add up."""
    table = Table(GAME.start(GAME.options(WINTER | {"expansions": "inns,traders,dragon,tower"}), 2))

    assert table.view.left == 72 + 12 + 18 + 24 + 30 + 18 - 1
