"""An event loop with virtual time, which jumps to the next scheduled callback, and randomness from a seed."""

from __future__ import annotations

import asyncio
import secrets
import selectors
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from random import Random
from typing import Any, TypeVar

from cogs import interaction_info

T = TypeVar("T")


class DeadlockError(Exception):
    """Raised when every task of the world waits and none can ever continue."""


class _Leaping(selectors.SelectSelector):
    """A selector that advances its clock by the timeout instead of waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        """Seconds since the world began."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready:
            return ready
        if timeout is None:
            raise DeadlockError
        self.now += max(timeout, 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes no real time; it supports neither threads nor sockets."""

    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]  # noqa: ARG002
        """Run `func` at once in the loop's thread; return its finished future."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` in a new virtual time that begins at 0, and return its result."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)


source: ContextVar[Random] = ContextVar("source")
"""Whose chance counts here: that of the happening, or of the life of the program, in whose tasks we are."""


clock: ContextVar[Callable[[], datetime]] = ContextVar("clock")
"""What the host of the program says the time is."""


@contextmanager
def told_time() -> Iterator[None]:
    """Make the Discord layer read the time from `clock` while the block runs."""
    theirs = interaction_info.now

    def now() -> datetime:
        return clock.get()()

    interaction_info.now = now
    try:
        yield
    finally:
        interaction_info.now = theirs


def _token_bytes(nbytes: int | None = None) -> bytes:
    return source.get().randbytes(nbytes or 32)


def _randbits(k: int) -> int:
    return source.get().getrandbits(k)


@contextmanager
def seeded() -> Iterator[None]:
    """Make `secrets` draw from `source` while the block runs; only one world per process at a time."""
    ours: dict[str, Any] = {"token_bytes": _token_bytes, "randbits": _randbits}
    theirs = {name: getattr(secrets, name) for name in ours}
    try:
        for name, function in ours.items():
            setattr(secrets, name, function)
        yield
    finally:
        for name, function in theirs.items():
            setattr(secrets, name, function)
