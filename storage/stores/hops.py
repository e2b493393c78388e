"""A method of the store as one declaration: the function over a connection that it carries out, in one hop and one transaction."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from sqlalchemy import Connection

from storage.backends.database import Database

P = ParamSpec("P")
T = TypeVar("T")


class Hops:
    """What is kept of one subject. All methods raise `StorageError`."""

    def __init__(self, db: Database) -> None:
        self._db = db


class Hop(Generic[P, T]):
    """A method that takes what `work` takes after the connection, and answers what it answers."""

    def __init__(self, work: Callable[Concatenate[Connection, P], T], *, writes: bool) -> None:
        self._work, self._writes = work, writes

    @overload
    def __get__(self, of: None, owner: type) -> Self: ...
    @overload
    def __get__(self, of: Hops, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, of: Hops | None, owner: type) -> Any:
        if of is None:
            return self
        hop = of._db.write if self._writes else of._db.read

        async def method(*args: P.args, **rest: P.kwargs) -> T:
            return await hop(lambda con: self._work(con, *args, **rest))

        return method


def read(work: Callable[Concatenate[Connection, P], T]) -> Hop[P, T]:
    """A method that only reads."""
    return Hop(work, writes=False)


def write(work: Callable[Concatenate[Connection, P], T]) -> Hop[P, T]:
    """A method that writes."""
    return Hop(work, writes=True)
