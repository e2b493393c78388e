"""The River: every rule, ruling and example of its specification (RV)."""

from __future__ import annotations

import os
import random
from itertools import pairwise

import pytest

from editions.registry import GAMES
from games.carcassonne.catalog import tiles_of
from games.carcassonne.events import TileDiscarded, TilePlaced
from games.carcassonne.features import find
from games.carcassonne.geometry import STEP, cell_at
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Event, ignore_event
from tests.rules.table import Table

GAME = GAMES["carcassonne"]
OPTIONS = {"expansions": "river"}
"""Alone; a course of water is drawn as tiles in a row: the spring at (0,0) opens to the east at r3."""
RIVERS = int(os.environ.get("BASTIDE_RIVERS", "60"))


def _parse_place(text: str) -> tuple[int, int]:
    x, _, y = text.split(" ")[0].partition(",")
    return int(x), int(y)


def _river_courses(table: Table) -> set[str]:
    return table.verbs("place")


def _river(seed: int, **options: str) -> list[Event]:
    """Return the events of a random game until the lake lies."""
    chance, (state, events) = random.Random(seed), GAME.opening(GAME.options({**OPTIONS, **options}), 2)
    while not any(isinstance(e, TilePlaced) and e.tile == "river/rv12" for e in events):
        (seat,) = GAME.to_act(state)
        action = GAME.deal(state, chance.randrange) if seat == CHANCE else chance.choice(list(GAME.legal(state, seat)))
        GAME.advance(state, seat, action, events.append)
    return events


def test_rv_1_twelve_tiles_of_twelve_kinds() -> None:
    assert [tile.count for tile in tiles_of("river")] == [1] * 12


def test_rv_r1_the_spring_replaces_the_start_tile() -> None:
    """71 tiles are drawn after the river: the start tile has left the game."""
    state = GAME.start(GAME.options(OPTIONS), 2)
    view = GAME.view(state, None)

    assert [(t.tile, t.x, t.y, t.seat) for t in view.tiles] == [("river/rv01", 0, 0, None)]
    assert view.left == 11 + 71
    assert dict(view.bag)["base/D"] == 3


@pytest.mark.parametrize("seed", range(3))
def test_rv_r2_the_middle_comes_first_then_the_lake_then_all_others(seed: int) -> None:
    chance, state = random.Random(seed), GAME.start(GAME.options(OPTIONS), 2)
    offered: list[set[str]] = []
    while GAME.to_act(state) and len(offered) < 14:
        (seat,) = GAME.to_act(state)
        if seat == CHANCE:
            offered.append({action.what for action, _ in GAME.odds(state)})
        action = GAME.deal(state, chance.randrange) if seat == CHANCE else chance.choice(list(GAME.legal(state, seat)))
        GAME.advance(state, seat, action, ignore_event)

    middle = {f"river/rv{n:02}" for n in range(2, 12)}
    assert [len(kinds) for kinds in offered[:10]] == list(range(10, 0, -1))
    assert all(kinds <= middle for kinds in offered[:10])
    assert offered[10] == {"river/rv12"}
    assert all(tile.startswith("base/") for kinds in offered[11:] for tile in kinds)


def test_rv_r3_the_tile_meets_the_open_end_and_every_other_edge_matches() -> None:
    """The straight stretch fits both ways round; rv05 has its city in the way of nothing here."""
    table = Table.laid("(0,0) rv01 r3", turn="red", **OPTIONS).draw("rv04")
    assert _river_courses(table) == {"1,0 r0"}

    corner = Table.laid("(0,0) rv01 r3; (1,0) rv03 r0; (2,0) rv07 r0", turn="red", **OPTIONS).draw("rv04")
    assert {_parse_place(text) for text in _river_courses(corner)} == {(2, 1)}


def test_rv_r4_rv_x1_two_bends_in_a_row_never_turn_to_the_same_side() -> None:
    """Spring, straight, bend to the left: the next bend may go to the right only."""
    table = Table.laid("(0,0) rv01 r3; (1,0) rv04 r0; (2,0) rv07 r1", turn="red", **OPTIONS).draw("rv10")

    assert _river_courses(table) == {"2,-1 r3"}
    assert table.refuses("place 2,-1 r0") == "not-legal"


def test_rv_x2_with_a_straight_between_it_may_turn_to_the_same_side() -> None:
    table = Table.laid("(0,0) rv01 r3; (1,0) rv04 r0; (2,0) rv07 r1; (2,-1) rv06 r1", turn="red", **OPTIONS).draw("rv10")

    assert _river_courses(table) == {"2,-2 r0", "2,-2 r3"}


