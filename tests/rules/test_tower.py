"""The Tower: R rules, X examples, E edge cases of `tower.md`."""

from __future__ import annotations

import pytest

from games.carcassonne.events import FigureReturned, PointsPaid
from games.carcassonne.expansions.tower.events import PrisonersExchanged
from tests.rules.table import GAME, Table

TOWER = "(0,0) tw01 r0"


def laid(board: str = TOWER, **more: str) -> Table:
    """Return a board with this expansion."""
    return Table.laid(board, **({"expansions": "tower"} | more))


def raising(board: str, height: int = 0, **more: str) -> Table:
    """Red has placed a B far to the south-west of `board` and raises the tower at (0,0) by one."""
    table = laid(f"(-9,9) B r0; {board}", **more)
    if height:
        table.tower(0, 0, height)
    return table.draw("B").do("place -9,10 r0", "raise 0,0")


def test_tw_1_eighteen_tiles_each_with_a_foundation() -> None:
    """TW 1."""
    state = GAME.start(GAME.options({"expansions": "tower"}), 2)
    tiles = [tile for tile in state.rules.tiles if tile.id.startswith("tower/")]

    assert sum(tile.count for tile in tiles) == 18
    assert all([s.name for s in tile.segments].count("t") == 1 for tile in tiles)


@pytest.mark.parametrize(("seats", "pieces"), [(2, 10), (3, 9), (4, 7), (5, 6), (6, 5)])
def test_tw_2_e27_tower_pieces_by_the_number_of_players(seats: int, pieces: int) -> None:
    """BB-X8: 5 players 6 each; 4 players 7 each."""
    table = Table(GAME.start(GAME.options({"expansions": "tower"}), seats))

    assert table.extras("red") == {"tower-pieces": pieces}


def test_tw_r1_a_guarded_tower_is_closed() -> None:
    """Nothing may be added; without a guard it is open."""
    guarded = laid("(0,0) tw01 r0 blue:t; (1,0) tw07 r1").tower(0, 0, 1).draw("B").do("place 0,1 r0")

    assert guarded.verbs("raise") == {"1,0"}


def test_tw_r2_e2_a_piece_goes_onto_any_open_foundation() -> None:
    """Just placed or old, no matter who built it, whatever its height."""
    table = laid().tower(0, 0, 12).draw("tw02").do("place 1,0 r0")

    assert table.verbs("raise") == {"0,0", "1,0"}


def test_tw_r2_raising_takes_a_piece_from_the_stock() -> None:
    """The tower grows by one."""
    table = raising(TOWER)

    assert (table.heights, table.extras("red")) == ({(0, 0): 1}, {"tower-pieces": 9})


@pytest.mark.parametrize("height", [1, 2, 3])
def test_tw_r3_x2_e7_the_reach_of_a_tower(height: int) -> None:
    """4h + 1 squares; a follower beside the lines is out of reach at any height."""
    lines = "; ".join(f"({x},{y}) B r0 blue:m" for d in (1, 2, 3, 4) for x, y in ((d, 0), (-d, 0), (0, d), (0, -d)))
    table = raising(f"(0,0) tw02 r0 blue:m; {lines}; (1,1) B r0 red:m", height - 1, meeples="9")

    captured = {tuple(map(int, words.split(" ")[0].split(","))) for words in table.verbs("capture")}

    expected = {(0, 0)} | {p for d in range(1, height + 1) for p in ((d, 0), (-d, 0), (0, d), (0, -d))}
    assert captured == expected


def test_tw_r3_x3_holes_and_other_towers_do_not_interrupt() -> None:
    """PD-free: over a hole at (3,0) at height 3, not at height 2."""
    board = "(0,0) D r0; (1,0) tw09 r0; (2,0) W r0; (2,1) U r1; (3,1) B r0; (4,1) B r0; (4,0) B r0 blue:m"
    for height, seen in ((2, set()), (3, {"4,0 m"})):
        table = laid(board).tower(1, 0, height - 1).draw("B").do("place 5,0 r0", "raise 1,0")

        assert table.verbs("capture") == seen


