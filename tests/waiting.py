"""Waiting in tests until a condition holds, in place of waiting for a fixed time."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

PATIENCE_S = 60.0
"""On a machine that is busy with other tests, before a test gives up."""


async def until(asked: Callable[[], object | Awaitable[object]]) -> None:
    """Call `asked` repeatedly until its result is true.

    Raises `TimeoutError` if that takes too long.
    """
    async with asyncio.timeout(PATIENCE_S):
        while True:
            answer = asked()
            if await answer if inspect.isawaitable(answer) else answer:
                return
            await asyncio.sleep(0.005)
