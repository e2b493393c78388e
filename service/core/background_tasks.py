"""Tasks that run without being awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class BackgroundTasks:
    """Keeps tasks until they end, since the event loop itself holds them only weakly; they can be awaited or stopped together."""

    def __init__(self, failed: Callable[[BaseException], None] | None = None) -> None:
        """Keep `failed`, called with the exception of each failing task; without it the event loop logs it."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failed = failed

    def begin(self, work: Coroutine[Any, Any, object], name: str) -> asyncio.Task[Any]:
        """Start `work` as a task with this name."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._forget_task)
        return task

    @property
    def is_busy(self) -> bool:
        """Whether any task is still running."""
        return bool(self._tasks)

    async def settled(self) -> None:
        """Wait until no task is running, including those that start meanwhile. Failures aren't raised."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def succeeded(self) -> None:
        """Wait for the tasks that are running now; raises the first exception of one that fails."""
        await asyncio.gather(*self._tasks)

    def cancel(self) -> None:
        """Ask every task to stop."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Stop every task and wait until all have ended."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _forget_task(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if self._failed is not None and not task.cancelled() and (error := task.exception()) is not None:
            self._failed(error)
