"""Discord's own scripts for activities, downloaded when the image is built, checked by hash, and served by this program.

`python -m tools.activity` puts them into `web/sdk`; they are not part of the repository.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("sdk")
MAIN = "index.mjs"


@dataclass(frozen=True)
class ActivitySdk:
    """Discord's scripts, compressed once, with a hash of their contents."""

    digest: str
    files: Mapping[str, bytes]
    """By their path below the folder, with gzip."""
    main: str = MAIN
    """The one that the page loads; it loads the others."""


def is_there(folder: Path) -> bool:
    """Return whether the folder contains the downloaded scripts."""
    return (folder / MAIN).is_file()


def read(folder: Path) -> ActivitySdk:
    """Return the scripts in a folder, compressed."""
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.mjs"))}
    whole = hashlib.sha256(repr(contents).encode()).hexdigest()[:16]
    return ActivitySdk(whole, {name: gzip.compress(data, 9, mtime=0) for name, data in contents.items()})
