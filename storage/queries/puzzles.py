"""SQL of puzzles. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, func, insert, literal_column, select, text, update

from storage.puzzle_rows import COUNTED_DAYS, FOR_ALL, PuzzleAnswer, PuzzleDay, PuzzleRow, SolverRow
from storage.rows import MATCH, MatchId, UserId
from storage.schema import draft, puzzle, puzzle_answer, puzzle_day, puzzle_solver
from storage.sharding import upsert

_FOR_ALL = (puzzle.c.guild_id.is_(None), puzzle.c.user_id.is_(None))
_SOLVED = puzzle_answer.c.streak > literal_column("0")
"""In the words of a partial index. Everyone who has solved a puzzle has a streak of one at least."""


def add(con: Connection, row: PuzzleRow) -> None:
    """Insert a puzzle into the stock."""
    con.execute(insert(puzzle).values(data=row.data, at=row.at, guild_id=row.guild_id, match_id=row.match_id))


def get(con: Connection, puzzle_id: int) -> PuzzleRow | None:
    """Return one puzzle; None if it doesn't exist."""
    row = con.execute(select(puzzle).where(puzzle.c.id == puzzle_id)).first()
    return PuzzleRow(*row) if row else None


def ids_after(con: Connection, puzzle_id: int) -> tuple[int, ...]:
    """Return ids of the common puzzles after this id, ascending."""
    chosen = select(puzzle.c.id).where(puzzle.c.id > puzzle_id, *_FOR_ALL)
    return tuple(con.execute(chosen.order_by(puzzle.c.id)).scalars())


def furthest(con: Connection, guild_id: int | None) -> int:
    """Return the highest id of a common puzzle that this server (None: any server) has had; 0 if none."""
    had = select(func.max(puzzle.c.id)).join(puzzle_day, puzzle_day.c.puzzle_id == puzzle.c.id)
    chosen = had.where(*_FOR_ALL)
    return con.execute(chosen if guild_id is None else chosen.where(puzzle_day.c.guild_id == guild_id)).scalar() or 0


def own_puzzle_ids(con: Connection, guild_id: int) -> tuple[int, ...]:
    """Return ids of the puzzles from a server's own games that it hasn't had yet, ascending."""
    had = exists().where(puzzle_day.c.puzzle_id == puzzle.c.id)
    return tuple(con.execute(select(puzzle.c.id).where(puzzle.c.guild_id == guild_id, ~had).order_by(puzzle.c.id)).scalars())


def sources(con: Connection, guild_id: int) -> frozenset[MatchId]:
    """Return ids of a server's matches from which a puzzle for the server was made."""
    return frozenset(con.execute(select(puzzle.c.match_id).where(puzzle.c.guild_id == guild_id)).scalars())


def post(con: Connection, day: PuzzleDay) -> None:
    """Insert a server's puzzle of the day, which closes the one before; the primary key refuses a number that exists."""
    con.execute(insert(puzzle_day).values(asdict(day)))
    if day.guild_id != FOR_ALL:  # nobody is named in that one
        _count_solvers(con, day.guild_id, day.number - 1)


def _count_solvers(con: Connection, guild_id: int, number: int) -> None:
    """Update the solvers' rows for a puzzle that closes: add it, and subtract the one that leaves the last `COUNTED_DAYS`.

    Also resets the streak of each solver of the puzzle before who hasn't solved this one.
    """
    whose = puzzle_solver.c.guild_id == guild_id
    con.execute(update(puzzle_solver).where(whose, _has_solved(guild_id, number - 1)).values(streak=0))
    left = _has_solved(guild_id, number - COUNTED_DAYS)
    con.execute(update(puzzle_solver).where(whose, left).values(solved=puzzle_solver.c.solved - 1))
    con.execute(delete(puzzle_solver).where(whose, puzzle_solver.c.solved == 0))
    con.execute(_COUNT, {"of_guild": guild_id, "of_number": number})


_COUNT = text(
    "INSERT INTO puzzle_solver (guild_id, user_id, solved, streak)"
    " SELECT guild_id, user_id, 1, streak FROM puzzle_answer WHERE guild_id = :of_guild AND number = :of_number AND streak > 0"
    " ON CONFLICT (guild_id, user_id) DO UPDATE SET solved = puzzle_solver.solved + 1, streak = excluded.streak"
)


def _has_solved(guild_id: int, number: int) -> ColumnElement[bool]:
    """Return the SQL condition that the user of a solver's row has solved this puzzle."""
    its = (puzzle_answer.c.guild_id == guild_id, puzzle_answer.c.number == number, _SOLVED)
    return puzzle_solver.c.user_id.in_(select(puzzle_answer.c.user_id).where(*its))


