"""Rows of puzzles: the stock, the puzzles of the day of each server, answers, and who has solved how many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from storage.rows import MatchId, UserId


@dataclass(frozen=True, slots=True)
class PuzzleRow:
    """A puzzle: for all servers, for one server, or for one person."""

    id: int
    data: Mapping[str, Any]
    """`game`, `rules_version`, `options`, `seats`, `seat` (to move), `rows` (seat and action), `choices` (actions, points lost).
    """
    at: datetime
    guild_id: int | None = None
    """The only server that gets it, as it was played there; None: all servers."""
    match_id: MatchId | None = None
    """The match that it comes from."""
    user_id: UserId | None = None
    """The only person who gets it, as it was their turn; its `data` then also has `played` (actions)."""
    due_at: datetime | None = None
    """When to ask that person, for the first time or again."""


FOR_ALL = 0
"""Used as a server's id: the puzzle of the day for people without a server's own."""
OWN = -1
"""Used as a server's id: puzzles from a person's own turns, numbered by `PuzzleRow.id`."""


SOLVED_TENTHS = 20
"""Tenths of a point by which an answer may be worse than the best move and still counts as solved."""
COUNTED_DAYS = 30
"""Number of closed puzzles over which solvers are compared."""


@dataclass(frozen=True, slots=True)
class PuzzleDay:
    """A past or present puzzle of the day of a server."""

    guild_id: int
    """Or `FOR_ALL`."""
    number: int
    """From 1, in this server."""
    puzzle_id: int
    at: datetime
    answers: int = field(default=0, compare=False)
    """Number of people who have answered it."""
    solved: int = field(default=0, compare=False)
    """Number of people whose answer is as good as the best."""


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A person's latest answer to a puzzle of the day."""

    guild_id: int
    """Or `FOR_ALL`."""
    number: int
    user_id: UserId
    texts: tuple[str, ...]
    tenths: int
    """Tenths of a point lost compared with the best move."""
    at: datetime
    streak: int = field(default=0, compare=False)
    """Number of puzzles up to this one that the person has solved without a miss; counted when it's stored."""

    @property
    def is_solved(self) -> bool:
        """Whether it's as good as the best move, or nearly."""
        return self.tenths <= SOLVED_TENTHS


@dataclass(frozen=True, slots=True)
class SolverRow:
    """A person's results in the latest puzzles (`COUNTED_DAYS`) of a server."""

    user_id: UserId
    solved: int
    streak: int
    """Number of puzzles up to the last closed one that the person has solved without a miss."""
