"""SQL of puzzles. Every function runs in its caller's transaction."""

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
    """Insert a puzzle into the stock."""
    con.execute(insert(puzzle).values(data=row.data, at=row.at, guild_id=row.guild_id, match_id=row.match_id))


def get(con: Connection, puzzle_id: int) -> PuzzleRow | None:
    """One puzzle; None if it doesn't exist."""
    row = con.execute(select(puzzle).where(puzzle.c.id == puzzle_id)).first()
    return PuzzleRow(*row) if row else None


def behind(con: Connection, puzzle_id: int) -> tuple[int, ...]:
    """Ids of the common puzzles after this id, ascending."""
    chosen = select(puzzle.c.id).where(puzzle.c.id > puzzle_id, *_FOR_ALL)
    return tuple(con.execute(chosen.order_by(puzzle.c.id)).scalars())


def furthest(con: Connection, guild_id: int | None) -> int:
    """Highest id of a common puzzle that this server (None: any server) has had; 0 for none."""
    had = select(func.max(puzzle.c.id)).join(puzzle_day, puzzle_day.c.puzzle_id == puzzle.c.id)
    chosen = had.where(*_FOR_ALL)
    return con.execute(chosen if guild_id is None else chosen.where(puzzle_day.c.guild_id == guild_id)).scalar() or 0


def own(con: Connection, guild_id: int) -> tuple[int, ...]:
    """Ids of the puzzles from a server's own games that it hasn't had yet, ascending."""
    had = exists().where(puzzle_day.c.puzzle_id == puzzle.c.id)
    return tuple(con.execute(select(puzzle.c.id).where(puzzle.c.guild_id == guild_id, ~had).order_by(puzzle.c.id)).scalars())


def sources(con: Connection, guild_id: int) -> frozenset[MatchId]:
    """Ids of a server's matches that have a puzzle for the server."""
    return frozenset(con.execute(select(puzzle.c.match_id).where(puzzle.c.guild_id == guild_id)).scalars())


def post(con: Connection, day: PuzzleDay) -> None:
    """Insert a server's puzzle of the day; the primary key refuses a number that exists."""
    con.execute(insert(puzzle_day).values(asdict(day)))


def days(con: Connection, guild_id: int, limit: int) -> tuple[PuzzleDay, ...]:
    """A server's puzzles of the day, newest first, at most `limit`."""
    chosen = select(puzzle_day).where(puzzle_day.c.guild_id == guild_id).order_by(puzzle_day.c.number.desc()).limit(limit)
    return tuple(PuzzleDay(*row) for row in con.execute(chosen))


def answer(con: Connection, given: PuzzleAnswer) -> None:
    """Write a person's answer, replacing their former one."""
    upsert(con, puzzle_answer, asdict(given), ("texts", "tenths", "at"))


def answers(con: Connection, guild_id: int, since: int) -> tuple[PuzzleAnswer, ...]:
    """Answers in a server to its puzzles from number `since` on, by number."""
    its = puzzle_answer.c
    chosen = select(puzzle_answer).where(its.guild_id == guild_id, its.number >= since).order_by(its.number, its.at, its.user_id)
    return tuple(replace(PuzzleAnswer(*row), texts=tuple(row.texts)) for row in con.execute(chosen))


# --- private puzzles ---------------------------------------------------------------------------------------------------


def add_own(con: Connection, user_id: UserId, match_id: MatchId, rows: Sequence[tuple[Any, datetime]], at: datetime) -> None:
    """Insert private puzzles from one of a person's games, as (JSON, due time)."""
    for data, due_at in rows:
        con.execute(insert(puzzle).values(data=data, at=at, match_id=match_id, user_id=user_id, due_at=due_at))


def of_user(con: Connection, user_id: UserId) -> tuple[PuzzleRow, ...]:
    """A person's private puzzles, next due first."""
    chosen = select(puzzle).where(puzzle.c.user_id == user_id).order_by(puzzle.c.due_at, puzzle.c.id)
    return tuple(PuzzleRow(*row) for row in con.execute(chosen))


def put_off(con: Connection, user_id: UserId, puzzle_id: int, again_at: datetime | None) -> None:
    """Set when a private puzzle is due again; None deletes it. Its drafts are deleted in any case."""
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
