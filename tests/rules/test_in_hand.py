"""Tile in hand: every rule of docs/tile-in-hand.md (TH)."""

from __future__ import annotations

import random

import pytest

from editions.registry import GAMES
from games.carcassonne.events import GameEnded, TileDiscarded, TileDrawn, TileHeld, TilePlaced, TurnBegan
from games.carcassonne.expansions.dragon.events import TileSetAside
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Event
from tests.rules.table import COLOURS, Table, full_id
from tools.selfplay import house

GAME = GAMES["carcassonne"]


def held(table: Table) -> dict[str, str]:
    """Return the letters of the tile that each colour has in hand."""
    return {COLOURS[seat.seat]: seat.held.split("/")[1] for seat in GAME.view(table.state, None).seats if seat.held}


def table_with_hands(hands: str, pile: str = "", board: str = "(0,0) D r0", turn: str = "red", **given: str) -> Table:
    """Return a board with these tiles in hands (`-` for none) and these left to draw; `turn` begins."""
    letters = hands.split()
    table = Table.laid(board, seats=len(letters), turn=turn, **{"in_hand": "on", **given}).pile(pile)
    table.state.held = tuple(-1 if letter == "-" else table.state.rules.kind_of[full_id(letter)] for letter in letters)
    table.state.number = len(table.state.board)
    return table.begin()


def told(table: Table, *kinds: type) -> list[Event]:
    return [event for event in table.events if isinstance(event, kinds)]


def test_th_r1_everybody_draws_before_the_first_turn_in_the_order_of_the_seats() -> None:
    table = Table(GAME.start(GAME.options({"in_hand": "on"}), 3))

    table.draw("U").draw("V").draw("W")

    assert held(table) == {"blue": "V", "green": "W"}, "red's tile is being played"
    assert (table.state.seat, table.asked, table.view.hand) == (0, "place", "base/U")
    assert told(table, TileHeld) == [TileHeld(0, "base/U"), TileHeld(1, "base/V"), TileHeld(2, "base/W")]
    assert table.view.left == 71 - 3 and table.view.turns == 71


def test_th_r1_the_next_tile_is_drawn_when_the_turn_is_over() -> None:
    """After the meeple: who puts one does not know it yet."""
    table = table_with_hands("U V", "W X").do("place 1,0 r0")

    assert table.asked == "deploy" and held(table) == {"blue": "V"}
    table.do("skip")
    assert GAME.to_act(table.state) == (CHANCE,) and table.state.seat == 0
    table.draw("W")

    assert held(table) == {"red": "W"} and (table.state.seat, table.view.hand) == (1, "base/V")


def test_th_r2_a_tile_that_fits_nowhere_is_replaced_when_its_turn_comes() -> None:
    """Not when it is drawn; what comes in its place is played at once."""
    table = table_with_hands("U C", "V W", board="(0,0) U r0")
    assert held(table) == {"blue": "C"}

    table.do("place 1,0 r0", "skip").draw("V")

    assert told(table, TileDiscarded) == [TileDiscarded("base/C")] and table.view.discarded == ("base/C",)
    assert GAME.to_act(table.state) == (CHANCE,) and held(table) == {"red": "V"}
    table.draw("W")
    assert (table.state.seat, table.asked, table.view.hand) == (1, "place", "base/W")


def test_th_r2_a_tile_that_fits_again_when_its_turn_comes_is_played() -> None:
    table = table_with_hands("E C", "V W", board="(0,0) U r0")

    table.do("place 0,-1 r0", "skip").draw("V")

    assert not told(table, TileDiscarded) and (table.state.seat, table.view.hand) == (1, "base/C")


def test_th_r3_who_holds_nothing_draws_and_plays_at_once() -> None:
    table = table_with_hands("- V", "U W")
    assert GAME.to_act(table.state) == (CHANCE,)

    table.draw("U")

    assert (table.state.seat, table.asked, table.view.hand) == (0, "place", "base/U")


def test_th_r4_when_the_bag_is_empty_everybody_plays_what_they_hold() -> None:
    table = table_with_hands("U U U").do("place 1,0 r0", "skip")
    assert held(table) == {"green": "U"} and table.state.seat == 1

    table.do("place 2,0 r0", "skip", "place 3,0 r0", "skip")

    assert table.state.over and len(told(table, TilePlaced)) == 3


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("tiles", ["all", "twelve"])
def test_th_r4_the_game_is_as_long_as_without(tiles: str, seats: int) -> None:
    """And every tile is held once before it is played."""
    events = _random_game({"tiles": tiles, "in_hand": "on"}, seats)

    whole = 71 if tiles == "all" else 12
    gone = sum(isinstance(event, TileDiscarded) for event in events)
    assert sum(isinstance(event, TilePlaced) for event in events) + gone == whole
    drawn, at_hand = (sum(isinstance(event, kind) for event in events) for kind in (TileDrawn, TileHeld))
    assert drawn + gone == whole and at_hand >= whole - gone


def test_th_r5_without_a_tile_the_turn_is_left_out() -> None:
    """Blue's fits nowhere and there is none in its place; green plays, and that is the end."""
    table = table_with_hands("U C U", board="(0,0) U r0").do("place 1,0 r0", "skip")

    assert told(table, TileDiscarded) == [TileDiscarded("base/C")] and table.state.seat == 2
    table.do("place 2,0 r0", "skip")

    assert table.state.over
    assert [event.seat for event in told(table, TurnBegan) if isinstance(event, TurnBegan)] == [0, 1, 2]


