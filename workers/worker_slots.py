"""Slots for concurrent calls, the queue of waiting calls, and idle worker processes.

Waiting calls are ordered by priority, then by arrival. Calls with a `guild_id` run one at a time per server, so that one server
can't delay the others.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import NamedTuple

from workers import compiled
from workers.worker_main import trim
from workers.worker_process import TRIES, WorkerClosedError, WorkerDiedError, WorkerProcess, WorkerProcesses, WorkerUnavailableError

LOG = logging.getLogger("bastide.thinking")


class QueuedCall(NamedTuple):
    """A call that waits for a free slot; calls compare by priority and arrival."""

    priority: int
    number: int
    guild_id: int | None
    ticket: asyncio.Future[None]


class WorkerSlots:
    """A limited number of slots for concurrent calls, with the queue for them and the idle processes."""

    def __init__(self, limit: int, *, niceness: int, idle_s: float) -> None:
        self._free = limit
        self._processes = WorkerProcesses(niceness, compiled.compiled_folder)
        self._idle_s = idle_s
        self._order = count()
        self._waiting: list[QueuedCall] = []
        self._served: set[int] = set()
        """Servers for which something is being carried out that lets nothing else of theirs in."""
        self._resting: dict[WorkerProcess, asyncio.Task[None]] = {}
        """Each with what will end it."""
        self.asleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        """How the time passes for which a process rests: a simulated world has its own."""

    @property
    def processes(self) -> tuple[int, ...]:
        return self._processes.pids

    @asynccontextmanager
    async def place(self, priority: int, guild_id: int | None = None) -> AsyncIterator[None]:
        """Wait for a slot and hold it while the block runs.

        `guild_id`: at most one slot per server is held at a time; None: no such limit.
        """
        self._processes.check_open()
        if self._free and guild_id not in self._served:
            self._take_place(guild_id)
        else:
            await self._grant_next(priority, guild_id)
        try:
            yield
        finally:
            self._give_back_place(guild_id)

    def _take_place(self, guild_id: int | None) -> None:
        self._free -= 1
        if guild_id is not None:
            self._served.add(guild_id)

    def _give_back_place(self, guild_id: int | None) -> None:
        self._free += 1
        if guild_id is not None:
            self._served.discard(guild_id)
        self._pass_on()

    async def _grant_next(self, priority: int, guild_id: int | None) -> None:
        waiting = QueuedCall(priority, next(self._order), guild_id, asyncio.get_running_loop().create_future())
        heapq.heappush(self._waiting, waiting)
        try:
            await waiting.ticket
        except asyncio.CancelledError:
            if waiting.ticket.done() and not waiting.ticket.cancelled():
                self._give_back_place(guild_id)  # the place had been given to it in the same moment
            raise

    def _pass_on(self) -> None:
        """Give free slots to waiting calls in order, skipping servers that already hold one."""
        kept: list[QueuedCall] = []
        while self._free and self._waiting:
            waiting = heapq.heappop(self._waiting)
            if waiting.ticket.done():
                continue
            if waiting.guild_id in self._served:
                kept.append(waiting)
                continue
            self._take_place(waiting.guild_id)
            waiting.ticket.set_result(None)
        for waiting in kept:
            heapq.heappush(self._waiting, waiting)

    async def answered(self, request: bytes, kind: str, limit_s: float) -> bytes:
        """Send a request to a process and return its answer; the caller must hold a slot.

        Raises `WorkerUnavailableError` if several processes in turn died or took longer than `limit_s` seconds.
        """
        for _ in range(TRIES):
            answer = await self._try_request(request, kind, limit_s)
            if answer is not None:
                return answer
        raise WorkerUnavailableError(f"{TRIES} processes died or took longer than {limit_s:g} s ({kind})")

    async def _try_request(self, request: bytes, kind: str, limit_s: float) -> bytes | None:
        """Return one process's answer; None if the process died or hung, in which case it is ended."""
        thinker = await self._wake_process()
        try:
            async with asyncio.timeout(limit_s):
                answer = await thinker.ask(request)
        except WorkerDiedError:
            self._processes.check_open()
            LOG.warning("a thinking process died (%s)", kind)
        except TimeoutError:
            LOG.warning("a thinking process took longer than %g s and was ended (%s)", limit_s, kind)
        else:
            if not self._processes.is_closed:
                self._rest(thinker)
            return answer
        finally:
            if thinker not in self._resting:
                await self._processes.end(thinker)
        return None

    async def _wake_process(self) -> WorkerProcess:
        while self._resting:
            thinker, retiring = self._resting.popitem()
            retiring.cancel()
            if thinker.is_alive:
                return thinker
            await self._processes.end(thinker)
        return await self._processes.start()

    def _rest(self, thinker: WorkerProcess) -> None:
        self._resting[thinker] = asyncio.create_task(self._retire(thinker), name="a process at rest")

    async def _retire(self, thinker: WorkerProcess) -> None:
        await self.asleep(self._idle_s)
        del self._resting[thinker]
        self._processes.retire(thinker)
        trim()  # what its last calls have left in this process

    async def close(self) -> None:
        for *_, ticket in self._waiting:
            if not ticket.done():
                ticket.set_exception(WorkerClosedError("the program is closing"))
        retiring = [*self._resting.values()]
        self._resting.clear()
        for task in retiring:
            task.cancel()
        await asyncio.gather(*retiring, return_exceptions=True)
        await self._processes.close()
