"""Traders & Builders: R rules, X examples, E edge cases of `traders-and-builders.md`."""

from __future__ import annotations

import pytest

from games.carcassonne.events import FigureReturned, TurnBegan
from games.carcassonne.expansions.traders.events import GoodsTaken
from games.core.game import CHANCE
from tests.rules.table import GAME, Table

ROAD = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1"
"""Red's highwayman and builder on an open road."""


def laid(board: str = "(0,0) D r0", **more: str) -> Table:
    """Return a board with this expansion."""
    return Table.laid(board, **({"expansions": "traders"} | more))


def parts_begun(table: Table) -> list[tuple[int, int]]:
    """(seat, part) of every part that began."""
    return [(event.seat, event.part) for event in table.told(TurnBegan)]


def test_tb_1_e20_24_tiles_with_9_wine_6_grain_5_cloth() -> None:
    """BB-X7: 72 + 24 - 1 = 95 in the pile."""
    table = Table(GAME.start(GAME.options({"expansions": "traders"}), 2))
    marks = [m for kind, n in enumerate(table.state.bag) for s in table.state.rules.tiles[kind].segments for m in s.marks * n]

    assert table.view.left == 95
    assert [marks.count(goods) for goods in ("wine", "grain", "cloth")] == [9, 6, 5]


def test_tb_2_one_builder_and_one_pig_each() -> None:
    """Everybody adds them to their supply."""
    table = Table(GAME.start(GAME.options({"expansions": "traders"}), 2))

    assert [(table.supply(c, "builder"), table.supply(c, "pig")) for c in ("red", "blue")] == [(1, 1), (1, 1)]


def test_tb_r1_a_builder_never_blocks_and_has_no_strength() -> None:
    """Blue may not join Red's road, but because of the highwayman; alone the builder counts nothing."""
    table = laid("(0,0) D r0 blue:r1; (1,0) U r0 red:f1 red builder:r1; (-1,0) X r0").play("(2,0) W r0")

    assert table.scores == {"blue": 4}


def test_tb_r2_e12_a_builder_goes_where_an_own_follower_is() -> None:
    """On road or city of the placed tile, anywhere in the merged feature (TB-E12)."""
    table = laid("(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0; (3,0) U r0").draw("U").do("place 4,0 r0")

    assert table.parts("builder") == {"r1"}


def test_tb_r2_a_builder_needs_an_own_follower() -> None:
    """A foreign one does not do; a free road neither."""
    assert laid("(0,0) D r0 blue:r1").draw("U").do("place 1,0 r0").parts("builder") == set()
    assert laid("(0,0) D r0").draw("U").do("place 1,0 r0").parts("builder") == set()


def test_tb_r2_other_figures_on_the_feature_do_not_matter() -> None:
    """Several players may have builders on one feature."""
    table = laid("(0,0) D r0 red:r1; (1,0) U r0 blue:r1; (2,0) U r0 blue builder:r1").draw("U").do("place 3,0 r0")

    assert table.parts("builder") == {"r1"}


def test_tb_r2_e8_no_builder_on_a_feature_that_is_complete() -> None:
    """It would come home at once anyway."""
    table = laid("(0,0) D r0 red:r1; (-1,0) X r0").draw("W").do("place 1,0 r0")

    assert "r3" not in table.parts("builder")


def test_tb_r2_no_builder_where_the_dragon_stands() -> None:
    """On a volcano's own tile."""
    table = Table.laid("(0,0) D r0 red:r1", expansions="traders,dragon").draw("dr03").do("place 1,0 r0")

    assert table.parts("builder") == set()


@pytest.mark.parametrize("tile", ["(3,0) U r0", "(3,0) W r0"])
def test_tb_r3_e4_extending_or_finishing_the_builders_road_brings_a_second_part(tile: str) -> None:
    """Lengthens, joins or finishes: no difference."""
    assert parts_begun(laid(ROAD).play(tile)) == [(0, 2)]


def test_tb_r3_e3_joining_the_builders_city_with_another_triggers() -> None:
    """All followers of both compete afterwards."""
    table = laid("(0,0) G r0 red:c1; (1,0) G r0 red builder:c1; (3,0) G r0 blue:c1").play("(2,0) G r0")

    assert parts_begun(table) == [(0, 2)]


