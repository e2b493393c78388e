"""The stored timers: each kind has one registered handler, which is called when a timer of the kind is due."""

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
    """The runner of the stored timers.

    Kinds without a handler were set by a newer program and are left alone.
    """

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
        """Register the handler of a kind of timer; a kind can have only one."""
        assert kind not in self._owners, kind
        self._owners[kind] = handler
        self.wake()

    async def tick(self, now: datetime) -> None:
        """Handle every timer that is due.

        A handler that fails is logged, its timer is tried again later, and the others go on.
        """
        while due := await self._store.timers.due(now, tuple(self._owners), AT_ONCE):
            for timer in due:
                await self._deal(timer, now)

    async def next_at(self) -> datetime | None:
        """Return when the next timer of a registered kind falls due; None if none is set."""
        return await self._store.timers.next_at(tuple(self._owners))

    async def keep(self, kind: str, subjects: Iterable[Subject], wait: timedelta, now: datetime) -> None:
        """Set a timer of this kind, due after `wait`, for each of these subjects that has none yet."""
        have = await self._store.timers.subjects(kind)
        lacking = [subject for subject in subjects if subject not in have]
        if lacking:
            await self._unit_of_work.write(*(SetTimers(subject, now, (NewTimer(kind, now + wait),)) for subject in lacking))

    async def put(self, subject: Subject, new: NewTimer, now: datetime, *, done: TimerRow | None = None) -> None:
        """Set a timer, and complete `done` in the same transaction if it is given."""
        await self._unit_of_work.write(*([] if done is None else [CompleteTimer(done, now)]), SetTimers(subject, now, (new,)))

    async def done(self, timer: TimerRow, now: datetime, *, again: timedelta | None = None) -> None:
        """Complete a timer without other changes; with `again` it is due again after that time instead."""
        await self._unit_of_work.write(CompleteTimer(timer, now, None if again is None else now + again))

    def start(self, clock: Callable[[], datetime], asleep: Sleep = asyncio.sleep, *, longest_s: float = LONGEST_WAIT_S) -> None:
        """Begin to handle timers when they are due, until `close`; a second call only checks for due timers.

        `asleep` waits a number of seconds, at most `longest_s` at a time; simulations pass a sleep of their own.
        """
        if self._clock is None:
            self._clock, self._asleep, self._longest_s, self._context = clock, asleep, longest_s, copy_context()
        self.wake()

    def wake(self) -> None:
        """Check for due timers, now or right after the check that runs; calls are never lost."""
        self._again = True
        if self._clock is not None and not self.is_busy:
            self._working = self._start_task(self._run_due(self._clock), "timers")

    def was_set(self, due: datetime) -> None:
        """Check for due timers only if the new one is due before the present sleep ends."""
        if self._wakes_at is None or due < self._wakes_at:
            self.wake()

    @property
    def is_busy(self) -> bool:
        """Whether due timers are being handled now."""
        return self._working is not None and not self._working.done()

    async def settled(self) -> None:
        """Wait until the handling of due timers has ended."""
        while self._working is not None and not self._working.done():
            await asyncio.wait((self._working,))

    async def close(self) -> None:
        """Stop handling timers, and cancel handlers that are running; their transactions happen whole or not at all."""
        self._clock = None
        under_way = [task for task in (self._working, self._sleeping) if task is not None]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    async def _run_due(self, clock: Callable[[], datetime]) -> None:
        """Handle due timers, then sleep until the next one is due."""
        wait_s, self._wakes_at = FIRST_WAIT_S, None
        while self._again:
            self._again = False
            wait_s = await self._round(clock)
        if self._sleeping is not None:
            self._sleeping.cancel()
        self._wakes_at = clock() + timedelta(seconds=wait_s)
        self._sleeping = self._start_task(self._sleep(wait_s), "until the next timer")

    async def _log_unknown_kinds(self) -> None:
        """Log, once per process, the kinds of stored timers that have no handler here."""
        if self._told_of_unknown:
            return
        self._told_of_unknown = True
        for kind in sorted(await self._store.timers.kinds() - set(self._owners)):
            LOG.warning(log_line("timer-put-aside", kind=kind))

    def _start_task(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Start a task in the context in which `start` was called, whichever use-case set the timer."""
        return self._context.run(partial(asyncio.get_running_loop().create_task, work, name=name))

    async def _sleep(self, wait_s: float) -> None:
        await self._asleep(wait_s)
        self._sleeping = self._wakes_at = None
        self.wake()

    async def _round(self, clock: Callable[[], datetime]) -> float:
        """Handle due timers once; return the seconds to sleep afterwards."""
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
    """The base of long-running work that timers start: at most one task for each key."""

    def __init__(self) -> None:
        self._working: dict[int, asyncio.Task[None]] = {}

    def _set_to(self, work: Callable[[], Coroutine[Any, Any, None]], key: int, name: str) -> None:
        """Start `work` as a task, unless the one with this key is still running."""
        known = self._working.get(key)
        if known is None or known.done():
            self._working[key] = asyncio.get_running_loop().create_task(work(), name=name)

    async def settled(self) -> None:
        """Wait until no task is running; for tests."""
        while tasks := [task for task in self._working.values() if not task.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Cancel the running tasks; they begin again after the next start of the program."""
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
