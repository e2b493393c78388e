"""The pool of thinking processes: calls wait for a place by priority, run in a process of their own, and can be stopped.

A call is a function of a module and plain data; it must depend on nothing else, because it may be carried out twice (a process
that dies or hangs is replaced and asked again) or be given up. Processes are started when they are first needed and end when
nothing was asked for a while. Nothing here runs in the background: who calls, waits.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import os
import pickle
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from enum import IntEnum
from itertools import count
from typing import Any, NamedTuple, TypeVar, overload

from thinking.process import TRIES, CannotThink, Closed, Died, Thinker
from thinking.worker import unpacked

T = TypeVar("T")
LOG = logging.getLogger("bastide.thinking")

IDLE_S = 600.0
"""A process that nobody needed for so long is ended: it would only hold memory."""


__all__ = ["CannotThink", "Closed", "Pool", "Priority", "cores"]


class Priority(IntEnum):
    """Who goes first; among equals, who came first."""

    WAITED_FOR = 0
    """Somebody looks at the screen: a hint, the next round's pairing."""
    MOVE = 1
    """A computer's move."""
    BACKGROUND = 2
    """Nobody waits: analysis. One at a time, beside the others and nicer than they are, so that no move ever waits for it."""


def cores() -> int:
    """Processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool:
    """At most `limit` calls are carried out at once, and one in the background; None: as many as there are cores."""

    def __init__(self, limit: int | None = None, *, idle_s: float = IDLE_S) -> None:
        self._front = _Lane(limit or cores(), niceness=5, idle_s=idle_s)
        self._back = _Lane(1, niceness=19, idle_s=idle_s)

    async def run(
        self, function: Callable[..., T], *arguments: Any, kind: str, limit_s: float, priority: Priority = Priority.MOVE
    ) -> T:
        """What `function(*arguments)` answers, found in another process; raises what it raises, or `CannotThink`.

        `kind` names the call in the log. `limit_s` is for what hangs, not for what is long: it counts from the moment at
        which the call is begun. Cancel the waiting task to stop the calculation itself.
        """
        request = pickle.dumps((function, arguments))
        lane = self._back if priority is Priority.BACKGROUND else self._front
        async with lane.place(priority):
            for _ in range(TRIES):
                answer = await lane.tried(request, kind, limit_s)
                if answer is not None:
                    return unpacked(answer)  # type: ignore[no-any-return]  # the type of the function, by contract
        raise CannotThink(f"{TRIES} processes died or took longer than {limit_s:g} s ({kind})")

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that are there at present."""
        return (*self._front.processes, *self._back.processes)

    async def close(self) -> None:
        """End all processes at once, for good: calls that wait or run fail with `Closed`."""
        await asyncio.gather(self._front.close(), self._back.close())


class _Lane:
    """Places for calls, the calls that wait for one, and the processes that are at rest."""

    def __init__(self, limit: int, *, niceness: int, idle_s: float) -> None:
        self._free = limit
        self._niceness = niceness
        self._idle_s = idle_s
        self._closed = False
        self._order = count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._all: set[Thinker] = set()
        self._resting: dict[Thinker, asyncio.TimerHandle] = {}

    @property
    def processes(self) -> tuple[int, ...]:
        return tuple(thinker.pid for thinker in self._all if thinker.is_alive)

    @asynccontextmanager
    async def place(self, priority: int) -> AsyncIterator[None]:
        """Hold one of the places."""
        self._check_open()
        if self._free:
            self._free -= 1
        else:
            await self._granted(priority)
        try:
            yield
        finally:
            self._pass_on()

    async def _granted(self, priority: int) -> None:
        ticket = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._order), ticket))
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                self._pass_on()  # the place had been given to it in the same moment
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, ticket = heapq.heappop(self._waiting)
            if not ticket.done():
                ticket.set_result(None)
                return
        self._free += 1

    def _check_open(self) -> None:
        if self._closed:
            raise Closed("the program is closing")

    async def tried(self, request: bytes, kind: str, limit_s: float) -> bytes | None:
        """The answer of a process, or None if the process died or hung, and was ended."""
        thinker = await self._awake()
        try:
            async with asyncio.timeout(limit_s):
                answer = await thinker.ask(request)
        except Died:
            self._check_open()
            LOG.warning("a thinking process died (%s)", kind)
        except TimeoutError:
            LOG.warning("a thinking process took longer than %g s and was ended (%s)", limit_s, kind)
        else:
            if not self._closed:
                self._rest(thinker)
            return answer
        finally:
            if thinker not in self._resting:
                await self._dismiss(thinker)
        return None

    async def _awake(self) -> Thinker:
        while self._resting:
            thinker, timer = self._resting.popitem()
            timer.cancel()
            if thinker.is_alive:
                return thinker
            await self._dismiss(thinker)
        self._check_open()
        thinker = await Thinker.start(self._niceness)
        self._all.add(thinker)
        return thinker

    def _rest(self, thinker: Thinker) -> None:
        self._resting[thinker] = asyncio.get_running_loop().call_later(self._idle_s, self._retire, thinker)

    def _retire(self, thinker: Thinker) -> None:
        del self._resting[thinker]
        self._all.discard(thinker)
        thinker.end()

    async def _dismiss(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        thinker.end()
        await thinker.ended()

    async def close(self) -> None:
        self._closed = True
        for *_, ticket in self._waiting:
            if not ticket.done():
                ticket.set_exception(Closed("the program is closing"))
        for timer in self._resting.values():
            timer.cancel()
        self._resting.clear()
        await asyncio.gather(*(self._dismiss(thinker) for thinker in tuple(self._all)))


class Call(NamedTuple):
    """`function(*arguments)`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def together(calls: Sequence[Call]) -> list[Any]:
    """What each of them answers, in order; raises what one of them raises."""
    return [call.function(*call.arguments) for call in calls]


class Pieces(Sequence[T]):
    """A long sequence of large things of which one is whole at a time: each is unpickled whenever it is asked for."""

    def __init__(self, things: Iterable[T]) -> None:
        self._pickled: Sequence[bytes] = [pickle.dumps(thing) for thing in things]

    def __len__(self) -> int:
        return len(self._pickled)

    @overload
    def __getitem__(self, which: int) -> T: ...
    @overload
    def __getitem__(self, which: slice) -> Pieces[T]: ...
    def __getitem__(self, which: int | slice) -> T | Pieces[T]:
        if isinstance(which, slice):
            part = Pieces[T](())
            part._pickled = self._pickled[which]
            return part
        thing: T = pickle.loads(self._pickled[which])  # noqa: S301  # pickled by this program
        return thing
