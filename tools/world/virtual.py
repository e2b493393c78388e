"""Time without waiting: an event loop whose clock leaps to the next thing that is due."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Stuck(Exception):
    """Everybody waits for something that will never happen."""


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
            raise Stuck
        self.now += max(timeout, 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop in which an hour of sleep takes no time. Threads and sockets have no place in it."""

    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now


def run(main: Coroutine[Any, Any, T]) -> T:
    """What `main` answers, in a time of its own that begins at 0."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
