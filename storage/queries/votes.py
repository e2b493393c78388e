"""SQL of votes on moves. Every function works inside a transaction of its caller."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from games.core.game import Seat
from storage.parts import upsert
from storage.records import MatchId, UserId, VoteRow
from storage.schema import vote

_ROW = (vote.c.seat, vote.c.version, vote.c.user_id, vote.c.texts, vote.c.at, vote.c.tenths)


def put_vote(con: Connection, match_id: MatchId, row: VoteRow) -> None:
    """Keep a vote in place of the person's former one on the same move."""
    which = {"match_id": match_id, "seat": row.seat, "version": row.version, "user_id": row.user_id}
    said = {"texts": list(row.texts), "at": row.at, "tenths": row.tenths}
    upsert(con, vote, {**which, **said}, tuple(said))


def recent(con: Connection, match_id: MatchId, seat: Seat, turns: int) -> tuple[VoteRow, ...]:
    """The votes on the last moves of a seat on which anybody voted, so many moves, in the order of the moves and of voting."""
    its = (vote.c.match_id == match_id, vote.c.seat == seat)
    newest = select(vote.c.version).where(*its).distinct().order_by(vote.c.version.desc()).limit(turns)
    versions = con.execute(newest).scalars().all()
    chosen = select(*_ROW).where(*its, vote.c.version.in_(versions)).order_by(vote.c.version, vote.c.at, vote.c.user_id)
    return tuple(_row(row) for row in con.execute(chosen))


def of_match(con: Connection, match_id: MatchId) -> tuple[VoteRow, ...]:
    """All votes of a match, in the order of the moves and of voting."""
    chosen = select(*_ROW).where(vote.c.match_id == match_id).order_by(vote.c.version, vote.c.at, vote.c.user_id)
    return tuple(_row(row) for row in con.execute(chosen))


def on(con: Connection, match_id: MatchId, seat: Seat, version: int) -> tuple[VoteRow, ...]:
    """The votes on one move, in the order of voting."""
    its = (vote.c.match_id == match_id, vote.c.seat == seat, vote.c.version == version)
    return tuple(_row(row) for row in con.execute(select(*_ROW).where(*its).order_by(vote.c.at, vote.c.user_id)))


def _row(row: Any) -> VoteRow:
    return VoteRow(Seat(row.seat), row.version, UserId(row.user_id), tuple(row.texts), row.at, row.tenths)
