"""The Princess & the Dragon: R rules, X examples, E edge cases of `princess-and-dragon.md`."""

from __future__ import annotations

import pytest

from games.carcassonne.events import FigureReturned, PointsPaid, TileDiscarded, TurnBegan
from games.carcassonne.expansions.dragon.events import DragonMoved, TileSetAside
from tests.rules.table import GAME, Table

LINE = "(0,0) D r0; (1,0) U r0; (2,0) U r0"


def laid(board: str = "(0,0) D r0", **more: str) -> Table:
    """Return a board with this expansion."""
    return Table.laid(board, **({"expansions": "dragon"} | more))


def walked(table: Table) -> list[tuple[int | None, int, int]]:
    """(seat, x, y) of every step of the dragon."""
    return [(e.seat, e.x, e.y) for e in table.told(DragonMoved) if e.seat is not None]


def walk_on(table: Table) -> Table:
    """Continue the walk by first choices until it ends."""
    while table.asked == "dragon":
        table.do(table.legal[0])
    return table


def income(table: Table) -> list[tuple[int, int]]:
    """(seat, points) of every fairy income."""
    return [(e.seat, e.points) for e in table.told(PointsPaid) if e.reason == "fairy-income"]


def test_pd_1_thirty_tiles_6_volcanoes_12_dragons_6_portals_6_princesses() -> None:
    """Each tile carries exactly one symbol."""
    state = GAME.start(GAME.options({"expansions": "dragon"}), 2)
    marks = [
        (*t.marks, *(m for s in t.segments for m in s.marks if m == "princess")) for t in state.rules.tiles if "dragon/" in t.id
    ]
    counts = [t.count for t in state.rules.tiles if "dragon/" in t.id]
    number = {
        mark: sum(n for counted, n in zip(marks, counts, strict=True) if mark in counted) for marked in marks for mark in marked
    }

    assert {mark: number[mark] for mark in ("volcano", "dragon", "portal", "princess")} == {
        "volcano": 6, "dragon": 12, "portal": 6, "princess": 6,
    }  # fmt: skip
    assert state.left == 101


def test_pd_2_dragon_and_fairy_wait_beside_the_board() -> None:
    """Neither stands anywhere."""
    assert Table(GAME.start(GAME.options({"expansions": "dragon"}), 2)).neutral == {}


# Volcano


def test_pd_r1_a_volcano_calls_the_dragon_at_once() -> None:
    """From the side of the board, or from wherever it stands; nothing in between is eaten."""
    table = laid(f"{LINE} red:r1").dragon(0, 0).draw("dr03").do("place 3,0 r0")

    assert table.neutral["dragon"] == (3, 0, "")
    assert table.figures == {"(2,0) red:r1"}


def test_pd_r2_x12_the_first_volcano_brings_the_tiles_set_aside_back() -> None:
    """PD-X12: set aside, the volcano returns it to the pile."""
    table = laid()
    before = table.view.left

    table.draw("dr07").play("(1,0) U r0")
    assert (table.view.left, table.view.aside) == (before - 2, ("dragon/dr07",))

    table.draw("dr03").do("place 2,0 r0")
    assert (table.view.left, table.view.aside) == (before - 2, ())
    assert dict(table.view.bag)["dragon/dr07"] == 1


def test_pd_r3_e1_e31_no_figure_on_the_volcano_tile() -> None:
    """Wood actions elsewhere are allowed: the fairy (PD-E1)."""
    table = laid("(0,0) D r0 red:c1").draw("dr03").do("place 1,0 r0")

    assert set(table.legal) == {"skip", "fairy 0,0 c1"}


def test_pd_r4_a_volcano_does_not_make_the_dragon_walk() -> None:
    """The turn is over after the wood action."""
    table = laid().draw("dr03").do("place 1,0 r0")

    assert table.turn == "blue"
    assert walked(table) == []


# Dragon tile


def test_pd_r5_a_dragon_tile_before_the_first_volcano_is_set_aside() -> None:
    """Face up, and another is drawn (BB-R2)."""
    table = laid().draw("dr07")

    assert table.told(TileSetAside) == [TileSetAside("dragon/dr07")]
    assert (table.asked, table.turn) == ("", "red")


