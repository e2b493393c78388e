"""The base game, rule by rule: numbers are sections, B, F and P examples of `base.md`. Boards are drawn in its notation."""

from __future__ import annotations

import pytest

from games.carcassonne.events import (
    ActionPassed,
    FeatureScored,
    FigureReturned,
    GameEnded,
    ScoringLine,
    TileDiscarded,
    TileDrawn,
    TurnBegan,
)
from games.core.errors import IllegalActionError
from games.core.game import CHANCE
from tests.rules.table import GAME, Table, full_id

LONE_D = "(0,0) D r0"


# 1 Components and 2 setup


def test_base_1_seven_followers_each_and_72_tiles() -> None:
    """Each player keeps 7 followers; 72 tiles, one of which already lies."""
    table = Table(GAME.start(GAME.options({}), 6))

    assert [table.supply(colour) for colour in ("red", "blue", "green", "yellow", "black", "grey")] == [7] * 6
    assert table.view.left + len(table.view.tiles) == 72


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_base_1_two_to_six_players(seats: int) -> None:
    """Other numbers are refused."""
    assert GAME.seats(GAME.options({})) == range(2, 7)
    with pytest.raises(IllegalActionError, match="bad-seats"):
        GAME.start(GAME.options({}), seats)


def test_base_1_1_a_turned_tile_shows_its_north_in_the_east() -> None:
    """A tile at r1 has its north edge in the east: the cap E r1 fits the open west city edge of N r3."""
    table = Table.laid("(0,0) D r0; (0,-1) N r2 red:c1").draw("E")

    assert "place 1,-1 r3" in table.legal
    assert "place 1,-1 r1" not in table.legal


def test_base_2_1_a_d_lies_at_the_origin_and_three_are_left() -> None:
    """The start tile is one of the four D; 71 tiles are drawn."""
    view = Table(GAME.start(GAME.options({}), 2)).view

    assert [(t.x, t.y, t.tile, t.turn, t.seat) for t in view.tiles] == [(0, 0, "base/D", 0, None)]
    assert dict(view.bag)["base/D"] == 3
    assert view.left == 71


def test_base_2_2_every_tile_of_the_pile_can_come_as_often_as_it_is_left() -> None:
    """A shuffled pile: the odds of a draw are the tiles left."""
    state = GAME.start(GAME.options({}), 2)

    odds = {action.what: weight for action, weight in GAME.odds(state)}

    assert GAME.to_act(state) == (CHANCE,)
    assert (odds["base/D"], odds["base/V"], odds["base/C"], sum(odds.values())) == (3, 9, 1, 71)


def test_base_2_4_play_goes_round_in_seat_order() -> None:
    """The order is fixed, clockwise."""
    table = Table.laid(LONE_D, seats=3)

    table.play("(1,0) U r0; (2,0) U r0; (3,0) U r0; (4,0) U r0")

    assert [event.seat for event in table.told(TurnBegan)] == [1, 2, 0, 1]


# 3 Turn


def test_base_3_a_turn_is_draw_place_deploy_score() -> None:
    """Strictly in this order, then the next player draws."""
    table = Table.laid(LONE_D).draw("U")
    assert (table.asked, table.turn) == ("place", "red")

    table.do("place 1,0 r0")
    assert (table.asked, table.turn) == ("deploy", "red")

    table.do("deploy small r1")
    assert (GAME.to_act(table.state), table.turn) == ((CHANCE,), "blue")


def test_base_3_1_the_tile_drawn_is_shown_to_all() -> None:
    """Everybody sees the tile in hand before it is placed."""
    table = Table.laid(LONE_D).draw("U")

    assert table.view.hand == "base/U"
    assert table.told(TileDrawn) == [TileDrawn("base/U")]


def test_base_3_1_placing_is_mandatory() -> None:
    """There is no way round placing the tile."""
    table = Table.laid(LONE_D).draw("U")

    assert all(text.startswith("place ") for text in table.legal)


def test_base_3_2_deploying_is_optional_and_passing_is_told() -> None:
    """Base 9: no follower is an explicit choice."""
    table = Table.laid(LONE_D).draw("U").do("place 1,0 r0", "skip")

    assert table.figures == set()
    assert table.told(ActionPassed) == [ActionPassed(0)]


def test_base_3_3_a_follower_returned_by_scoring_serves_from_the_next_turn_on() -> None:
    """They come back after the deploy step is over."""
    table = Table.laid("(0,0) D r0; (-1,0) X r0 red:r2")

    table.play("(1,0) W r0")

    assert table.supply("red") == 7
    assert table.turn == "blue"


