"""A mark left by each writing transaction, by which an interrupted commit can be told from one that never happened.

The number that the server itself gives to a transaction would say so too, but not after a crash: one that never reached the disk is
given again. Each thread has a row of its own and writes over it. The table belongs to the connection, not to what is remembered: no
revision knows it, and it is carried nowhere.
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
    """The mark of one transaction."""

    slot: str
    mark: str


class _Slot(threading.local):
    """The row of a thread."""

    def __init__(self) -> None:
        self.name = secrets.token_hex(8)


_here = _Slot()


def prepare(connection: Connection) -> None:
    """Make the table where there is none, and let go of what threads of former days have left. The caller commits."""
    connection.execute(_TABLE)
    connection.execute(_OLD)


def leave(connection: Connection) -> CommitMark:
    """Return the last thing that a transaction does before its commit."""
    mark = CommitMark(_here.name, secrets.token_hex(8))
    connection.execute(_LEFT, mark._asdict())
    return mark


def unsettle() -> None:
    """Abandon this thread's row, which may now be asked for: its next transaction takes another one."""
    _here.name = secrets.token_hex(8)


def is_there(connection: Connection, mark: CommitMark) -> bool:
    """Return whether the transaction that left this has happened. One that is still about to commit is waited for, for a second."""
    connection.execute(_BRIEFLY)
    return bool(connection.scalar(_FOUND, {"slot": mark.slot}) == mark.mark)
