"""Inns & Cathedrals: R rules, X examples, E edge cases of `inns-and-cathedrals.md`."""

from __future__ import annotations

import pytest

from games.core.errors import IllegalActionError
from tests.rules.table import GAME, Table

INNS = {"expansions": "inns"}
CITY = "(0,0) D r0; (0,-1) F r1; (0,-2) G r1"
"""The city of IC-X9 before its last tile `(0,-3) E r2`: then 4 tiles and a shield, worth 10."""


def laid(board: str, **more: str) -> Table:
    """Return a board with this expansion."""
    return Table.laid(board, **({"expansions": "inns"} | more))


def test_ic_2_eighteen_tiles_and_a_big_follower_each() -> None:
    """IC 1, IC 2."""
    table = Table(GAME.start(GAME.options(INNS), 6))

    assert table.view.left == 72 + 18 - 1
    assert [(table.supply(c), table.supply(c, "big")) for c in ("red", "grey")] == [(7, 1), (7, 1)]


def test_ic_r1_a_big_follower_is_placed_like_a_small_one() -> None:
    """Under exactly the same conditions (IC 5)."""
    table = laid("(0,0) D r0 blue:r1").draw("U").do("place 1,0 r0")

    assert table.parts("big") == table.parts("small") == {"f1", "f2"}


def test_ic_r1_a_big_follower_blocks_and_comes_home_like_a_small_one() -> None:
    """A follower in every respect."""
    table = laid("(0,0) D r0; (-1,0) X r0; (1,0) U r0 red big:r1", turn="blue").draw("W").do("place 2,0 r0")
    assert "r3" not in table.parts()

    table.do("skip")
    assert (table.scores, table.supply("red", "big")) == ({"red": 4}, 1)


def test_ic_r1_a_big_follower_never_multiplies_points() -> None:
    """Strength counts in the majority only."""
    assert laid(f"{CITY} red big:c1").play("(0,-3) E r2").scores == {"red": 10}


def test_ic_r2_only_one_figure_a_part() -> None:
    """After the big one the turn is over."""
    table = laid("(0,0) D r0").draw("U").do("place 1,0 r0", "deploy big r1")

    assert table.turn == "blue"


def test_ic_r3_x1_a_complete_inn_road_is_two_a_tile() -> None:
    """IC-X1."""
    assert laid("(0,0) D r0; (1,0) EB r0 red:r1; (2,0) W r0").play("(-1,0) W r0").scores == {"red": 8}


def test_ic_r3_x4_bb_o9_an_unfinished_inn_road_is_worth_nothing() -> None:
    """IC-X4; 2 under `plain` (BB-O9)."""
    board = "(0,0) D r0; (1,0) EB r0 red:r1"

    assert laid(board).finish().scores == {}
    assert laid(board, unfinished_inn_cathedral="plain").finish().scores == {"red": 2}


def test_ic_r3_x2_e1_a_second_inn_changes_nothing() -> None:
    """IC-X2: 8, not 12 or 16."""
    assert laid("(0,0) D r0; (1,0) EB r0 red:r1; (2,0) EC r2").play("(-1,0) W r0").scores == {"red": 8}


def test_ic_r4_x3_e6_the_inn_belongs_to_one_arm() -> None:
    """IC-X3: EC's inn lies on its other arm."""
    assert laid("(0,0) D r0; (1,0) EC r0 red:r3").play("(-1,0) W r0").scores == {"red": 3}


CATHEDRALS = {
    "IC-X5": ("(0,0) D r0; (0,-1) EK r0 red:c1; (1,-1) E r3; (-1,-1) E r1; (0,-2) E r2", 15),
    "IC-X6": ("(0,0) D r0; (0,-1) EK r0 red:c1; (0,-2) M r2; (1,-2) E r3; (1,-1) E r3; (-1,-1) E r1", 21),
    "IC-X7": (
        "(0,0) D r0; (0,-1) EK r0 red:c1; (0,-2) EK r0; (1,-1) E r3; (-1,-1) E r1; (1,-2) E r3; (-1,-2) E r1; (0,-3) E r2",
        24,
    ),
}