def test_pd_r5_later_it_is_placed_normally_then_the_dragon_moves() -> None:
    """Wood action as usual, then T4."""
    table = laid(LINE).dragon(0, 0).draw("dr07").do("place 3,0 r0")
    assert (table.asked, "deploy small r1" in table.legal) == ("deploy", True)

    table.do("skip")
    assert (table.asked, table.legal) == ("dragon", ["dragon 1,0"])


def test_pd_r6_x1_a_dead_end_ends_the_movement() -> None:
    """PD-X1: two steps; figures on the first two tiles are gone, those on the third stay."""
    table = laid("(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 blue:f1; (1,1) B r0 blue:m").dragon(0, 0)
    table.draw("dr07").do("place 1,2 r0", "skip")
    assert (table.turn, table.legal) == ("red", ["dragon 1,0"])

    table.do("dragon 1,0")
    assert (table.turn, set(table.legal)) == ("blue", {"dragon 2,0", "dragon 1,1"})

    table.do("dragon 2,0")
    assert walked(table) == [(0, 1, 0), (1, 2, 0)]
    assert table.figures == {"(1,1) blue:m"}


def test_pd_r6_r11_x2_the_fairy_is_a_wall() -> None:
    """PD-X2: three players, four steps with one choice each."""
    table = Table.laid(f"{LINE}; (0,1) B r0; (1,1) B r0; (2,1) B r0", seats=3, expansions="dragon")
    table.dragon(0, 0).fairy(1, 0).draw("dr07").do("place 1,-1 r0", "skip")

    walk_on(table)

    assert walked(table) == [(0, 0, 1), (1, 1, 1), (2, 2, 1), (0, 2, 0)]


@pytest.mark.parametrize(
    ("seats", "order"), [(2, [0, 1] * 3), (4, [0, 1, 2, 3, 0, 1]), (5, [0, 1, 2, 3, 4, 0]), (6, [0, 1, 2, 3, 4, 5])]
)
def test_pd_r6_x3_the_steps_go_round_from_the_active_player(seats: int, order: list[int]) -> None:
    """PD-X3; at most six steps (BB-E20)."""
    board = "; ".join(f"({x},0) U r0" for x in range(10))
    table = Table.laid(board, seats=seats, expansions="dragon").dragon(0, 0).draw("dr07").do("place 10,0 r0", "skip")

    walk_on(table)

    assert [seat for seat, _, _ in walked(table)] == order


def test_pd_r6_e12_never_twice_on_one_tile_the_starting_tile_included() -> None:
    """Round a square of four tiles: three steps."""
    table = laid("(0,0) B r0; (1,0) B r0; (0,1) B r0; (1,1) B r0; (5,5) D r0").dragon(0, 0).draw("dr07").do("place 6,5 r0", "skip")

    assert len(walked(walk_on(table))) == 3


def test_pd_r6_stepping_is_compulsory_while_a_target_exists() -> None:
    """There is no skip."""
    table = laid(LINE).dragon(0, 0).draw("dr07").do("place 3,0 r0", "skip")

    assert table.refuses("skip") == "not-legal"


def test_pd_r7_the_dragon_eats_monks_farmers_and_guards_too() -> None:
    """Figures on the starting tile are not touched."""
    table = Table.laid("(0,0) B r0 red:f1; (1,0) tw02 r0 blue:m red:t", expansions="dragon,tower")
    table.tower(1, 0, 1).dragon(0, 0).draw("dr11").do("place 2,0 r0", "skip", "dragon 1,0")

    assert {(e.seat, e.part, e.reason) for e in table.told(FigureReturned)} == {(1, "m", "dragon"), (0, "t", "dragon")}
    assert "(0,0) red:f1" in table.figures


