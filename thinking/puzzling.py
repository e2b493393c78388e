"""What a thinking process is asked for puzzles: one out of the first of some games that has any."""

from __future__ import annotations

from dataclasses import dataclass

from ai import puzzling
from ai.puzzling import Puzzle
from games.core.game import AnyGame

GAMES = 4
"""So many are played at most for one puzzle."""


@dataclass(frozen=True)
class Question:
    """Is there a puzzle in the games from this seed on?"""

    game: AnyGame
    seats: int
    seed: int


def made(question: Question) -> Puzzle | None:
    """The answer, always the same to the same question."""
    for number in range(GAMES):
        found = puzzling.made(question.game, {}, question.seats, question.seed + number)
        if found is not None:
            return found
    return None
