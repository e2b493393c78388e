"""Maps, rule by rule: numbers are sections, M examples, of `maps.md`. Boards are drawn in its notation, on squares of the map."""

from __future__ import annotations

import pytest

from games.carcassonne.events import GameEnded, PointsPaid, ScoringLine, TilePlaced, TurnBegan
from games.carcassonne.expansions.maps.events import MapLinkReached
from games.carcassonne.expansions.maps.printed_segments import printed_board_of
from games.carcassonne.features import lay
from games.carcassonne.geometry import cell_at
from games.core.errors import IllegalActionError
from games.core.game import CHANCE
from tests.games.carcassonne.maps.drawn import MapTable, registered, square
from tests.rules.table import GAME


def germany(board: str = "", **given: str) -> MapTable:
    """Return a board drawn on the map of Germany."""
    return MapTable.on("germany", board, **given)


# 10 Worked examples


def test_maps_m1_berlin_finished() -> None:
    """6 tiles, of which one is Berlin itself, and 4 shields: 20."""
    table = germany("K6 L r3 red:c1; J7 E r0; I6 M r1; I5 M r2").settle("J5 N r3")

    assert table.scores == {"red": 20}
    assert table.lines == [ScoringLine("tiles", 6, 2), ScoringLine("shields", 4, 2)]


def test_maps_m2_a_road_that_ends_in_denmark() -> None:
    """3 tiles, the border field and its 2 shields: 8."""
    table = germany("E4 L r1 red:r3; E3 U r1").settle("E2 U r1")

    assert table.scores == {"red": 8}
    assert table.lines == [ScoringLine("tiles", 4, 1), ScoringLine("shields", 2, 2)]


def test_maps_m3_half_a_city_at_the_border() -> None:
    """A free border closes a city; one tile is worth 2."""
    assert germany().settle("D4 E r0 red:c1").scores == {"red": 2}


def test_maps_m4_a_city_with_a_border_field() -> None:
    """3 tiles with the border field, and 2 shields: 10."""
    assert germany("K4 G r0 red:c1").settle("J4 E r1").scores == {"red": 10}


def test_maps_m5_a_road_with_a_ferry() -> None:
    """2 tiles, the ferry and its 2 shields: 7."""
    assert germany("C4 W r2 red:r2").settle("C2 A r0").scores == {"red": 7}


def test_maps_m6_a_cloister_at_the_border() -> None:
    """Itself, four tiles and Berlin: 6; sea and Poland need no tiles."""
    assert germany("K4 E r1; J4 B r0; J5 E r2; K6 L r3").settle("K5 A r0 red:m").scores == {"red": 6}


def test_maps_m7_an_unfinished_road_at_the_end() -> None:
    """2 tiles, the border field, and 1 for its shield: 4."""
    table = germany("J13 U r0 red:r1").settle("I13 U r0").finish()

    assert table.scores == {"red": 4}
    assert table.lines == [ScoringLine("tiles", 3, 1), ScoringLine("shields", 1, 1)]


def test_maps_m8_a_visible_small_city_at_a_road() -> None:
    """Variant c: as M2, and 2 for Kiel; nothing for it when it is covered."""
    assert germany("E4 L r1 red:r3; E3 U r1", towns="c").settle("E2 U r1").scores == {"red": 10}
    assert germany("E4 L r1 red:r3; E3 U r1; F2 V r2", towns="c").settle("E2 U r1").scores == {"red": 8}


def test_maps_m9_a_cloister_on_an_island_of_one_square() -> None:
    """Complete at once: 1."""
    assert germany().settle("C2 A r0 red:m").scores == {"red": 1}


@pytest.mark.parametrize(("name", "side", "letter"), [("E2", 0, "R"), ("K4", 1, "C"), ("C2", 2, "R"), ("J5", 2, "C")])
def test_maps_m10_printed_edges_force_the_tile(name: str, side: int, letter: str) -> None:
    """A border road, a border city, a ferry landing, a big city: every other edge is refused there."""
    assert germany().shown_at(name, side) == {letter}


