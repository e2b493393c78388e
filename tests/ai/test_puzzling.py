"""Puzzles out of self-play: the same for the same seed, and one turn is clearly best."""

from __future__ import annotations

from ai.puzzling import CHOICES, EDGE, PLAIN
from editions.offered import GAMES
from games.core.game import HOUSE, Seat, unheard
from thinking.puzzling import Question, made

GAME = GAMES["carcassonne"]


def test_a_puzzle_has_one_clearly_best_turn() -> None:
    found = made(Question(GAME, 2, 5))

    assert found is not None and found == made(Question(GAME, 2, 5))
    best = found.choices[0]
    others = [loss for texts, loss in found.choices if texts[0] != best[0][0]]
    assert best[1] == 0 and EDGE <= min(others) <= PLAIN
    state = GAME.start(GAME.options({}), 2)
    for seat, text in found.rows:
        GAME.advance(state, Seat(seat), GAME.read(text), unheard)
    assert tuple(GAME.to_act(state)) == (found.seat,) and found.seat != HOUSE
    assert len(GAME.legal(state, found.seat)) >= CHOICES
    assert {texts[0] for texts, _ in found.choices} == {GAME.write(action) for action in GAME.legal(state, found.seat)}
