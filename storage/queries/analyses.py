"""SQL of what was found out about finished matches. Every function works inside a transaction of its caller."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from storage.records import MatchId
from storage.schema import analysis


def get(con: Connection, match_id: MatchId) -> Any | None:
    """What is kept about a match; None if nothing is."""
    return con.execute(select(analysis.c.judged).where(analysis.c.match_id == match_id)).scalar()


def add(con: Connection, match_id: MatchId, judged: Any, at: datetime) -> None:
    """Keep it; the primary key refuses a second time."""
    con.execute(insert(analysis).values(match_id=match_id, judged=judged, at=at))


def drop(con: Connection, match_id: MatchId) -> None:
    """Keep nothing about it any more."""
    con.execute(delete(analysis).where(analysis.c.match_id == match_id))
