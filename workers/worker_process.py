"""One worker process as seen from the program: starting it, sending requests, ending it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path

from workers.worker_main import LENGTH, framed

KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "BASTIDE_CACHE", "BASTIDE_CACHE_UNDER")
"""Of the environment a process gets this and no more, paths above all: the bot's token stays here."""

GIVEN = {"PYTHONHASHSEED": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 20)}
"""Whatever iterates over a set does so in the same order in every process: the same position, the same move. And what a picture
took goes back to the system, not only to the next picture: after those of 200 games a painter holds 16 MiB less, for 3 % more time.
"""

BUFFER = 1 << 20
"""Bytes of an answer that are taken in before its end is there: a picture never waits for the loop to come round."""


KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""What ends a process that does not listen; Windows has one way only."""


TRIES = 2
"""How often a call is begun before it counts as failed."""


class WorkerUnavailableError(Exception):
    """Raised when every process that tried this call died or took too long, or when calls are no longer accepted."""


class WorkerClosedError(WorkerUnavailableError):
    """Raised for calls when the program is ending."""


class WorkerDiedError(Exception):
    """Raised when a worker process ended before it answered."""


class WorkerProcess:
    """A running worker process, which answers requests in order; several can be sent before the first answer."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._answering = asyncio.Lock()
        """Held by whose answer comes next; those behind it come in the order in which they have asked."""
        self._lost = False
        """Whether an answer was not taken whole: whatever comes now is not for who asks next."""

    @classmethod
    async def start(cls, niceness: int, before: Path | None = None) -> WorkerProcess:
        """Start a process and return it.

        The process imports only modules that the calls name; the folder `before`, if given, is searched first.
        """
        command = (sys.executable, "-c", program(niceness, before))
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=_environment(), limit=BUFFER))

    @property
    def is_alive(self) -> bool:
        """Whether the process is still running, as far as known."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """Operating-system id of the process."""
        return self._process.pid

    async def ask(self, request: bytes) -> bytes:
        """Send a request and return its answer. Raises `WorkerDiedError`.

        If a caller is cancelled while waiting, it must end the process, which can't be used any more.
        """
        assert self._process.stdin is not None and self._process.stdout is not None, "both are pipes"
        try:
            self._process.stdin.write(framed(request))
            async with self._answering:
                if self._lost:
                    raise WorkerDiedError(f"process {self.pid} has lost count")
                self._lost = True  # until all of the answer is here: who stops waiting before that leaves it to the next one
                await self._process.stdin.drain()
                length = await self._process.stdout.readexactly(LENGTH)
                answer = await self._process.stdout.readexactly(int.from_bytes(length, "big"))
                self._lost = False
                return answer
        except (OSError, asyncio.IncompleteReadError) as error:
            raise WorkerDiedError(f"process {self.pid}") from error

    def end(self) -> None:
        """Kill the process at once; the result of its current call is lost."""
        if self._process.returncode is None:
            # Not `Process.kill`: it polls first, and takes the news of an end away from asyncio, which waits for it.
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, KILL)

    async def ended(self) -> None:
        """Close the process's input and wait until it has ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


class WorkerProcesses:
    """All processes of one owner, including those still starting or ending; `close` waits for all of them.

    Otherwise a process could be left behind when the event loop closes.
    """

    def __init__(self, niceness: int, before: Callable[[], Path | None] = lambda: None) -> None:
        self._niceness = niceness
        self._before = before
        self._starting: set[asyncio.Future[WorkerProcess]] = set()
        self._running: set[WorkerProcess] = set()
        self._ending: set[asyncio.Future[None]] = set()
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        """Operating-system ids of the running processes."""
        return tuple(process.pid for process in self._running if process.is_alive)

    @property
    def is_closed(self) -> bool:
        """Whether `close` has been called."""
        return self._closed

    def check_open(self) -> None:
        """Raise `WorkerClosedError` after `close`."""
        if self._closed:
            raise WorkerClosedError("the program is closing")

    async def start(self) -> WorkerProcess:
        """Start a process and return it; raises `WorkerClosedError` if `close` came first."""
        self.check_open()
        starting = asyncio.ensure_future(WorkerProcess.start(self._niceness, self._before()))
        self._starting.add(starting)
        starting.add_done_callback(self._note_started)
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(self._end_unwanted)
            raise
        self.check_open()
        return process

    def _note_started(self, starting: asyncio.Future[WorkerProcess]) -> None:
        self._starting.discard(starting)
        if not starting.cancelled() and starting.exception() is None:
            self._running.add(starting.result())

    def _end_unwanted(self, starting: asyncio.Future[WorkerProcess]) -> None:
        if not starting.cancelled() and starting.exception() is None:
            self.retire(starting.result())

    async def end(self, process: WorkerProcess) -> None:
        """Kill a process and wait until it has ended."""
        self._running.discard(process)
        process.end()
        await process.ended()

    def retire(self, process: WorkerProcess) -> None:
        """Kill a process without waiting; its end is awaited in the background."""
        ending = asyncio.ensure_future(self.end(process))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all processes permanently, those still starting included, and wait until they have ended."""
        self._closed = True
        await asyncio.gather(*self._starting, return_exceptions=True)
        await asyncio.gather(*(self.end(process) for process in tuple(self._running)), *self._ending)


def program(niceness: int, before: Path | None = None) -> str:
    """Return the Python source that a worker process runs."""
    path = sys.path if before is None else [str(before), *sys.path]
    places = [str(Path(place).absolute()) for place in path]  # what can be imported here can be imported there
    return f"import sys; sys.path[:] = {places!r}; from workers.worker_main import serve; serve({niceness})"


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return kept | GIVEN
