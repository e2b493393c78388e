"""Where files of tests cost the disk nothing: they come and go all the time, and a database waits for the disk at each commit."""

from __future__ import annotations

import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOMY = 2 << 30
"""Free bytes with which it holds all files of the tests."""


def in_memory() -> Path | None:
    """This place, if there is one here."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOMY else None