def test_tb_r3_a_tile_elsewhere_brings_no_second_part() -> None:
    """The new tile must belong to the builder's feature."""
    assert parts_begun(laid(ROAD).play("(0,1) B r0")) == [(1, 1)]


def test_tb_r3_e2_a_builder_placed_this_part_does_not_trigger() -> None:
    """They were not there at placement."""
    table = laid("(0,0) D r0; (1,0) U r0 red:r1").play("(2,0) U r0 red builder:r1")

    assert parts_begun(table) == [(1, 1)]


def test_tb_r3_e10_an_opponents_tile_does_nothing_for_the_builder() -> None:
    """Only the owner's own placement counts."""
    assert parts_begun(Table.laid(ROAD, turn="blue", expansions="traders").play("(3,0) U r0")) == [(0, 1)]


def test_tb_r4_e13_no_third_part() -> None:
    """At most two tiles a turn; the builder stays."""
    table = laid(ROAD).play("(3,0) U r0; (4,0) U r0")

    assert parts_begun(table) == [(0, 2), (1, 1)]
    assert "(2,0) red builder:r1" in table.figures


def test_tb_r5_the_builder_comes_home_when_its_feature_is_scored() -> None:
    """With the highwayman."""
    table = laid(f"{ROAD}; (-1,0) W r0").play("(3,0) W r0")

    assert (table.scores, table.supply("red", "builder"), table.supply("red")) == ({"red": 5}, 1, 7)


def test_tb_r6_a_pig_goes_where_an_own_farmer_is() -> None:
    """On a meadow of the placed tile; not on road or city (TB-E9)."""
    table = laid("(0,0) D r0 red:f2").draw("U").do("place 1,0 r0")

    assert table.parts("pig") == {"f2"}


def test_tb_r6_e15_a_pig_may_join_a_meadow_with_a_foreign_majority() -> None:
    """Legal, worthless unless the majority changes."""
    table = laid("(0,0) B r0 red:f1; (1,0) B r0 blue:f1; (2,0) B r0 blue:f1").draw("B").do("place 0,1 r0")

    assert table.parts("pig") == {"f1"}


def test_tb_r6_no_pig_without_an_own_farmer() -> None:
    """A foreign one does not do."""
    assert laid("(0,0) B r0 blue:f1").draw("B").do("place 0,1 r0").parts("pig") == set()


FIELD = "(0,0) E r0 red:f1; (0,-1) E r2; (0,1) E r2 {}; (0,2) E r0"
"""Two completed cities, Red's farmer, and what is put on the second tile of the meadow."""


def test_tb_r7_an_owner_with_a_pig_gets_four_a_city() -> None:
    """3 without."""
    assert laid(FIELD.format("red pig:f1")).finish().scores == {"red": 8}
    assert laid(FIELD.format("")).finish().scores == {"red": 6}


def test_tb_r7_a_pig_never_changes_what_others_get() -> None:
    """A tie with one pig; the pig of who does not own is worth nothing."""
    tie = laid("(0,0) E r0 red:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (1,1) B r0 red pig:f1").finish()
    minority = laid("(0,0) E r0 red:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (1,1) B r0 blue pig:f1; (-1,1) B r0 red:f1").finish()

    assert tie.scores == {"red": 4, "blue": 3}
    assert minority.scores == {"red": 3}


def test_tb_r8_a_pig_stays_until_the_end() -> None:
    """Nothing that is scored sends it home."""
    table = laid("(0,0) D r0 red:f2; (1,0) W r0 red pig:f1; (-1,0) W r0", turn="blue")

    assert "(1,0) red pig:f1" in table.play("(0,-1) E r2").figures


def test_tb_r9_e18_the_active_player_takes_the_goods_of_a_city_nobody_owns() -> None:
    """No points, but goods."""
    table = laid("(0,0) D r0; (0,-1) tr13 r1; (0,-2) tr05 r2").play("(1,-2) E r3")

    assert (table.scores, table.extras("red")) == ({}, {"wine": 1, "grain": 1, "cloth": 0})