def test_tw_r4_e8_any_one_follower_in_reach_small_or_big() -> None:
    """Knight, highwayman, monk, farmer, guard, of any player; several on one tile: choose one."""
    board = "(0,0) tw09 r0 blue:c1 blue big:r1 red:f2; (1,0) tw05 r0 blue:t; (0,1) B r0 blue:m"
    table = Table.laid(f"(-9,9) B r0; {board}", expansions="inns,tower").tower(1, 0, 1).draw("B").do("place -9,10 r0", "raise 0,0")

    assert table.verbs("capture") == {"0,0 c1", "0,0 r1", "0,0 f2", "1,0 t", "0,1 m"}


def test_tw_r4_e4_bb_o10_the_capture_is_optional() -> None:
    """BB-O10: `forced` takes the skip away."""
    assert "skip" in raising("(0,0) tw02 r0 blue:m").legal
    assert raising("(0,0) tw02 r0 blue:m", capture="forced").legal == ["capture 0,0 m"]


def test_tw_r5_a_foreign_follower_becomes_a_prisoner() -> None:
    """Of anyone who raised."""
    table = raising("(0,0) tw02 r0 blue:m").do("capture 0,0 m")

    assert table.prisoners == {("red", "blue", "small", 1)}
    assert (table.figures, table.supply("blue")) == (set(), 6)


def test_tw_r5_x10_e28_an_own_follower_comes_home() -> None:
    """TW-X10: no prisoner, no points, no exchange (TW-E28)."""
    table = laid(f"(-9,9) B r0; {TOWER}; (1,0) B r0 red:f1").prisoner("blue", "red").draw("B")
    table.do("place -9,10 r0", "raise 0,0", "capture 1,0 f1")

    assert table.prisoners == {("blue", "red", "small", 1)}
    assert (table.supply("red"), table.scores) == (6, {})


def test_tw_r6_x7_a_captured_last_knight_orphans_the_builder() -> None:
    """TW-X7: the builder goes to Blue's supply; the city has no owner."""
    board = "(0,0) tw02 r0; (1,0) E r1 blue:c1; (2,0) G r0 blue builder:c1"
    table = Table.laid(f"(-9,9) B r0; {board}", expansions="traders,tower").draw("B")
    table.do("place -9,10 r0", "raise 0,0", "capture 1,0 c1")

    assert table.prisoners == {("red", "blue", "small", 1)}
    assert table.supply("blue", "builder") == 1
    assert table.play("(3,0) E r3").scores == {}


def test_tw_r6_e26_a_captured_last_farmer_orphans_the_pig() -> None:
    """On the meadow of the captured farmer."""
    board = "(0,0) tw02 r0 blue:f1; (1,0) B r0 blue pig:f1"
    table = Table.laid(f"(-9,9) B r0; {board}", expansions="traders,tower").draw("B")
    table.do("place -9,10 r0", "raise 0,0", "capture 0,0 f1")

    assert [(e.piece, e.reason) for e in table.told(FigureReturned)] == [("pig", "orphan")]


def test_tw_r7_e21_prisoners_are_exchanged_at_once() -> None:
    """One for one, nobody is asked (TW-E21)."""
    table = laid("(-9,9) B r0; (0,0) tw02 r0 blue:m").prisoner("blue", "red").draw("B")
    table.do("place -9,10 r0", "raise 0,0", "capture 0,0 m")

    assert table.told(PrisonersExchanged) == [PrisonersExchanged(0, "small", 1, "small")]
    assert (table.prisoners, table.supply("red"), table.supply("blue")) == (set(), 7, 7)


def test_tw_r7_x4_the_owner_chooses_which_prisoner_comes_home() -> None:
    """TW-X4: Red chooses the big one; Blue keeps the small one."""
    table = Table.laid("(-9,9) B r0; (0,0) tw02 r0 blue:m", expansions="inns,tower")
    table.prisoner("blue", "red").prisoner("blue", "red", "big").draw("B").do("place -9,10 r0", "raise 0,0", "capture 0,0 m")
    assert (table.turn, set(table.legal)) == ("red", {"exchange small", "exchange big"})

    table.do("exchange big")

    assert (table.supply("red", "big"), table.supply("blue")) == (1, 7)
    assert table.prisoners == {("blue", "red", "small", 1)}


