"""One attempt at a transaction on a PostgreSQL server, run in a thread, which its waiting caller can abandon at any moment.

An attempt abandoned before its commit began is never written. An interrupted commit may have been written: its mark
(`storage.backends.commit_marks`) shows it later.
"""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, OperationalError

from storage.backends import commit_marks
from storage.backends.commit_marks import CommitMark
from storage.backends.database import Work

_AWAY = ("08", "57P")
"""Classes of codes: the connection failed, the server shuts down or starts up."""

_ELSEWHERE = frozenset(("25006", "53300", "25P03"))
"""It became a standby, which writes nothing; it has no connection left; it gave up a connection of ours."""

_AGAIN = frozenset(("40001", "40P01"))
"""Two transactions got into each other's way, and ours was the one that had to give in."""


def is_away(error: DatabaseError) -> bool:
    """Return whether the error means that the server or its connection went away, so that reconnecting may help."""
    code = _code(error)
    if error.connection_invalidated or (code is None and isinstance(error, OperationalError)):
        return True
    return code is not None and (code.startswith(_AWAY) or code in _ELSEWHERE)


def is_passing(error: DatabaseError) -> bool:
    """Return whether the same transaction may succeed if it's retried at once."""
    return _code(error) in _AGAIN


def error_line(error: BaseException) -> str:
    """Return the first line of the server's or driver's message, without statement and values."""
    origin = error.orig if isinstance(error, DatabaseError) and error.orig is not None else error
    return (str(origin).strip().splitlines() or [type(origin).__name__])[0]


def _code(error: DatabaseError) -> str | None:
    return getattr(error.orig, "sqlstate", None)


T = TypeVar("T")


class ServerLostError(Exception):
    """Raised when the server went away and nothing was written."""


class CommitInDoubt(Exception):
    """Raised when the server went away during the commit; its `mark` exists if the commit was written."""

    def __init__(self, reason: str, mark: CommitMark) -> None:
        super().__init__(reason)
        self.mark = mark


class TransactionAttempt(Generic[T]):
    """One attempt at a transaction. Call it once, in a thread."""

    def __init__(self, engine: Engine, work: Work[T], *, writes: bool) -> None:
        self._engine = engine
        self._work = work
        self._writes = writes
        self._lock = threading.Lock()
        """Over what follows: who gives up and who carries out are two threads."""
        self._given_up = False
        self._mark: CommitMark | None = None
        """Known from the beginning of the commit on."""
        self._socket: int | None = None
        self.found: T | None = None
        """What the work has answered; it counts once the transaction is known to be committed."""

    def __call__(self) -> T:
        """Run the transaction and return its result.

        Raises `ServerLostError` or `CommitInDoubt` if the server went away, and `DatabaseError` for any other error.
        """
        try:
            with self._engine.connect() as connection:
                self._hold(connection)
                try:
                    self.found = work = self._work(connection)
                    self._commit(connection)
                finally:
                    self._release()
        except DatabaseError as error:
            if not is_away(error):
                raise
            commit_marks.unsettle()
            raise self._lost_or_in_doubt(error_line(error)) from error
        return work

    def give_up(self, reason: str) -> ServerLostError | CommitInDoubt:
        """Abandon the attempt, unblock its thread, and return the error that describes the outcome."""
        with self._lock:
            self._given_up = True
            if self._socket is not None:
                _shut_down_socket(self._socket)
        return self._lost_or_in_doubt(reason)

    def _lost_or_in_doubt(self, reason: str) -> ServerLostError | CommitInDoubt:
        return ServerLostError(reason) if self._mark is None else CommitInDoubt(reason, self._mark)

    def _commit(self, connection: Connection) -> None:
        mark = commit_marks.leave(connection) if self._writes else None
        with self._lock:
            if self._given_up:
                raise ServerLostError("nobody waits any more")
            self._mark = mark
        connection.commit()

    def _hold(self, connection: Connection) -> None:
        raw: Any = connection.connection.dbapi_connection
        with self._lock:
            if self._given_up:
                raise ServerLostError("nobody waits any more")
            self._socket = raw.pgconn.socket

    def _release(self) -> None:
        with self._lock:
            self._socket = None


def _shut_down_socket(number: int) -> None:
    """Shut down a connection's socket to unblock the thread that waits on it; that thread still closes it."""
    with suppress(OSError), socket.socket(fileno=os.dup(number)) as ours:
        ours.shutdown(socket.SHUT_RDWR)
