"""Small writes that need no transaction of their own: the next one carries them, or one for all of them some seconds later."""

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
    """Writes that wait. A killed program loses them, so what they say can be found out again; written twice, they change nothing.

    Only for a program that has its database to itself.
    """

    def __init__(self, write_now: Callable[[], Awaitable[None]]) -> None:
        """`write_now` writes in a transaction that carries what waits."""
        self._write_now = write_now
        self.asleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        """How the time until they are written passes: a simulated world has its own."""
        self._waiting: list[Work[None]] = []
        self._under_way = 0
        """Transactions that carry some of them just now."""
        self._later: asyncio.Task[None] | None = None

    def add(self, work: Work[None]) -> None:
        """Write this soon."""
        self._waiting.append(work)
        if self._later is None:
            self._later = asyncio.get_running_loop().create_task(self._written_later(), name="deferred writes")

    @property
    def any_left(self) -> bool:
        """Whether the database may lack some of them."""
        return bool(self._waiting or self._under_way)

    @contextmanager
    def carried_by(self, work: Work[T]) -> Iterator[Work[T]]:
        """Context of a transaction: `work` after all that waits. If the context fails they wait on."""
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
        """Write everything that waits, before rows are read that it concerns; raise `StorageError`."""
        while self.any_left:
            await self._write_now()

    def stop(self) -> None:
        """Write nothing by itself any more."""
        if self._later is not None:
            self._later.cancel()

    async def close(self) -> None:
        """Write everything that waits for the last time."""
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
