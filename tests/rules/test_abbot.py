"""The Abbot: every rule, ruling and example of its specification (AB)."""

from __future__ import annotations

import pytest

from editions.registry import EDITIONS, GAMES
from games.carcassonne.events import FeatureScored, FigureReturned
from games.core.errors import IllegalActionError
from tests.rules.table import Table
from text.lobby.setup import offers
from text.translator import translator_for

GAME = GAMES["carcassonne"]
GARDENS = {*(f"base/{letter}_G" for letter in "EHIMNRUV")}


def laid(board: str = "(0,0) D r0", **given: str) -> Table:
    """Return a board with the abbot in play."""
    return Table.laid(board, **{"expansions": "abbot", **given})


RING = "; ".join(f"({x},{y}) B r0" for x, y in ((0, -1), (1, -1), (1, 0), (1, 1)))
"""Four tiles beside a garden at (0,0)."""


def bag(**given: str) -> dict[str, int]:
    """Return the bag at the start."""
    return dict(GAME.view(GAME.start(GAME.options(given), 2), None).bag)


def test_ab_1_one_tile_of_each_of_eight_kinds_has_a_garden() -> None:
    """72 tiles stay 72."""
    plain, printed = bag(), bag(expansions="abbot")

    assert {tile for tile in printed if tile not in plain} == GARDENS
    assert all(printed[tile] == 1 for tile in GARDENS)
    assert all(printed.get(tile[:-2], 0) == plain[tile[:-2]] - 1 for tile in GARDENS)
    assert sum(printed.values()) == sum(plain.values()) == 71


def test_ab_1_one_bend_of_the_river_has_a_garden() -> None:
    """It is drawn with the river."""
    drawn = bag(expansions="abbot,river")
    state = GAME.start(GAME.options({"expansions": "abbot,river"}), 2)

    assert drawn["river/rv10_G"] == 1
    assert "river/rv10" not in drawn
    assert "river/rv10_G" in {action.what for action, _ in GAME.odds(state)}


def test_ab_1_everybody_has_one_abbot() -> None:
    table = laid()

    assert [table.supply(colour, "abbot") for colour in ("red", "blue")] == [1, 1]


def test_ab_r1_the_abbot_stands_on_cloisters_and_gardens_only() -> None:
    table = laid().draw("A").do("place 0,1 r1")
    assert table.parts("abbot") == {"m"}
    assert table.parts() == {"r1", "f1", "m"}

    assert laid().draw("E_G").do("place 0,-1 r2").parts("abbot") == {"g"}
    assert laid().draw("E").do("place 0,-1 r2").parts("abbot") == set()


def test_ab_r1_ab_x2_no_other_figure_stands_on_a_garden() -> None:
    table = Table.laid(expansions="abbot,inns,tower").draw("E_G").do("place 0,-1 r2")

    assert table.refuses("deploy small g") == table.refuses("deploy big g") == "not-legal"
    assert table.refuses("deploy abbot g") == ""


@pytest.mark.parametrize("garden", [True, False])
def test_ab_r2_ab_x3_nine_tiles_are_nine_points(garden: bool) -> None:
    """On a garden and on a cloister alike."""
    middle = "(0,0) E_G r0 red abbot:g" if garden else "(0,0) B r0 red abbot:m"
    top = "(0,-1) E r2" if garden else "(0,-1) B r0"
    around = "; ".join(f"({x},{y}) B r0" for x, y in ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)))
    table = laid(f"{middle}; {top}; {around}", turn="blue").pile("B U").play("(1,1) B r0")

    kind = "garden" if garden else "cloister"
    assert table.scored == [(kind, {"red": 9})]
    assert table.supply("red", "abbot") == 1


def test_ab_r3_ab_x1_taken_back_the_abbot_scores_what_the_garden_is_worth_now() -> None:
    """Five tiles around: 6 points."""
    table = laid(f"(0,0) E_G r2 red abbot:g; {RING}; (-1,0) B r0", turn="red").draw("B").do("place 2,0 r0", "retrieve")

    assert table.scored == [("garden", {"red": 6})]
    assert [(e.piece, e.reason) for e in table.told(FigureReturned)] == [("abbot", "retrieved")]
    assert table.supply("red", "abbot") == 1