@pytest.mark.parametrize("example", CATHEDRALS)
def test_ic_r5_x5_x6_x7_e3_a_complete_cathedral_city_is_three_a_tile_and_shield(example: str) -> None:
    """A second cathedral changes nothing (IC-E1)."""
    board, points = CATHEDRALS[example]
    before, last = board.rsplit(";", 1)

    assert laid(before).play(last).scores == {"red": points}


def test_ic_r5_x8_e4_an_open_cathedral_city_is_worth_nothing() -> None:
    """IC-X8: shields included; 4 under `plain`."""
    board = "(0,0) D r0; (0,-1) EK r0 red:c1; (0,-2) M r2"

    assert laid(board).finish().scores == {}
    assert laid(board, unfinished_inn_cathedral="plain").finish().scores == {"red": 4}


def test_ic_r6_e2_a_cathedral_may_join_an_opponents_city() -> None:
    """That is what the tile is for."""
    table = laid("(0,0) D r0; (0,-1) N r2 blue:c1").draw("EK")

    assert {"place 1,-1 r0", "place 0,-2 r0"} & set(table.legal)


def test_ic_r7_e18_a_cathedral_city_is_worth_three_to_a_meadow() -> None:
    """Cathedral or not; an open one 0 (IC-E18)."""
    closed = "(0,0) D r0 red:f1; (0,-1) EK r0; (1,-1) E r3; (-1,-1) E r1; (0,-2) E r2"

    assert laid(closed).finish().scores == {"red": 3}
    assert laid("(0,0) D r0 red:f1; (0,-1) EK r0").finish().scores == {}


def test_ic_r7_inns_mean_nothing_to_meadows() -> None:
    """EM's inn road lies between the meadow and nothing else."""
    assert laid("(0,0) EM r0 red:f1; (0,-1) E r2").finish().scores == {"red": 3}


def test_ic_x9_the_city_of_the_majority_examples() -> None:
    """4 tiles and a shield: 10."""
    assert laid(f"{CITY} red:c1").play("(0,-3) E r2").scores == {"red": 10}


MAJORITIES = {
    "IC-X10": ("(0,0) D r0 red big:c1; (0,-1) F r1 blue:c1; (0,-2) G r1", {"red": 10}),
    "IC-X11": ("(0,0) D r0 red big:c1; (0,-1) F r1 blue:c1; (0,-2) G r1 blue:c1", {"red": 10, "blue": 10}),
    "IC-E15": ("(0,0) D r0 red big:c1; (0,-1) F r1 blue big:c1; (0,-2) G r1", {"red": 10, "blue": 10}),
}


@pytest.mark.parametrize("example", MAJORITIES)
def test_ic_r1_x10_x11_e15_strength_two_in_every_majority(example: str) -> None:
    """2 against 1, 2 against 2, big against big."""
    board, points = MAJORITIES[example]

    assert laid(board).play("(0,-3) E r2").scores == points


def test_ic_x12_three_colours_in_one_city() -> None:
    """Red 3, Blue 2, Green 2: Red alone. A longer city, for five followers: 7 tiles and a shield."""
    knights = "(0,0) D r0 red big:c1; (0,-1) F r1 red:c1; (0,-2) G r1 blue big:c1; (0,-3) G r1 green:c1; (0,-4) G r1 green:c1"
    board = f"{knights}; (0,-5) G r1"

    assert laid(board).play("(0,-6) E r2").scores == {"red": 16}


@pytest.mark.parametrize(("blue", "points"), [("", {"red": 9}), ("; (1,1) B r0 blue:f1", {"red": 9, "blue": 9})])
def test_ic_x13_a_big_farmer_counts_two(blue: str, points: dict[str, int]) -> None:
    """Three completed cities: one small Blue farmer gets nothing, two tie."""
    cities = "(0,0) E r0 red big:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (0,2) E r2; (0,3) E r0; (-1,1) E r3; (-2,1) E r1"

    assert laid(cities + blue).finish().scores == points


def test_ic_x14_e13_a_big_monk_is_worth_nine() -> None:
    """Not 18."""
    around = "(-1,0) U r0; (1,0) U r0; (-1,-1) B r0; (0,-1) B r0; (1,-1) B r0; (-1,1) B r0; (0,1) B r0"

    assert laid(f"(0,0) ED r0 red big:m; {around}").play("(1,1) B r0").scores == {"red": 9}


