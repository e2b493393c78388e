"""The serialised editing of a message: one redraw at a time, shared by all who asked meanwhile.

Two concurrent edits may arrive in either order, so the older one could win. Here a second redraw starts only after the first has
ended, and requests made in between share it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")


class MessageRefresher(Generic[K]):
    """Runs redraws by key, one at a time for each key."""

    def __init__(self, redraw: Callable[[K], Awaitable[None]]) -> None:
        """`redraw` must read the state itself when it's called."""
        self._redraw = redraw
        self._wanted: set[K] = set()
        self._at_work: dict[K, asyncio.Task[None]] = {}

    async def refresh(self, key: K) -> None:
        """Wait for a redraw that starts after this call. Raises whatever `redraw` raises."""
        self._wanted.add(key)
        if key not in self._at_work:
            self._at_work[key] = task = asyncio.get_running_loop().create_task(self._refresh(key), name="refresh")
            task.add_done_callback(_retrieve_exception)
        # A caller that is cancelled must not cancel the redraw for the others.
        await asyncio.shield(self._at_work[key])

    async def _refresh(self, key: K) -> None:
        try:
            while key in self._wanted:
                self._wanted.discard(key)
                await self._redraw(key)
        finally:
            self._wanted.discard(key)
            del self._at_work[key]


def _retrieve_exception(task: asyncio.Task[None]) -> None:
    """Mark the exception as retrieved, so that asyncio doesn't log it when no task waits any more."""
    if not task.cancelled():
        task.exception()
