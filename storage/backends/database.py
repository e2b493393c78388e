"""The interface of a database to the store: whole transactions, each one function, each carried out in one hop to a thread.

A hop costs more than the SQL in it, so a unit of work is `work(connection)` over a synchronous SQLAlchemy connection, never a
statement at a time. `storage.backends.sqlite` and `storage.backends.postgresql` are the two kinds.
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
    """An open database that is up to date."""

    @property
    def outage(self) -> Outage:
        """Whether it can work just now."""

    @property
    def after_write(self) -> list[Callable[[], None]]:
        """Callbacks run, by the task that asked for it, after every transaction that wrote or may have written."""

    @property
    def deferred(self) -> DeferredWrites | None:
        """Writes that the next transaction carries; None where other processes may use the database too."""

    async def write(self, work: Work[T]) -> T:
        """Carry out `work` in one transaction; all of it is on the disk when this returns. Raises `StorageError`."""

    async def read(self, work: Work[T]) -> T:
        """Carry out `work`, which only reads, on one consistent picture of the data. Raises `StorageError`."""

    async def close(self) -> None:
        """Finish what is queued and close."""


def meaning(error: DatabaseError, taken: Callable[[IntegrityError], bool]) -> StorageError | None:
    """Return what an error of the database says; None for a mistake of ours.

    `taken` tells the guards that say that somebody else was faster. The message names neither statement nor values: these hold
    secrets.
    """
    detail = str(error.orig)
    if not isinstance(error, IntegrityError):
        return DatabaseUnavailableError(detail)
    return ConflictError(detail) if taken(error) else None
