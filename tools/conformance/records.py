"""Records as they lie on disk: one JSON document for each game, packed or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Record = dict[str, Any]
"""One game: `sets`, `options`, `seats`, `start`, `steps`, `final`."""

Step = dict[str, Any]
"""One entry of `steps`; `t` says which kind."""


def found(paths: Iterable[Path]) -> Iterator[Path]:
    """The record files that `paths` name, folders in the order of names; raises `FileNotFoundError`."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.name.endswith((".json", ".json.gz")))
        elif path.is_file():
            yield path
        else:
            raise FileNotFoundError(path)


def read(path: Path) -> Record:
    """The record in a file; raises `ValueError` if it is none."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    record: Record = json.loads(raw)
    if record.get("format") != 1:
        raise ValueError(f"{path}: format {record.get('format')!r} is not 1")
    return record
