"""Results computed once for all simultaneous requests: thousands of readers of one game ask at the same moment after a move."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

FRESH_S = 1.0
"""How long an answer is given again: rights may change without a word from the database."""
KEPT = 100
"""Most answers in memory."""

T = TypeVar("T")


class SharedAnswers(Generic[T]):
    """A cache of results by key that also shares computations in progress; one instance for each kind of result."""

    def __init__(self, fresh_s: float = FRESH_S, kept: int = KEPT) -> None:
        """Create an empty cache that reuses a result for `fresh_s` seconds and keeps at most `kept` results."""
        self._fresh_s, self._kept = fresh_s, kept
        self._made: OrderedDict[Hashable, tuple[float, asyncio.Task[T]]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the result for a key, computed by `make` unless a fresh or pending one exists.

        An exception of `make` is raised for all who wait. Everything that the result depends on must be in the key, or change so
        rarely that a second doesn't matter.
        """
        asked_s, task = self._made.get(key, (0.0, None))
        now_s = time.perf_counter()
        if task is None or (task.done() and (now_s - asked_s > self._fresh_s or _is_failed(task))):
            task = asyncio.create_task(_await_copy(make()), name="shared answer")
            self._made[key] = now_s, task
            self._made.move_to_end(key)
            if len(self._made) > self._kept:
                self._made.popitem(last=False)
        return task.result() if task.done() else await asyncio.shield(task)  # who asked first may leave; the others still wait


async def _await_copy(answer: Awaitable[T]) -> T:
    return await answer


def _is_failed(task: asyncio.Task[T]) -> bool:
    return task.cancelled() or task.exception() is not None