def test_tb_r9_goods_are_told_after_the_citys_points() -> None:
    """First points, then goods, then figures go home."""
    table = laid("(0,0) D r0; (0,-1) tr13 r1 blue:c1; (0,-2) tr05 r2").play("(1,-2) E r3")
    told = [type(e).__name__ for e in table.events]

    assert told.index("FeatureScored") < told.index("GoodsTaken") < told.index("FigureReturned")


def test_tb_r10_a_kind_that_nobody_holds_scores_nothing() -> None:
    """Only wine here."""
    assert laid().goods(red=(1, 0, 0)).finish().scores == {"red": 10}


def test_tb_r11_e22_the_bridges_roads_cross_without_touching() -> None:
    """Two roads to choose from, four meadows."""
    table = laid("(0,0) D r0").draw("tr01").do("place 1,0 r0")

    assert table.parts() == {"r1", "r2", "f1", "f2", "f3", "f4"}


def test_tb_r11_a_road_runs_on_over_the_bridge() -> None:
    """Neither road ends there."""
    assert laid("(0,0) D r0 red:r1; (-1,0) X r0; (1,0) tr01 r0").play("(2,0) W r0").scores == {"red": 4}


def test_tb_5_builder_and_pig_are_offered_beside_followers() -> None:
    """T3 has two more alternatives."""
    table = laid("(0,0) D r0 red:r1 red:f2").draw("U").do("place 1,0 r0")

    assert set(table.legal) == {"skip", "deploy small f1", "deploy builder r1", "deploy pig f2"}


def test_tb_x1_builder_step_by_step() -> None:
    """Six steps of two players."""
    table = laid().play(
        "(1,0) U r0 red:r1; (0,1) B r0 blue:m; (2,0) U r0 red builder:r1; (1,1) B r0; (3,0) U r0; (4,0) W r0; (-1,0) W r0"
    )

    assert parts_begun(table) == [(1, 1), (0, 1), (1, 1), (0, 1), (0, 2), (1, 1), (0, 1)]
    assert table.scores == {"red": 6}
    assert (table.supply("red"), table.supply("red", "builder")) == (7, 1)


def test_tb_x2_goods_of_a_city() -> None:
    """Blue 8; Red, who placed the last tile, takes 1 wine and 1 grain."""
    table = laid("(0,0) D r0; (0,-1) tr13 r1 blue:c1; (0,-2) tr05 r2").play("(1,-2) E r3")

    assert table.scores == {"blue": 8}
    assert [(e.seat, dict(e.goods)) for e in table.told(GoodsTaken)] == [(0, {"wine": 1, "grain": 1})]


def test_tb_x3_goods_majorities() -> None:
    """Wine 4-3-2, grain 2-2-1, cloth 0-1-3: Red 20, Blue 10, Green 10."""
    table = Table.laid("(0,0) D r0", seats=3, expansions="traders").goods(red=(4, 2, 0), blue=(3, 2, 1), green=(2, 1, 3)).finish()

    assert table.scores == {"red": 20, "blue": 10, "green": 10}


def test_tb_x4_a_pig_on_a_small_board() -> None:
    """4, and 3 without the pig."""
    board = "(0,0) D r0; (0,-1) E r2 red:f1; (1,0) U r0; (1,-1) B r0"

    assert laid(f"{board} red pig:f1").finish().scores == {"red": 4}
    assert laid(board).finish().scores == {"red": 3}


def test_tb_x5_pigs_on_the_meadow_examples() -> None:
    """Tie on three cities with a Red pig: 12 and 9. Majority on four: 16 with the own pig, 12 with the other's."""
    three = "(0,0) E r0 red:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (0,2) E r2; (0,3) E r0; (-1,1) E r3{}; (-2,1) E r1"
    four = (
        "(10,0) B r0 red:f1; (10,-1) E r0 red:f1; (10,-2) E r2; (11,0) E r1 blue:f1; (12,0) E r3; (10,1) E r2{}; (10,2) E r0;"
        "(9,0) E r3; (8,0) E r1"
    )

    assert laid(three.format(" red pig:f1")).finish().scores == {"red": 12, "blue": 9}
    assert laid(four.format(" red pig:f1")).finish().scores == {"red": 16}
    assert laid(four.format(" blue pig:f1")).finish().scores == {"red": 12}


