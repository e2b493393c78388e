"""Positions of The River and The Abbot in which one turn is plainly right, and that computers once got wrong or could."""

from __future__ import annotations

import random

import pytest

from ai.game_analysis import AnalysedRow, FinishedGame, analyse_game
from ai.planning_player import PlanningPlayer
from ai.puzzle_search import puzzle_from_past_game
from ai.turn_search import SearchWidth, search_plans
from games.carcassonne.game import Carcassonne
from games.carcassonne.state import State
from games.core.game import CHANCE, Seat, ignore_event
from tests.rules.table import Table
from workers.hint_task import HintResult, HintTask, advise

GAME = Carcassonne()

FIVE = "; ".join(f"({x},{y}) B r0" for x, y in ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0)))
"""Five of the eight tiles around (0,0)."""
GARDEN = f"(0,0) E_G r2 red abbot:g; {FIVE}"
"""An abbot on a garden with 6 points, its city to the south still open."""
CLOISTER = f"(0,0) B r0 red abbot:m; {FIVE}; (-1,1) B r0; (1,1) B r0"
"""An abbot on a cloister with 8 points; one hole is left, to the south, where only grass fits on three sides."""
SPRING = "(0,0) rv01 r3"


def laid(board: str, expansions: str = "abbot", **given: str) -> Table:
    """Return a position with red to draw."""
    return Table.laid(board, turn="red", expansions=expansions, **given)


def at_hand(table: Table, **numbers: int) -> Table:
    """Red has these figures at hand and no others."""
    for piece, place in table.state.rules.piece_of.items():
        table.state.supply[place] = numbers.get(piece, 0)
    return table


def turn(table: Table) -> list[str]:
    """Return the best turn with the drawn tile, for a computer that looks at its own turn only."""
    alone = SearchWidth(beam=10, further=3, answered=0)
    best = search_plans(GAME, table.state, table.state.asked[0], leaves=3_000, choose=lambda n: 0, breadth=alone)[0]
    return [GAME.write(action) for action in best.actions]


def test_the_abbot_comes_home_from_a_place_that_can_never_be_completed() -> None:
    """No city tile is left for the hole in the south, and more gardens and cloisters come: 6 points now, others later."""
    table = at_hand(laid(GARDEN)).pile("A A B B V_G V_G U U U U U U U U").draw("U")

    assert turn(table)[1:] == ["retrieve"]


def test_the_abbot_stays_where_the_last_tile_is_sure_to_come_and_no_other_place_is() -> None:
    """Every tile left completes the cloister and none has a place for an abbot: 9 points instead of 8."""
    table = at_hand(laid(CLOISTER)).pile("E E E E E E").draw("U")

    assert turn(table)[1:] == ["skip"]


def test_the_abbot_stays_and_a_follower_scores_on_the_last_tile() -> None:
    """The end pays the garden anyway."""
    assert turn(at_hand(laid(GARDEN), small=1).pile().draw("U"))[1:] == ["deploy small r1"]


def test_the_last_tile_completes_the_abbots_place() -> None:
    """9 points, and the figure is free."""
    assert turn(at_hand(laid(CLOISTER)).pile("U U U U").draw("B"))[0] == "place 0,1 r0"


@pytest.mark.parametrize(("tile", "part"), [("B", "m"), ("V_G", "g")])
def test_the_abbot_takes_the_place_that_the_last_follower_need_not(tile: str, part: str) -> None:
    """The last follower is worth more at hand; the abbot can be taken back whenever that pays."""
    assert turn(at_hand(laid("(0,0) D r0"), small=1, abbot=1).draw(tile))[1:] == [f"deploy abbot {part}"]


def test_the_abbot_comes_home_before_the_end_where_only_that_pays_the_fairy() -> None:
    """Without the fairy's points in the final scoring, taking back brings 3 points more than waiting."""
    table = at_hand(laid(GARDEN, "abbot,dragon", fairy_final_scoring="off")).fairy(0, 0, "g").pile("U").draw("U")

    assert turn(table)[1:] == ["retrieve"]


