"""One hand for every message that is edited: it draws the latest state, and draws once for everybody who asked meanwhile.

Two edits that are on their way at the same time land in either order, and the older one may stay for good. Here the second
begins only after the first has landed, and anyone who asks in between shares it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")


class Refresher(Generic[K]):
    """Redraws by key, one at a time for each key."""

    def __init__(self, redraw: Callable[[K], Awaitable[None]]) -> None:
        """`redraw` reads the state by itself, at the moment at which it is called."""
        self._redraw = redraw
        self._wanted: set[K] = set()
        self._at_work: dict[K, asyncio.Task[None]] = {}

    async def refresh(self, key: K) -> None:
        """Answer when a drawing that began after this call has landed; raises what it raised."""
        self._wanted.add(key)
        if key not in self._at_work:
            self._at_work[key] = task = asyncio.get_running_loop().create_task(self._work(key), name="refresh")
            task.add_done_callback(_heard)
        # One impatient caller must not take the drawing away from the others.
        await asyncio.shield(self._at_work[key])

    async def _work(self, key: K) -> None:
        try:
            while key in self._wanted:
                self._wanted.discard(key)
                await self._redraw(key)
        finally:
            self._wanted.discard(key)
            del self._at_work[key]


def _heard(task: asyncio.Task[None]) -> None:
    """What it raised is for those who wait; where nobody does any more, as when the program ends, it is nobody's."""
    if not task.cancelled():
        task.exception()
