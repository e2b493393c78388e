"""Scenes of a match for one reader."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.match_context import is_first_game
from games.core.game import Seat
from storage.rows import SeatRow, UserId

PERSON, OTHER, COMPUTER = SeatRow(Seat(0), UserId(1)), SeatRow(Seat(1), UserId(2)), SeatRow(Seat(1), None, "greedy")


def _edition(*, teaches: bool) -> Any:
    return SimpleNamespace(words=SimpleNamespace(lessons=SimpleNamespace(is_first_game=lambda _: teaches)))


@pytest.mark.parametrize(
    ("seats", "teaches", "is_first"),
    [
        ((PERSON, COMPUTER), True, True),
        ((PERSON, COMPUTER), False, False),
        ((PERSON, OTHER), True, False),
        ((SeatRow(Seat(0), None, "greedy"), OTHER), True, False),
        ((PERSON,), True, False),
    ],
)
def test_a_first_game_is_of_one_person_against_a_computer(seats: tuple[SeatRow, ...], teaches: bool, is_first: bool) -> None:
    match: Any = SimpleNamespace(options={})

    assert is_first_game(_edition(teaches=teaches), match, seats) == is_first
    assert not is_first_game(SimpleNamespace(words=SimpleNamespace(lessons=None)), match, seats)  # type: ignore[arg-type]  # words alone