def test_maps_m11_a_big_city_brings_its_other_sides_within_reach() -> None:
    """Berlin's sides are out of reach until a tile lies at one of them."""
    table = germany("H3 D r0")
    assert not {"I6", "J7", "K6"} & table.reach

    table.settle("J5 E r2")

    assert {"I6", "J7", "K6"} <= table.reach
    assert table.told(MapLinkReached) == [MapLinkReached("city", ("Berlin",), (square("K6"), square("J7"), square("I6")))]


def test_maps_m12_a_ferry_brings_its_other_landing_within_reach() -> None:
    """After a tile on C4, Helgoland can be reached, by a tile with a road to the south."""
    table = germany("G9 D r0")
    assert "C2" not in table.reach

    table.settle("C4 W r2")

    assert "C2" in table.reach
    assert table.told(MapLinkReached) == [MapLinkReached("ferry", ("Helgoland-Wilhelmshaven",), (square("C2"),))]
    assert table.draw("A").legal.count("place 2,1 r0") == 1
    assert [text for text in table.legal if text.startswith("place 2,1 ")] == ["place 2,1 r0"]


def test_maps_m13_a_toll_never_takes_more_than_there_is() -> None:
    """Variant b: with 1 point, placing on a town leaves 0."""
    table = germany(towns="b").points(red=1)

    table.settle("K7 V r0")

    assert table.scores == {}
    assert table.told(PointsPaid) == [PointsPaid(0, -1, "toll")]


# 1 Components


def test_maps_1_tiles_of_two_expansions_are_plain() -> None:
    """114 tiles; an inn, a cathedral and goods mean nothing, and there are no figures of the expansions."""
    table = germany()
    state = table.state

    assert state.left == 114
    assert table.view.seat(0).supply == (("small", 9),)
    assert table.view.seat(0).extras == ()
    assert set(state.rules.shift) == {"shield"}


def test_maps_1_an_inn_does_not_double_a_road() -> None:
    """Plain tiles: 1 point each."""
    assert germany("H7 A r1 red:r1; G7 EB r0").settle("F7 A r3").scores == {"red": 3}


@pytest.mark.parametrize("map_id", ["benelux", "germany", "france", "britain", "tutorial"])
def test_maps_1_nine_meeples_unless_the_map_says_otherwise(map_id: str) -> None:
    """The tutorial island gives 7; a host may give others."""
    assert MapTable.on(map_id).supply("red") == (7 if map_id == "tutorial" else 9)
    assert MapTable.on(map_id, meeples="5").supply("red") == 5


def test_maps_1_two_to_six_players() -> None:
    """Our ruling."""
    assert GAME.seats(GAME.options({"map": "benelux"})) == range(2, 7)


@pytest.mark.parametrize(
    "given",
    [{"expansions": "inns"}, {"edition": "first"}, {"edition": "winter"}, {"small_city": "2"}, {"map": "tutorial", "starts": "3"}],
)
def test_maps_1_what_cannot_go_with_a_map_is_refused(given: dict[str, str]) -> None:
    """No expansions, no other edition, no other small cities (5), no third start square where there are two."""
    with pytest.raises(IllegalActionError) as refused:
        GAME.options({"map": "germany"} | given)

    assert refused.value.code == "option-clash"
    assert refused.value.params["other"] == "map"


@pytest.mark.parametrize("given", [{"towns": "a"}, {"starts": "3"}])
def test_maps_7_variants_need_a_map(given: dict[str, str]) -> None:
    """There are no small cities on an empty table."""
    with pytest.raises(IllegalActionError, match="option-needs"):
        GAME.options(given)


# 2 Setup


def begun(map_id: str, *house: str, **given: str) -> MapTable:
    """Return a game as it begins, with the given draws."""
    state, events = GAME.opening(GAME.options({"map": map_id, **given}), 2)
    table = MapTable(state)
    table.events += events
    for text in house:
        table._act(CHANCE, text)
    return table