def test_ab_r3_ab_x4_either_a_figure_or_the_abbot_back() -> None:
    """After one of them the turn is over."""
    first = laid(f"(0,0) E_G r2 red abbot:g; {RING}", turn="red").draw("B").do("place 2,0 r0", "deploy small f1")
    assert first.refuses("retrieve") != ""
    second = laid(f"(0,0) E_G r2 red abbot:g; {RING}", turn="red").draw("B").do("place 2,0 r0", "retrieve")
    assert second.refuses("deploy small f1") != ""


def test_ab_r3_without_an_abbot_on_the_board_nothing_is_offered() -> None:
    table = laid(f"(0,0) E_G r2 blue abbot:g; {RING}", turn="red").draw("B").do("place 2,0 r0")

    assert "retrieve" not in table.legal


def test_ab_r3_the_abbot_serves_from_the_next_turn_on() -> None:
    """It is at hand again, but this turn is over."""
    table = laid("(0,0) E_G r2 red abbot:g; (1,0) B r0", turn="red").pile("B B A").draw("B").do("place 2,0 r0", "retrieve")
    table.draw("B").do("place 3,0 r0", "skip").draw("A").do("place 4,0 r0")

    assert (table.turn, table.parts("abbot")) == ("red", {"m"})


def test_ab_r4_ab_x6_at_the_end_a_garden_scores_as_an_unfinished_cloister() -> None:
    """Three neighbours: 4 points."""
    table = laid("(0,0) E_G r2 red abbot:g; (0,-1) B r0; (1,-1) B r0; (1,0) B r0").finish()

    assert table.scored == [("garden", {"red": 4})]


@pytest.mark.parametrize("tiles", [1, 3, 5])
def test_ab_r3_taking_back_scores_what_the_end_would_have_given(tiles: int) -> None:
    around = "; ".join(RING.split("; ")[: tiles - 1])
    board = f"(0,0) E_G r2 red abbot:g; (2,2) B r0; {around}".rstrip("; ")
    ended = laid(board, turn="red").draw("B").do("place 3,2 r0", "skip").finish()
    back = laid(board, turn="red").draw("B").do("place 3,2 r0", "retrieve")

    assert ended.scored == back.scored == [("garden", {"red": tiles})]


def test_ab_r5_ab_x5_the_dragon_eats_the_abbot() -> None:
    """It is a follower like any other: home without points."""
    table = laid("(0,0) E_G r2 red abbot:g; (1,0) B r0; (2,0) B r0", turn="blue", expansions="abbot,dragon").dragon(1, 0)
    table.pile("dr11 U").draw("dr11").do("place 3,0 r1")
    while table.asked == "deploy":
        table.do("skip")
    table.do("dragon 0,0")

    assert table.supply("red", "abbot") == 1
    assert table.scored == []


def test_ab_r5_the_abbot_counts_as_a_follower_for_the_fairy() -> None:
    table = laid("(0,0) E_G r2 red abbot:g", turn="red", expansions="abbot,dragon").draw("B").do("place 1,0 r0")

    assert "0,0 g" in table.verbs("fairy")


def test_ab_e1_leaving_the_abbot_scores_the_full_nine_as_well() -> None:
    """If the new tile completes its place, taking it back first brings no less and no more."""
    around = "; ".join(f"({x},{y}) B r0" for x, y in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)))
    board = f"(0,0) B r0 red abbot:m; {around}"
    left = laid(board, turn="red").pile("B U").draw("B").do("place 1,1 r0", "skip")
    back = laid(board, turn="red").pile("B U").draw("B").do("place 1,1 r0", "retrieve")

    assert left.scores == back.scores == {"red": 9}


