"""Dear work is let in a job at a time: films, analyses, puzzles, records that come and go, everything about a person.

Others wait in line, which is short for the process, for each server and each person. Whoever waits has read nothing yet; what is
under way together stays below a bound of bytes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from service.errors import Refusal


@dataclass(frozen=True)
class Kind:
    """One kind of dear work, and how much of it there may be."""

    name: str
    at_once: int = 1
    """Jobs under way."""
    in_line: int = 12
    """Jobs of the whole process, under way or waiting."""
    of_server: int = 6
    """Of one server: others get in too."""
    stops: bool = False
    """Whether a job under way can be stopped as well: it takes long and changes nothing before it is done."""


FILM, RECORD, PERSON = Kind("film", stops=True), Kind("record", at_once=2), Kind("person")
"""Animations; records of games that are taken along, verified or brought in; all about a person, told or forgotten."""
ANALYSIS, PUZZLE = Kind("analysis", in_line=20, of_server=8, stops=True), Kind("puzzle")
"""Work in the background, which comes back after a restart."""

BYTES = 64 << 20
"""What is under way may hold so much together, by what each job says of itself; one that is larger is carried out alone."""

PATIENCE_S = 1.0
"""Who waits longer is told where they stand; 0: everybody who waits."""

Told = Callable[[int], Awaitable[None]]
"""Told which place in line somebody has, from 1; those under way count."""


class LeftTheLine(Exception):
    """Who waited has left the line, or has stopped the job."""


@dataclass(eq=False)
class _Job:
    kind: Kind
    user_id: int | None
    guild_id: int | None
    size: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    work: asyncio.Task[Any] | None = field(default_factory=asyncio.current_task)
    stopped: bool = False

    @property
    def is_under_way(self) -> bool:
        return self.turn.done() and not self.turn.cancelled() and self.turn.exception() is None


class Admission:
    """The line of a process; kinds do not wait for each other, but for memory."""

    def __init__(self) -> None:
        self._jobs: list[_Job] = []
        """Under way and waiting, in the order of coming."""

    def length(self, kind: Kind) -> int:
        """Jobs under way and waiting."""
        return len(self._of(kind))

    def place(self, kind: Kind, user_id: int) -> int | None:
        """Which place in line this person has, from 1; those under way count."""
        return next((place for place, job in enumerate(self._of(kind), 1) if job.user_id == user_id), None)

    def check(self, kind: Kind, user_id: int, guild_id: int | None) -> None:
        """Refuses `in-line`, `line-full`."""
        if (place := self.place(kind, user_id)) is not None:
            raise Refusal("in-line", place=place)
        jobs = self._of(kind)
        of_server = sum(1 for job in jobs if guild_id and job.guild_id == guild_id)
        if len(jobs) >= kind.in_line or of_server >= kind.of_server:
            raise Refusal("line-full", number=len(jobs))

    def leave(self, kind_name: str, user_id: int) -> bool:
        """This person does not wait any more, and what `stops` is stopped; False where there is nothing of theirs to leave."""
        left = False
        for job in [job for job in self._jobs if job.kind.name == kind_name and job.user_id == user_id]:
            if not job.turn.done():
                job.turn.set_exception(LeftTheLine())
                left = True
            elif job.kind.stops and job.is_under_way and job.work is not None and not job.stopped:
                left = job.stopped = job.work.cancel()
        return left

    @asynccontextmanager
    async def admitted(
        self,
        kind: Kind,
        user_id: int | None,
        guild_id: int | None,
        *,
        size: int = 0,
        told: Told | None = None,
        again: bool = False,
    ) -> AsyncIterator[None]:
        """Inside, the work may be done, which holds some `size` bytes; nothing large should be read before. Work without a person
        is the program's own and always gets into the line, as does what was let in before (`again`). Refuses as `check`; raises
        `LeftTheLine`.
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
                raise LeftTheLine from None
            raise
        finally:
            self._jobs.remove(job)
            self._go_on()

    async def _turn_of(self, job: _Job, told: Told | None) -> None:
        if told is not None and not job.turn.done():
            if PATIENCE_S:
                await asyncio.wait({job.turn}, timeout=PATIENCE_S)
            if not job.turn.done():
                await told(self._of(job.kind).index(job) + 1)
        await job.turn

    def _go_on(self) -> None:
        for job in self._jobs:
            if not job.turn.done() and self._has_room(job):
                job.turn.set_result(None)

    def _has_room(self, job: _Job) -> bool:
        under_way = [other for other in self._jobs if other.is_under_way]
        held = sum(other.size for other in under_way)
        of_kind = sum(1 for other in under_way if other.kind is job.kind)
        return of_kind < job.kind.at_once and (held == 0 or held + job.size <= BYTES)

    def _of(self, kind: Kind) -> list[_Job]:
        return [job for job in self._jobs if job.kind is kind]
