"""Puzzle tasks for a worker process: a puzzle from any of several games, or from one player's own mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from ai import puzzle_search
from ai.game_analysis import FinishedGame
from ai.puzzle_search import LOOK, PLAYOUTS, PastTurnPuzzle, Puzzle
from games.core.game import AnyGame

GAMES = 4
"""So many are played at most for one puzzle."""


@dataclass(frozen=True)
class PuzzleTask:
    """A request for a puzzle from the games with this seed and later ones."""

    game: AnyGame
    seats: int
    seed: int
    playouts: int = PLAYOUTS


@dataclass(frozen=True)
class PastGamePuzzleTask:
    """A request for a puzzle from a game that people have played."""

    past: FinishedGame
    seed: int
    among: tuple[int, ...] = ()
    """The rows of its log before which one turn is known to stand out; none: look at all."""
    playouts: int = PLAYOUTS


@dataclass(frozen=True)
class MistakePuzzlesTask:
    """A request for the puzzles among these badly played turns."""

    past: FinishedGame
    turns: tuple[int, ...]
    """The rows of its log with which they begin, the dearest first."""
    most: int
    seed: int
    leaves: int = LOOK
    playouts: int = PLAYOUTS


def make_puzzle_of(question: PuzzleTask) -> Puzzle | None:
    """Return the puzzle that was asked for; the same task always has the same result."""
    for number in range(GAMES):
        made = puzzle_search.make_puzzle(question.game, {}, question.seats, question.seed + number, question.playouts)
        if made is not None:
            return made
    return None


def recalled(question: PastGamePuzzleTask) -> Puzzle | None:
    """Return the puzzle that was asked for; the same task always has the same result."""
    return puzzle_search.puzzle_from_past_game(question.past, question.seed, question.among, question.playouts)


def relived(question: MistakePuzzlesTask) -> tuple[PastTurnPuzzle, ...]:
    """Return the answer, always the same to the same question."""
    return puzzle_search.puzzles_from_past_turns(
        question.past, question.turns, question.most, question.seed, question.leaves, question.playouts
    )
