"""Answers that are made once for all who ask the same at the same time: two thousand readers of a game hear of a move at once."""

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
    """Answers by what was asked. One instance for each kind."""

    def __init__(self, fresh_s: float = FRESH_S, kept: int = KEPT) -> None:
        """Give an answer again for so many seconds; keep so many."""
        self._fresh_s, self._kept = fresh_s, kept
        self._made: OrderedDict[Hashable, tuple[float, asyncio.Task[T]]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """Return the answer for a key: one that is under way or just made, else a new one. Raises what `make` raises, for all.

        What the answer is made of must be in the key, or change so rarely that a second doesn't matter.
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
