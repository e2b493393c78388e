"""The bot as a process of its own, as its host runs it, with the stand-in in Discord's place."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Protocol

from tests.nursery import NURSERY, ended_by
from tests.wire import born
from tests.wire.born import SHIM

ROOT = Path(__file__).resolve().parents[2]

PATIENCE_S = 120.0
"""On a machine that is busy with other tests, before a test gives up."""


class Process(Protocol):
    """The interface of a process: `asyncio.subprocess.Process`, or a `Copy`."""

    @property
    def pid(self) -> int:
        """Number of the process."""

    @property
    def returncode(self) -> int | None:
        """Exit code; None as long as it runs."""

    def send_signal(self, signal: int) -> None:
        """Send a signal to the process."""

    async def wait(self) -> int:
        """Wait until the process ends; return its exit code."""


class Copy:
    """A process forked from a template process that has loaded the program."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process.pid is not None, "it was started"
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Exit code of the process; None while it runs."""
        return self._process.exitcode

    def send_signal(self, signal: int) -> None:
        """Send a signal to the process."""
        if self.returncode is None:
            os.kill(self.pid, signal)

    async def wait(self) -> int:
        """Wait for the end of the process."""
        if self._process.exitcode is None:
            await ended_by(self._process.sentinel)
        self._process.join()
        assert self._process.exitcode is not None, "it has ended"
        return self._process.exitcode


class Program:
    """A running bot process, whose output is read as it arrives."""

    def __init__(self, process: Process, stream: asyncio.StreamReader) -> None:
        self.process = process
        self.said = ""
        self._reading = asyncio.create_task(self._read(stream))

    @classmethod
    async def start(
        cls,
        folder: Path,
        address: str,
        token: str,
        *arguments: str,
        loads: bool = True,
        script: Path = ROOT / "bot.py",
        **more: str,
    ) -> Program:
        """Start a bot in the working folder `folder`, with its database there; `more` are settings, `script` its program.

        Unless it `loads` its modules itself, as `python bot.py` does, it is forked from a process that has loaded them.
        """
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("BASTIDE_", "DISCORD_", "COV_"))}
        settings = {
            "DISCORD_TOKEN": token,
            "WIRE_ADDRESS": address,
            "PYTHONPATH": str(SHIM),
            "PYTHONUNBUFFERED": "1",
            "BASTIDE_EMOJIS": "0",
        }
        env = {**clean, **settings, **more}
        if loads:
            return await cls.of([sys.executable, str(script), *arguments], folder, env)
        reader, writer = NURSERY.Pipe(duplex=False)
        process = NURSERY.Process(target=born.lived, args=(arguments, folder, env, writer))
        process.start()
        writer.close()
        return cls(Copy(process), await _stream(reader))

    @classmethod
    async def of(cls, command: list[str], folder: Path, env: dict[str, str], before: Callable[[], None] | None = None) -> Program:
        """Start any command with only this environment; `before` is called in the new process."""
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=before,  # the test's own process starts no other thread
        )
        assert process.stdout is not None
        return cls(process, process.stdout)

    async def says(self, pattern: str, times: int = 1) -> None:
        """Wait until the output contains the pattern `times` times."""
        async with asyncio.timeout(PATIENCE_S):
            while len(re.findall(pattern, self.said)) < times:
                assert not self._reading.done(), self.said
                await asyncio.sleep(0.02)

    async def ends(self) -> int:
        """Wait until the process ends; return its exit code, negative if a signal killed it."""
        async with asyncio.timeout(PATIENCE_S):
            code = await self.process.wait()
            await self._reading
        return code

    async def stop(self) -> int:
        """Ask the process to end, as a host does; return its exit code."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await self.ends()

    async def kill(self) -> None:
        """Kill the process."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        await self.ends()

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            self.said += line.decode()


async def _stream(reader: Connection) -> asyncio.StreamReader:
    stream = asyncio.StreamReader()
    pipe = os.fdopen(os.dup(reader.fileno()), "rb", 0)
    reader.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), pipe)
    return stream
