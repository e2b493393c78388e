"""Puzzles out of self-play: the same for the same seed, and one turn is clearly best."""

from __future__ import annotations

from functools import cache
from random import Random

from ai.game_analysis import AnalysedRow, FinishedGame
from ai.puzzle_search import CHOICES, EDGE, PLAIN, PastTurnPuzzle, Puzzle, wins
from ai.turn_search import SearchWidth, search_plans
from editions.registry import GAMES
from games.core.game import CHANCE, Seat, ignore_event
from tests.rules.table import Table
from workers.puzzle_task import MistakePuzzlesTask, PastGamePuzzleTask, PuzzleTask, make_puzzle_of, recalled, relived

GAME = GAMES["carcassonne"]


@cache
def first() -> Puzzle:
    """Made once for all tests."""
    puzzle = make_puzzle_of(PuzzleTask(GAME, 2, 5, playouts=0))
    assert puzzle is not None
    return puzzle


def test_a_puzzle_has_one_clearly_best_turn() -> None:
    puzzle = first()

    assert puzzle == make_puzzle_of(PuzzleTask(GAME, 2, 5, playouts=0))
    best = puzzle.choices[0]
    others = [loss for texts, loss in puzzle.choices if texts[0] != best[0][0]]
    assert best[1] == 0 and EDGE <= min(others) <= PLAIN
    state = GAME.start(GAME.options({}), 2)
    for seat, text in puzzle.rows:
        GAME.advance(state, Seat(seat), GAME.read(text), ignore_event)
    assert tuple(GAME.to_act(state)) == (puzzle.seat,) and puzzle.seat != CHANCE
    assert len(GAME.legal(state, puzzle.seat)) >= CHOICES
    assert {texts[0] for texts, _ in puzzle.choices} == {GAME.write(action) for action in GAME.legal(state, puzzle.seat)}


def test_a_game_that_people_have_played_gives_its_clearest_position() -> None:
    """What was played in it before and after does not matter; where it is known to stand out, nothing else is looked at."""
    puzzle = first()
    rows = [AnalysedRow(seq, Seat(seat), text) for seq, (seat, text) in enumerate(puzzle.rows)]
    there = len(rows)
    rows += [AnalysedRow(there + number, Seat(puzzle.seat), text) for number, text in enumerate(puzzle.choices[-1][0])]
    past = FinishedGame(GAME, {}, 2, tuple(rows), (0, 0))

    assert recalled(PastGamePuzzleTask(past, 1, (there + 1,), playouts=0)) is None, "no decision began with that row"
    again = next(made for seed in range(5) if (made := recalled(PastGamePuzzleTask(past, seed, (there,), playouts=0))) is not None)

    assert (again.rows, again.seat) == (puzzle.rows, puzzle.seat)
    assert again.choices[0] == (puzzle.choices[0][0], 0.0)
    assert {texts[0] for texts, _ in again.choices} == {texts[0] for texts, _ in puzzle.choices}


def test_what_looks_best_is_played_on_to_the_end() -> None:
    """The last tile that closes a city, 8 points to 3: anyone who says that another turn is better is found out."""
    state = Table.laid("(0,0) E r0 red:c1; (0,-1) G r1; (0,-2) G r1").pile("U U").draw("E").state
    red = state.asked[0]
    plans = search_plans(GAME, state, red, leaves=500, choose=Random(1).randrange, breadth=SearchWidth(answered=0))

    assert wins(GAME, state, red, plans, seed=1, playouts=2)
    assert not wins(GAME, state, red, plans[::-1], seed=1, playouts=2)
    assert wins(GAME, state, red, plans[::-1], seed=1, playouts=0), "nobody asked"


def test_a_turn_that_was_played_badly_is_a_puzzle_and_one_played_well_is_none() -> None:
    """The turns in the order in which they are asked about, no more than are wanted."""
    riddle = first()
    rows = [AnalysedRow(seq, Seat(seat), text) for seq, (seat, text) in enumerate(riddle.rows)]
    there = len(rows)

    def asked(turn: tuple[str, ...], turns: tuple[int, ...], most: int = 3) -> tuple[PastTurnPuzzle, ...]:
        whole = [*rows, *(AnalysedRow(there + number, Seat(riddle.seat), text) for number, text in enumerate(turn))]
        return relived(MistakePuzzlesTask(FinishedGame(GAME, {}, 2, tuple(whole), (0, 0)), turns, most, 1, playouts=0))

    (past_turn_puzzle,) = asked(riddle.choices[-1][0], (there + 1, there))
    assert (past_turn_puzzle.since, past_turn_puzzle.played, past_turn_puzzle.puzzle.rows, past_turn_puzzle.puzzle.seat) == (
        there,
        riddle.choices[-1][0],
        riddle.rows,
        riddle.seat,
    )
    losses = dict(past_turn_puzzle.puzzle.choices)
    assert past_turn_puzzle.puzzle.choices[0][1] == 0 and losses[past_turn_puzzle.played] >= EDGE
    assert asked(riddle.choices[0][0], (there,)) == (), "the best turn was played"
    assert asked(riddle.choices[-1][0], (there,), most=0) == ()
