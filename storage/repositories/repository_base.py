"""Declaration of repository methods: `name = read(query)` runs `query(connection, ...)` in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from sqlalchemy import Connection

from storage.backends.database import Database

P = ParamSpec("P")
T = TypeVar("T")


class Repository:
    """Base class of the repositories. All methods raise `StorageError`."""

    def __init__(self, db: Database) -> None:
        self._db = db


class TransactionMethod(Generic[P, T]):
    """Descriptor of an async method: parameters and result are those of `work`, without its connection."""

    def __init__(self, work: Callable[Concatenate[Connection, P], T], *, writes: bool) -> None:
        self._work, self._writes = work, writes

    @overload
    def __get__(self, of: None, owner: type) -> Self: ...
    @overload
    def __get__(self, of: Repository, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, of: Repository | None, owner: type) -> Any:
        if of is None:
            return self
        hop = of._db.write if self._writes else of._db.read

        async def method(*args: P.args, **rest: P.kwargs) -> T:
            return await hop(lambda con: self._work(con, *args, **rest))

        return method


def read(work: Callable[Concatenate[Connection, P], T]) -> TransactionMethod[P, T]:
    """Return a method that runs `work` in a read transaction."""
    return TransactionMethod(work, writes=False)


def write(work: Callable[Concatenate[Connection, P], T]) -> TransactionMethod[P, T]:
    """Return a method that runs `work` in a write transaction."""
    return TransactionMethod(work, writes=True)