def test_pd_r7_the_dragon_eats_builders_and_pigs() -> None:
    """Every figure of a player on the tile it enters."""
    board = "(0,0) D r0 red:r1 red:f2; (1,0) U r0 red builder:r1 red pig:f2; (2,0) U r0"
    table = Table.laid(board, expansions="traders,dragon").dragon(2, 0).draw("dr07").do("place 3,0 r0", "skip", "dragon 1,0")

    assert {(e.piece, e.reason) for e in table.told(FigureReturned)} >= {("builder", "dragon"), ("pig", "dragon")}


def test_pd_r8_the_dragon_stays_where_it_went() -> None:
    """Until the next volcano or dragon tile."""
    table = walk_on(laid(LINE).dragon(0, 0).draw("dr07").do("place 3,0 r0", "skip"))

    assert table.neutral["dragon"] == (3, 0, "")


def test_pd_r9_nobody_is_sent_to_the_dragons_tile() -> None:
    """By the portal; tower pieces may go there (TW-E11)."""
    table = Table.laid("(0,0) tw02 r0; (0,1) B r0", expansions="dragon,tower").dragon(0, 0).draw("dr20").do("place 1,1 r0")

    assert not [text for text in table.legal if " 0,0 " in text and text.startswith("deploy")]
    assert "raise 0,0" in table.legal


# Fairy


def test_pd_r10_e7_the_fairy_goes_to_any_own_follower_but_its_companion() -> None:
    """From beside the board or from anywhere; the fairy may stay on the tile with another (PD-E7)."""
    table = laid("(0,0) D r0 red:c1 red:r1 blue:f2; (0,1) B r0 red:m").fairy(0, 0, "r1").draw("B").do("place 0,2 r0")

    assert table.verbs("fairy") == {"0,0 c1", "0,1 m"}


def test_pd_r10_e2_the_fairy_moves_before_the_dragon() -> None:
    """The fairy protects in the same part."""
    table = laid(f"{LINE} red:r1").dragon(1, 0).draw("dr07").do("place 3,0 r0", "fairy 2,0 r1")

    assert table.legal == ["dragon 0,0"]


def test_pd_r12_x11_income_once_a_turn() -> None:
    """PD-X11: four Red turns, two of them double: +4."""
    board = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1 red:f1"
    table = Table.laid(board, turn="blue", expansions="traders,dragon").fairy(2, 0, "f1")

    table.play("(0,1) B r0; (3,0) U r0; (4,0) U r0; (1,1) B r0; (5,0) U r0; (6,0) U r0; (2,1) B r0; (0,2) B r0; (1,2) B r0")

    assert income(table) == [(0, 1)] * 4
    assert [e.part for e in table.told(TurnBegan)].count(2) == 2


def test_pd_r12_nobody_else_has_income() -> None:
    """Only the companion's owner, at the start of their own turn."""
    assert income(laid("(0,0) D r0 red:c1").fairy(0, 0, "c1").play("(1,0) U r0")) == []


def test_pd_r13_e3_the_companion_brings_three_when_its_feature_is_scored() -> None:
    """A knight of a city just completed: the fairy comes in the wood action of the same part."""
    table = laid("(0,0) D r0 red:c1").draw("E").do("place 0,-1 r2", "fairy 0,0 c1")

    assert table.scores == {"red": 7}


def test_pd_r13_x7_bb_o3_the_bonus_in_final_scoring() -> None:
    """PD-X7: 3 + 3; without it under BB-O3."""
    board = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0"

    assert laid(board).fairy(1, 0, "r1").finish().scores == {"red": 6}
    assert laid(board, fairy_final_scoring="off").fairy(1, 0, "r1").finish().scores == {"red": 3}


def test_pd_x8_e10_the_bonus_on_a_feature_worth_nothing() -> None:
    """PD-X8: an unfinished inn road."""
    table = Table.laid("(0,0) D r0; (1,0) EB r0 red:r1", expansions="inns,dragon").fairy(1, 0, "r1").finish()

    assert table.scores == {"red": 3}


def test_pd_x9_a_farmer_with_the_fairy_without_a_city() -> None:
    """PD-X9: 0 + 3."""
    assert laid("(0,0) D r0 red:f2").fairy(0, 0, "f2").finish().scores == {"red": 3}