def test_tw_r7_e20_a_follower_that_came_by_exchange_cannot_be_placed_in_this_part() -> None:
    """The wood action is spent."""
    table = laid("(-9,9) B r0; (0,0) tw02 r0 blue:m").prisoner("blue", "red").draw("B")

    table.do("place -9,10 r0", "raise 0,0", "capture 0,0 m")

    assert table.turn == "blue"


def test_tw_r7_x8_bb_e13_exchanges_are_strictly_pairwise() -> None:
    """TW-X8, BB-E13: three holders in a ring exchange nothing."""
    table = Table.laid("(-9,9) B r0; (0,0) tw02 r0 blue:m", seats=3, expansions="tower")
    table.prisoner("blue", "green").prisoner("green", "red").draw("B").do("place -9,10 r0", "raise 0,0", "capture 0,0 m")

    assert table.prisoners == {("red", "blue", "small", 1), ("blue", "green", "small", 1), ("green", "red", "small", 1)}


def test_tw_r8_x5_a_ransom_costs_three_and_the_follower_serves_at_once() -> None:
    """TW-X5: Red 9, Blue 8; placed in the same part."""
    table = laid(meeples="1").prisoner("blue", "red").points(red=12, blue=5).draw("B")

    table.do("ransom small s1")
    assert table.scores == {"red": 9, "blue": 8}

    table.do("place 1,0 r0", "deploy small m")
    assert table.figures == {"(1,0) red:m"}


def test_tw_r8_x5_bb_o7_a_ransom_needs_three_points() -> None:
    """BB-E12; not under BB-O7."""
    poor = laid().prisoner("blue", "red").points(red=2).draw("B")
    assert poor.verbs("ransom") == set()

    debtor = laid(ransom_needs_points="off").prisoner("blue", "red").points(red=2).draw("B").do("ransom small s1")
    assert debtor.scores == {"red": -1, "blue": 3}


def test_tw_r8_x6_bb_e19_points_may_fall_below_fifty() -> None:
    """TW-X6, BB-E19: 51 - 3 = 48."""
    assert laid().prisoner("blue", "red").points(red=51).draw("B").do("ransom small s1").scores == {"red": 48, "blue": 3}


def test_tw_r8_once_a_turn() -> None:
    """Not again in the wood action of the same turn."""
    table = laid().prisoner("blue", "red").prisoner("blue", "red").points(red=20).draw("B").do("ransom small s1")
    assert table.verbs("ransom") == set()

    table.do("place 1,0 r0")
    assert table.verbs("ransom") == set()


def test_tw_r8_a_ransom_before_the_wood_action_too() -> None:
    """BB-R5: at any own decision point of T1 to T3; it is not wood."""
    table = laid().prisoner("blue", "red").points(red=20).draw("B").do("place 1,0 r0", "ransom small s1")

    assert table.asked == "deploy"
    assert "deploy small m" in table.legal


def test_tw_r8_the_ransom_is_told() -> None:
    """Points change hands."""
    table = laid().prisoner("blue", "red").points(red=20).draw("B").do("ransom small s1")

    assert table.told(PointsPaid) == [PointsPaid(0, -3, "ransom", 1)]


def test_tw_r9_e1_e12_a_guard_on_any_open_tower_in_any_part() -> None:
    """Anywhere on the board; never on a bare foundation (TW-E1)."""
    table = laid("(0,0) tw01 r0; (5,5) tw02 r0; (9,9) tw01 r0 blue:t").tower(0, 0, 1).tower(9, 9, 1).draw("B").do("place 1,0 r0")

    assert table.verbs("guard") == {"small 0,0"}


def test_tw_r9_the_guard_closes_the_tower_and_stays() -> None:
    """Until dragon or tower removes them."""
    table = laid().tower(0, 0, 1).draw("B").do("place 1,0 r0", "guard small 0,0")

    assert table.figures == {"(0,0) red:t"}
    assert table.supply("red") == 6