def test_tb_x6_a_big_farmer_against_one_farmer_with_a_pig() -> None:
    """Two votes win: Red 9, Blue 0 on three cities."""
    board = "(0,0) E r0 red big:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (0,2) E r2; (0,3) E r0; (-1,1) E r3 blue pig:f1; (-2,1) E r1"

    assert Table.laid(board, expansions="inns,traders").finish().scores == {"red": 9}


def test_tb_x7_one_tile_two_cities() -> None:
    """EH completes two cities with 1 wine in one and 2 cloth in the other."""
    table = Table.laid("(0,-1) tr13 r1; (0,-2) E r2; (1,0) tr17 r0; (2,0) tr17 r0; (3,0) E r3", expansions="inns,traders")

    table.play("(0,0) EH r0")

    assert table.extras("red") == {"wine": 1, "grain": 0, "cloth": 2}


def test_tb_x8_a_builder_comes_home_and_goes_out_again() -> None:
    """Part 1 scores the city with the builder; part 2 puts them on the highwayman's road."""
    table = laid("(0,0) D r0 red:c1 red:r1; (0,-1) G r1 red builder:c1")

    table.play("(0,-2) E r2; (1,0) U r0 red builder:r1")

    assert parts_begun(table) == [(0, 2), (1, 1)]
    assert table.figures == {"(0,0) red:r1", "(1,0) red builder:r1"}


def test_tb_e1_follower_and_builder_never_in_one_part() -> None:
    """One wood action; with a double turn one after the other."""
    table = laid(ROAD.replace("red builder:r1", "")).draw("U").do("place 3,0 r0", "deploy builder r1")

    assert GAME.to_act(table.state) == (CHANCE,)


def test_tb_e5_a_builder_removed_in_part_1_still_brings_part_2() -> None:
    """The trigger was the placement: the dragon eats them before the second part."""
    table = Table.laid(f"{ROAD}; (2,1) B r0", expansions="traders,dragon").dragon(2, 1).draw("dr07").do("place 3,0 r0", "skip")
    table.do("dragon 2,0")
    while table.asked == "dragon":
        table.do(table.legal[0])

    assert table.supply("red", "builder") == 1
    assert (0, 2) in parts_begun(table)


def test_tb_e6_no_second_part_when_the_pile_is_empty() -> None:
    """BB-E1."""
    table = laid(ROAD).pile().play("(3,0) U r0")

    assert GAME.outcome(table.state) is not None


def test_tb_e7_bb_o6_the_second_part_may_be_declined_under_ask() -> None:
    """BB-O6."""
    taken = laid(ROAD, builder_second_part="ask").play("(3,0) U r0")
    declined = laid(ROAD, builder_second_part="ask").play("(3,0) U r0")
    assert (taken.asked, set(taken.legal)) == ("again", {"again", "skip"})

    assert parts_begun(taken.do("again")) == [(0, 2)]
    assert parts_begun(declined.do("skip")) == [(1, 1)]


def test_tb_e9_no_builder_on_cloister_or_meadow() -> None:
    """And no pig on road or city."""
    table = laid("(0,0) D r0 red:r1 red:f2 red:c1").draw("A").do("place 0,1 r0")

    assert table.parts("builder") == set()
    assert table.parts("pig") == {"f1"}


def test_tb_e11_a_builder_works_though_an_opponent_has_the_majority() -> None:
    """As long as one own follower is there."""
    table = laid("(0,0) D r0 red:r1; (1,0) U r0 blue:r1; (2,0) U r0 blue:r1; (3,0) U r0 red builder:r1").play("(4,0) U r0")

    assert (0, 2) in parts_begun(table)


def test_tb_e14_a_builder_stands_on_one_of_two_segments_of_one_road() -> None:
    """Both are offered: only the feature counts."""
    board = "(0,-1) V r3; (1,-1) V r0; (1,0) V r1 red:r1"
    table = Table.laid(board, expansions="inns,traders").draw("EE").do("place 0,0 r0")

    assert table.parts("builder") == {"r1", "r2"}


