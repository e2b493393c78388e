"""Executors of drawing work, in a separate process or in threads of this one, never on the event loop.

A separate process uses another core, holds the drawing libraries, and never delays answers to presses. It receives a module's
function and plain data (`workers.pipelined_worker`), gets no secrets, and may crash: then a new process draws the picture.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

from workers.pipelined_worker import PipelinedWorker
from workers.pool import Call, run_in_order

T = TypeVar("T")


class RenderExecutor(Protocol):
    """Interface of an executor of drawing work.

    Its methods raise what the work raises, `WorkerUnavailableError` if no process can carry it out, or `Closed` while the program
    ends. If a caller is cancelled, waiting work and animations are dropped; other pictures that have begun are finished, since
    their results are cached.
    """

    async def run(self, kind: str, work: Callable[..., T], *args: Any) -> T:
        """Return the result of `work`, a function of a module or a part of one; `kind` names it in the log."""

    async def film(self, work: Callable[..., bytes], frames: Sequence[Any], *rest: Any) -> bytes:
        """Return an animation of `frames`, ideally a `workers.pool.LazyPickledSequence`; other pictures don't wait for it."""

    async def prepare(self, name: str, work: Callable[[], None]) -> None:
        """Carry out a painter's preparation before its first picture, once; `name` identifies the painter."""

    async def close(self) -> None:
        """Cancel unfinished work."""


LIMIT_S = 60.0
"""What takes longer hangs. Messages give up sooner, but a slow machine that draws its sprites for the first time has to come to
the end of it: who is stopped half way begins again with the next picture.
"""

NICENESS, FILM_NICENESS = 2, 10
"""How far painters stand back where there is one core for all: answers come first, then pictures, then long ones and thoughts."""

IDLE_S, FILM_IDLE_S = 6 * 3600.0, 600.0
"""After so long without a picture a process is ended: at night it would only hold memory."""


class ProcessRenderExecutor:
    """Executor in one process for pictures, and in a second, short-lived one for animations."""

    def __init__(self) -> None:
        self._pictures = PipelinedWorker("painting", niceness=NICENESS, idle_s=IDLE_S)
        self._films = PipelinedWorker("filming", niceness=FILM_NICENESS, idle_s=FILM_IDLE_S, ahead=1, stops=True)
        self._prepared: dict[str, int] = {}
        """In which process a painter was prepared."""

    @property
    def processes(self) -> tuple[int, ...]:
        """Ids of the processes that exist at present."""
        return tuple(number for line in (self._pictures, self._films) if (number := line.process) is not None)

    async def run(self, kind: str, work: Callable[..., T], *args: Any) -> T:
        """Run `work` in the process for pictures, as `RenderExecutor.run`."""
        return await self._pictures.run(work, *args, kind=kind, limit_s=LIMIT_S)

    async def film(self, work: Callable[..., bytes], frames: Sequence[Any], *rest: Any) -> bytes:
        """Run `work` in the process for films, as `RenderExecutor.film`."""
        return await self._films.run(work, frames, *rest, kind="film", limit_s=LIMIT_S)

    async def prepare(self, name: str, work: Callable[[], None]) -> None:
        """Prepare a painter, as `RenderExecutor.prepare`; a process that took the place of another one is prepared again."""
        if self._pictures.process is not None and self._prepared.get(name) == self._pictures.process:
            return
        settled = [Call(gc.collect, ()), Call(gc.freeze, ())]  # what has been loaded is not looked through again and again
        calls = [Call(work, ()), *settled, Call(os.getpid, ())]
        *_, self._prepared[name] = await self._pictures.run(run_in_order, calls, kind="prepare", limit_s=LIMIT_S)

    async def close(self) -> None:
        """End both processes, as `RenderExecutor.close`."""
        await asyncio.gather(self._pictures.close(), self._films.close())


WORKERS = 2
"""Encoders release the interpreter, so two help; a queue is kinder to the loop than ten pictures at once."""

_THREADS = ThreadPoolExecutor(max_workers=WORKERS, thread_name_prefix="painter")


class ThreadRenderExecutor:
    """Executor in threads of this process, for simulations of Discord, whose event loop may be delayed."""

    prepared: set[str] = set()  # what painters keep belongs to the process
    """The painters that are, or will soon be, prepared."""

    async def run(self, kind: str, work: Callable[..., T], *args: Any) -> T:  # noqa: ARG002
        """Run `work` in a thread, as `RenderExecutor.run`."""
        return await asyncio.get_running_loop().run_in_executor(_THREADS, work, *args)

    async def film(self, work: Callable[..., bytes], frames: Sequence[Any], *rest: Any) -> bytes:
        """Run `work` in a thread, as `RenderExecutor.film`."""
        return await self.run("film", work, frames, *rest)

    async def prepare(self, name: str, work: Callable[[], None]) -> None:
        """Prepare a painter once, as `RenderExecutor.prepare`."""
        if name not in self.prepared:
            self.prepared.add(name)
            await self.run("prepare", work)

    async def close(self) -> None:
        """Do nothing, as the threads are shared with later instances."""