def test_tw_r10_a_guard_is_on_no_feature() -> None:
    """Features of the tile may be claimed; they score nothing."""
    table = laid("(0,0) tw02 r0 blue:t").tower(0, 0, 1).draw("B").do("place 1,0 r0")

    assert table.parts() == {"m", "f1"}
    assert table.finish().scores == {}


def test_tw_r11_x9_e9_bb_o11_a_tower_without_its_guard_is_open_again() -> None:
    """TW-X9: at its old height; its next piece makes it 3. BB-O11: or stays closed."""
    for option, raised in (("reopens", {"0,0", "2,0"}), ("stays_closed", {"2,0"})):
        table = laid("(0,0) tw01 r0 blue:t; (1,0) B r0; (2,0) tw02 r0; (-9,9) B r0", abandoned_tower=option)
        table.tower(0, 0, 2).tower(2, 0, 1).draw("B").do("place -9,10 r0", "raise 2,0", "capture 0,0 t")
        assert table.prisoners == {("red", "blue", "small", 1)}

        table.draw("B").do("place -9,11 r0")
        assert table.verbs("raise") == raised


def test_tw_r12_prisoners_guards_and_pieces_are_worth_nothing() -> None:
    """At the end of the game."""
    assert laid("(0,0) tw01 r0 red:t").tower(0, 0, 3).prisoner("red", "blue").finish().scores == {}


def test_tw_x1_exactly_three_to_capture() -> None:
    """Height 2, nine squares in reach, three followers of three players."""
    board = "(0,0) tw01 r0; (1,0) B r0 green:m; (0,2) B r0 blue:m; (-2,0) B r0 yellow:m; (0,1) B r0; (-1,0) B r0"

    assert len(raising(board, 1).verbs("capture")) == 3


def test_tw_x11_bb_e8_captured_before_the_dragon_moves() -> None:
    """BB-E8: T3 before T4; the prisoner is safe."""
    table = Table.laid("(0,0) tw02 r0; (1,0) E r1 blue:c1; (0,1) B r0", expansions="dragon,tower").dragon(0, 0).draw("dr07")
    table.do("place 0,2 r0", "raise 0,0", "capture 1,0 c1")

    assert table.asked == "dragon"
    assert table.prisoners == {("red", "blue", "small", 1)}


def test_tw_x12_e22_without_pieces_no_raise_but_guard_and_ransom() -> None:
    """TW-X12."""
    table = laid().tower(0, 0, 1).stock(0, 10).prisoner("blue", "red").points(red=5).draw("B").do("place 1,0 r0")

    assert table.verbs("raise") == set()
    assert (table.verbs("guard"), table.verbs("ransom")) == ({"small 0,0"}, {"small s1"})


def test_tw_e3_raising_with_nobody_in_reach() -> None:
    """Allowed; nobody is asked."""
    assert raising(TOWER).turn == "blue"


def test_tw_e5_raise_and_guard_are_two_actions() -> None:
    """Not in one part."""
    table = raising("(0,0) tw02 r0 blue:m").do("skip")

    assert table.turn == "blue"


def test_tw_e6_a_shorter_tower_takes_the_guard_of_a_taller_one() -> None:
    """Height is only reach."""
    table = laid("(-9,9) B r0; (0,0) tw01 r0; (1,0) tw02 r0 blue:t").tower(1, 0, 5).draw("B").do("place -9,10 r0", "raise 0,0")

    assert table.verbs("capture") == {"1,0 t"}


def test_tw_e10_e11_bb_e6_no_guard_on_the_dragons_tile() -> None:
    """BB-E6; raising there is allowed (TW-E11)."""
    table = Table.laid(TOWER, expansions="dragon,tower").tower(0, 0, 1).dragon(0, 0).draw("B").do("place 1,0 r0")

    assert table.verbs("guard") == set()
    assert table.verbs("raise") == {"0,0"}


def test_tw_e13_a_guard_with_the_fairy() -> None:
    """The dragon cannot come; towers still can."""
    board = "(0,0) tw01 r0 blue:t; (1,0) B r0; (0,1) tw02 r0"
    table = Table.laid(board, expansions="dragon,tower").tower(0, 0, 1).fairy(0, 0, "t").dragon(1, 0).draw("dr11")
    table.do("place 2,0 r0", "raise 0,1")
    assert table.verbs("capture") == {"0,0 t"}

    table.do("skip")
    assert table.legal == ["dragon 2,0"]