def test_base_3_without_a_follower_at_hand_nothing_is_asked() -> None:
    """The deploy step is skipped silently."""
    table = Table.laid("(0,0) D r0 red:f1; (1,0) U r0", meeples="1").draw("U").do("place 2,0 r0")

    assert (GAME.to_act(table.state), table.turn) == ((CHANCE,), "blue")
    assert table.told(ActionPassed) == []


def test_base_3_without_a_free_feature_nothing_is_asked() -> None:
    """The deploy step is skipped silently: all of C is Red's city."""
    table = Table.laid("(0,0) E r1 red:c1").draw("C").do("place 1,0 r0")

    assert (GAME.to_act(table.state), table.turn) == ((CHANCE,), "blue")


# 4.1 Placement


def test_base_4_1_corner_contact_is_not_enough() -> None:
    """At least one edge must touch a tile that lies."""
    table = Table.laid(LONE_D).draw("B")

    assert table.legal == ["place 0,1 r0"]
    assert table.refuses("place 1,1 r0") == "not-legal"


def test_base_4_1_every_touching_edge_must_agree() -> None:
    """A tile between two neighbours fits both: fields in the north and in the east leave V one turn."""
    table = Table.laid("(0,0) D r0; (1,0) U r0; (1,1) B r0").draw("V")

    assert [text for text in table.legal if text.startswith("place 0,1 ")] == ["place 0,1 r0"]


def test_base_4_1_all_four_turns_are_allowed() -> None:
    """E fits a field edge with each of its three field edges, not with its city."""
    table = Table.laid(LONE_D).draw("E")

    assert {text for text in table.legal if text.startswith("place 0,1 ")} == {"place 0,1 r1", "place 0,1 r2", "place 0,1 r3"}
    assert {text for text in table.legal if text.startswith("place 0,-1 ")} == {"place 0,-1 r2"}


def test_base_4_1_turns_that_look_alike_are_offered_once() -> None:
    """U looks the same in two turns."""
    table = Table.laid(LONE_D).draw("U")

    assert sorted(table.legal) == ["place -1,0 r0", "place 0,1 r0", "place 1,0 r0"]


def test_base_4_1_an_occupied_square_is_refused() -> None:
    """Tiles go on empty squares."""
    table = Table.laid(LONE_D).draw("U")

    assert table.refuses("place 0,0 r0") == "not-legal"


def test_base_4_1_nobody_must_extend_their_own_features() -> None:
    """Red may close Blue's road and leave their own."""
    table = Table.laid("(0,0) D r0 red:c1; (1,0) U r0 blue:r1")

    table.play("(2,0) W r0; (-1,0) W r0")

    assert table.scores == {"blue": 4}


def test_base_4_1_a_tile_that_fits_nowhere_leaves_the_game_and_another_is_drawn() -> None:
    """The same player draws again; repeated while needed."""
    closed = "(0,0) C r0; (0,-1) E r2; (1,0) E r3; (0,1) E r0; (-1,0) E r1"
    table = Table.laid(closed)

    table.draw("C").draw("C").draw("B")

    assert table.told(TileDiscarded) == [TileDiscarded("base/C"), TileDiscarded("base/C")]
    assert (table.asked, table.turn, table.view.hand) == ("place", "red", "base/B")
    assert table.view.discarded == ("base/C", "base/C")


def test_base_4_1_the_game_ends_when_all_that_is_left_fits_nowhere() -> None:
    """Base 9: nothing left to do, final scoring."""
    table = Table.laid("(0,0) C r0; (0,-1) E r2; (1,0) E r3; (0,1) E r0; (-1,0) E r1 red:f1")
    table.state.bag = [0] * len(table.state.bag)
    table.state.bag[table.state.rules.kind_of[full_id("C")]] = 1
    table.state.left = 1

    table.draw("C")

    assert GAME.to_act(table.state) == ()
    assert table.told(GameEnded) == [GameEnded((3, 0), (0,))]


# 4.2 Deploying


def test_base_4_2_a_follower_goes_only_on_the_tile_just_placed() -> None:
    """Older tiles are not offered."""
    table = Table.laid(LONE_D).draw("U").do("place 1,0 r0")

    assert set(table.legal) == {"skip", "deploy small r1", "deploy small f1", "deploy small f2"}
    assert table.refuses("deploy small 0,0 c1") == "not-legal"


def test_base_4_2_at_most_one_follower_a_turn() -> None:
    """After one the turn is over."""
    table = Table.laid(LONE_D).draw("U").do("place 1,0 r0", "deploy small r1")

    assert table.turn == "blue"
    assert table.supply("red") == 6


