"""The whole Big Box: R rules, X examples, E edge cases, O options of `bigbox.md` that no single expansion has."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.carcassonne.events import FigureReturned, GameEnded, PointsPaid, TileDiscarded, TurnBegan
from games.carcassonne.expansions.dragon.events import TileSetAside
from games.core.errors import IllegalActionError
from tests.rules.table import GAME, Table

ALL = "inns,traders,dragon,tower"
SIZES = {"inns": 18, "traders": 24, "dragon": 30, "tower": 18}
ROAD = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1"


def laid(board: str = "(0,0) D r0", **more: str) -> Table:
    """Return a board with all four expansions."""
    return Table.laid(board, **({"expansions": ALL} | more))


@pytest.mark.parametrize("chosen", [c for size in range(5) for c in combinations(SIZES, size)], ids=lambda c: ",".join(c) or "none")
def test_bb_o1_x7_any_subset_of_the_four(chosen: tuple[str, ...]) -> None:
    """BB-X7, BB-E21: the tiles add up; figures of unused ones stay out."""
    table = Table(GAME.start(GAME.options({"expansions": ",".join(chosen)}), 2))
    kinds = {kind for kind, _ in table.view.seats[0].supply}

    assert table.view.left == 72 - 1 + sum(SIZES[name] for name in chosen)
    assert kinds == {"small", *(["big"] if "inns" in chosen else []), *(["builder", "pig"] if "traders" in chosen else [])}
    assert ("tower-pieces" in table.extras("red")) is ("tower" in chosen)


def test_bb_x8_tower_pieces_of_five_and_four() -> None:
    """All 30 in use by five; two unused by four."""
    for seats, pieces in ((5, 6), (4, 7)):
        assert Table(GAME.start(GAME.options({"expansions": ALL}), seats)).extras("red")["tower-pieces"] == pieces


def test_bb_r1_income_before_the_draw_once_a_turn() -> None:
    """T0, never again at the start of part 2."""
    table = laid(f"{ROAD} red:f1", turn="blue").fairy(2, 0, "f1").play("(0,1) B r0; (3,0) U r0; (4,0) U r0")
    told = [type(event).__name__ for event in table.events if isinstance(event, PointsPaid | TurnBegan)]

    assert [event.points for event in table.told(PointsPaid)] == [1]
    assert told[-4:-1] == ["TurnBegan", "PointsPaid", "TurnBegan"]


def test_bb_r2_set_aside_before_unplaceable_before_placed() -> None:
    """Test (a) comes before test (b); the same seat draws on."""
    table = laid("(0,0) X r0").draw("dr14").draw("C").draw("U")

    assert (table.told(TileSetAside), table.told(TileDiscarded)) == ([TileSetAside("dragon/dr14")], [TileDiscarded("base/C")])
    assert (table.asked, table.turn) == ("place", "red")


def test_bb_r2_e2_a_pile_that_runs_out_while_redrawing_ends_the_game() -> None:
    """No tile is placed; final scoring follows at once."""
    table = laid("(0,0) X r0 red:r1").pile("C").draw("C")

    assert table.told(GameEnded) == [GameEnded((1, 0), (0,))]
    assert list(GAME.to_act(table.state)) == []


def test_bb_r3_the_builder_is_looked_at_after_the_volcano() -> None:
    """A volcano that extends the builder's road calls the dragon and brings part 2."""
    table = laid(ROAD).draw("dr03").do("place 3,0 r0", "skip")

    assert table.neutral["dragon"] == (3, 0, "")
    assert [event.part for event in table.told(TurnBegan)] == [2]


def test_bb_r4_one_wood_action_of_many() -> None:
    """All alternatives of the table side by side; one of them ends the step."""
    board = "(0,0) D r0 red:r1 red:f2; (1,0) U r0; (0,1) tw02 r0"
    table = laid(board).tower(0, 1, 1).draw("D").do("place 2,0 r0")

    assert {text.split(" ")[0] for text in table.legal} == {"skip", "deploy", "fairy", "raise", "guard"}
    assert (table.parts("builder"), table.parts("pig")) == ({"r1"}, {"f2"})
    assert table.do("fairy 0,0 r1").turn == "blue"


def test_bb_r5_a_ransom_leaves_the_wood_action() -> None:
    """Not wood; the follower is available for this very T3."""
    table = laid("(0,0) D r0").prisoner("blue", "red", "big").points(red=3).draw("U").do("place 1,0 r0")
    assert table.parts("big") == set()

    assert table.do("ransom big s1").parts("big") == {"r1", "f1", "f2"}


