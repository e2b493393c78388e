"""The first edition, where it differs from the base game: numbers are sections, E examples of `first-edition.md`."""

from __future__ import annotations

import pytest

from tests.rules.table import GAME, Table

FIRST = {"edition": "first"}


def test_first_edition_1_two_to_five_players() -> None:
    """Five colours."""
    assert GAME.seats(GAME.options(FIRST)) == range(2, 6)


def test_first_edition_1_the_same_72_tiles_and_seven_followers() -> None:
    """One of eight is the score marker."""
    table = Table(GAME.start(GAME.options(FIRST), 5))

    assert table.view.left == 71
    assert table.supply("black") == 7


def test_first_edition_2_an_unplaceable_tile_leaves_the_game() -> None:
    """As in the base game: another is drawn."""
    table = Table.laid("(0,0) C r0; (0,-1) E r2; (1,0) E r3; (0,1) E r0; (-1,0) E r1", **FIRST).draw("C").draw("B")

    assert table.view.discarded == ("base/C",)
    assert (table.asked, table.turn) == ("place", "red")


def test_first_edition_3_a_city_of_exactly_two_tiles_is_worth_two() -> None:
    """2 points in all, told as such."""
    table = Table.laid("(0,0) D r0", **FIRST).play("(0,-1) E r2 red:c1")

    assert table.scores == {"red": 2}


def test_first_edition_3_a_city_of_three_tiles_is_worth_two_a_tile() -> None:
    """The exception is for two tiles only; shields count 2."""
    table = Table.laid("(0,0) D r0; (0,-1) M r2 red:c1; (1,0) U r0", **FIRST).play("(1,-1) E r3")

    assert table.scores == {"red": 8}


def test_first_edition_3_tiles_count_and_not_city_parts() -> None:
    """I carries two parts of one city of four tiles."""
    table = Table.laid("(0,0) N r2 red:c1; (1,0) N r3; (0,1) N r1", **FIRST).play("(1,1) I r0")

    assert table.scores == {"red": 8}


def test_first_edition_3_roads_and_cloisters_are_as_in_the_base_game() -> None:
    """1 a tile, and 9."""
    road = Table.laid("(0,0) D r0; (1,0) U r0 red:r1; (-1,0) X r0", **FIRST).play("(2,0) W r0")
    around = "(0,0) D r0; (0,1) B r0 red:m; (-1,0) U r0; (1,0) U r0; (-1,1) E r3; (1,1) E r1; (0,2) E r2; (-1,2) B r0"
    cloister = Table.laid(around, **FIRST).play("(1,2) B r0")

    assert (road.scores, cloister.scores) == ({"red": 4}, {"red": 9})


def test_first_edition_4_1_an_unfinished_two_tile_city_gives_its_normal_points() -> None:
    """The exception names finished cities only."""
    table = Table.laid("(0,0) M r0 blue:c1; (0,-1) E r2", **FIRST).finish()

    assert table.scores == {"blue": 3}


def test_first_edition_4_2_unfinished_cities_feed_no_farmer() -> None:
    """For every completed city."""
    assert Table.laid("(0,0) D r0 red:f1", **FIRST).finish().scores == {}


def test_first_edition_4_2_one_farmer_can_serve_many_cities() -> None:
    """4 points for each, whatever its size."""
    board = "(0,0) E r0 blue:f1; (0,-1) E r2; (0,1) B r0; (0,2) E r2; (0,3) E r0; (1,1) E r1; (2,1) E r3"

    assert Table.laid(board, **FIRST).finish().scores == {"blue": 12}


def test_first_edition_4_2_a_farmer_counts_once_for_a_city_that_the_meadow_touches_twice() -> None:
    """Blue's one farmer against Red's two: Red's meadow touches the city once, Blue's on two tiles."""
    board = "(0,0) G r0 blue:f1; (-1,0) E r1; (1,0) E r3 red:f1; (2,0) B r0 red:f1; (0,-1) B r0; (-1,-1) B r0"

    assert Table.laid(board, **FIRST).finish().scores == {"red": 4}