def test_tw_e14_no_second_ransom_in_part_2() -> None:
    """Once per turn, double turn included (TB-E25)."""
    board = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1"
    table = Table.laid(board, expansions="traders,tower").prisoner("blue", "red").prisoner("blue", "red").points(red=20).draw("U")
    table.do("ransom small s1", "place 3,0 r0", "skip").draw("U")

    assert (table.turn, table.verbs("ransom")) == ("red", set())


def test_tw_e15_no_ransom_on_another_players_turn() -> None:
    """Nobody but the active player is asked."""
    table = laid().prisoner("red", "blue").points(blue=20).draw("B")

    assert table.verbs("ransom") == set()


def test_tw_e16_a_big_follower_costs_three() -> None:
    """Not 6."""
    table = Table.laid(TOWER, expansions="inns,tower").prisoner("blue", "red", "big").points(red=3).draw("B").do("ransom big s1")

    assert table.scores == {"blue": 3}


def test_tw_e17_two_holders_one_ransom_free_choice() -> None:
    """One of two."""
    table = Table.laid(TOWER, seats=3, expansions="tower").prisoner("blue", "red").prisoner("green", "red").points(red=9).draw("B")

    assert table.verbs("ransom") == {"small s1", "small s2"}


def test_tw_e18_the_capture_comes_before_the_city_is_scored() -> None:
    """The city then goes to anyone who remains: Red, who had one knight against two."""
    table = laid("(-1,0) tw01 r0; (0,0) E r1 blue:c1; (1,-1) E r2 red:c1; (2,0) E r3").draw("R")

    table.do("place 1,0 r0", "raise -1,0", "capture 0,0 c1")

    assert (table.scores, table.prisoners) == ({"red": 8}, {("red", "blue", "small", 1)})


def test_tw_e19_a_captured_companion_leaves_the_fairy_alone() -> None:
    """The fairy stays unassigned."""
    table = Table.laid("(0,0) tw02 r0 blue:m", expansions="dragon,tower").fairy(0, 0, "m").draw("B")
    table.do("place 1,0 r0", "raise 0,0", "capture 0,0 m")

    assert table.neutral["fairy"] == (0, 0, "")


@pytest.mark.parametrize(("tile", "roads"), [("tw03", 2), ("tw04", 3), ("tw05", 4)])
def test_tw_e23_roads_end_at_the_foundation(tile: str, roads: int) -> None:
    """Each arm is a road of its own."""
    table = laid("(0,-1) X r0" if tile != "tw03" else "(0,-1) B r0").draw(tile).do("place 0,0 r0")

    assert len({part for part in table.parts() if part.startswith("r")}) == roads


def test_tw_e24_the_bridge_interrupts_neither_road_nor_city() -> None:
    """Four meadows."""
    table = laid("(0,-1) W r0").draw("tw15").do("place 0,0 r0")
    assert table.parts() == {"c1", "r1", "f1", "f2", "f3", "f4"}

    assert laid("(0,-1) W r0; (0,0) tw15 r0 red:r1").play("(0,1) W r2").scores == {"red": 3}


def test_tw_e25_builder_and_pig_cannot_be_captured() -> None:
    """Only followers."""
    board = "(5,0) D r0 blue:r1 blue:f2; (4,0) U r0 blue builder:r1 blue pig:f2; (4,1) tw01 r0"
    table = Table.laid(f"(-9,9) B r0; {board}", expansions="traders,tower").draw("B").do("place -9,10 r0", "raise 4,1")

    assert table.verbs("capture") == set()


def test_tw_9_price_and_stock_are_options() -> None:
    """`ransom_price` 3, `tower_pieces` by the table."""
    table = laid(ransom_price="5", tower_pieces="4").prisoner("blue", "red").points(red=9).draw("B").do("ransom small s1")

    assert table.scores == {"red": 4, "blue": 5}
    assert table.extras("red") == {"tower-pieces": 4}
