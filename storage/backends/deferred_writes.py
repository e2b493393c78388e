"""Deferred writes: small writes that join the next transaction, or share one of their own some seconds later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import Connection

from storage.errors import StorageError

T = TypeVar("T")
Work = Callable[[Connection], T]
LOG = logging.getLogger("bastide.storage")

WRITTEN_AFTER_S = 10.0
"""How long they wait at most for a transaction that carries them."""


class DeferredWrites:
    """A queue of small writes that need no transaction of their own.

    A killed program loses the queue, so only queue data that can be computed again; running a write twice must be harmless. Only
    for a program that is the only user of its database.
    """

    def __init__(self, write_now: Callable[[], Awaitable[None]]) -> None:
        """Start with an empty queue.

        `write_now` runs a transaction that carries the queued writes.
        """
        self._write_now = write_now
        self.asleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        """How the time until they are written passes: a simulated world has its own."""
        self._waiting: list[Work[None]] = []
        self._under_way = 0
        """Transactions that carry some of them just now."""
        self._later: asyncio.Task[None] | None = None

    def add(self, work: Work[None]) -> None:
        """Queue a write, which runs at most `WRITTEN_AFTER_S` seconds later."""
        self._waiting.append(work)
        if self._later is None:
            self._later = asyncio.get_running_loop().create_task(self._written_later(), name="deferred writes")

    @property
    def any_left(self) -> bool:
        """Whether some writes are still queued or are being written."""
        return bool(self._waiting or self._under_way)

    @contextmanager
    def carried_by(self, work: Work[T]) -> Iterator[Work[T]]:
        """Yield a unit of work that runs all queued writes and then `work`.

        If the block raises, the writes return to the queue.
        """
        if not self._waiting:
            yield work
            return
        carried, self._waiting = self._waiting, []

        def whole(con: Connection) -> T:
            for each in carried:
                each(con)
            return work(con)

        self._under_way += 1
        try:
            yield whole
        except BaseException:
            self._waiting = carried + self._waiting
            raise
        finally:
            self._under_way -= 1

    async def written(self) -> None:
        """Write the whole queue; call it before reading rows that queued writes may change. Raises `StorageError`."""
        while self.any_left:
            await self._write_now()

    def stop(self) -> None:
        """Cancel the timer that writes the queue. Queued writes stay until a transaction carries them."""
        if self._later is not None:
            self._later.cancel()

    async def close(self) -> None:
        """Cancel the timer and write the whole queue. Writes that fail are lost, without an error."""
        self.stop()
        try:
            await self.written()
        except StorageError as error:
            LOG.debug("deferred writes were lost: %s", error)

    async def _written_later(self) -> None:
        while self._waiting:
            await self.asleep(WRITTEN_AFTER_S)
            try:
                await self.written()
            except StorageError as error:
                LOG.debug("deferred writes wait on: %s", error)
        self._later = None
