"""The compiled copy of the games (`make fast`), which worker processes use if it matches the sources.

It computes the same moves faster. If it's missing, or was built from other sources or for another Python, the sources are used.
"""

from __future__ import annotations

import hashlib
import logging
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

LOG = logging.getLogger("bastide.thinking")

ROOT = Path(__file__).parents[1]

COPIED = ("ai", "games")
"""The packages that lie in it whole, compiled or not: a process takes all of their modules from there."""


def sources(root: Path = ROOT) -> Iterator[Path]:
    """Yield all files of the packages in `COPIED`, data files included, in a fixed order."""
    for package in COPIED:
        yield from sorted(file for file in (root / package).rglob("*") if file.is_file() and file.suffix != ".pyc")


def folder(root: Path = ROOT) -> Path:
    """Return the folder for modules compiled from the present sources for this Python and machine type; it may not exist."""
    digest = hashlib.sha256(str(sysconfig.get_config_var("EXT_SUFFIX")).encode())
    for file in sources(root):
        digest.update(f"\0{file.relative_to(root).as_posix()}\0".encode() + file.read_bytes())
    return root / ".cache" / f"compiled-{digest.hexdigest()[:16]}"


@cache
def compiled_folder(root: Path = ROOT) -> Path | None:
    """Return the folder of the compiled copy, or None if there is none that matches the present sources.

    The result is cached, and a copy that was found is noted in the log.
    """
    if not any((root / ".cache").glob("compiled-*")):
        return None
    path = folder(root)
    if not path.is_dir():
        LOG.info("the compiled copy of the games is of other sources or for another Python, and is not used; `make fast` renews it")
        return None
    LOG.info("thinking processes use %s", path.name)
    return path
