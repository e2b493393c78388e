"""The pool of worker processes: calls wait for a slot by priority, run in a separate process, and can be cancelled.

A call is a module-level function and plain data. It must depend on nothing else, because it may run twice (if its process dies or
hangs) or be cancelled. Processes start on demand and end after some idle time. There is no background task: the caller waits.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import Awaitable, Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar, overload

from workers.worker_main import unpacked
from workers.worker_process import WorkerClosedError, WorkerUnavailableError
from workers.worker_slots import WorkerSlots

T = TypeVar("T")

IDLE_S = 600.0
"""A process that nobody needed for so long is ended: it would only hold memory."""
BACK_IDLE_S = 30.0
"""The same in the background, where nobody waits for the next call."""


__all__ = ["Pool", "Priority", "WorkerClosedError", "WorkerUnavailableError", "cores"]


class Priority(IntEnum):
    """Priority of a call; lower values go first, and equal ones in order of arrival."""

    WAITED_FOR = 0
    """Somebody looks at the screen: a hint, the next round's pairing."""
    MOVE = 1
    """A computer's move."""
    BACKGROUND = 2
    """Nobody waits: analysis. One at a time, beside the others and nicer than they are, so that no move ever waits for it."""


def cores() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool:
    """Worker processes in three groups: up to `limit` normal calls, as many slow ones, and one background call at a time.

    `limit` defaults to the number of processors.
    """

    def __init__(self, limit: int | None = None, *, idle_s: float = IDLE_S) -> None:
        self._front = WorkerSlots(limit or cores(), niceness=5, idle_s=idle_s)
        self._patient = WorkerSlots(limit or cores(), niceness=10, idle_s=idle_s)
        self._back = WorkerSlots(1, niceness=19, idle_s=min(idle_s, BACK_IDLE_S))

    async def run(
        self, function: Callable[..., T], *arguments: Any, kind: str, limit_s: float, priority: Priority = Priority.MOVE
    ) -> T:
        """Run `function(*arguments)` in another process and return its result.

        Raises what the function raises, or `WorkerUnavailableError`. `kind` names the call in the log. `limit_s`: seconds after the
        start at which a call counts as hung; it isn't meant to stop long calls. Cancelling the waiting task stops the calculation.
        """
        request = pickle.dumps((function, arguments))
        lane = self._back if priority is Priority.BACKGROUND else self._front
        async with lane.place(priority):
            return unpacked(await lane.answered(request, kind, limit_s))  # type: ignore[no-any-return]  # the type of the function

    async def run_patiently(
        self, function: Callable[..., T], *arguments: Any, kind: str, limit_s: float, guild_id: int | None
    ) -> T:
        """Run a call that may take many seconds, such as a slow computer player's turn, and return its result.

        These calls run in processes of lower priority, in addition to all others, one at a time per server (`guild_id`).
        """
        request = pickle.dumps((function, arguments))
        async with self._patient.place(Priority.MOVE, guild_id):
            return unpacked(await self._patient.answered(request, kind, limit_s))  # type: ignore[no-any-return]  # as above

    def pass_time(self, asleep: Callable[[float], Awaitable[None]]) -> None:
        """Replace the sleep function that times how long idle processes are kept.

        For simulations, which control the passing of time themselves.
        """
        for lane in (self._front, self._patient, self._back):
            lane.asleep = asleep

    @property
    def processes(self) -> tuple[int, ...]:
        """Operating-system ids of the running processes."""
        return (*self._front.processes, *self._patient.processes, *self._back.processes)

    async def close(self) -> None:
        """End all processes at once and permanently; waiting and running calls raise `WorkerClosedError`."""
        await asyncio.gather(self._front.close(), self._patient.close(), self._back.close())


class Call(NamedTuple):
    """One call of a function, `function(*arguments)`, to be run in a worker process."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def run_in_order(calls: Sequence[Call]) -> list[Any]:
    """Run several calls one after the other and return their results in order. Raises the first error."""
    return [call.function(*call.arguments) for call in calls]


class LazyPickledSequence(Sequence[T]):
    """A sequence that keeps its items pickled and unpickles each one at access, to save memory."""

    def __init__(self, things: Iterable[T]) -> None:
        self._pickled: Sequence[bytes] = [pickle.dumps(thing) for thing in things]

    def __len__(self) -> int:
        return len(self._pickled)

    @overload
    def __getitem__(self, which: int) -> T: ...
    @overload
    def __getitem__(self, which: slice) -> LazyPickledSequence[T]: ...
    def __getitem__(self, which: int | slice) -> T | LazyPickledSequence[T]:
        if isinstance(which, slice):
            part = LazyPickledSequence[T](())
            part._pickled = self._pickled[which]
            return part
        thing: T = pickle.loads(self._pickled[which])  # noqa: S301  # pickled by this program
        return thing