def test_the_abbot_comes_home_before_the_dragon_walks() -> None:
    """The dragon stands beside the garden and is about to move."""
    table = at_hand(laid(f"{GARDEN}; (2,0) B r0", "abbot,dragon")).dragon(1, 0).pile("dr11 U U U U U B A V_G").draw("dr11")

    assert turn(table)[1] == "retrieve"


@pytest.mark.parametrize(("tile", "part"), [("rv08", "m"), ("rv10_G", "g")])
def test_the_abbot_begins_on_the_first_cloister_or_garden_of_the_river(tile: str, part: str) -> None:
    assert turn(laid(SPRING, "river,abbot").draw(tile))[1:] == [f"deploy abbot {part}"]


def test_a_last_follower_does_not_farm_the_bank_of_a_young_river() -> None:
    """Whatever is laid, two meadows beside the water are worth less than a figure at hand."""
    assert turn(at_hand(laid(SPRING, "river"), small=1).draw("rv04"))[1:] == ["skip"]


def past(tiles: int, seed: int = 1) -> FinishedGame:
    """Return a game with the new box up to so many tiles, in which an abbot was taken back."""
    given, chance = {"expansions": "river,abbot"}, random.Random(seed)
    state, rows = GAME.start(GAME.options(given), 2), list[AnalysedRow]()
    player = PlanningPlayer(300, SearchWidth(beam=6, further=3, answered=0))
    while len(state.placed) < tiles or state.asked[0] != CHANCE:
        seat = state.asked[0]
        planned = [GAME.deal(state, chance.randrange)] if seat == CHANCE else player.turn(GAME, state, seat, chance.randrange)
        for action in planned:
            rows.append(AnalysedRow(len(rows), seat, GAME.write(action)))
            GAME.advance(state, seat, action, ignore_event)
    return FinishedGame(GAME, given, 2, tuple(rows), tuple(GAME.scores(state)))


def test_looking_back_says_when_the_abbot_should_have_come_home() -> None:
    """The turn in which it did was right; with nothing done in its place, coming home would have been better."""
    game = past(16)
    end = next(number for number, row in enumerate(game.rows) if row.text == "retrieve")
    right = game.rows[: end + 1]
    wrong = (*right[:-1], right[-1]._replace(text="skip"))

    (*_, taken), (*_, left) = (analyse_game(game._replace(rows=told), 300).decisions for told in (right, wrong))

    assert (taken.played[-1], taken.loss) == ("retrieve", 0)
    assert (left.played[-1], left.best[-1]) == ("skip", "retrieve")
    assert left.loss > 0


@pytest.mark.soak
def test_a_puzzle_comes_out_of_a_game_with_the_new_box() -> None:
    puzzle = puzzle_from_past_game(past(64, seed=4), 0, playouts=4)

    assert puzzle is not None
    assert len({texts[0] for texts, _ in puzzle.choices}) > 2


def hinted(state: State) -> HintResult:
    """Return the hint to the asked player."""
    return advise(HintTask(GAME, GAME.dump(state), state.asked[0], b"seed"))


def test_a_hint_takes_the_abbot_home() -> None:
    """As above, away from the start tile, which a snapshot begins with."""
    around = "; ".join(f"({x},{y}) B r0" for x, y in ((-1, 4), (0, 4), (1, 4), (-1, 5), (1, 5)))
    table = at_hand(laid(f"(0,0) D r0; (0,5) E_G r2 red abbot:g; {around}")).pile("A A B B V_G V_G U U U U U U U U").draw("U")

    assert hinted(table.state).texts[1:] == ("retrieve",)


def test_a_hint_goes_on_with_the_river() -> None:
    """At its mouth and not to the same side twice, with a figure beside the water."""
    state = GAME.start(GAME.options({"expansions": "river"}), 2)
    for seat, text in ((CHANCE, "draw river/rv07"), (0, ""), (0, "skip"), (CHANCE, "draw river/rv05")):
        legal = [GAME.write(action) for action in GAME.legal(state, seat)] if seat != CHANCE else []
        GAME.advance(state, Seat(seat), GAME.read(text or legal[0]), ignore_event)
    (mouth,) = GAME.view(state, None).marks

    (place, *_) = hinted(state).texts

    assert place.startswith(f"place {mouth.x},{mouth.y} ")
    assert place in [GAME.write(action) for action in GAME.legal(state, state.asked[0])]