def test_base_4_2_city_road_meadow_or_cloister() -> None:
    """Each segment of the tile may be chosen."""
    assert Table.laid(LONE_D).draw("D").do("place 1,0 r0").parts() == {"c1", "r1", "f1", "f2"}
    assert Table.laid(LONE_D).draw("B").do("place 0,1 r0").parts() == {"m", "f1"}


@pytest.mark.parametrize("owner", ["red", "blue"])
def test_base_4_2_an_occupied_feature_is_closed_to_all(owner: str) -> None:
    """Own or foreign, however far away."""
    table = Table.laid(f"(0,0) D r0 {owner}:r1; (1,0) U r0; (2,0) U r0").draw("U").do("place 3,0 r0")

    assert table.parts() == {"f1", "f2"}


def test_base_4_2_a_cloister_is_always_free() -> None:
    """It is a feature of its own, beside another cloister too."""
    table = Table.laid("(0,0) D r0; (0,1) B r0 blue:m").draw("B").do("place 0,2 r0")

    assert table.parts() == {"m", "f1"}


def test_base_4_2_followers_meet_by_joining_features() -> None:
    """Two roads with a highwayman each become one road with both."""
    table = Table.laid("(0,0) D r0 red:r1; (0,1) B r0; (1,1) B r0; (2,1) B r0; (2,0) U r0 blue:r1").play("(1,0) U r0")

    table.play("(-1,0) W r0; (3,0) W r0")

    assert table.scores == {"red": 5, "blue": 5}


# 5 Scoring during the game


def test_base_5_the_most_followers_take_all() -> None:
    """The others get nothing, and all come home."""
    table = Table.laid("(0,0) E r1 red:c1; (2,0) E r3 red:c1; (1,-1) E r2 blue:c1").play("(1,0) R r0")

    assert table.scores == {"red": 8}
    assert (table.figures, table.supply("red"), table.supply("blue")) == (set(), 7, 7)


def test_base_5_a_feature_without_followers_scores_for_nobody() -> None:
    """Nothing is scored, nothing is told."""
    table = Table.laid(LONE_D).play("(0,-1) E r2")

    assert table.scores == {}
    assert table.told(FeatureScored) == []


@pytest.mark.parametrize("ends", ["W", "A", "S"])
def test_base_5_a_road_ends_at_a_junction_a_cloister_or_a_city(ends: str) -> None:
    """All three close a road."""
    turn = {"W": 0, "A": 1, "S": 1}[ends]
    table = Table.laid("(0,0) D r0 red:r1; (-1,0) W r0").play(f"(1,0) {ends} r{turn}")

    assert table.scores == {"red": 3}


def test_base_5_a_city_is_two_a_tile_and_two_a_shield() -> None:
    """The sum is told line by line."""
    table = Table.laid("(0,0) D r0; (0,-1) M r2 red:c1; (1,0) U r0").play("(1,-1) E r3")

    assert table.lines == [ScoringLine("tiles", 3, 2), ScoringLine("shields", 1, 2)]


def test_base_5_a_meadow_is_never_scored_in_play() -> None:
    """Farmers stay, even in a meadow that nothing can be added to."""
    table = Table.laid("(0,0) D r0 red:f1; (0,-1) E r2; (1,0) W r0").play("(-1,0) W r0")

    assert table.figures == {"(0,0) red:f1"}


def test_base_5_one_tile_may_complete_several_features_of_several_players() -> None:
    """Road, city and the neighbour's cloister at once; all are scored."""
    around = "(-1,1) B r0; (1,1) B r0; (-1,2) B r0; (0,2) B r0; (1,2) B r0"
    table = Table.laid(f"(-1,0) A r3 red:r1; (1,0) A r1; (0,-1) E r2 blue:c1; (0,1) B r0 green:m; {around}")

    table.play("(0,0) D r0")

    assert table.scores == {"red": 3, "blue": 4, "green": 9}


def test_base_5_a_follower_put_and_scored_at_once_comes_home() -> None:
    """Base 3: placed in step 2, returned in step 3 of the same turn."""
    table = Table.laid("(0,0) D r0; (-1,0) X r0").play("(1,0) W r0 red:r3")

    assert table.scores == {"red": 3}
    assert table.told(FigureReturned) == [FigureReturned(0, "small", 1, 0, "r3", "scored")]


# 6 End