def test_rv_r5_nobody_stands_on_the_water() -> None:
    """On the road, the cloister and the meadows, as usual."""
    table = Table.laid("(0,0) rv01 r3", turn="red", **OPTIONS).draw("rv08").do("place 1,0 r0")

    assert table.parts() == {"r1", "m", "f1", "f2", "f3"}


def test_rv_r5_the_meadow_around_the_spring_is_free() -> None:
    table = Table.laid("(0,0) rv01 r3", turn="red", **OPTIONS).draw("rv04").do("place 1,0 r0")

    assert table.parts() == {"f1", "f2"}


def test_rv_r6_rv_x3_farmers_on_both_banks_score_apart() -> None:
    """Two cities: one at the north bank, one at the south."""
    table = Table.laid("(0,0) rv01 r3; (1,0) rv03 r0 red:f1 blue:f2; (2,0) rv12 r1; (1,-1) E r2; (1,1) E r0", **OPTIONS).finish()

    assert table.scored == [("meadow", {"red": 6, "blue": 6})], "spring and lake join the banks, so both are one meadow"


def test_rv_r6_the_banks_are_apart_until_spring_or_lake_join_them() -> None:
    table = Table.laid("(1,0) rv03 r0 red:f1 blue:f2; (1,-1) E r2", **OPTIONS).finish()

    assert table.scored == [("meadow", {"red": 3}), ("meadow", {"blue": 0})]


def test_rv_r6_a_bridge_joins_no_meadows() -> None:
    """Four corners of land, each for itself."""
    table = Table.laid("(0,0) rv11 r0", **OPTIONS)

    assert len([f for f in table.view.features if f.kind == "meadow"]) == 4


def test_rv_x4_the_meadow_around_the_lake_is_one_and_counts_a_city_once() -> None:
    """It touches the city of rv03 from both banks of the lake's tile."""
    table = Table.laid("(0,0) rv03 r0 red:f1; (1,0) rv12 r1; (0,-1) E r2", **OPTIONS).finish()

    assert table.scored == [("meadow", {"red": 3})]


def test_rv_x5_a_knight_and_a_thief_on_rv02_score_as_usual() -> None:
    """The city is completed from the north, the road ends at its gate and in the south at a cloister."""
    table = Table.laid("(0,0) rv02 r0 red:c1 blue:r1; (0,1) A r2", turn="red", **OPTIONS).pile("E").play("(0,-1) E r2")

    assert table.scored[:1] == [("city", {"red": 4})]
    assert table.finish().scored[1:2] == [("road", {"blue": 2})]


def test_rv_r7_a_cloister_by_the_water_is_complete_with_eight_tiles_around() -> None:
    """Water tiles count as any other."""
    table = Table.laid("(0,0) rv01 r3; (1,0) rv08 r0 red:m", **OPTIONS).finish()

    assert table.scored == [("cloister", {"red": 2})]


CURL = (
    "(0,0) rv01 r0; (0,1) rv05 r2; (1,1) rv03 r0; (2,1) rv11 r1; (3,1) rv02 r0; (4,1) rv04 r0; (5,1) rv10 r1; (5,0) rv06 r1; "
    "(5,-1) rv09 r1; (4,-1) rv08 r0"
)
"""The river has turned back and flows towards its spring, above the city of rv02; one bend and the lake are left."""


def test_rv_x6_rv_e1_the_last_middle_tile_may_not_block_the_lake() -> None:
    """Turning in, it would end above that city, where no lake fits."""
    table = Table.laid(CURL, turn="red", **OPTIONS).pile("rv07 rv12").draw("rv07")

    assert table.verbs("place") == {"3,-1 r2"}
    assert Table.laid(CURL, turn="red", **OPTIONS).pile("rv07 U").draw("rv07").verbs("place") == {"3,-1 r2", "3,-1 r3"}


def test_rv_e1_every_tile_still_to_come_must_be_able_to_go_on() -> None:
    """Turning in, the river could have to pass the spring with rv02, whose city or road would meet its meadow."""
    board = "(0,0) rv01 r0; (0,1) rv09 r2; (-1,1) rv03 r0; (-2,1) rv05 r2; (-2,0) rv06 r1"
    table = Table.laid(board, turn="red", **OPTIONS)

    assert table.pile("rv07 rv04 rv08 rv12").draw("rv07").verbs("place") == {"-2,-1 r0", "-2,-1 r3"}
    again = Table.laid(board, turn="red", **OPTIONS)
    assert again.pile("rv07 rv04 rv02 rv12").draw("rv07").verbs("place") == {"-2,-1 r0"}