@pytest.mark.parametrize("paid_at_the_end", ["on", "off"])
def test_ab_e2_ab_x7_the_fairy_beside_the_abbot_pays_three_more(paid_at_the_end: str) -> None:
    """As when a place is completed, whatever the option says of final scoring."""
    table = laid(
        "(0,0) E_G r2 red abbot:g; (1,0) B r0", turn="red", expansions="abbot,dragon", fairy_final_scoring=paid_at_the_end
    ).fairy(0, 0, "g")
    table.draw("B").do("place 2,0 r0", "retrieve")

    assert table.scored == [("garden", {"red": 2}), ("fairy-bonus", {"red": 3})]
    ended = laid("(0,0) E_G r2 red abbot:g", expansions="abbot,dragon", fairy_final_scoring="off").fairy(0, 0, "g").finish()
    assert ended.scored == [("garden", {"red": 1})]


def test_ab_e3_the_portal_sends_the_abbot_to_an_unfinished_free_garden_or_cloister() -> None:
    table = laid("(0,0) E_G r2; (1,0) B r0; (2,0) B r0 blue:m", turn="red", expansions="abbot,dragon")
    table.draw("dr19").do("place 1,-1 r2")

    assert {text for text in table.verbs("deploy") if text.startswith("abbot ")} == {"abbot 0,0 g", "abbot 1,0 m"}


def test_ab_e4_a_captured_abbot_is_a_prisoner_and_a_tower_piece_is_the_turns_action() -> None:
    """Anyone who adds a piece takes no abbot back in that turn."""
    table = laid("(0,0) E_G r2 blue abbot:g; (1,0) tw01 r0; (2,0) B r0 red abbot:m", turn="red", expansions="abbot,tower")
    table.pile("B B U").draw("B").do("place 3,0 r0")
    assert "retrieve" in table.legal
    table.do("raise 1,0")
    assert "retrieve" not in table.legal
    table.do("capture 0,0 g")

    assert table.prisoners == {("red", "blue", "abbot", 1)}
    assert table.supply("blue", "abbot") == 0


ALL_SIX = "inns,traders,dragon,tower,river,abbot"


def test_ab_e2_the_fairy_stays_where_the_abbot_was_taken_from() -> None:
    """With all expansions: 2 points and the fairy's 3, then it has no companion; nothing else is asked in this part."""
    table = laid("(0,0) E_G r2 red abbot:g; (1,0) B r0", turn="red", expansions=ALL_SIX).fairy(0, 0, "g")
    table.pile("B U").draw("B").do("place 2,0 r0", "retrieve")

    assert table.scored == [("garden", {"red": 2}), ("fairy-bonus", {"red": 3})]
    assert table.neutral["fairy"] == (0, 0, "")
    assert table.turn == "blue"


def test_ab_r5_the_fairy_protects_the_abbot_from_the_dragon() -> None:
    board = "(0,0) E_G r2 red abbot:g; (1,0) B r0; (2,0) B r0; (1,1) B r0"
    table = laid(board, turn="blue", expansions=ALL_SIX).dragon(1, 0).fairy(0, 0, "g").pile("dr11 U").draw("dr11")
    table.do("place 3,0 r1", "skip")

    assert "dragon 0,0" not in table.legal and "dragon 1,1" in table.legal


def test_ab_e4_an_abbot_is_exchanged_and_ransomed_as_any_follower() -> None:
    """One for one when blue takes a prisoner of red's in turn; otherwise for three points, to serve in the same part."""
    tower = "(-9,9) B r0; (0,0) tw02 r0 blue abbot:m"
    swapped = laid(tower, turn="red", expansions="abbot,tower").prisoner("blue", "red").draw("B")
    swapped.do("place -9,10 r0", "raise 0,0", "capture 0,0 m")
    assert (swapped.prisoners, swapped.supply("blue", "abbot")) == (set(), 1)

    paid = laid(turn="red", expansions="abbot,tower").prisoner("blue", "red", "abbot").points(red=12).draw("B")
    paid.do("ransom abbot s1", "place 0,1 r0", "deploy abbot m")
    assert (paid.scores, paid.figures) == ({"red": 9, "blue": 3}, {"(0,1) red abbot:m"})


