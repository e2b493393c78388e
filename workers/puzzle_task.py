"""Puzzle tasks for a worker process: puzzles from simulated games, from finished games, or from a player's own mistakes."""

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
    """A request for a puzzle from a simulated game, searched from this seed on."""

    game: AnyGame
    seats: int
    seed: int
    playouts: int = PLAYOUTS


@dataclass(frozen=True)
class PastGamePuzzleTask:
    """A request for a puzzle from a game that users have played."""

    past: FinishedGame
    seed: int
    among: tuple[int, ...] = ()
    """The rows of its log before which one turn is known to stand out; none: look at all."""
    playouts: int = PLAYOUTS


@dataclass(frozen=True)
class MistakePuzzlesTask:
    """A request for private puzzles from a player's worst turns in a game."""

    past: FinishedGame
    turns: tuple[int, ...]
    """The rows of its log with which they begin, the dearest first."""
    most: int
    seed: int
    leaves: int = LOOK
    playouts: int = PLAYOUTS


def make_puzzle_of(question: PuzzleTask) -> Puzzle | None:
    """Return a puzzle from the first simulated game that has one; None if none of `GAMES` games does.

    Deterministic: the same task always has the same result.
    """
    for number in range(GAMES):
        made = puzzle_search.make_puzzle(question.game, {}, question.seats, question.seed + number, question.playouts)
        if made is not None:
            return made
    return None


def recalled(question: PastGamePuzzleTask) -> Puzzle | None:
    """Return a puzzle from a finished game; None if it has none.

    Deterministic: the same task always has the same result.
    """
    return puzzle_search.puzzle_from_past_game(question.past, question.seed, question.among, question.playouts)


def relived(question: MistakePuzzlesTask) -> tuple[PastTurnPuzzle, ...]:
    """Return puzzles from a player's mistakes in a game. Deterministic: the same task always has the same result."""
    return puzzle_search.puzzles_from_past_turns(
        question.past, question.turns, question.most, question.seed, question.leaves, question.playouts
    )
