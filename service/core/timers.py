"""Timers: each kind has an owner who registered its handler; this module only knows when they are due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextvars import copy_context
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from service.core.unit_of_work import RetriesExhaustedError, UnitOfWork
from storage.changes import CompleteTimer, SetTimers
from storage.errors import ConflictError, DatabaseUnavailableError, StorageError
from storage.rows import NewTimer, Subject, TimerRow
from telemetry.log_line import log_line

LOG = logging.getLogger("bastide.service")

Handler = Callable[[TimerRow, datetime], Awaitable[None]]
"""Does what a timer asks for, and in the same transaction notes that it is done (`CompleteTimer`)."""

Sleep = Callable[[float], Awaitable[None]]
"""Passes so many seconds."""

AT_ONCE = 100
FIRST_WAIT_S = 5.0
"""After something that failed, until the next try; each further wait is twice as long."""
LONGEST_OUTAGE_WAIT_S = 60.0
"""While the database cannot work, unless it is known before that it is back."""
LONGEST_WAIT_S = 900.0
"""Also the longest sleep: the clock on the wall may be set while we sleep."""


class Timers:
    """The timers, which wake their owners; unregistered kinds are of a newer program and left alone."""

    def __init__(self, unit_of_work: UnitOfWork) -> None:
        self._unit_of_work = unit_of_work
        self._store = unit_of_work.store
        self._owners: dict[str, Handler] = {}
        self._failed: dict[int, int] = {}
        self._refused = 0
        """How often in a row the database could not work."""
        self._clock: Callable[[], datetime] | None = None
        self._asleep: Sleep = asyncio.sleep
        self._longest_s = LONGEST_WAIT_S
        self._context = copy_context()
        """That of `start`."""
        self._again = False
        self._told_of_unknown = False
        self._working: asyncio.Task[None] | None = None
        self._sleeping: asyncio.Task[None] | None = None
        self._wakes_at: datetime | None = None
        """When the sleep ends; None while it does not last."""

    def register(self, kind: str, handler: Handler) -> None:
        """Register the handler of a kind of timer; every kind has one owner."""
        assert kind not in self._owners, kind
        self._owners[kind] = handler
        self.wake()

    async def tick(self, now: datetime) -> None:
        """Do everything that is due. What fails is logged and tried again later; it holds up nothing else."""
        while due := await self._store.timers.due(now, tuple(self._owners), AT_ONCE):
            for timer in due:
                await self._deal(timer, now)

    async def next_at(self) -> datetime | None:
        """Return when the next timer of a registered kind falls due."""
        return await self._store.timers.next_at(tuple(self._owners))

    async def keep(self, kind: str, subjects: Iterable[Subject], wait: timedelta, now: datetime) -> None:
        """Ensure that these subjects have a timer of this kind: a recurring one is set only once."""
        have = await self._store.timers.subjects(kind)
        lacking = [subject for subject in subjects if subject not in have]
        if lacking:
            await self._unit_of_work.write(*(SetTimers(subject, now, (NewTimer(kind, now + wait),)) for subject in lacking))

    async def put(self, subject: Subject, new: NewTimer, now: datetime, *, done: TimerRow | None = None) -> None:
        """Set a timer; where it follows one that is `done`, in one transaction with that."""
        await self._unit_of_work.write(*([] if done is None else [CompleteTimer(done, now)]), SetTimers(subject, now, (new,)))

    async def done(self, timer: TimerRow, now: datetime, *, again: timedelta | None = None) -> None:
        """Complete a timer without other changes; with `again` it waits again."""
        await self._unit_of_work.write(CompleteTimer(timer, now, None if again is None else now + again))

    def start(self, clock: Callable[[], datetime], asleep: Sleep = asyncio.sleep, *, longest_s: float = LONGEST_WAIT_S) -> None:
        """Begin to handle timers when they are due, until `close`; a second call only looks again.

        `asleep` passes the time until then: a simulated world has its own, and may have a clock that is never set: `longest_s`.
        """
        if self._clock is None:
            self._clock, self._asleep, self._longest_s, self._context = clock, asleep, longest_s, copy_context()
        self.wake()

    def wake(self) -> None:
        """Look again, because a timer may be due sooner; never twice at once, and no call is missed."""
        self._again = True
        if self._clock is not None and not self.is_busy:
            self._working = self._start_task(self._run_due(self._clock), "timers")

    def was_set(self, due: datetime) -> None:
        """Look again only if the new timer is due before the present sleep ends: slow games set one for days with each move."""
        if self._wakes_at is None or due < self._wakes_at:
            self.wake()

    @property
    def is_busy(self) -> bool:
        """Whether something that is due is being done."""
        return self._working is not None and not self._working.done()

    async def settled(self) -> None:
        """Wait until what is due by now has been done."""
        while self._working is not None and not self._working.done():
            await asyncio.wait((self._working,))

    async def close(self) -> None:
        """Stop; what was being done has happened or has not."""
        self._clock = None
        under_way = [task for task in (self._working, self._sleeping) if task is not None]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _run_due(self, clock: Callable[[], datetime]) -> None:
        """Do what is due, and come back when the next one is."""
        wait_s, self._wakes_at = FIRST_WAIT_S, None
        while self._again:
            self._again = False
            wait_s = await self._round(clock)
        if self._sleeping is not None:
            self._sleeping.cancel()
        self._wakes_at = clock() + timedelta(seconds=wait_s)
        self._sleeping = self._start_task(self._sleep(wait_s), "until the next timer")

    async def _log_unknown_kinds(self) -> None:
        """Tell the host's log once which kinds of timers, of a newer program, wait for it."""
        if self._told_of_unknown:
            return
        self._told_of_unknown = True
        for kind in sorted(await self._store.timers.kinds() - set(self._owners)):
            LOG.warning(log_line("timer-put-aside", kind=kind))

    def _start_task(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Return a task of the program's own context, whatever set the timer."""
        return self._context.run(partial(asyncio.get_running_loop().create_task, work, name=name))

    async def _sleep(self, wait_s: float) -> None:
        await self._asleep(wait_s)
        self._sleeping = self._wakes_at = None
        self.wake()

    async def _round(self, clock: Callable[[], datetime]) -> float:
        """Do what is due now; how many seconds to sleep then."""
        try:
            await self.tick(clock())
            await self._log_unknown_kinds()
            due = await self.next_at()
        except DatabaseUnavailableError:  # the database itself tells the host
            self._refused += 1
            return min(FIRST_WAIT_S * 2.0 ** min(self._refused - 1, 20), LONGEST_OUTAGE_WAIT_S)
        except Exception:
            LOG.exception("timers cannot be looked at; trying again in %.0f s", FIRST_WAIT_S)
            return FIRST_WAIT_S
        self._refused = 0
        return self._longest_s if due is None else min(max((due - clock()).total_seconds(), 0.0), self._longest_s)

    async def _deal(self, timer: TimerRow, now: datetime) -> None:
        try:
            await self._owners[timer.kind](timer, now)
            if any(left == timer for left in await self._store.timers.of(timer.subject)):
                raise NotImplementedError("its owner did not note that it is done")
        except (ConflictError, RetriesExhaustedError):
            LOG.info("timer %s (%s) was dealt with by somebody else", timer.id, timer.kind)
        except StorageError:
            raise
        except Exception:
            tries = self._failed[timer.id] = self._failed.get(timer.id, 0) + 1
            wait_s = min(FIRST_WAIT_S * 2.0 ** min(tries - 1, 20), LONGEST_WAIT_S)
            LOG.exception("timer %s (%s of %s) failed; trying again in %.0f s", timer.id, timer.kind, timer.subject, wait_s)
            await self.done(timer, now, again=timedelta(seconds=wait_s))
        else:
            self._failed.pop(timer.id, None)


class LongTimerTask:
    """The base of what timers begin and what takes long: at most one piece of work by each key."""

    def __init__(self) -> None:
        self._working: dict[int, asyncio.Task[None]] = {}

    def _set_to(self, work: Callable[[], Coroutine[Any, Any, None]], key: int, name: str) -> None:
        """Begin it, unless what was begun by this key is still under way."""
        known = self._working.get(key)
        if known is None or known.done():
            self._working[key] = asyncio.get_running_loop().create_task(work(), name=name)

    async def settled(self) -> None:
        """Wait until nothing is worked on: for tests."""
        while tasks := [task for task in self._working.values() if not task.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop the work; after the next start it begins again."""
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