def test_ab_e3_the_portal_knows_gardens_of_the_river_and_none_that_is_complete() -> None:
    around = "; ".join(f"({x},{y}) B r0" for x, y in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)))
    table = laid(f"(0,0) B r0; {around}; (5,5) rv10_G r0", turn="red", expansions=ALL_SIX).pile()
    table.draw("dr19").do("place 2,1 r3")

    sent = {text.removeprefix("abbot ") for text in table.verbs("deploy") if text.startswith("abbot ")}
    assert "5,5 g" in sent and "1,0 m" in sent
    assert "0,0 m" not in sent


def test_ab_e5_neighbours_score_each_for_itself() -> None:
    table = laid("(0,0) E_G r2 red abbot:g; (1,0) B r0 blue abbot:m").finish()

    assert sorted(table.scored) == [("cloister", {"blue": 2}), ("garden", {"red": 2})]


@pytest.mark.parametrize("edition", ["first", "winter"])
def test_ab_e6_gardens_are_the_same_in_every_edition(edition: str) -> None:
    table = laid("(0,0) E_G r2 red abbot:g; (1,0) B r0", edition=edition).finish()

    assert table.scored == [("garden", {"red": 2})]


def test_ab_e6_the_abbot_is_played_on_maps() -> None:
    """Everybody has the followers that the map says, and an abbot; its own squares have no gardens."""
    options = GAME.options({"expansions": "abbot", "map": "benelux"})
    plain = GAME.start(GAME.options({"map": "benelux"}), 2)
    state = GAME.start(options, 2)

    assert GAME.view(state, None).seat(0).supply == (*GAME.view(plain, None).seat(0).supply, ("abbot", 1))


def test_ab_e7_a_first_game_of_twelve_tiles_with_the_abbot_is_refused() -> None:
    """Its tiles have no gardens: who chose the abbot is told, and nobody gets a game without by surprise."""
    with pytest.raises(IllegalActionError) as refused:
        GAME.options({"expansions": "abbot", "tiles": "twelve"})
    assert refused.value.code == "option-clash"


def test_ab_e8_an_abbot_taken_back_may_be_placed_in_the_builders_second_part() -> None:
    """Each part of a turn has a meeple phase of its own (BB-R8), as for a meeple that came home in the first part."""
    around = "(0,0) E_G r2 red abbot:g; (0,-1) D r0 red:r1; (1,-1) U r0 red builder:r1"
    table = laid(around, turn="red", expansions="abbot,traders").pile("U B").draw("U").do("place 2,-1 r0", "retrieve")

    assert (table.turn, table.supply("red", "abbot")) == ("red", 1)
    table.draw("B").do("place -1,0 r0")
    assert table.parts("abbot") == {"m"}


def test_ab_e8_an_abbot_placed_in_the_first_part_may_be_taken_back_in_the_second() -> None:
    """It brings what its place is worth by then: its tile and two beside it."""
    around = "(0,0) D r0 red:r1; (1,0) U r0 red builder:r1"
    table = laid(around, turn="red", expansions="abbot,traders").pile("A B").draw("A").do("place 2,0 r1", "deploy abbot m")
    table.draw("B").do("place 2,1 r0", "retrieve")

    assert ("cloister", {"red": 3}) in table.scored


def test_ab_r2_an_abbot_taken_back_is_told_as_scored() -> None:
    table = laid("(0,0) E_G r2 red abbot:g; (1,0) B r0", turn="red").draw("B").do("place 2,0 r0", "retrieve")

    (scored,) = table.told(FeatureScored)
    assert (scored.kind, scored.complete, scored.squares) == ("garden", False, ((0, 0), (1, 0)))


def test_the_new_box_is_the_river_and_the_abbot() -> None:
    """One name in the lobby for both, and the first thing that is offered."""
    assert GAME.options({"expansions": "new-box"}) == GAME.options({"expansions": "river,abbot"})

    offered = offers("expansions", "", GAME.schema(), EDITIONS["carcassonne"].words.explain, translator_for("en"))

    assert offered[0] == ("The new box: The River + The Abbot", "river,abbot")


def test_the_new_box_is_not_played_on_maps_because_of_the_river() -> None:
    with pytest.raises(IllegalActionError) as refused:
        GAME.options({"expansions": "new-box", "map": "benelux"})
    assert refused.value.params["value"] == "river"