def test_rv_e1_rivers_are_one_line_and_never_get_stuck() -> None:
    """`BASTIDE_RIVERS` says how many; 100,000 is what the full check lays."""
    for seed in range(RIVERS):
        events = _river(seed)
        laid = [event for event in events if isinstance(event, TilePlaced)]
        steps = [(b.x - a.x, b.y - a.y) for a, b in pairwise(laid)]
        bends = [ax * by - ay * bx for (ax, ay), (bx, by) in pairwise(steps)]

        assert [laid[0].tile, laid[-1].tile, len(laid)] == ["river/rv01", "river/rv12", 12], seed
        assert all(abs(x) + abs(y) == 1 for x, y in steps), "every tile goes on from the one before"
        assert all(not a or a != b for a, b in pairwise(bends)), "no two bends in a row to one side"
        assert not any(isinstance(event, TileDiscarded) for event in events), "no tile is laid aside"


@pytest.mark.parametrize("seed", range(8))
def test_rv_r6_without_spring_and_lake_the_banks_never_meet(seed: int) -> None:
    """However the middle tiles lie: the meadows left of the water and those right of it share none."""
    laid = [e for e in _river(seed) if isinstance(e, TilePlaced)][1:-1]
    state = Table.laid("; ".join(f"({e.x},{e.y}) {e.tile.split('/')[1]} r{e.turn}" for e in laid), **OPTIONS).state
    banks: list[set[int]] = [set(), set()]
    for (layout, base, _), (here, after) in zip(state.board.values(), pairwise(laid), strict=False):
        side = STEP.index(cell_at(after.x, after.y) - cell_at(here.x, here.y))
        for bank, half in zip(banks, layout.borders[side].farm_fields, strict=True):
            bank.add(find(state.parent, base + half))

    assert banks[0].isdisjoint(banks[1])


def test_rv_e1_what_cannot_be_laid_all_the_same_is_laid_aside() -> None:
    """Walled in, as play never brings about: the tiles leave the game one by one, the lake too, and the game goes on."""
    walled = "(0,0) rv01 r3; (1,-1) U r1; (1,1) U r1; (2,0) B r0"
    table = Table.laid(walled, turn="red", **OPTIONS).pile("rv04 rv12 E").draw("rv04").draw("rv12").draw("E")

    assert [event.tile for event in table.told(TileDiscarded)] == ["river/rv04", "river/rv12"]
    assert table.asked == "place"


def test_rv_e2_a_second_part_draws_the_next_river_tile() -> None:
    """Water comes first in every part of a turn."""
    table = Table.laid("(0,0) rv01 r3; (1,0) rv11 r1", turn="red", expansions="traders,river").pile("rv04 rv12 E")
    table.state.part = 2

    table.begin()

    assert [action.what for action, _ in GAME.odds(table.state)] == ["river/rv04"]


def test_rv_e3_the_dragon_walks_over_the_river_and_the_fairy_stands_there() -> None:
    table = Table.laid("(0,0) rv01 r3; (1,0) rv04 r0 red:f1; (2,0) rv12 r1", turn="red", expansions="dragon,river").dragon(0, 0)
    table.pile("dr07 U").draw("dr07").do("place 2,1 r0")

    assert table.verbs("fairy") == {"1,0 f1"}
    table.do("skip")
    assert "1,0" in table.verbs("dragon")


def test_rv_e3_dragon_tiles_wait_for_the_river_to_end() -> None:
    """They are drawn from the ordinary stack, and set aside there until the first volcano."""
    state = GAME.start(GAME.options({"expansions": "dragon,tower,river"}), 2)

    assert {action.what.split("/")[0] for action, _ in GAME.odds(state)} == {"river"}


def test_rv_e4_not_on_a_printed_map() -> None:
    with pytest.raises(IllegalActionError) as refused:
        GAME.options({**OPTIONS, "map": "benelux"})
    assert (refused.value.code, refused.value.params["value"]) == ("option-clash", "river")


@pytest.mark.parametrize("edition", ["first", "winter"])
def test_rv_e4_with_the_first_and_the_winter_edition(edition: str) -> None:
    """The winter edition's animals come after it."""
    assert len([e for e in _river(1, edition=edition) if isinstance(e, TilePlaced)]) == 12


def test_rv_e5_there_is_no_further_option() -> None:
    assert not [option for option in GAME.schema() if option.needs == ("expansions", "river")]
