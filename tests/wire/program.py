"""The bot as its host runs it: a process of its own, with the stand-in in Discord's place."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIM = Path(__file__).parent / "shim"

PATIENCE_S = 120.0
"""On a machine that is busy with other tests, before a test gives up."""


class Program:
    """A running `python bot.py`; what it says is read as it comes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.said = ""
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, folder: Path, address: str, token: str, *arguments: str, **more: str) -> Program:
        """In the working folder `folder`, with its database there; `more` are settings."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("BASTIDE_", "DISCORD_", "COV_"))}
        settings = {
            "DISCORD_TOKEN": token,
            "WIRE_ADDRESS": address,
            "PYTHONPATH": str(SHIM),
            "PYTHONUNBUFFERED": "1",
            "BASTIDE_EMOJIS": "0",
        }
        return await cls.of([sys.executable, str(ROOT / "bot.py"), *arguments], folder, {**clean, **settings, **more})

    @classmethod
    async def of(cls, command: list[str], folder: Path, env: dict[str, str], before: Callable[[], None] | None = None) -> Program:
        """Any command, with this environment and nothing else; `before` is called in the new process."""
        process = await asyncio.create_subprocess_exec(
            *command,
            cwd=folder,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            preexec_fn=before,  # the test's own process starts no other thread
        )
        return cls(process)

    async def says(self, pattern: str, times: int = 1) -> None:
        """Wait until its log holds this."""
        async with asyncio.timeout(PATIENCE_S):
            while len(re.findall(pattern, self.said)) < times:
                assert not self._reading.done(), self.said
                await asyncio.sleep(0.02)

    async def ends(self) -> int:
        """Wait for its end; the exit code, negative where a signal killed it."""
        async with asyncio.timeout(PATIENCE_S):
            code = await self.process.wait()
            await self._reading
        return code

    async def stop(self) -> int:
        """Ask it to end, as a host does."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        return await self.ends()

    async def kill(self) -> None:
        """End it without asking."""
        if self.process.returncode is None:
            self.process.kill()
        await self.ends()

    async def _read(self) -> None:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            self.said += line.decode()