def test_pd_x10_the_fairy_does_not_change_the_majority() -> None:
    """PD-X10: Blue 10, Red 3; in a tie Blue 10, Red 13."""
    two = "(0,0) D r0 {}:c1; (0,-1) F r1 blue:c1; (0,-2) G r1 blue:c1"

    assert laid(two.format("red")).fairy(0, 0, "c1").play("(0,-3) E r2").scores == {"blue": 10, "red": 3}
    tie = Table.laid(two.format("red big"), expansions="inns,dragon").fairy(0, 0, "c1").play("(0,-3) E r2")
    assert tie.scores == {"blue": 10, "red": 13}


def test_pd_r14_e8_a_companion_that_leaves_leaves_the_fairy_alone_on_the_tile() -> None:
    """Others on the tile do not inherit, nor does a later follower of the same player."""
    table = laid("(0,0) D r0 red:c1 red:f2").fairy(0, 0, "c1").play("(0,-1) E r2")

    assert table.neutral["fairy"] == (0, 0, "")
    assert income(table.play("(1,0) U r0")) == []


def test_pd_r15_the_fairy_protects_against_the_dragon_only() -> None:
    """Not against a tower."""
    table = Table.laid("(0,0) tw02 r0 blue:m", expansions="dragon,tower").fairy(0, 0, "m").draw("B")
    table.do("place 1,0 r0", "raise 0,0", "capture 0,0 m")

    assert table.prisoners == {("red", "blue", "small", 1)}
    assert table.neutral["fairy"] == (0, 0, "")


# Princess


def test_pd_r16_x4_e21_the_princess_removes_a_knight_before_the_city_is_scored() -> None:
    """PD-X4: Red 8, Blue 0; 8 each without the removal (PD-E21: one knight of the merged city)."""
    board = "(0,0) D r0; (0,-1) N r2 blue:c1; (0,-2) B r0; (1,-2) E r2 red:c1"
    table = laid(board).draw("dr25").do("place 1,-1 r0")
    assert table.verbs("princess") == {"0,-1 c1", "1,-2 c1"}

    assert table.do("princess 0,-1 c1").scores == {"red": 8}
    assert laid(board).play("(1,-1) dr25 r0").scores == {"red": 8, "blue": 8}


def test_pd_r16_e22_the_own_knight_may_be_removed() -> None:
    """It returns to the supply."""
    table = laid("(0,0) E r1 red:c1").draw("dr25").do("place 1,0 r0", "princess 0,0 c1")

    assert (table.supply("red"), table.figures) == (7, set())


def test_pd_r16_removing_the_last_knight_orphans_the_builder() -> None:
    """BB-R10."""
    table = Table.laid("(0,0) E r1 blue:c1; (1,0) G r0 blue builder:c1", expansions="traders,dragon").draw("dr25")

    table.do("place 2,0 r0", "princess 0,0 c1")

    assert [(e.piece, e.reason) for e in table.told(FigureReturned)] == [("small", "princess"), ("builder", "orphan")]


def test_pd_r17_e20_without_a_knight_the_tile_is_an_ordinary_one() -> None:
    """A new city: a knight may be put there."""
    table = laid().draw("dr25").do("place 0,1 r2")

    assert table.verbs("princess") == set()
    assert "c1" in table.parts()


def test_pd_r17_the_removal_may_be_declined() -> None:
    """Another wood action is possible."""
    table = laid("(0,0) E r1 blue:c1").draw("dr25").do("place 1,0 r0")

    assert {"skip", "deploy small f1"} <= set(table.legal)


def test_pd_e23_dr29s_princess_is_only_in_the_north_city() -> None:
    """Knights of the south-east city are safe."""
    table = laid("(1,0) E r3 blue:c1").draw("dr29").do("place 0,0 r0")

    assert table.verbs("princess") == set()


def test_pd_e24_a_monk_is_no_knight() -> None:
    """dr17's monk inside the city cannot be removed, its knight can."""
    table = laid("(0,0) dr17 r0 blue:m blue:c1").draw("dr25").do("place 1,0 r0")

    assert table.verbs("princess") == {"0,0 c1"}


