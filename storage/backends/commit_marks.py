"""Commit marks: a random value stored by each writing transaction, to tell after a broken connection whether it was committed.

PostgreSQL's own transaction ids don't serve: after a crash, the server can give the id of a lost transaction to another one. Each
thread overwrites a row of its own. The table `commit_mark` is no part of the schema: no migration knows it, and copies leave it
out.
"""

from __future__ import annotations

import secrets
import threading
from typing import NamedTuple

from sqlalchemy import Connection, text

_TABLE = text(
    "CREATE TABLE IF NOT EXISTS commit_mark "
    "(slot text PRIMARY KEY, mark text NOT NULL, at timestamptz NOT NULL DEFAULT now()) WITH (fillfactor = 50)"
)
_OLD = text("DELETE FROM commit_mark WHERE at < now() - interval '1 day'")
_LEFT = text(
    "INSERT INTO commit_mark (slot, mark) VALUES (:slot, :mark) "
    "ON CONFLICT (slot) DO UPDATE SET mark = excluded.mark, at = excluded.at"
)
_BRIEFLY = text("SET LOCAL lock_timeout = '1s'")
_FOUND = text(
    "INSERT INTO commit_mark (slot, mark) VALUES (:slot, '') ON CONFLICT (slot) DO UPDATE SET slot = excluded.slot RETURNING mark"
)
"""Waits for a transaction that still holds the row, and answers what it has left."""


class CommitMark(NamedTuple):
    """The mark of one transaction: the row it was written to (`slot`) and its random value."""

    slot: str
    mark: str


class _Slot(threading.local):
    """The name of the current thread's row in the table `commit_mark`."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)


_here = _Slot()


def prepare(connection: Connection) -> None:
    """Create the table of marks if it's missing and delete marks older than a day. The caller commits."""
    connection.execute(_TABLE)
    connection.execute(_OLD)


def leave(connection: Connection) -> CommitMark:
    """Write a new mark into this thread's row and return it; to be called just before the commit."""
    mark = CommitMark(_here.name, secrets.token_hex(8))
    connection.execute(_LEFT, mark._asdict())
    return mark


def unsettle() -> None:
    """Give this thread a new row, so that its next transaction doesn't overwrite a mark that must still be checked."""
    _here.name = secrets.token_hex(8)


def is_there(connection: Connection, mark: CommitMark) -> bool:
    """Return whether the transaction that left this mark was committed.

    Waits up to a second for a transaction that still holds the row.
    """
    connection.execute(_BRIEFLY)
    return bool(connection.scalar(_FOUND, {"slot": mark.slot}) == mark.mark)