def test_maps_2_1_chance_picks_the_start_squares() -> None:
    """Each as likely as the other, none twice; the start tile lies on the first, a random tile on the second."""
    table = begun("germany")
    assert [(GAME.write(a), n) for a, n in GAME.odds(table.state)] == [("start 7,2", 1), ("start 6,8", 1), ("start 4,12", 1)]

    table._act(CHANCE, "start 6,8")

    assert [GAME.write(a) for a, _ in GAME.odds(table.state)] == ["start 7,2", "start 4,12"]
    table._act(CHANCE, "start 4,12")
    assert {a.what: n for a, n in GAME.odds(table.state)}["base/V"] == 9
    table._act(CHANCE, "lay base/V")
    assert table.told(TilePlaced) == [TilePlaced(None, "base/D", 6, 8, 0), TilePlaced(None, "base/V", 4, 12, 0)]
    assert table.told(TurnBegan) == [TurnBegan(0, 1, 1)]
    assert (table.state.left, table.asked) == (112, "")


def test_maps_2_1_three_start_squares() -> None:
    """Option `starts`: two random tiles."""
    table = begun("germany", "start 6,8", "start 4,12", "lay base/V", "start 7,2", "lay base/X", starts="3")

    assert len(table.view.tiles) == 3
    assert len(table.told(TurnBegan)) == 1


def test_maps_2_1_the_start_tile_is_turned_if_it_must_be() -> None:
    """The next rotation if r0 clashes with a printed edge."""
    map_id = registered("tutorial", ("ferry", 'border B5 W city shields=1 "Westpoort"\nferry'))

    assert begun(map_id, "start 1,4").told(TilePlaced) == [TilePlaced(None, "base/D", 1, 4, 3)]


def test_maps_2_1_another_tile_if_the_start_tile_fits_in_no_rotation() -> None:
    """Two printed cities at one start square: the start tile has only one."""
    city = 'border B2 W city "Westpoort"\nborder B2 N city "Noordwest"\n'
    changes = (("~......~\n~.o", "~S.....~\n~.o"), ("place F4", 'place B2 start "Hoek"\nplace F4'), ("ferry", city + "ferry"))
    table = begun(registered("tutorial", *changes), "start 1,1")

    assert table.told(TilePlaced) == []
    odds = {a.what: n for a, n in GAME.odds(table.state)}
    assert "base/D" not in odds
    assert odds["base/N"] == 3


# 3 Turn and legal placements


def test_maps_3_1_tiles_lie_on_land_only() -> None:
    """North of Rostock is the sea."""
    assert germany("H3 D r0").reach == {"G3", "I3", "H4"}


def test_maps_3_2_a_corner_is_not_beside() -> None:
    """Reach is orthogonal."""
    assert germany("G9 D r0").reach == {"G8", "G10", "F9", "H9"}


def test_maps_3_2_a_ferry_connects_for_good_and_once() -> None:
    """It is told only when it happens."""
    table = germany("C4 W r2; C2 A r0")

    assert len(table.told(MapLinkReached)) == 1


def test_maps_3_3_a_free_border_takes_anything() -> None:
    """City, road and meadow."""
    assert germany().shown_at("D4", 0) == {"C", "R", "F"}


def test_maps_3_3_waves_and_closed_sides_of_a_big_city_take_anything() -> None:
    """The wave square of the tutorial island; a side of its capital that is closed."""
    assert MapTable.on("tutorial").shown_at("D5", 2) == {"C", "R", "F"}
    closed = registered("tutorial", ("shields=2\nplace C3", "shields=2 open=NES\nplace C3"))
    assert MapTable.on(closed).shown_at("C4", 1) == {"C", "R", "F"}
    assert MapTable.on("tutorial").shown_at("C4", 1) == {"C"}


def test_maps_3_a_closed_side_of_a_big_city_closes_what_meets_it() -> None:
    """A road that ends at its wall is worth its own tiles only, and does not connect the city."""
    closed = registered("tutorial", ("shields=2\nplace C3", "shields=2 open=NES\nplace C3"))

    table = MapTable.on(closed, "B4 A r3 red:r1").settle("C4 U r0")

    assert table.scores == {"red": 2}
    assert table.told(MapLinkReached) == []


# 4 Meeples