def test_bb_r6_x6_the_dragon_moves_before_scoring_and_the_goods_still_go_to_the_active_player() -> None:
    """BB-X6, PD-X5 with a wine city."""
    table = laid("(0,0) D r0; (0,-1) tr06 r2 blue:c1").dragon(0, 0).draw("dr11").do("place 1,-1 r3", "skip")
    while table.asked == "dragon":
        table.do(table.legal[0])

    assert (table.scores, table.extras("red")["wine"]) == ({}, 1)


def test_bb_r7_the_order_of_what_is_told() -> None:
    """Points, bonus, goods of each feature; then the figures go home."""
    table = laid("(0,0) D r0; (0,-1) tr13 r1 red:c1").fairy(0, -1, "c1").play("(0,-2) E r2")
    told = [getattr(e, "kind", type(e).__name__) for e in table.events]

    assert told.index("city") < told.index("fairy-bonus") < told.index("GoodsTaken") < told.index("FigureReturned")


def test_bb_r7_roads_cities_cloisters_in_the_log() -> None:
    """By this order, whatever the tile's own."""
    around = "(-1,1) B r0; (1,1) B r0; (-1,2) B r0; (0,2) B r0; (1,2) B r0"
    table = laid(f"(-1,0) A r3 red:r1; (1,0) A r1; (0,-1) E r2 blue:c1; (0,1) B r0 green:m; {around}").play("(0,0) D r0")

    assert sorted(kind for kind, _ in table.scored) == ["city", "cloister", "road"]


def test_bb_r8_no_third_part_and_each_part_has_its_wood_action() -> None:
    """T1 to T5 in full, twice."""
    table = laid(f"{ROAD}; (0,1) tw01 r0").draw("U").do("place 3,0 r0", "raise 0,1").draw("U").do("place 4,0 r0")

    assert (table.turn, table.verbs("raise")) == ("red", {"0,1"})
    assert table.do("skip").turn == "blue"


def test_bb_r9_the_last_turn_is_played_in_full() -> None:
    """T4 and T5 of it take place normally."""
    table = laid("(0,0) D r0; (0,-1) N r2 blue:c1").pile().dragon(0, 0).draw("dr11").do("place 1,-1 r3", "skip")
    assert table.asked == "dragon"

    while table.asked == "dragon":
        table.do(table.legal[0])
    assert len(table.told(GameEnded)) == 1


def test_bb_r10_the_builder_goes_home_with_its_players_last_follower() -> None:
    """On the merged feature, per player, after all simultaneous removals: Blue's builder has a follower left."""
    board = "(0,0) B r0; (0,1) D r2 red:r1 blue:f1; (-1,1) U r0 red builder:r1; (-2,1) U r0 blue:r1; (-3,1) U r0 blue builder:r1"
    table = laid(board).dragon(0, 0).draw("dr11").do("place 0,-1 r0", "skip", "dragon 0,1")

    assert {(e.seat, e.piece, e.reason) for e in table.told(FigureReturned)} == {
        (0, "small", "dragon"),
        (1, "small", "dragon"),
        (0, "builder", "orphan"),
    }


def test_bb_r10_scoring_is_no_removal_by_force() -> None:
    """What T5 sends home is not an orphan."""
    table = laid(f"{ROAD}; (-1,0) W r0").play("(3,0) W r0")

    assert [(e.piece, e.reason) for e in table.told(FigureReturned)] == [("small", "scored"), ("builder", "scored")]


# Worked examples


def test_bb_x1_double_turn_with_ransom_and_fairy() -> None:
    """Red 12, Blue 5."""
    board = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1; (-1,0) W r0"
    table = laid(board).fairy(1, 0, "r1").points(red=5, blue=2).prisoner("blue", "red", "big").begin()
    assert table.scores["red"] == 6

    table.draw("U").do("ransom big s1")
    assert table.scores == {"red": 3, "blue": 5}

    table.do("place 3,0 r0", "deploy big f2").play("(4,0) W r0")
    assert table.scores == {"red": 12, "blue": 5}
    assert (table.figures, table.neutral["fairy"], table.turn) == ({"(3,0) red big:f2"}, (1, 0, ""), "blue")


def test_bb_x2_the_dragon_eats_the_builder_and_part_2_still_comes() -> None:
    """Two steps: the fairy holds (1,0), the builder goes home, the highwayman survives."""
    board = "(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1; (-1,0) W r0; (2,1) B r0"
    table = laid(board).dragon(2, 1).fairy(1, 0, "r1").draw("dr07").do("place 3,0 r0", "skip")
    assert table.legal == ["dragon 2,0"]

    table.do("dragon 2,0")
    assert (table.turn, table.legal) == ("blue", ["dragon 3,0"])

    table.do("dragon 3,0")
    assert (table.supply("red", "builder"), "(1,0) red:r1" in table.figures, table.turn) == (1, True, "red")
    assert "r1" in table.draw("U").do("place 4,0 r0").parts("builder")


