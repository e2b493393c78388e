"""Time without waiting, an event loop whose clock leaps to the next thing that is due, and chance that comes from a seed."""

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
    """The error of a world in which all tasks wait for ever."""


class _Leaping(selectors.SelectSelector):
    """Instead of waiting, it moves its clock on."""

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
    """An event loop in which an hour of sleep takes no time. Threads and sockets have no place in it."""

    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]  # noqa: ARG002
        """Run a thread's work at once, because time leaps here."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run `main` in a time of its own that begins at 0, and return its result."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)


source: ContextVar[Random] = ContextVar("source")
"""Whose chance counts here: that of the happening, or of the life of the program, in whose tasks we are."""


clock: ContextVar[Callable[[], datetime]] = ContextVar("clock")
"""What the host of the program says the time is."""


@contextmanager
def told_time() -> Iterator[None]:
    """Let the Discord layer ask `clock` for the time."""
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
    """Let `secrets` draw from `source`, for one world at a time in a process."""
    ours: dict[str, Any] = {"token_bytes": _token_bytes, "randbits": _randbits}
    theirs = {name: getattr(secrets, name) for name in ours}
    try:
        for name, function in ours.items():
            setattr(secrets, name, function)
        yield
    finally:
        for name, function in theirs.items():
            setattr(secrets, name, function)