def test_base_6_the_game_ends_after_the_turn_of_the_last_tile() -> None:
    """What it completes is scored normally, then comes final scoring."""
    table = Table.laid("(0,0) D r0; (-1,0) X r0 blue:f1")
    table.state.bag = [0] * len(table.state.bag)
    table.state.left = 0

    table.play("(1,0) W r0 red:r3")

    assert GAME.outcome(table.state).scores == (3, 0)
    assert table.scored == [("road", {"red": 3}), ("meadow", {"blue": 0})]


def test_base_6_1_a_tie_in_an_unfinished_feature_pays_both() -> None:
    """Same majority rule as in play."""
    table = Table.laid("(0,0) D r0 red:r1; (1,0) U r0; (2,0) U r0 blue:r1").finish()

    assert table.scores == {"red": 3, "blue": 3}


def test_base_6_2_a_city_counts_once_for_a_meadow_that_touches_it_twice() -> None:
    """Two tiles of the meadow border the same city."""
    table = Table.laid("(0,0) G r0 red:f1; (-1,0) E r1; (1,0) E r3; (0,-1) B r0; (-1,-1) B r0").finish()

    assert table.scores == {"red": 3}


def test_base_6_2_unfinished_cities_pay_nothing() -> None:
    """Only completed cities feed farmers."""
    assert Table.laid("(0,0) D r0 red:f1").finish().scores == {}


def test_base_6_2_whose_knights_built_the_city_is_irrelevant() -> None:
    """Blue's city pays Red's farmer."""
    table = Table.laid("(0,0) D r0 red:f1", turn="blue").play("(0,-1) E r2 blue:c1").finish()

    assert table.scores == {"red": 3, "blue": 4}


def test_base_6_most_points_win_and_equals_share() -> None:
    """Our ruling: shared victory."""
    table = Table.laid("(0,0) D r0 red:r1 blue:c1; (0,1) B r0 green:m").finish()

    assert GAME.outcome(table.state) == ((1, 1, 2), (2,))
    assert GAME.outcome(Table.laid("(0,0) D r0 red:r1 blue:c1").finish().state) == ((1, 1), (0, 1))


# 7 Options


def test_base_7_without_farmers_meadows_take_nobody() -> None:
    """Meadow parts then take no follower, and pay nothing."""
    table = Table.laid(LONE_D, farmers="off").draw("U").do("place 1,0 r0")

    assert table.parts() == {"r1"}


def test_base_7_the_number_of_followers_is_an_option() -> None:
    """Nine for the maps."""
    assert Table.laid(LONE_D, meeples="9").supply("red") == 9


# 8 Worked examples