MEADOWS = "(0,0) G r0 blue:f1; (-1,0) E r1 blue:f1; (1,0) E r3 red:f1"
"""A finished city of three tiles without knights, and three meadows along it."""

SMALL_AND_LARGE = "(0,0) E r0 red:f1; (0,-1) E r2 blue:f1; (0,-2) E r0; (0,-3) G r1; (0,-4) E r2 blue:f1"
"""City S below: meadow 1 (Red) south, meadow 2 (Blue) north; city T above: meadow 2 and meadow 3 (Blue)."""


def test_first_edition_6_e1_e3_the_most_farmers_in_all_meadows_of_a_city_take_four() -> None:
    """E1, E3: two Blue, one Red around one city."""
    assert Table.laid(MEADOWS, **FIRST).finish().scores == {"blue": 4}
    assert Table.laid(MEADOWS).finish().scores == {"blue": 6, "red": 3}


def test_first_edition_6_e2_e6_two_cities_that_share_a_meadow() -> None:
    """E2: S pays both, T pays Blue once. E6: the base rule gives Red 3, Blue 6 + 3."""
    assert Table.laid(SMALL_AND_LARGE, **FIRST).finish().scores == {"red": 4, "blue": 8}
    assert Table.laid(SMALL_AND_LARGE).finish().scores == {"red": 3, "blue": 9}


def test_first_edition_6_e4_tied_farmers_in_two_meadows_get_four_each() -> None:
    """E4."""
    board = "(0,0) D r0; (0,-1) E r2 red:f1; (1,0) U r0 blue:f1"

    assert Table.laid(board, **FIRST).finish().scores == {"red": 4, "blue": 4}
    assert Table.laid(board).finish().scores == {"red": 3, "blue": 3}


def test_first_edition_6_e5_the_smallest_city() -> None:
    """E5: 2 points here, 4 in the base game."""
    assert Table.laid("(0,0) D r0", **FIRST).play("(0,-1) E r2 red:c1").scores == {"red": 2}
    assert Table.laid("(0,0) D r0").play("(0,-1) E r2 red:c1").scores == {"red": 4}


def test_first_edition_6_e7_only_a_farmer_where_the_city_has_a_knight() -> None:
    """E7."""
    table = Table.laid("(0,0) D r0; (0,-1) N r2 red:c1", turn="blue", **FIRST).draw("E").do("place 1,-1 r3")

    assert table.parts() == {"f1"}


def test_first_edition_6_e8_all_but_the_large_meadow_with_a_farmer_three_tiles_away() -> None:
    """E8."""
    table = Table.laid("(0,0) B r0 red:f1; (1,0) B r0; (2,0) B r0", **FIRST).draw("J").do("place 3,0 r0")

    assert table.parts() == {"c1", "r1", "f2"}


def test_first_edition_7_a_closed_loop_is_complete() -> None:
    """Our ruling: it has no open ends."""
    table = Table.laid("(0,0) D r0; (0,1) V r3 red:r1; (1,1) V r0; (1,2) V r1", **FIRST).play("(0,2) V r2")

    assert table.scores == {"red": 4}


@pytest.mark.parametrize(
    ("rule", "points"),
    [("1", {"blue": 4}), ("2", {"blue": 3, "red": 3}), ("3", {"blue": 6, "red": 3})],
)
def test_first_edition_8_the_farm_rule_is_an_option_of_every_edition(rule: str, points: dict[str, int]) -> None:
    """Rule 1 by city, rule 2 a city once a player, rule 3 by meadow."""
    assert Table.laid(MEADOWS, farm_rule=rule).finish().scores == points
    assert Table.laid(MEADOWS, farm_rule=rule, edition="first").finish().scores == points


@pytest.mark.parametrize(("worth", "points"), [("2", 2), ("4", 4), ("edition", 4)])
def test_first_edition_8_the_two_tile_city_is_an_option(worth: str, points: int) -> None:
    """BB-O8: the base game's 4 or the old 2."""
    assert Table.laid("(0,0) D r0", small_city=worth).play("(0,-1) E r2 red:c1").scores == {"red": points}
