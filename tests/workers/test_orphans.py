"""Processes that end with the program that started them, also in the middle of a calculation."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = """
import asyncio, sys
from workers.pool import Pool
from tests.workers import calls

asyncio.run(Pool(1).run(calls.busy, sys.argv[1], kind="busy", limit_s=600.0))
"""
SOON_S = 5.0


def is_there(pid: int) -> bool:
    """Return whether a process still runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_calculation_ends_with_the_killed_program(tmp_path: Path) -> None:
    sign = tmp_path / "pid"
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, str(sign)])
    try:
        until = time.monotonic() + 30.0
        while not (sign.exists() and sign.read_text()) and time.monotonic() < until:
            time.sleep(0.05)
        worker = int(sign.read_text())
        assert is_there(worker)
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait()

    until = time.monotonic() + SOON_S
    while is_there(worker) and time.monotonic() < until:
        time.sleep(0.05)
    left = is_there(worker)
    if left:
        os.kill(worker, signal.SIGKILL)
    assert not left, "it would go on for minutes"