def test_maps_4_a_feature_runs_through_a_big_city() -> None:
    """A knight beside Berlin forbids another one beside Berlin."""
    table = germany("K6 L r3 red:c1", turn="blue").draw("E")
    table.do("place 9,6 r0")

    assert table.parts() == {"f1"}


def test_maps_4_a_feature_runs_through_a_ferry() -> None:
    """A highwayman at one landing forbids one at the other; nobody stands on the ferry itself."""
    table = germany("C4 W r2 red:r2", turn="blue").draw("A")
    table.do("place 2,1 r0")

    assert table.parts() == {"m", "f1"}


# 5 Scoring during the game


def test_maps_5_a_big_city_is_complete_when_all_its_sides_are() -> None:
    """Three of Berlin's four sides: nothing is scored."""
    assert germany("K6 L r3 red:c1; J7 E r0; I6 E r1").scored == []


def test_maps_5_a_landing_without_tile_is_an_open_end() -> None:
    """The road to the ferry is not finished."""
    table = germany().settle("C4 W r2 red:r2")

    assert table.scored == []
    assert not table.feature("C4", "r2").complete


def test_maps_5_a_finished_ferry_pays_whichever_landing_comes_last() -> None:
    """As M5, the other way round."""
    assert germany("C2 A r0").settle("C4 W r2 red:r2").scores == {"red": 7}


def test_maps_5_a_road_ends_at_a_free_border() -> None:
    """From a cloister to the coast: two tiles, nothing extra."""
    assert MapTable.on("tutorial", "E7 A r3").settle("F7 U r0 red:r1").scores == {"red": 2}


def test_maps_5_shields_count_on_roads_for_every_tied_player() -> None:
    """Ruling 12: the full value for each."""
    table = germany("E4 L r1 red:r3; E2 U r1 blue:r1").settle("E3 U r1")

    assert table.scores == {"red": 8, "blue": 8}


def test_maps_5_a_meadow_ends_at_the_border() -> None:
    """Meadows do not run through big cities, and nothing is beyond the border."""
    table = germany("K6 L r3 red:f3").settle("J7 E r0")

    assert len(table.feature("J7", "f1").segments) == 1


def test_maps_5_a_cloister_waits_for_printed_squares_only() -> None:
    """As M6 without J5: the square is missing; without K6 as well."""
    table = germany("K4 E r1; J4 B r0").settle("K5 A r0 red:m")

    assert table.scored == []
    assert {line.what: line.number for _, _, lines in table.feature("K5", "m").gains for line in lines} == {"tiles": 4}


# 6 Final scoring and end


def test_maps_6_an_unfinished_big_city_counts_itself_and_its_shields() -> None:
    """1 tile, Berlin, 2 shields: 4."""
    assert germany().settle("K6 L r3 red:c1").finish().scores == {"red": 4}


def test_maps_6_an_unfinished_ferry_counts_itself_and_its_shields() -> None:
    """1 tile, the ferry, 2 shields: 4 (ruling 12)."""
    assert germany().settle("C4 W r2 red:r2").finish().scores == {"red": 4}


def test_maps_6_farmers_are_paid_for_a_city_through_a_big_city() -> None:
    """A city completed through Berlin is a completed city: 3 for the farmer who sees it."""
    table = germany("K6 L r3; J7 E r0 blue:f1; I6 M r1; I5 M r2").settle("J5 N r3").finish()

    assert table.scores == {"blue": 3}


def test_maps_6_farmers_are_paid_for_a_city_at_the_border() -> None:
    """Half a city at a free border is complete."""
    assert germany().settle("D4 E r0 red:f1").finish().scores == {"red": 3}


def test_maps_6_farmers_can_be_left_out() -> None:
    """Option `farmers: off`: only the city takes a figure."""
    table = germany("D5 U r0", farmers="off").draw("E")
    table.do("place 3,3 r0")

    assert table.parts() == {"c1"}


def test_maps_6_the_game_ends_with_the_last_square() -> None:
    """Although there are tiles left."""
    table = MapTable.on("tutorial", _fill_all_but("tutorial", "B8"))
    assert table.reach == {"B8"}

    table.put("B8 A r2")

    assert table.told(GameEnded)
    assert table.state.left