def test_pd_e25_no_follower_goes_into_the_emptied_city_in_the_same_part() -> None:
    """The removal is the wood action."""
    table = laid("(0,0) E r1 blue:c1").draw("dr25").do("place 1,0 r0", "princess 0,0 c1")

    assert table.turn == "blue"


# Portal


def test_pd_r18_x6_the_portal_sends_a_follower_to_any_tile() -> None:
    """PD-X6: to the cloister of (0,1): 3 points at the end."""
    table = laid("(0,0) D r0; (0,1) B r0").draw("dr19").do("place 1,0 r0", "deploy small 0,1 m").finish()

    assert table.scores == {"red": 3}


def test_pd_r18_not_to_what_is_occupied_or_complete() -> None:
    """Road, city or cloister complete; a feature with any follower. Two islands: one taken, one with a complete city."""
    table = laid("(0,0) D r0; (5,0) H r0 blue:f1; (5,-1) E r2; (9,9) B r0").draw("dr19").do("place 1,0 r0")
    far = {text.split(" ", 2)[2] for text in table.legal if text.count(" ") == 3}

    assert {place for place in far if not place.startswith("0,0")} == {"5,0 c2", "5,-1 f1", "9,9 m", "9,9 f1"}


def test_pd_r19_only_followers_use_the_portal() -> None:
    """No builder, no pig; nor does anybody stand on a tower by it."""
    board = "(0,0) D r0 red:r1 red:f2; (-1,0) U r0; (5,0) tw02 r0"
    table = Table.laid(board, expansions="traders,dragon,tower").tower(5, 0, 1).draw("dr19").do("place 1,0 r0")

    far = [text for text in table.legal if text.startswith("deploy") and text.count(" ") == 3]
    assert far
    assert all(text.startswith("deploy small") and not text.endswith(" t") for text in far)


def test_pd_e27_a_feature_that_the_portal_completes_is_claimed_on_its_own_segment() -> None:
    """Other segments are not offered."""
    table = laid("(0,0) D r0").draw("dr20").do("place 0,-1 r2")

    assert "c1" in table.parts()
    assert "deploy small 0,0 c1" not in table.legal


def test_pd_e26_no_builder_is_ever_alone_for_a_portal_to_find() -> None:
    """Orphan rule: when Blue's only highwayman is eaten the builder goes, and the road is free to all."""
    board = "(0,0) B r0; (0,1) D r2 blue:r1; (-1,1) U r0 blue builder:r1"
    table = Table.laid(board, expansions="traders,dragon").dragon(0, 0).draw("dr11").do("place 0,-1 r0", "skip", "dragon 0,1")
    walk_on(table).dragon(0, 0).draw("dr19").do("place 1,0 r3")

    assert "deploy small -1,1 r1" in table.legal


def test_pd_e28_not_to_a_cloister_that_this_tile_completes() -> None:
    """An older cloister completed by the portal itself; its open neighbour is offered."""
    around = "(-1,-1) B r0; (0,-1) B r0; (1,-1) B r0; (-1,0) B r0; (1,0) B r0; (-1,1) B r0; (0,1) V r3"
    table = laid(f"(0,0) B r0; {around}").draw("dr19").do("place 1,1 r0")

    assert "deploy small 0,0 m" not in table.legal
    assert "deploy small -1,-1 m" in table.legal


def test_pd_e29_to_a_meadow_enclosed_long_ago() -> None:
    """Meadows are never complete."""
    table = Table.laid("(0,0) D r0; (5,5) EH r0", expansions="inns,dragon").draw("dr19").do("place 1,0 r0")

    assert "deploy small 5,5 f1" in table.legal


# Two special tiles


def test_pd_r20_e30_the_tunnel_interrupts_neither_road_nor_city() -> None:
    """One road, one city, two meadows joined around the mouths."""
    table = laid("(0,-1) W r0; (5,5) B r0").dragon(5, 5).draw("dr16").do("place 0,0 r0")
    assert table.parts() == {"c1", "r1", "f1", "f2"}

    assert laid("(0,-1) W r0; (0,0) dr16 r0 red:r1").play("(0,1) W r2").scores == {"red": 3}