EXAMPLES = {
    "B1": ("(0,0) D r0; (1,0) U r0 red:r1; (-1,0) X r0; (2,0) W r0", {"red": 4}),
    "B2": ("(0,0) D r0; (-1,0) X r0; (1,0) W r0 red:r3", {"red": 3}),
    "B3": ("(0,0) D r0; (0,1) V r3 red:r1; (1,1) V r0; (1,2) V r1; (0,2) V r2", {"red": 4}),
    "B4": ("(0,0) D r0; (0,-1) M r2 red:c1; (1,0) U r0; (1,-1) E r3", {"red": 8}),
    "B5": ("(0,0) D r0; (0,-1) N r2 red:c1; (1,-1) N r3; (1,0) K r0", {"red": 8}),
    "B6": ("(0,0) N r2 red:c1; (1,0) N r3; (0,1) N r1; (1,1) I r0", {"red": 8}),
    "B7": (
        "(0,0) D r0; (-1,0) U r0; (-1,-1) E r1 blue:c1; (1,0) U r0; (1,-1) E r3 red:c1; (0,-1) Q r2",
        {"blue": 10, "red": 10},
    ),
    "B8": (
        "(0,0) D r0; (0,1) B r0 red:m; (-1,0) U r0; (1,0) U r0; (-1,1) E r3; (1,1) E r1; (0,2) E r2; (-1,2) B r0; (1,2) B r0",
        {"red": 9},
    ),
    "B9": ("(0,0) D r0; (0,-1) E r2 red:c1", {"red": 4}),
}
FINAL_EXAMPLES = {
    "B10": ("(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0", {"red": 3}),
    "B11": ("(0,0) D r0; (0,1) B r0 yellow:m; (1,0) U r0; (1,1) E r1; (0,2) E r2", {"yellow": 5}),
    "B12": (
        "(0,0) E r1 green:c1; (2,-1) E r2 green:c1; (2,1) E r0 black:c1; (1,0) G r0; (2,0) C r0; (3,0) F r0",
        {"green": 8},
    ),
    "B13": ("(0,0) M r0 blue:c1; (0,-1) E r2", {"blue": 3}),
    "B14": ("(0,0) D r0; (0,-1) E r2 red:f1; (1,0) U r0 blue:f1", {"red": 3, "blue": 3}),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_base_8_example(example: str) -> None:
    """B1 to B9: the last tile of the drawing is played and completes the feature; every figure comes home."""
    board, points = EXAMPLES[example]
    before, last = board.rsplit(";", 1)

    table = Table.laid(before).play(last)

    assert table.scores == points
    assert table.figures == set()


@pytest.mark.parametrize("example", FINAL_EXAMPLES)
def test_base_8_final_example(example: str) -> None:
    """B10 to B14: what the drawn board is worth when the game ends."""
    board, points = FINAL_EXAMPLES[example]

    assert Table.laid(board).finish().scores == points


# Two caps face to face are a city; the meadow behind each cap is one of its own.

FARMERS = {
    "F1": (
        "(0,-1) E r2 blue:f1; (0,0) E r0 red:f1; (0,1) B r0 yellow:f1; (0,2) E r2 red:f1; (0,3) E r0",
        {"blue": 3, "red": 6},
    ),
    "F2": (
        "(0,-1) E r2 blue:f1; (0,0) E r0 red:f1; (0,1) B r0 yellow:f1; (1,1) B r0 yellow:f1; (0,2) E r2 red:f1; (0,3) E r0",
        {"blue": 3, "red": 6, "yellow": 6},
    ),
    "F3": (
        "(0,0) E r0 blue:f1; (0,-1) E r2; (0,1) E r2; (0,2) E r0; (5,0) E r0 red:f1; (5,-1) E r2; (5,1) E r2",
        {"blue": 6, "red": 3},
    ),
    "F4": ("(0,0) E r0 blue:f1; (0,-1) E r2; (0,1) B r0; (0,2) E r2; (0,3) E r0; (1,1) E r1; (2,1) E r3", {"blue": 9}),
    "F5": (
        "(0,-1) E r2 blue:f1; (1,-1) E r2; (0,0) E r0 red:f1; (1,0) E r0 blue:f1; (0,1) B r0; (1,1) E r2; (0,2) E r2; (0,3) E r0;"
        "(10,0) B r0 yellow:f1; (10,-1) E r0 yellow:f1; (10,-2) E r2; (11,0) E r1 black:f1; (12,0) E r3; (10,1) E r2; (10,2) E r0;"
        "(9,0) E r3; (8,0) E r1",
        {"blue": 15, "red": 9, "yellow": 12},
    ),
}


@pytest.mark.parametrize("example", FARMERS)
def test_base_8_farmer_example(example: str) -> None:
    """F1 to F5: each meadow on its own, 3 points a completed city for everybody with the most farmers."""
    board, points = FARMERS[example]

    assert Table.laid(board).finish().scores == points


# Placement examples


def test_base_8_p1_only_a_farmer_where_the_city_is_joined_to_a_knights() -> None:
    """P1."""
    table = Table.laid("(0,0) D r0; (0,-1) N r2 blue:c1").draw("E").do("place 1,-1 r3")

    assert table.parts() == {"f1"}


def test_base_8_p2_all_but_the_occupied_large_meadow() -> None:
    """P2: small meadow, road and city are free."""
    table = Table.laid("(0,0) B r0 blue:f1").draw("J").do("place 1,0 r0")

    assert table.parts() == {"c1", "r1", "f2"}


def test_base_8_p3_no_farmer_where_three_farmed_meadows_meet() -> None:
    """P3: all three stay."""
    table = Table.laid("(0,1) E r0 red:f1; (2,1) E r0 blue:f1; (1,2) E r2 green:f1").draw("B")

    table.do("place 1,1 r0")

    assert table.parts() == {"m"}
    assert {"(0,1) red:f1", "(2,1) blue:f1", "(1,2) green:f1"} <= table.figures


# 9 Rulings


def test_base_9_3_a_road_twice_over_one_tile_counts_it_once() -> None:
    """Two arms of the crossing are one road of four tiles."""
    table = Table.laid("(0,0) X r0 red:r1; (0,-1) V r3; (1,-1) V r0").play("(1,0) V r1")

    assert table.scores == {"red": 4}


def test_base_9_5_the_number_of_tiles_left_is_open_and_there_is_no_order() -> None:
    """Whatever came first, the same tiles are left, and any of them may be next."""
    table, other = Table.laid(LONE_D).play("(1,0) U r0; (2,0) W r0"), Table.laid(LONE_D).play("(1,0) W r0; (-1,0) U r0")

    assert table.view.left == other.view.left == 69
    assert table.view.bag == other.view.bag
    assert GAME.odds(table.state) == GAME.odds(other.state)
