"""The program itself, started as a newcomer starts it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from runtime.settings import LEVELS

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120.0
"""How long a start may take on a machine that is busy with other tests, before the test gives up."""


async def test_without_a_token_the_program_prints_an_address_and_nothing_before_it(tmp_path: Path) -> None:
    """No line of the log, no warning, no traceback; Ctrl+C ends it."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("BASTIDE_", "DISCORD_"))}
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        cwd=tmp_path,
        env=clean,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert program.stdout is not None
    lines: list[str] = []
    async with asyncio.timeout(PATIENCE_S):
        while "Ctrl+C" not in "".join(lines[-1:]):
            line = await program.stdout.readline()
            assert line, lines
            lines.append(line.decode())
        program.send_signal(signal.SIGINT)
        rest = (await program.stdout.read()).decode()
        await program.wait()

    text = "".join(lines) + rest
    assert text.startswith("\nThe sandbox is open.")
    assert "http://127.0.0.1:" in text
    assert not any(level in text for level in (*LEVELS, "Traceback"))
