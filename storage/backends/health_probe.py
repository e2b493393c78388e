"""The health check of a SQLite file from another process: whether it can be written now, and how much is pending."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from storage.column_types import moment
from storage.errors import DatabaseUnavailableError, MissingTablesError

_PATIENCE_S = 5.0
"""A lock held longer than this is a finding."""


@dataclass(frozen=True)
class Probe:
    """The result of a health check: figures about pending work."""

    running: int
    """Games that are being played."""
    posts_waiting: int
    """Messages to channels that are not sent yet and not given up."""
    waiting_since: datetime | None = None
    """When the oldest of them was written."""
    private_waiting: int = 0
    """Private messages that are not sent yet and not given up: they are paced."""
    private_since: datetime | None = None
    """When the oldest of them was written."""


UNSENT = "SELECT COUNT(*), MIN(created_at) FROM outbox WHERE sent_at IS NULL AND dead_at IS NULL AND channel_id IS "
"""Completed by `NULL` for private messages, `NOT NULL` for others."""


def probe(path: Path) -> Probe:
    """Check that an existing database can be written, by taking and releasing the write lock.

    Raises `DatabaseUnavailableError` with the reason if it can't, and `MissingTablesError` if the file is empty because the program
    never started.
    """
    try:
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE_S, isolation_level=None)
        ) as con:
            con.execute("BEGIN IMMEDIATE")
            try:
                if not _count(con, "SELECT COUNT(*) FROM sqlite_master"):
                    raise MissingTablesError(str(path))
                return Probe(
                    _count(con, "SELECT COUNT(*) FROM match WHERE status = 'running'"),
                    *_oldest_waiting(con, "NOT NULL"),
                    *_oldest_waiting(con, "NULL"),
                )
            finally:
                con.execute("ROLLBACK")
    except (sqlite3.Error, ValueError) as error:
        raise DatabaseUnavailableError(str(error)) from error


def _oldest_waiting(con: sqlite3.Connection, which: str) -> tuple[int, datetime | None]:
    count, oldest = con.execute(UNSENT + which).fetchone()
    return int(count), None if oldest is None else moment(oldest)


def _count(con: sqlite3.Connection, query: str) -> int:
    return int(con.execute(query).fetchone()[0])
