"""One thinking process, seen from the program: started, asked one thing at a time, ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
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
    """The program ends."""


class WorkerDiedError(Exception):
    """The process ended before it had answered."""


class WorkerProcess:
    """A running process. It answers in the order in which it is asked, and may be asked before it has answered."""

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
        """Whether the process has not been seen to end."""
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    async def ask(self, request: bytes) -> bytes:
        """Return the answer to a request; raises `WorkerDiedError`.

        A caller who stops waiting must end the process, because it can't be asked again.
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
        """Close the input and wait until the process has ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


def program(niceness: int, before: Path | None = None) -> str:
    """Return the Python source that a worker process runs."""
    found = sys.path if before is None else [str(before), *sys.path]
    places = [str(Path(place).absolute()) for place in found]  # what can be imported here can be imported there
    return f"import sys; sys.path[:] = {places!r}; from workers.worker_main import serve; serve({niceness})"


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return kept | GIVEN