def test_maps_6_the_game_ends_with_the_last_tile() -> None:
    """As in the base game."""
    table = germany("G9 D r0").pile("U")

    assert table.put("F9 U r0").told(GameEnded)


def test_maps_6_a_limit_says_how_many_tiles_are_drawn() -> None:
    """The tutorial island: 40 random tiles out of 70."""
    table = begun("tutorial", "start 5,3", "start 1,4", "lay base/V")

    assert (table.state.left, table.view.left, sum(n for _, n in table.view.bag)) == (40, 40, 70)
    assert table.view.turns == 31, "no more than there is room for"


def _fill_all_but(map_id: str, *empty: str) -> str:
    """Return any fitting tiles on every square of a map but some."""
    table = MapTable.on(map_id)
    state, remaining = table.state, []
    kept = [square(name) for name in empty]
    for x, y in printed_board_of(state.rules).design.playable:
        if (x, y) in kept:
            continue
        cell = cell_at(x, y)
        demand = state.frontier.get(cell, state.blank[cell])
        kind, mask = next((k, m) for k, fit in enumerate(state.rules.fits) if (m := fit[demand]))
        turn = (mask & -mask).bit_length() - 1
        lay(state, cell, state.rules.layouts[kind][turn], -1)
        remaining.append(f"({x},{y}) {state.rules.tiles[kind].id.split('/')[1]} r{turn}")
    return "; ".join(remaining)


# 7 Small cities


def test_maps_7a_a_small_city_brings_a_second_tile() -> None:
    """The first tile is settled with its meeple and score, then the same player draws again, and never a third time."""
    table = germany("G9 D r0", towns="a").settle("K7 V r0 red:r1")

    assert table.told(TurnBegan)[1:] == [TurnBegan(0, 2, 2)]
    table.settle("H7 V r0")

    assert [(e.seat, e.part) for e in table.told(TurnBegan)[1:]] == [(0, 2), (1, 1)]


def test_maps_7a_scores_before_the_second_tile() -> None:
    """The first tile is fully settled."""
    table = germany("G9 D r0", towns="a").settle("C2 A r0 red:m")

    assert (table.scores, table.view.turn, table.turn) == ({"red": 1}, 1, "red")


def test_maps_7a_brings_nothing_with_an_empty_stack() -> None:
    """The game is over."""
    assert germany("G9 D r0", towns="a").pile("V").settle("K7 V r0").told(GameEnded)


def test_maps_7a_land_brings_nothing() -> None:
    """Only small cities do."""
    assert germany("G9 D r0", towns="a").settle("F9 U r0").turn == "blue"


@pytest.mark.parametrize("towns", ["", "c"])
def test_maps_7a_is_an_option(towns: str) -> None:
    """Without it a small city is a square like others."""
    assert germany("G9 D r0", towns=towns).settle("K7 V r0").turn == "blue"


def test_maps_7b_a_small_city_costs_two_points_before_scoring() -> None:
    """From 5 points: 3, and then what the tile scores."""
    table = germany("G9 D r0", towns="b").points(red=5).settle("C2 A r0 red:m")

    assert table.scores == {"red": 4}
    assert [type(e).__name__ for e in table.events if type(e) is PointsPaid or type(e).__name__ == "FeatureScored"] == [
        "PointsPaid",
        "FeatureScored",
    ]


def test_maps_7b_with_no_points_nothing_is_told() -> None:
    """A total never falls below 0."""
    table = germany("G9 D r0", towns="b").settle("K7 V r0")

    assert (table.scores, table.told(PointsPaid)) == ({}, [])


def test_maps_7b_the_second_tile_costs_too() -> None:
    """Variants a and b together: each placing on a small city costs."""
    table = germany("G9 D r0", towns="a,b").points(red=5).settle("K7 V r0; H7 V r0")

    assert table.scores == {"red": 1}


