"""The River and The Abbot without seeing them: what is left in two stacks, the odds of a square, and where the river may go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.carcassonne.illegal_move_reasons import empty_squares
from games.carcassonne.view import BoardView
from games.core.game import CHANCE, Seat, ignore_event
from tests.rules.table import Table
from tests.text.played import GAME, NAMES
from tests.text.test_seen import EN, WORDS_OF
from text.protocol import Misread

RIVER = 11
BEND = "(0,0) rv01 r2; (0,-1) rv07 r0"
"""The spring flows north and turns west."""


def draws(seed: int, number: int) -> Iterator[Any]:
    """Yield the states of a random game with the new box before a draw."""
    chance, state = random.Random(seed), GAME.start(GAME.options({"expansions": "river,abbot"}), 2)
    while number:
        seat = state.asked[0]
        if seat == CHANCE:
            number -= 1
            yield state
        action = GAME.deal(state, chance.randrange) if seat == CHANCE else chance.choice(GAME.legal(state, seat))
        GAME.advance(state, seat, action, ignore_event)


def legal_next(state: Any) -> dict[tuple[int, int], int]:
    """Return for each square how many of a hundred next draws may be laid there."""
    odds = GAME.odds(state)
    whole, places = sum(number for _, number in odds), dict[tuple[int, int], int]()
    for action, number in odds:
        after = GAME.clone(state)
        GAME.advance(after, CHANCE, action, ignore_event)
        for square in {a.square for a in GAME.legal(after, after.asked[0]) if a.verb == "place"}:
            places[square] = places.get(square, 0) + number
    return {square: round(100 * number / whole) for square, number in places.items()}


@pytest.mark.parametrize("seed", [2])
def test_the_odds_of_every_square_are_those_of_the_next_stack(seed: int) -> None:
    """While the river lies open only its mouth can be filled, by whatever comes; after the lake it is as always."""
    for state in draws(seed, RIVER + 4):
        view: BoardView = GAME.view(state, None)
        legal = legal_next(state)
        for square in empty_squares(view):
            odds = WORDS_OF.holes.odds(view, square, EN)
            told = int(odds.split("next draw ")[1].split(" ")[0]) if "next draw" in odds else 0
            assert told == legal.get(square, 0), odds


def test_tiles_left_say_how_many_come_from_the_river_first() -> None:
    lines = [WORDS_OF.stock.left(GAME.view(state, None), EN).splitlines() for state in draws(1, RIVER + 2)]

    assert lines[0][0] == "82 tiles are left. The next 11 tiles come from a separate stack."
    assert lines[RIVER - 1][0] == "72 tiles are left. The next tile comes from a separate stack."
    assert lines[RIVER][0] == "71 tiles are left."
    assert [sum(int(line.split(" ×")[0]) for line in each[1:]) for each in lines] == list(range(82, 69, -1))


def test_the_board_in_text_says_where_the_river_goes_on_until_the_lake_lies() -> None:
    """After a bend also to which side it may not turn again."""
    told = [WORDS_OF.say.board(GAME.view(state, None), NAMES, EN) for state in draws(1, RIVER + 1)]

    assert [text.count("The river goes on at ") for text in told] == [1] * RIVER + [0]
    bend = Table.laid(BEND, expansions="river").draw("rv04").state
    assert "The river goes on at L14, but can't turn south there." in WORDS_OF.say.board(GAME.view(bend, None), NAMES, EN)


@pytest.mark.parametrize(
    ("text", "code"), [("L14 270", "not-here"), ("M14 0", "square-taken"), ("N13 90", "fits-nowhere-here")], ids=str
)
def test_a_typed_river_tile_is_refused_with_the_reason(text: str, code: str) -> None:
    """A second bend to the same side; a square with a tile; one beside the banks, where no water flows."""
    state = Table.laid(BEND, expansions="river").draw("rv10").state
    with pytest.raises(Misread) as refused:
        WORDS_OF.read.typed(text, GAME.view(state, None), GAME.legal(state, Seat(0)), EN)

    assert refused.value.code == code
