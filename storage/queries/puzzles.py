"""SQL of puzzles. Every function works inside a transaction of its caller."""

from __future__ import annotations

from sqlalchemy import Connection, exists, func, insert, select

from storage.parts import upsert
from storage.records import MatchId, PuzzleAnswer, PuzzleDay, PuzzleRow, UserId
from storage.schema import puzzle, puzzle_answer, puzzle_day


def add(con: Connection, row: PuzzleRow) -> None:
    """Keep a puzzle for days to come; the database gives its number."""
    con.execute(insert(puzzle).values(data=row.data, at=row.at, guild_id=row.guild_id, match_id=row.match_id))


def get(con: Connection, puzzle_id: int) -> PuzzleRow | None:
    """One puzzle."""
    row = con.execute(select(puzzle).where(puzzle.c.id == puzzle_id)).first()
    return PuzzleRow(*row) if row else None


def behind(con: Connection, puzzle_id: int) -> tuple[int, ...]:
    """The numbers of all puzzles for everybody that were made after this one, the oldest first."""
    chosen = select(puzzle.c.id).where(puzzle.c.id > puzzle_id, puzzle.c.guild_id.is_(None))
    return tuple(con.execute(chosen.order_by(puzzle.c.id)).scalars())


def furthest(con: Connection, guild_id: int | None) -> int:
    """The last puzzle for everybody that this server (None: any server) has had; 0 for none."""
    had = select(func.max(puzzle.c.id)).join(puzzle_day, puzzle_day.c.puzzle_id == puzzle.c.id)
    chosen = had.where(puzzle.c.guild_id.is_(None))
    return con.execute(chosen if guild_id is None else chosen.where(puzzle_day.c.guild_id == guild_id)).scalar() or 0


def own(con: Connection, guild_id: int) -> tuple[int, ...]:
    """The numbers of the puzzles out of games of this server that it has not had yet, the oldest first."""
    had = exists().where(puzzle_day.c.puzzle_id == puzzle.c.id)
    return tuple(con.execute(select(puzzle.c.id).where(puzzle.c.guild_id == guild_id, ~had).order_by(puzzle.c.id)).scalars())


def sources(con: Connection, guild_id: int) -> frozenset[MatchId]:
    """The games of this server out of which there is a puzzle."""
    return frozenset(con.execute(select(puzzle.c.match_id).where(puzzle.c.guild_id == guild_id)).scalars())


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
