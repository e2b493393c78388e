"""The place where files of tests cost the disk nothing: databases would wait for the disk at each commit."""

from __future__ import annotations

import shutil
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOMY = 2 << 30
"""Free bytes with which it holds all files of the tests."""


def in_memory() -> Path | None:
    """Return the folder in memory, if there is one here."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOMY else None