def test_ic_e5_a_tile_twice_on_an_inn_road_counts_once_and_double() -> None:
    """EE's two bends in one loop with the inn of EA: 6 tiles, 12 points."""
    table = laid("(0,0) EE r0 red:r1; (0,-1) EA r3; (1,-1) V r0; (1,0) V r1; (-1,0) X r0").play("(0,1) W r2")

    assert table.scores == {"red": 12}


def test_ic_e7_ed_has_two_roads() -> None:
    """West and east both end at the cloister."""
    assert laid("(0,0) D r0").draw("ED").do("place 1,0 r0").parts() == {"m", "r1", "r2", "f1", "f2"}


def test_ic_e8_ei_has_two_roads_and_four_meadows() -> None:
    """A crossing between two caps."""
    assert laid("(0,0) D r0").draw("EI").do("place 1,0 r0").parts() == {"c1", "c2", "r1", "r2", "f1", "f2", "f3", "f4"}


def test_ic_e9_egs_wall_splits_the_meadow() -> None:
    """Both meadows touch the same city."""
    table = laid("(0,0) EG r0 red:f1 blue:f2; (0,-1) E r2").finish()

    assert table.scores == {"red": 3, "blue": 3}


def test_ic_e10_ehs_enclosed_meadow_takes_a_farmer_and_touches_all_four_cities() -> None:
    """A meadow of its own that never grows."""
    table = laid("(0,-1) E r2; (1,0) E r3; (0,1) E r0; (-1,0) E r1").play("(0,0) EH r0 red:f1").finish()

    assert table.scores == {"red": 12}


def test_ic_e11_eh_completes_four_cities_at_once() -> None:
    """Each is scored separately."""
    table = laid("(0,-1) E r2 red:c1; (1,0) E r3 blue:c1; (0,1) E r0 green:c1; (-1,0) E r1").play("(0,0) EH r0")

    assert table.scores == {"red": 4, "blue": 4, "green": 4}


def test_ic_e12_a_big_follower_scored_home_serves_next_turn() -> None:
    """It comes home after the deploy step."""
    table = laid("(0,0) D r0; (-1,0) X r0").play("(1,0) W r0 red big:r3")

    assert (table.supply("red", "big"), table.turn) == (1, "blue")


def test_ic_e14_a_big_follower_is_captured_like_a_small_one_and_ransomed_for_three() -> None:
    """TW-E16; with the Tower."""
    table = Table.laid("(0,0) tw01 r0; (1,0) B r0", expansions="inns,tower").prisoner("blue", "red", "big").points(red=5).draw("B")

    table.do("ransom big s1")

    assert table.scores == {"red": 2, "blue": 3}


def test_ic_e16_en_the_inn_road_ends_at_the_city() -> None:
    """Its other end decides."""
    assert laid("(0,0) EN r0 red:r1").play("(0,1) W r2").scores == {"red": 4}


def test_ic_e17_the_fairy_pays_on_an_unfinished_inn_road() -> None:
    """BB-O3: owner 0, companion 3."""
    table = Table.laid("(0,0) D r0; (1,0) EB r0 red:r1", expansions="inns,dragon").fairy(1, 0, "r1").finish()

    assert table.scores == {"red": 3}


def test_ic_e19_a_big_follower_may_use_the_portal() -> None:
    """PD-R19."""
    table = Table.laid("(0,0) D r0; (0,1) B r0", expansions="inns,dragon").draw("dr19").do("place 1,0 r0")

    assert "deploy big 0,1 m" in table.legal


def test_ic_e20_six_may_play_without_this_expansion() -> None:
    """The base set has six colours."""
    assert GAME.seats(GAME.options({}))[-1] == 6


def test_ic_9_big_followers_can_be_left_out() -> None:
    """0 removes the figure and keeps the tiles."""
    table = laid("(0,0) D r0", big_followers_per_player="0").draw("EB").do("place 1,0 r0")

    assert table.parts("big") == set()


@pytest.mark.parametrize("given", [{"unfinished_inn_cathedral": "plain"}, {"big_followers_per_player": "0"}])
def test_ic_9_the_options_need_the_expansion(given: dict[str, str]) -> None:
    """BB-E21: rows of a missing component drop out."""
    with pytest.raises(IllegalActionError, match="option-needs"):
        GAME.options(given)
