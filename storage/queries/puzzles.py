"""SQL of puzzles. Every function works inside a transaction of its caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from storage.parts import upsert
from storage.records import MATCH, MatchId, PuzzleAnswer, PuzzleDay, PuzzleRow, UserId
from storage.schema import draft, puzzle, puzzle_answer, puzzle_day

_FOR_ALL = (puzzle.c.guild_id.is_(None), puzzle.c.user_id.is_(None))


def add(con: Connection, row: PuzzleRow) -> None:
    """Keep a puzzle for days to come; the database gives its number."""
    con.execute(insert(puzzle).values(data=row.data, at=row.at, guild_id=row.guild_id, match_id=row.match_id))


def get(con: Connection, puzzle_id: int) -> PuzzleRow | None:
    """One puzzle."""
    row = con.execute(select(puzzle).where(puzzle.c.id == puzzle_id)).first()
    return PuzzleRow(*row) if row else None


def behind(con: Connection, puzzle_id: int) -> tuple[int, ...]:
    """The numbers of all puzzles for everybody that were made after this one, the oldest first."""
    chosen = select(puzzle.c.id).where(puzzle.c.id > puzzle_id, *_FOR_ALL)
    return tuple(con.execute(chosen.order_by(puzzle.c.id)).scalars())


def furthest(con: Connection, guild_id: int | None) -> int:
    """The last puzzle for everybody that this server (None: any server) has had; 0 for none."""
    had = select(func.max(puzzle.c.id)).join(puzzle_day, puzzle_day.c.puzzle_id == puzzle.c.id)
    chosen = had.where(*_FOR_ALL)
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
    con.execute(insert(puzzle_day).values(asdict(day)))


def days(con: Connection, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
    """The puzzles that a server has had, the newest first."""
    chosen = select(puzzle_day).where(puzzle_day.c.guild_id == guild_id).order_by(puzzle_day.c.number.desc()).limit(limit)
    return tuple(PuzzleDay(*row) for row in con.execute(chosen))


def answer(con: Connection, given: PuzzleAnswer) -> None:
    """Keep an answer in place of the person's former one."""
    upsert(con, puzzle_answer, asdict(given), ("texts", "tenths", "at"))


def answers(con: Connection, guild_id: int, since: int) -> tuple[PuzzleAnswer, ...]:
    """The answers of a server to its puzzles from this number on, in the order of the numbers."""
    its = puzzle_answer.c
    chosen = select(puzzle_answer).where(its.guild_id == guild_id, its.number >= since).order_by(its.number, its.at, its.user_id)
    return tuple(replace(PuzzleAnswer(*row), texts=tuple(row.texts)) for row in con.execute(chosen))


# --- of one person ---------------------------------------------------------------------------------------------------


def add_own(con: Connection, user_id: UserId, match_id: MatchId, rows: Sequence[tuple[Any, datetime]], at: datetime) -> None:
    """Keep puzzles for one person out of one of their games; each row: a puzzle and when it is due."""
    for data, due_at in rows:
        con.execute(insert(puzzle).values(data=data, at=at, match_id=match_id, user_id=user_id, due_at=due_at))


def of_user(con: Connection, user_id: UserId) -> tuple[PuzzleRow, ...]:
    """The puzzles of one person, the next one due first."""
    chosen = select(puzzle).where(puzzle.c.user_id == user_id).order_by(puzzle.c.due_at, puzzle.c.id)
    return tuple(PuzzleRow(*row) for row in con.execute(chosen))


def put_off(con: Connection, user_id: UserId, puzzle_id: int, again_at: datetime | None) -> None:
    """A puzzle of one person is due then; None: it is deleted. What was tried out there goes either way."""
    its = (puzzle.c.id == puzzle_id, puzzle.c.user_id == user_id)
    _drop_drafts(con, (puzzle_id,))
    con.execute(delete(puzzle).where(*its) if again_at is None else update(puzzle).where(*its).values(due_at=again_at))


def erase_own(con: Connection, match_id: MatchId) -> None:
    """Delete the puzzles that people have out of their turns in a game."""
    its = (puzzle.c.match_id == match_id, puzzle.c.user_id.is_not(None))
    _drop_drafts(con, con.execute(select(puzzle.c.id).where(*its)).scalars().all())
    con.execute(delete(puzzle).where(*its))


def _drop_drafts(con: Connection, puzzle_ids: Sequence[int]) -> None:
    """Drafts know a puzzle as the match of its negative number."""
    con.execute(delete(draft).where(draft.c.subject_kind == MATCH, draft.c.subject_id.in_([-number for number in puzzle_ids])))