def test_tb_e16_pigs_of_two_players_share_a_meadow() -> None:
    """Each counts for its owner."""
    table = laid("(0,0) E r0 red:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (1,1) B r0 red pig:f1; (-1,1) B r0 blue pig:f1").finish()

    assert table.scores == {"red": 4, "blue": 4}


def test_tb_e19_a_city_completed_by_the_second_tile_gives_the_same_player_its_goods() -> None:
    """The active player is the same in both parts."""
    table = laid(f"{ROAD}; (0,-1) tr13 r1").play("(3,0) U r0; (0,-2) E r2")

    assert table.extras("red") == {"wine": 1, "grain": 0, "cloth": 0}


def test_tb_e21_goods_of_an_open_city_stay_with_nobody() -> None:
    """At the end too."""
    assert laid("(0,0) D r0; (0,-1) tr13 r1 red:c1").finish().scores == {"red": 2}


def test_tb_e17_a_pig_is_no_second_farmer() -> None:
    """The majority counts farmers only: one Red farmer with a pig against two Blue."""
    table = laid("(0,0) E r0 red:f1; (0,-1) E r2; (0,1) B r0 blue:f1; (1,1) B r0 red pig:f1; (-1,1) B r0 blue:f1").finish()

    assert table.scores == {"blue": 3}


@pytest.mark.parametrize("tile", ["tr17", "tr18"])
def test_tb_e23_the_inner_meadow_touches_both_cities(tile: str) -> None:
    """Separate from the northern one, it touches no edge."""
    table = laid(f"(0,0) {tile} r0 red:f2; (-1,0) E r1; (1,0) E r3; (0,1) E r0").finish()

    assert table.scores == {"red": 6}


def test_tb_e24_tr12_has_four_meadows_and_tr11_three() -> None:
    """A wall between tr12's roads."""
    four = laid("(-1,0) E r1").draw("tr12").do("place 0,0 r0").parts()
    three = laid("(-1,0) E r1").draw("tr11").do("place 0,0 r0").parts()

    assert (four - {"c1"}, three - {"c1"}) == ({"r1", "r2", "f1", "f2", "f3", "f4"}, {"r1", "r2", "f1", "f2", "f3"})


def test_tb_e25_in_part_2_no_income_and_a_ransom_only_if_not_yet_paid() -> None:
    """Once per turn each; the ransom may wait for part 2."""
    table = (
        Table.laid(f"{ROAD} red:f1", expansions="traders,dragon,tower")
        .prisoner("blue", "red")
        .points(red=9)
        .fairy(2, 0, "f1")
        .begin()
    )
    table.play("(3,0) U r0").draw("U")

    assert table.scores == {"red": 10}
    assert table.verbs("ransom") == {"small s1"}


def test_tb_e26_the_last_farmer_and_the_pig_under_the_dragon() -> None:
    """Both go home; the pig on another tile by the orphan rule."""
    table = Table.laid("(0,0) B r0 red:f1; (1,0) B r0 red pig:f1; (0,1) B r0", expansions="traders,dragon").dragon(0, 1)
    table.draw("dr07").do(next(t for t in table.legal if t.startswith("place")), "skip", "dragon 0,0")

    assert [(e.piece, e.reason) for e in table.told(FigureReturned)][:2] == [("small", "dragon"), ("pig", "orphan")]


@pytest.mark.parametrize(("key", "piece"), [("builders_per_player", "builder"), ("pigs_per_player", "pig")])
def test_tb_9_builders_and_pigs_can_be_left_out(key: str, piece: str) -> None:
    """0 removes the figure and keeps the tiles."""
    assert laid(**{key: "0"}).supply("red", piece) == 0


def test_tb_9_bb_o15_goods_points_are_an_option() -> None:
    """BB-O15."""
    assert laid(goods_points="4").goods(red=(1, 0, 0)).finish().scores == {"red": 4}


def test_tb_9_a_tower_piece_in_part_2_can_be_forbidden() -> None:
    """`tower_piece_in_part_2`: allowed by default."""
    board = f"{ROAD}; (0,1) tw01 r0"
    for option, offered in (("on", True), ("off", False)):
        table = Table.laid(board, expansions="traders,tower", tower_piece_in_part_2=option).play("(3,0) U r0")
        table.draw("U").do("place 4,0 r0")

        assert bool(table.verbs("raise")) is offered
