"""SQL of timers. Every function works inside a transaction of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from storage.columns import moment, pack, stamp, unpack
from storage.records import MatchId, NewTimer, TimerRow


def add_timers(con: sqlite3.Connection, match_id: MatchId | None, timers: Sequence[NewTimer]) -> None:
    """Set timers."""
    con.executemany(
        "INSERT INTO timer (match_id, kind, payload_json, due_at) VALUES (?,?,?,?)",
        [(match_id, t.kind, pack(dict(t.payload)), stamp(t.due_at)) for t in timers],
    )


def due_timers(con: sqlite3.Connection, now: datetime, limit: int) -> tuple[TimerRow, ...]:
    """Timers that are due and not done, most overdue first."""
    rows = con.execute(
        "SELECT id, match_id, kind, payload_json, due_at FROM timer WHERE done_at IS NULL AND due_at <= ?"
        " ORDER BY due_at, id LIMIT ?",
        (stamp(now), limit),
    )
    return tuple(TimerRow(row[0], row[1], row[2], unpack(row[3]), moment(row[4])) for row in rows)


def timer_done(con: sqlite3.Connection, timer_id: int, now: datetime) -> None:
    """It has been dealt with."""
    con.execute("UPDATE timer SET done_at = ? WHERE id = ?", (stamp(now), timer_id))


def drop_timers(con: sqlite3.Connection, match_id: MatchId, kind: str, now: datetime) -> None:
    """Timers of a kind that a match no longer needs."""
    con.execute("UPDATE timer SET done_at = ? WHERE match_id = ? AND kind = ? AND done_at IS NULL", (stamp(now), match_id, kind))