def test_pd_r21_a_cloister_inside_the_city_is_a_place_of_its_own() -> None:
    """The cloister is complete with 8 tiles around it, whatever the city does."""
    around = "(-1,0) E r1; (1,0) E r3; (-1,-1) B r0; (1,-1) B r0; (-1,1) B r0; (0,1) B r0; (1,1) B r0"
    table = laid(f"(0,0) dr17 r0 red:m blue:c1; {around}").play("(0,-1) E r2")

    assert table.scores == {"red": 9, "blue": 8}


# Worked examples that remain


@pytest.mark.parametrize(("timing", "points"), [("before_scoring", {}), ("after_scoring", {"blue": 6})])
def test_pd_x5_bb_o4_eaten_before_scoring(timing: str, points: dict[str, int]) -> None:
    """PD-X5, BB-X6, BB-O4."""
    table = laid("(0,0) D r0; (0,-1) N r2 blue:c1", dragon_timing=timing).dragon(0, 0).draw("dr11").do("place 1,-1 r3", "skip")

    assert walk_on(table).scores == points


def test_pd_x13_two_volcanoes() -> None:
    """The dragon flies on; the first volcano's tile is free again."""
    table = laid(LINE).draw("dr03").do("place 3,0 r0").draw("dr01").do("place 1,1 r0")
    assert table.neutral["dragon"] == (1, 1, "")

    table.draw("dr19").do("place 4,0 r0")
    assert any(text.startswith("deploy small 3,0 ") for text in table.legal)


# Edge cases that remain


def test_pd_e4_the_fairy_needs_no_follower_at_hand() -> None:
    """The fairy needs one on the board."""
    table = laid("(0,0) D r0 red:c1", meeples="1").draw("U").do("place 1,0 r0")

    assert set(table.legal) == {"skip", "fairy 0,0 c1"}


def test_pd_e5_the_fairy_goes_to_a_farmer_or_a_guard() -> None:
    """A guard brings income, never the bonus (BB-E22)."""
    table = (
        Table.laid("(0,0) tw02 r0 red:t; (1,0) B r0 red:f1", expansions="dragon,tower").tower(0, 0, 1).draw("B").do("place 0,1 r0")
    )

    assert table.verbs("fairy") == {"0,0 t", "1,0 f1"}


def test_pd_e6_not_to_builder_pig_or_a_foreign_follower() -> None:
    """Only own followers."""
    board = "(0,0) D r0 red:r1 red:f2 blue:c1; (1,0) U r0 red builder:r1 red pig:f2"
    table = Table.laid(board, expansions="traders,dragon").draw("U").do("place 2,0 r0")

    assert table.verbs("fairy") == {"0,0 r1", "0,0 f2"}


def test_pd_e9_one_bonus_where_two_features_of_a_tile_are_scored() -> None:
    """The companion stands on one of them."""
    table = laid("(0,0) D r0 red:r1 red:c1; (-1,0) W r0; (1,0) W r0").fairy(0, 0, "c1").play("(0,-1) E r2")

    assert table.scores == {"red": 4 + 3}


def test_pd_e11_a_dragon_without_a_step() -> None:
    """A movement of length 0."""
    table = laid("(0,0) D r0; (5,5) B r0").dragon(5, 5).draw("dr07").do("place 1,0 r0", "skip")

    assert (walked(table), table.turn) == ([], "blue")


def test_pd_e13_towers_never_block_the_dragon() -> None:
    """Free passage; guards are eaten."""
    table = Table.laid("(0,0) B r0; (1,0) tw01 r0 blue:t", expansions="dragon,tower").tower(1, 0, 3).dragon(0, 0)
    table.draw("dr11").do("place 2,0 r0", "skip", "dragon 1,0")

    assert table.supply("blue") == 7
    assert table.heights == {(1, 0): 3}


