"""SQL of the outbox. Every function works inside a transaction of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from storage.columns import moment, moment_or_none, pack, stamp, unpack
from storage.records import MatchId, NewPost, Post, PostId

_POST = (
    "o.id, o.match_id, o.kind, o.payload_json, o.nonce, o.channel_id, o.user_id, o.seat, o.upto, o.created_at, o.due_at,"
    " o.attempts, o.tried_at, o.error, o.message_id, o.sent_at, o.dead_at"
)
_UNSENT = "o.sent_at IS NULL AND o.dead_at IS NULL"


def _post(row: tuple[Any, ...]) -> Post:
    columns: tuple[Any, ...] = (
        row[0],
        row[1],
        row[2],
        unpack(row[3]),
        *row[4:9],
        moment(row[9]),
        moment(row[10]),
        row[11],
        moment_or_none(row[12]),
        row[13],
        row[14],
        moment_or_none(row[15]),
        moment_or_none(row[16]),
    )
    return Post(*columns)


def add_posts(con: sqlite3.Connection, match_id: MatchId, posts: Sequence[NewPost], at: datetime) -> None:
    """Write posts that are due at once."""
    con.executemany(
        "INSERT INTO outbox (match_id, kind, payload_json, nonce, channel_id, user_id, seat, upto, created_at, due_at, attempts)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,0)",
        [
            (match_id, p.kind, pack(dict(p.payload)), p.nonce, p.channel_id, p.user_id, p.seat, p.upto, stamp(at), stamp(at))
            for p in posts
        ],
    )


def add_sent(con: sqlite3.Connection, match_id: MatchId, post: NewPost, message_id: int, at: datetime) -> None:
    """Write a post that has been sent already."""
    add_posts(con, match_id, (post,), at)
    con.execute("UPDATE outbox SET message_id = ?, sent_at = ? WHERE nonce = ?", (message_id, stamp(at), post.nonce))


def due_posts(con: sqlite3.Connection, now: datetime, limit: int) -> tuple[Post, ...]:
    """The first unsent post of every match, where it is due, oldest first."""
    rows = con.execute(
        f"SELECT {_POST} FROM outbox o WHERE {_UNSENT} AND o.due_at <= ? AND NOT EXISTS ("  # noqa: S608
        " SELECT 1 FROM outbox e WHERE e.match_id = o.match_id AND e.id < o.id AND e.sent_at IS NULL AND e.dead_at IS NULL)"
        " ORDER BY o.id LIMIT ?",
        (stamp(now), limit),
    )
    return tuple(_post(row) for row in rows)


def next_post_at(con: sqlite3.Connection) -> datetime | None:
    """When the next unsent post that leads its match falls due."""
    row = con.execute(
        f"SELECT MIN(o.due_at) FROM outbox o WHERE {_UNSENT} AND NOT EXISTS ("  # noqa: S608
        " SELECT 1 FROM outbox e WHERE e.match_id = o.match_id AND e.id < o.id AND e.sent_at IS NULL AND e.dead_at IS NULL)"
    ).fetchone()
    return moment_or_none(row[0])


def begin_post(con: sqlite3.Connection, post_id: PostId, now: datetime) -> None:
    """An attempt begins."""
    con.execute("UPDATE outbox SET attempts = attempts + 1, tried_at = COALESCE(tried_at, ?) WHERE id = ?", (stamp(now), post_id))


def post_sent(con: sqlite3.Connection, post_id: PostId, message_id: int, now: datetime) -> None:
    """It arrived."""
    con.execute("UPDATE outbox SET message_id = ?, sent_at = ?, error = NULL WHERE id = ?", (message_id, stamp(now), post_id))


def post_delayed(con: sqlite3.Connection, post_id: PostId, due_at: datetime, error: str) -> None:
    """Try again later."""
    con.execute("UPDATE outbox SET due_at = ?, error = ? WHERE id = ?", (stamp(due_at), error, post_id))


def post_dead(con: sqlite3.Connection, post_id: PostId, now: datetime, error: str) -> None:
    """Given up."""
    con.execute("UPDATE outbox SET dead_at = ?, error = ? WHERE id = ?", (stamp(now), error, post_id))


def kill_posts(con: sqlite3.Connection, match_id: MatchId, now: datetime, error: str) -> None:
    """Give up every unsent post of a match."""
    con.execute(
        "UPDATE outbox SET dead_at = ?, error = ? WHERE match_id = ? AND sent_at IS NULL AND dead_at IS NULL",
        (stamp(now), error, match_id),
    )


def revive_posts(con: sqlite3.Connection, match_id: MatchId, channel_id: int, now: datetime) -> None:
    """What has not been sent, even if given up with its channel, is due again, in the channel that the match has now."""
    con.execute(
        "UPDATE outbox SET dead_at = NULL, due_at = ?, channel_id = ? WHERE match_id = ? AND sent_at IS NULL AND kind <> 'lost'"
        " AND (dead_at IS NULL OR error IN ('channel-gone', 'forbidden'))",
        (stamp(now), channel_id, match_id),
    )


def last_post(con: sqlite3.Connection, match_id: MatchId, kind: str) -> Post | None:
    """The newest sent post of a kind."""
    row = con.execute(
        f"SELECT {_POST} FROM outbox o WHERE o.match_id = ? AND o.kind = ? AND o.sent_at IS NOT NULL"  # noqa: S608
        " ORDER BY o.id DESC LIMIT 1",
        (match_id, kind),
    ).fetchone()
    return _post(row) if row else None


def posts(con: sqlite3.Connection, match_id: MatchId) -> tuple[Post, ...]:
    """Every post of a match in the order of writing."""
    rows = con.execute(f"SELECT {_POST} FROM outbox o WHERE o.match_id = ? ORDER BY o.id", (match_id,))  # noqa: S608
    return tuple(_post(row) for row in rows)
