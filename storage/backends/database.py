"""The interface of a database backend: each call runs a whole transaction in a worker thread.

Switching to a thread costs more than the SQL, so a unit of work is a function `work(connection)` over a synchronous SQLAlchemy
connection, never a single statement. `storage.backends.sqlite` and `storage.backends.postgresql` implement the interface.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, IntegrityError

from storage.backends.deferred_writes import DeferredWrites
from storage.errors import ConflictError, DatabaseUnavailableError, StorageError
from storage.outage import Outage

T = TypeVar("T")
Work = Callable[[Connection], T]


class Database(Protocol):
    """Interface of an open database whose schema is up to date."""

    @property
    def outage(self) -> Outage:
        """State of the database: working, or in an outage."""

    @property
    def after_write(self) -> list[Callable[[], None]]:
        """Callbacks that run after every transaction that wrote or may have written, in the task that called `write`."""

    @property
    def deferred(self) -> DeferredWrites | None:
        """Small writes that wait for the next transaction; None if other processes may use the database too."""

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction and return its result once everything is on disk. Raises `StorageError`."""

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads, on one consistent snapshot of the data. Raises `StorageError`."""

    async def close(self) -> None:
        """Finish the queued transactions and close the database."""


def meaning(error: DatabaseError, taken: Callable[[IntegrityError], bool]) -> StorageError | None:
    """Return the `StorageError` to raise for a database error; None if the error is a bug of this program.

    `taken` returns whether an integrity error is a uniqueness conflict with another writer. The message contains no statement and
    no values, because they may be secret.
    """
    detail = str(error.orig)
    if not isinstance(error, IntegrityError):
        return DatabaseUnavailableError(detail)
    return ConflictError(detail) if taken(error) else None
