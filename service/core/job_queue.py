"""The queue for expensive jobs: animations, analyses, puzzles, exports and imports.

The queue is bounded for the process, for each server and to one job of a kind per user. A waiting job has loaded nothing yet, and
the jobs under way together stay below a bound of memory (`BYTES`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from service.errors import Refusal


@dataclass(frozen=True)
class JobKind:
    """One kind of expensive work, and its limits."""

    name: str
    at_once: int = 1
    """Jobs under way."""
    in_line: int = 12
    """Jobs of the whole process, under way or waiting."""
    of_server: int = 6
    """Jobs of one server, so that other servers get their turn too."""
    stops: bool = False
    """Whether a job under way can be stopped, too. Only for jobs that change nothing before they end."""


FILM, RECORD, PERSON = JobKind("film", stops=True), JobKind("record", at_once=2), JobKind("person")
"""Animations; exporting, verifying and importing games; exporting or deleting everything about a person."""
ANALYSIS, PUZZLE = JobKind("analysis", in_line=20, of_server=8, stops=True), JobKind("puzzle")
"""Background work that starts again after a restart."""

BYTES = 64 << 20
"""Most memory for all jobs under way together, as the jobs estimate it. A job above that runs alone."""

PATIENCE_S = 1.0
"""People who wait longer are told their place in line. 0: everybody who waits is told."""

Told = Callable[[int], Awaitable[None]]
"""Called with a person's place in line, from 1; jobs under way count."""


class JobCancelled(Exception):
    """Raised in a job whose user has left the queue or stopped the job."""


@dataclass(eq=False)
class _Job:
    kind: JobKind
    user_id: int | None
    guild_id: int | None
    size: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    work: asyncio.Task[Any] | None = field(default_factory=asyncio.current_task)
    stopped: bool = False

    @property
    def is_under_way(self) -> bool:
        return self.turn.done() and not self.turn.cancelled() and self.turn.exception() is None


class JobQueue:
    """The job queue of a process; jobs of different kinds wait for each other only for memory."""

    def __init__(self) -> None:
        self._jobs: list[_Job] = []
        """Under way and waiting, in the order of coming."""

    def length(self, kind: JobKind) -> int:
        """Return the number of jobs of this kind under way and waiting."""
        return len(self._jobs_of(kind))

    def place(self, kind: JobKind, user_id: int) -> int | None:
        """Return a user's place in the queue, from 1, running jobs included; None if the user has no job of this kind."""
        return next((place for place, job in enumerate(self._jobs_of(kind), 1) if job.user_id == user_id), None)

    def check(self, kind: JobKind, user_id: int, guild_id: int | None) -> None:
        """Raise `Refusal` unless the queue would take another job of this user.

        Refuses `in-line` (the user has a job of this kind: place), `line-full` (number).
        """
        if (place := self.place(kind, user_id)) is not None:
            raise Refusal("in-line", place=place)
        jobs = self._jobs_of(kind)
        of_server = sum(1 for job in jobs if guild_id and job.guild_id == guild_id)
        if len(jobs) >= kind.in_line or of_server >= kind.of_server:
            raise Refusal("line-full", number=len(jobs))

    def leave(self, kind_name: str, user_id: int) -> bool:
        """Take a user's jobs of this kind out of the queue, and stop the running one if it can be stopped.

        Returns whether anything was removed or stopped.
        """
        left = False
        for job in [job for job in self._jobs if job.kind.name == kind_name and job.user_id == user_id]:
            if not job.turn.done():
                job.turn.set_exception(JobCancelled())
                left = True
            elif job.kind.stops and job.is_under_way and job.work is not None and not job.stopped:
                left = job.stopped = job.work.cancel()
        return left

    @asynccontextmanager
    async def admitted(
        self,
        kind: JobKind,
        user_id: int | None,
        guild_id: int | None,
        *,
        size: int = 0,
        told: Told | None = None,
        again: bool = False,
    ) -> AsyncIterator[None]:
        """Wait in the queue, and hold a slot for a job of about `size` bytes while the block runs.

        Load large data only inside the block. `told` is awaited with the place in the queue if the wait is long. Jobs without a
        user, and those admitted before a restart (`again`), skip the check for room. Refuses as `check`; raises `JobCancelled`.
        """
        if user_id is not None and not again:
            self.check(kind, user_id, guild_id)
        job = _Job(kind, user_id, guild_id, size)
        self._jobs.append(job)
        self._go_on()
        try:
            await self._turn_of(job, told)
            yield
        except asyncio.CancelledError:
            if job.stopped and job.work is not None and not job.work.uncancel():
                raise JobCancelled from None
            raise
        finally:
            self._jobs.remove(job)
            self._go_on()

    async def _turn_of(self, job: _Job, told: Told | None) -> None:
        if told is not None and not job.turn.done():
            if PATIENCE_S:
                await asyncio.wait({job.turn}, timeout=PATIENCE_S)
            if not job.turn.done():
                await told(self._jobs_of(job.kind).index(job) + 1)
        await job.turn

    def _go_on(self) -> None:
        for job in self._jobs:
            if not job.turn.done() and self._has_room(job):
                job.turn.set_result(None)

    def _has_room(self, job: _Job) -> bool:
        under_way = [other for other in self._jobs if other.is_under_way]
        size = sum(other.size for other in under_way)
        of_kind = sum(1 for other in under_way if other.kind is job.kind)
        return of_kind < job.kind.at_once and (size == 0 or size + job.size <= BYTES)

    def _jobs_of(self, kind: JobKind) -> list[_Job]:
        return [job for job in self._jobs if job.kind is kind]
