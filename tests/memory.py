"""The folder for temporary test files in memory, where databases need not wait for a disk at each commit."""

from __future__ import annotations

import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOMY = 2 << 30
"""Free bytes with which it holds all files of the tests."""


def in_memory() -> Path | None:
    """Return the folder in memory; None if this system has none."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOMY else None
