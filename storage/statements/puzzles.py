"""SQL of puzzles. Every function works inside a transaction of its caller."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from storage.records import PuzzleAnswer, PuzzleDay, PuzzleRow, UserId
from storage.schema import puzzle, puzzle_answer, puzzle_day
from storage.statements.upsert import upsert


def add(con: Connection, data: Any, at: datetime) -> None:
    """Keep a puzzle for days to come."""
    con.execute(insert(puzzle).values(data=data, at=at))


def get(con: Connection, puzzle_id: int) -> PuzzleRow | None:
    """One puzzle."""
    row = con.execute(select(puzzle).where(puzzle.c.id == puzzle_id)).first()
    return PuzzleRow(*row) if row else None


def behind(con: Connection, puzzle_id: int) -> tuple[int, ...]:
    """The numbers of all puzzles that were made after this one, the oldest first."""
    return tuple(con.execute(select(puzzle.c.id).where(puzzle.c.id > puzzle_id).order_by(puzzle.c.id)).scalars())


def furthest(con: Connection) -> int:
    """The last puzzle that any server has had; 0 for none."""
    return con.execute(select(func.max(puzzle_day.c.puzzle_id))).scalar() or 0


def post(con: Connection, day: PuzzleDay) -> None:
    """A server has this puzzle now; the primary key refuses another one of the same number."""
    con.execute(insert(puzzle_day).values(guild_id=day.guild_id, number=day.number, puzzle_id=day.puzzle_id, at=day.at))


def days(con: Connection, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
    """The puzzles that a server has had, the newest first."""
    chosen = select(puzzle_day).where(puzzle_day.c.guild_id == guild_id).order_by(puzzle_day.c.number.desc()).limit(limit)
    return tuple(PuzzleDay(*row) for row in con.execute(chosen))


def answer(con: Connection, given: PuzzleAnswer) -> None:
    """Keep an answer in place of the person's former one."""
    values = {
        "guild_id": given.guild_id,
        "number": given.number,
        "user_id": given.user_id,
        "texts": list(given.texts),
        "tenths": given.tenths,
        "at": given.at,
    }
    upsert(con, puzzle_answer, values, ("texts", "tenths", "at"))


def answers(con: Connection, guild_id: int, since: int) -> tuple[PuzzleAnswer, ...]:
    """The answers of a server to its puzzles from this number on, in the order of the numbers."""
    its = puzzle_answer.c
    chosen = select(puzzle_answer).where(its.guild_id == guild_id, its.number >= since).order_by(its.number, its.at, its.user_id)
    return tuple(
        PuzzleAnswer(row.guild_id, row.number, UserId(row.user_id), tuple(row.texts), row.tenths, row.at)
        for row in con.execute(chosen)
    )