def test_bb_x3_one_tile_two_wood_wishes() -> None:
    """A portal that finishes Red's city: portal, fairy or tower piece, not two of these."""
    board = "(0,0) E r1 red:c1; (2,0) E r3; (1,-1) E r2; (5,5) tw02 r0"
    table = laid(board).draw("dr23").do("place 1,0 r0")
    assert {"deploy small 5,5 m", "fairy 0,0 c1", "raise 5,5"} <= set(table.legal)

    table.do("fairy 0,0 c1")
    assert (table.scores, table.turn) == ({"red": 10 + 3}, "blue")


def test_bb_x4_capture_exchange_and_orphan_in_one_action() -> None:
    """Red chooses the big one; Blue's knight and builder come home; Blue keeps one."""
    board = "(-9,9) B r0; (0,0) tw02 r0; (1,0) E r1 blue:c1; (2,0) G r0 blue builder:c1"
    table = laid(board).prisoner("blue", "red").prisoner("blue", "red", "big").draw("B")
    table.do("place -9,10 r0", "raise 0,0", "capture 1,0 c1", "exchange big")

    assert table.prisoners == {("blue", "red", "small", 1)}
    assert (table.supply("red", "big"), table.supply("blue"), table.supply("blue", "builder")) == (1, 7, 1)


def test_bb_x5_final_scoring() -> None:
    """Red 4 + 0 + 3 + 12 + 10 = 29, Blue 0 + 7 + 9 + 10 = 26, Green 10."""
    board = (
        "(0,0) M r0 red:c1; (0,-1) G r1;(-1,0) E r1;"
        "(20,0) EB r0 red:r1; (21,0) U r0;"
        "(40,0) E r0 red:f1; (40,-1) E r2; (40,1) B r0 blue:f1; (40,2) E r2; (40,3) E r0; (39,1) E r3 red pig:f1; (38,1) E r1;"
        "(60,0) EK r0 blue:c1; (60,-1) G r1; (60,1) G r1; (59,0) G r0; (61,0) G r0;"
        "(80,0) B r0 blue:m; (81,0) B r0; (79,0) B r0; (80,1) B r0; (80,-1) B r0; (81,1) B r0; (81,-1) B r0"
    )
    table = Table.laid(board, seats=3, expansions=ALL)
    table.fairy(20, 0, "r1").goods(red=(2, 0, 0), blue=(1, 1, 0), green=(0, 1, 0)).finish()

    assert table.scores == {"red": 29, "blue": 26, "green": 10}


# Edge cases


def test_bb_e1_the_last_tile_brings_no_second_part() -> None:
    """The game ends after T5."""
    assert GAME.outcome(laid(ROAD).pile().play("(3,0) U r0").state) is not None


def test_bb_e3_an_unplaceable_tile_in_part_2_is_redrawn_within_part_2() -> None:
    """The same part goes on."""
    table = laid("(0,0) X r0 red:r2; (1,0) U r0 red builder:r1").play("(2,0) U r0").draw("C")

    assert [event.part for event in table.told(TurnBegan)] == [2]
    assert table.turn == "red"


def test_bb_e4_without_a_volcano_the_tiles_set_aside_stay_out() -> None:
    """The game ends when the pile is empty."""
    table = laid("(0,0) X r0").pile("dr07 dr01").draw("dr07").draw("dr01")

    assert len(table.told(GameEnded)) == 1
    assert table.view.aside == ("dragon/dr07",)


def test_bb_e5_after_a_volcano_fairy_tower_piece_guard_and_nothing_remain() -> None:
    """Figures on that tile are impossible."""
    table = laid("(0,0) tw02 r0 red:m").tower(0, 0, 1).draw("dr01").do("place 1,0 r0")

    assert set(table.legal) == {"skip", "fairy 0,0 m", "raise 0,0", "guard small 0,0", "guard big 0,0"}


def test_bb_e10_a_companion_on_the_builders_road_scores_in_part_1() -> None:
    """+3 in T5 of part 1; no further income in part 2."""
    table = laid(f"{ROAD}; (-1,0) W r0").fairy(1, 0, "r1").play("(3,0) W r0")

    assert table.scores == {"red": 5 + 3}
    assert [event.part for event in table.told(TurnBegan)] == [2]