def test_pd_e14_bb_e7_the_follower_just_placed_can_be_eaten() -> None:
    """T4 comes after T3 (BB-E7)."""
    table = laid(LINE).dragon(2, 0).draw("dr07").do("place 3,0 r0", "deploy small r1", "dragon 3,0")

    assert table.supply("red") == 7


def test_pd_e15_e16_orphans_elsewhere_go_home() -> None:
    """The pig on another tile of the meadow, the builder elsewhere in the city."""
    board = "(0,0) B r0; (1,0) E r1 red:c1 red:f1; (2,0) G r0 red builder:c1; (1,1) B r0 red pig:f1"
    table = Table.laid(board, expansions="traders,dragon").dragon(0, 0).draw("dr11").do("place -1,0 r0", "skip")
    table.do("dragon 1,0")

    assert {(e.piece, e.reason) for e in table.told(FigureReturned)} == {
        ("small", "dragon"),
        ("builder", "orphan"),
        ("pig", "orphan"),
    }


def test_pd_e17_a_dragon_tile_in_both_parts_brings_two_movements() -> None:
    """The active player takes step 0 of both."""
    board = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1; (0,1) B r0; (0,2) B r0; (0,3) B r0; (0,4) B r0"
    table = Table.laid(board, expansions="traders,dragon").dragon(0, 4).fairy(0, 0)
    for place in ("place 3,0 r0", "place 4,0 r0"):
        walk_on(table.draw("dr07").do(place, "skip"))

    begun = [seat for seat, _, _ in walked(table)]
    assert begun[0] == 0
    assert begun[3] == 0
    assert len(begun) == 6


def test_pd_e18_set_aside_even_if_it_fits_nowhere() -> None:
    """BB-R2: test (a) comes before test (b)."""
    table = laid("(0,0) X r0").draw("dr14")

    assert (table.told(TileSetAside), table.told(TileDiscarded)) == ([TileSetAside("dragon/dr14")], [])


def test_pd_e19_an_unplaceable_volcano_leaves_the_game() -> None:
    """The dragon does not come."""
    table = laid("(0,0) X r0").draw("dr01")

    assert table.told(TileDiscarded) == [TileDiscarded("dragon/dr01")]
    assert table.neutral == {}


# Options


def test_pd_9_bb_o2_the_fairy_on_a_tile() -> None:
    """Income 1 for each own figure there; 3 for one follower there on each scored feature."""
    table = laid("(0,0) D r0 red:c1 red:f2", turn="blue", fairy_placement="tile").fairy(0, 0).play("(1,0) U r0")
    assert income(table) == [(0, 2)]

    table.play("(0,-1) E r2")
    assert table.scores == {"red": 2 + 4 + 3}


def test_pd_9_bb_o5_under_must_the_removal_is_the_only_wood_action() -> None:
    """If a knight is there."""
    table = laid("(0,0) E r1 blue:c1", princess="must").draw("dr25").do("place 1,0 r0")

    assert table.legal == ["princess 0,0 c1"]
    assert "skip" in laid(princess="must").draw("dr25").do("place 0,1 r2").legal


def test_pd_9_bb_o12_no_wood_at_all_after_a_volcano() -> None:
    """`none`: the 2005 reading."""
    table = laid("(0,0) D r0 red:c1", volcano_wood="none").draw("dr03").do("place 1,0 r0")

    assert table.turn == "blue"


def test_pd_9_bb_o13_dragon_tiles_before_the_volcano_placed_without_effect() -> None:
    """Placed; there is no dragon to move."""
    table = laid(dragon_tiles_before_volcano="placed_without_effect").play("(1,0) dr07 r0")

    assert (table.turn, table.told(TileSetAside)) == ("blue", [])


def test_pd_9_the_number_of_steps_is_an_option() -> None:
    """6 by default."""
    table = laid(LINE, dragon_steps="1").dragon(0, 0).draw("dr07").do("place 3,0 r0", "skip", "dragon 1,0")

    assert walked(table) == [(0, 1, 0)]
    assert table.turn == "blue"