def days(con: Connection, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
    """Return a server's puzzles of the day, newest first, at most `limit`."""
    chosen = select(puzzle_day).where(puzzle_day.c.guild_id == guild_id).order_by(puzzle_day.c.number.desc()).limit(limit)
    return tuple(PuzzleDay(*row) for row in con.execute(chosen))


def day(con: Connection, guild_id: int, number: int) -> PuzzleDay | None:
    """Return one puzzle of the day of a server; None if it doesn't exist."""
    row = con.execute(select(puzzle_day).where(puzzle_day.c.guild_id == guild_id, puzzle_day.c.number == number)).first()
    return PuzzleDay(*row) if row else None


def answer(con: Connection, given: PuzzleAnswer) -> None:
    """Write a user's answer with its streak, replacing their former one, and update the puzzle's counts.

    The streak is one more than that of the puzzle before if the answer is right, else 0.
    """
    had, before = (answer_of(con, given.guild_id, number, given.user_id) for number in (given.number, given.number - 1))
    streak = (1 + (before.streak if before else 0)) if given.is_solved else 0
    upsert(con, puzzle_answer, {**asdict(given), "streak": streak}, ("texts", "tenths", "at", "streak"))
    its = (puzzle_day.c.guild_id == given.guild_id, puzzle_day.c.number == given.number)
    more, solved = int(had is None), int(given.is_solved) - int(had is not None and had.is_solved)
    con.execute(update(puzzle_day).where(*its).values(answers=puzzle_day.c.answers + more, solved=puzzle_day.c.solved + solved))


def answer_of(con: Connection, guild_id: int, number: int, user_id: UserId) -> PuzzleAnswer | None:
    """Return a person's answer to one puzzle; None if they gave none."""
    its = (puzzle_answer.c.guild_id == guild_id, puzzle_answer.c.number == number, puzzle_answer.c.user_id == user_id)
    row = con.execute(select(puzzle_answer).where(*its)).first()
    return None if row is None else replace(PuzzleAnswer(*row), texts=tuple(row.texts))


def solvers_of(con: Connection, guild_id: int, number: int, limit: int) -> tuple[UserId, ...]:
    """Return ids of the first `limit` people who solved a puzzle, in order of time."""
    its = puzzle_answer.c
    chosen = select(its.user_id).where(its.guild_id == guild_id, its.number == number, _SOLVED).order_by(its.at, its.user_id)
    return tuple(con.execute(chosen.limit(limit)).scalars())


def solvers(con: Connection, guild_id: int, limit: int) -> tuple[SolverRow, ...]:
    """Return the best solvers of a server's last `COUNTED_DAYS` closed puzzles: by puzzles solved, then by streak."""
    its = puzzle_solver.c
    chosen = select(its.user_id, its.solved, its.streak).where(its.guild_id == guild_id)
    best = chosen.order_by(its.solved.desc(), its.streak.desc(), its.user_id.desc()).limit(limit)
    return tuple(SolverRow(*row) for row in con.execute(best))


# --- private puzzles ---------------------------------------------------------------------------------------------------


def add_own(con: Connection, user_id: UserId, match_id: MatchId, rows: Sequence[tuple[Any, datetime]], at: datetime) -> None:
    """Insert private puzzles from one of a person's games, as (JSON, due time)."""
    for data, due_at in rows:
        con.execute(insert(puzzle).values(data=data, at=at, match_id=match_id, user_id=user_id, due_at=due_at))


def puzzles_of_user(con: Connection, user_id: UserId) -> tuple[PuzzleRow, ...]:
    """Return a person's private puzzles, next due first."""
    chosen = select(puzzle).where(puzzle.c.user_id == user_id).order_by(puzzle.c.due_at, puzzle.c.id)
    return tuple(PuzzleRow(*row) for row in con.execute(chosen))


def put_off(con: Connection, user_id: UserId, puzzle_id: int, again_at: datetime | None) -> None:
    """Set when a private puzzle is due again, or delete it if `again_at` is None; delete its drafts in any case."""
    its = (puzzle.c.id == puzzle_id, puzzle.c.user_id == user_id)
    _drop_drafts(con, (puzzle_id,))
    con.execute(delete(puzzle).where(*its) if again_at is None else update(puzzle).where(*its).values(due_at=again_at))


def erase_own(con: Connection, match_id: MatchId) -> None:
    """Delete all private puzzles from a match."""
    its = (puzzle.c.match_id == match_id, puzzle.c.user_id.is_not(None))
    _drop_drafts(con, con.execute(select(puzzle.c.id).where(*its)).scalars().all())
    con.execute(delete(puzzle).where(*its))


def _drop_drafts(con: Connection, puzzle_ids: Sequence[int]) -> None:
    """Delete drafts about puzzles, whose subject is the match with the negative puzzle id."""
    con.execute(delete(draft).where(draft.c.subject_kind == MATCH, draft.c.subject_id.in_([-number for number in puzzle_ids])))
