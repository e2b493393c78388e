"""A process that was asked for much gives the memory back once nothing is asked any more."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from workers import worker_main
from workers.pool import Pool

PAGES, SOON_S = 40_000, 0.2
_pinned: list[bytes] = []


def resident_mb(process: int) -> float:
    """MB of a process in memory now."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def after_much() -> float:
    """Make a lot and free all but the last of it, below which the C library keeps everything; return how much that is."""
    worker_main.QUIET_S = SOON_S
    made = [bytes(3_000) for _ in range(PAGES)]
    _pinned.append(made[-1])
    del made
    return resident_mb(os.getpid())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="this system doesn't tell")
async def test_a_process_gives_back_what_its_last_call_has_needed() -> None:
    pool = Pool(1)
    try:
        needed = await pool.run(after_much, kind="much", limit_s=60.0)
        (process,) = pool.processes
        until = time.monotonic() + 10.0
        while (held_mb := resident_mb(process)) > needed - 80 and time.monotonic() < until:
            time.sleep(0.05)  # noqa: ASYNC251  # nothing else goes on here
        assert held_mb < needed - 80, (needed, held_mb)
        assert await pool.run(after_much, kind="much", limit_s=60.0) > 0, "it answers as before"
    finally:
        await pool.close()