def test_bb_e11_without_a_follower_at_hand_other_wood_remains() -> None:
    """Builder, pig, fairy, tower piece."""
    table = laid("(0,0) D r0 red:r1 red:f2; (0,1) tw01 r0", meeples="2", big_followers_per_player="0").draw("U").do("place 1,0 r0")

    assert {text.split(" ")[0] for text in table.legal} == {"skip", "deploy", "fairy", "raise"}
    assert table.parts() == set()


def test_bb_e12_the_fairys_point_counts_for_the_ransom() -> None:
    """T0 comes first: 2 + 1 = 3."""
    table = laid("(0,0) D r0 red:c1").fairy(0, 0, "c1").points(red=2).prisoner("blue", "red").begin().draw("U")

    assert table.verbs("ransom") == {"small s1"}


def test_bb_e14_e9_the_active_player_takes_goods_of_a_city_of_others() -> None:
    """And the companion's owner gets 3 without the majority."""
    table = laid("(0,0) D r0 red:c1; (0,-1) tr13 r1 blue big:c1", turn="green").fairy(0, 0, "c1").play("(0,-2) E r2")

    assert table.scores == {"blue": 6, "red": 3}
    assert table.extras("green")["wine"] == 1


def test_bb_e15_one_follower_counts_only_where_it_stands() -> None:
    """Road and city completed by one tile, all Red's."""
    table = laid("(0,-1) E r2 red:c1; (-1,0) W r0; (1,0) W r0 red:r3").play("(0,0) D r0")

    assert table.scores == {"red": 4 + 3}


def test_bb_e16_a_pig_that_came_home_may_be_used_again() -> None:
    """It is in the supply."""
    board = "(-9,9) B r0; (0,0) tw02 r0 red:f1; (1,0) B r0 red pig:f1; (0,5) B r0 red:f1"
    table = (
        laid(board).draw("B").do("place -9,10 r0", "raise 0,0", "capture 0,0 f1").play("(-9,8) B r0").draw("B").do("place 0,6 r0")
    )

    assert table.parts("pig") == {"f1"}


def test_bb_e17_the_princess_may_cost_the_own_builder_and_part_2_stays() -> None:
    """The trigger was the placement."""
    table = laid("(0,0) E r1 red:c1; (1,0) G r0 red builder:c1").draw("dr25").do("place 2,0 r0", "princess 0,0 c1")

    assert (table.supply("red", "builder"), [e.part for e in table.told(TurnBegan)]) == (1, [2])


def test_bb_e20_six_players() -> None:
    """Five tower pieces each; no special rule."""
    assert Table(GAME.start(GAME.options({"expansions": ALL}), 6)).extras("grey")["tower-pieces"] == 5


def test_bb_e22_a_guard_with_the_fairy_has_income_and_no_bonus() -> None:
    """Towers are not scored."""
    table = laid("(0,0) tw02 r0 red:t").tower(0, 0, 1).fairy(0, 0, "t").begin().finish()

    assert table.scores == {"red": 1}


# Options

DEFAULTS = {
    "fairy_placement": "follower",
    "fairy_final_scoring": True,
    "dragon_timing": "before_scoring",
    "princess": "may",
    "builder_second_part": "automatic",
    "ransom_needs_points": True,
    "small_city": "edition",
    "unfinished_inn_cathedral": "zero",
    "capture": "optional",
    "abandoned_tower": "reopens",
    "volcano_wood": "not_on_tile",
    "dragon_tiles_before_volcano": "set_aside",
    "first_player": "random",
    "goods_points": 10,
}


@pytest.mark.parametrize("key", DEFAULTS)
def test_bb_o2_to_o15_with_o14_defaults(key: str) -> None:
    """The default comes first in the table; BB-O8's 4 is what the edition prints."""
    assert GAME.options({"expansions": ALL})[key] == DEFAULTS[key]


def test_bb_o8_small_city_with_a_shield_one_each() -> None:
    """tw17's shielded city in two tiles cannot be; a complete city of two tiles is worth 2."""
    assert laid(small_city="2").play("(0,-1) E r2 red:c1").scores == {"red": 2}


@pytest.mark.parametrize("key", [key for key in DEFAULTS if key not in ("small_city", "first_player")])
def test_bb_e21_an_option_of_a_missing_expansion_is_refused(key: str) -> None:
    """It would mean nothing."""
    option = next(o for o in GAME.schema() if o.key == key)
    other = {"flag": "off", "number": "1"}.get(option.kind) or option.choices[-1]

    with pytest.raises(IllegalActionError, match="option-needs"):
        GAME.options({key: other})