@pytest.mark.parametrize("towns", ["a", "b"])
def test_maps_7_an_unused_start_square_is_a_small_city(towns: str) -> None:
    """Stuttgart, when it was not picked; those covered in the setup trigger nothing."""
    table = begun("germany", "start 7,2", "start 6,8", "lay base/V", towns=towns).points(red=5)
    assert (table.turn, table.scores) == ("red", {"red": 5})

    table.settle("E13 V r0")

    assert (table.turn, table.scores) == (("red", {"red": 5}) if towns == "a" else ("blue", {"red": 3}))


def test_maps_7c_each_town_once_and_each_owner_in_full() -> None:
    """Kiel touches two tiles of the road; both who share it get the bonus."""
    table = germany("E4 L r1 red:r3; E2 U r1 blue:r1", towns="c").settle("E3 U r1")

    assert table.scores == {"red": 10, "blue": 10}


def test_maps_7c_an_unfinished_road_brings_no_bonus() -> None:
    """Not in the final scoring."""
    assert germany("E4 L r1 red:r3", towns="c").settle("E3 U r1").finish().scores == {"red": 2}


def test_maps_7c_an_unused_start_square_is_visible() -> None:
    """A road past Erfurt that nothing covers: 2 tiles and 2."""
    table = germany("G10 A r3 red:r1", towns="c").settle("H10 A r1")

    assert table.scores == {"red": 4}


# 8 Chips are left out; islands hold no tiles


def test_maps_8_islands_hold_no_tiles() -> None:
    """The base variant ignores them."""
    view = MapTable.on("benelux").view

    assert {view.printed.grid[y][x] for island in view.printed.islands for x, y in island.squares} == {"I"}
    assert len(view.printed.islands) == 3


# 9 Coordinates and 11 sets


def test_maps_9_squares_have_the_names_of_the_map() -> None:
    """A1 is the north-west corner, rows count down."""
    view = germany("H3 D r0").view

    assert [view.squares.name(t.x, t.y) for t in view.tiles] == ["H3"]
    assert view.theme == "map"


SETS = {"benelux": 114, "germany": 114, "france": 114, "britain": 96, "tutorial": 72}


@pytest.mark.parametrize("map_id", SETS)
def test_maps_11_the_sets_of_a_map(map_id: str) -> None:
    """All of them, the start tile among them."""
    assert MapTable.on(map_id).state.left == SETS[map_id]


# 12 Rulings


def twins() -> str:
    """Return the tutorial island with two big cities side by side."""
    return registered("tutorial", ("~..B.S.~", "~..BBS.~"), ("place C3", 'place E4 big "Zweite" shields=1\nplace C3'))


def test_maps_12_big_cities_side_by_side_are_one_and_connect_together() -> None:
    """A tile at the one brings the sides of the other within reach."""
    table = MapTable.on(twins(), "C4 E r1")

    assert {"E3", "E5", "F4"} <= table.reach
    assert table.told(MapLinkReached)[0].names == ("Hoofdstad", "Zweite")


def test_maps_12_big_cities_side_by_side_count_two_tiles() -> None:
    """1 tile beside them, both cities, 3 shields: 6 if never finished."""
    assert MapTable.on(twins()).settle("C4 E r1 red:c1").finish().scores == {"red": 6}


def test_maps_12_a_printed_thing_is_told_by_the_view_of_a_feature() -> None:
    """What a road or city runs through, to be lit up with it."""
    table = germany("K6 L r3 red:c1")
    (through,) = table.feature("K6", "c1").printed

    assert table.view.printed.parts[through].name == "Berlin"
    assert table.view.printed.parts[through].connected


def test_maps_12_what_is_beyond_the_squares_is_no_square_of_a_scoring() -> None:
    """M2: three squares are told, not the border field; M1: Berlin is one."""
    road = germany("E4 L r1 red:r3; E3 U r1").settle("E2 U r1")
    city = germany("K6 L r3 red:c1; J7 E r0; I6 M r1; I5 M r2").settle("J5 N r3")

    assert [len(e.squares) for e in road.events if type(e).__name__ == "FeatureScored"] == [3]
    assert [e.squares[0] for e in city.events if type(e).__name__ == "FeatureScored"] == [square("J6")]