def test_th_r6_the_second_tile_is_drawn_and_played_at_once() -> None:
    """The builder's: red holds nothing meanwhile, and draws again at the end."""
    table = table_with_hands("U V", "W X V", board="(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1", expansions="traders")
    table.do("place 3,0 r0", "skip")
    assert GAME.to_act(table.state) == (CHANCE,) and (table.state.seat, table.state.part) == (0, 2)
    assert held(table) == {"blue": "V"}

    table.draw("W")
    assert (table.state.seat, table.asked, table.view.hand) == (0, "place", "base/W")
    table.do("place 0,1 r0", "skip").draw("X")

    assert held(table) == {"red": "X"} and (table.state.seat, table.state.part) == (1, 1)


def test_th_r6_with_an_empty_bag_there_is_no_second_part() -> None:
    table = table_with_hands("U V", board="(0,0) D r0; (1,0) U r0 red:r1; (2,0) U r0 red builder:r1", expansions="traders")

    table.do("place 3,0 r0", "skip")

    assert (table.state.seat, table.view.hand) == (1, "base/V")


def test_th_r7_hands_begin_when_the_river_has_been_drawn() -> None:
    """Nobody holds a tile of the river, so the lake is placed last."""
    state = GAME.start(GAME.options({"in_hand": "on", "expansions": "river"}), 3)
    events, chance = list[Event](), random.Random(2)
    while not any(state.held[seat] >= 0 for seat in range(3)):
        (seat,) = GAME.to_act(state)
        action = house(GAME, state, chance) if seat == CHANCE else chance.choice(GAME.legal(state, seat))
        GAME.advance(state, seat, action, events.append)

    placed = [event.tile for event in events if isinstance(event, TilePlaced)]
    assert placed[-1] == "river/rv12" and len(placed) == 11
    assert [event.seat for event in events if isinstance(event, TileHeld)] == [10 % 3], "who laid the lake is the first"


def test_th_r8_not_in_the_practice_game() -> None:
    with pytest.raises(IllegalActionError, match="option-clash"):
        GAME.options({"in_hand": "on", "tiles": "practice"})


def test_th_r9_all_hands_are_open_and_out_of_the_bag() -> None:
    state = GAME.start(GAME.options({"in_hand": "on"}), 2)
    table = Table(state).draw("C").draw("X")

    views = [GAME.view(table.state, seat) for seat in (None, 0, 1)]
    assert views[0] == views[1] == views[2] and views[0].in_hands == ("base/X",)
    assert "base/C" not in dict(views[0].bag) and "base/X" not in dict(views[0].bag)
    assert not GAME.has_secrets


def test_th_r10_a_dragon_tile_before_the_volcano_is_not_kept_in_hand() -> None:
    """It is set aside, and another is drawn."""
    dragon = _tile_with_mark("dragon")
    table = table_with_hands("U -", "U V", expansions="dragon")
    kinds = table.state.rules.kind_of
    table.state.bag[kinds[dragon]] += 1
    table.state.left += 1

    table.do("place 1,0 r0", "skip")
    table._act(CHANCE, f"draw {dragon}")
    assert told(table, TileSetAside) == [TileSetAside(dragon)] and held(table) == {}
    assert GAME.to_act(table.state) == (CHANCE,) and table.state.seat == 0
    table.draw("U")
    assert held(table) == {"red": "U"}


def test_th_r10_a_volcano_fills_an_empty_bag_again() -> None:
    """Who has laid it draws for their next turn, as they would from a bag that was never empty."""
    volcano, dragon = _tile_with_mark("volcano"), _tile_with_mark("dragon")
    table = table_with_hands(f"{volcano.split('/')[1]} -", expansions="dragon")
    table.state.memory["aside"] = (table.state.rules.kind_of[dragon],)

    table.do(GAME.write(GAME.legal(table.state, table.state.asked[0])[0]))
    if table.asked == "deploy":
        table.do("skip")
    assert GAME.to_act(table.state) == (CHANCE,)
    table._act(CHANCE, f"draw {dragon}")

    assert held(table) == {"red": dragon.split("/")[1]} or table.view.hand == dragon


def test_th_r12_an_agreed_end_counts_no_tile_in_hand() -> None:
    table = table_with_hands("U V", "W").do("place 1,0 r0")

    GAME.conclude(table.state, table.events.append)

    assert table.state.over and table.view.in_hands == () and len(told(table, GameEnded)) == 1


def test_th_what_is_left_counts_the_hands_for_those_who_look_ahead() -> None:
    """Computers and dead squares: a tile in hand will be played though the bag has none of it."""
    table = table_with_hands("U C", "V")

    assert table.state.to_come()[table.state.rules.kind_of["base/C"]] == 1
    assert table.state.turns_to_come() == 2
    assert table.state.bag[table.state.rules.kind_of["base/C"]] == 0


def _tile_with_mark(mark: str) -> str:
    """Return the first tile with this symbol."""
    rules = GAME.start(GAME.options({"expansions": "dragon"}), 2).rules
    return next(tile.id for tile in rules.tiles if mark in tile.marks)


def _random_game(given: dict[str, str], seats: int) -> list[Event]:
    state, events, chance = GAME.start(GAME.options(given), seats), list[Event](), random.Random(4)
    while seats_to_act := GAME.to_act(state):
        action = house(GAME, state, chance) if seats_to_act[0] == CHANCE else chance.choice(GAME.legal(state, seats_to_act[0]))
        GAME.advance(state, seats_to_act[0], action, events.append)
    return events
