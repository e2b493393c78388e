"""A disk cache for drawings: one folder per version of the art, so that outdated or incomplete files are never read.

The cache only saves time. A file that can't be read is drawn again; a folder that can't be written is reported once.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import logging
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

igzip: ModuleType | None = importlib.import_module("isal.isal_zlib") if importlib.util.find_spec("isal") else None
"""igzip, or None on a machine for which there is no wheel."""

inflated: Callable[[bytes], bytes] = zlib.decompress if igzip is None else igzip.decompress
"""What a zlib stream holds; `Broken` if it is none."""

Broken: type[Exception] = zlib.error if igzip is None else igzip.error

log = logging.getLogger("render.diskcache")

_HERE = Path(__file__).parent


@cache
def art_version(*besides: Path) -> str:
    """Return a version name for sprites: a digest of the drawing code, the tiles and the drawing libraries.

    `besides` adds further sources, for things made of sprites.
    """
    digest = hashlib.sha256()
    for library in ("pillow", "numpy", "shapely"):
        digest.update(f"{library} {version(library)}\n".encode())
    kept = ("palette.py", "sprites.py", "style.py", "master_sprites.py", "anchors.py", "maps/colours.py")
    sources = [*_HERE.glob("art/**/*.py"), *_HERE.glob("carcassonne/expansions/**/*.py"), *(_HERE / name for name in kept)]
    sources += (_HERE.parent / "games" / "carcassonne").glob("expansions/*/tiles.toml")
    for source in (*sorted(sources), *besides):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder of the sprite cache: `BASTIDE_CACHE`, or by default `.cache/sprites` beside the program."""
    named = os.environ.get("BASTIDE_CACHE")
    return Path(named) if named else _HERE.parent / ".cache" / "sprites"


def underlying_folder() -> Path | None:
    """Return the read-only folder of sprites that came with the program: `BASTIDE_CACHE_UNDER`; None if it is not set.

    The Docker image has such a folder.
    """
    named = os.environ.get("BASTIDE_CACHE_UNDER")
    return Path(named) if named else None


class DiskCache:
    """Cache of byte strings by name in one folder, above another folder that is only read."""

    def __init__(self, folder: Path, under: Path | None = None) -> None:
        self.root = folder
        self.folder = folder / art_version()
        self._folders = (self.folder,) if under is None else (self.folder, under / art_version())
        self._complained = False

    def read(self, name: str, size: int | None = None) -> bytes | None:
        """Return the data stored under `name`; None if there is none or its length is not `size`."""
        for folder in self._folders:
            try:
                data = inflated((folder / name).read_bytes())
            except (OSError, Broken):
                continue
            if size is None or len(data) == size:
                return data
        return None

    def has(self, name: str) -> bool:
        """Return whether data are stored under `name`."""
        return any((folder / name).is_file() for folder in self._folders)

    def has_any(self, folder: str, beginning: str) -> bool:
        """Return whether data are stored in `folder` under a name with this beginning."""
        return any(next((kept / folder).glob(f"{beginning}*"), None) is not None for kept in self._folders)

    def write(self, name: str, data: bytes) -> None:
        """Store `data` under `name`; the file is either complete or missing, even if other processes write it too."""
        target = self.folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".new-")
            with os.fdopen(handle, "wb") as file:
                file.write(zlib.compress(data, 1))
            Path(temporary).replace(target)
        except OSError as trouble:
            if not self._complained:
                log.warning("sprites are not kept on disk in %s: %s", self.folder, trouble)
                self._complained = True

    def forget_other_versions(self) -> None:
        """Remove the sprites of earlier versions of the art."""
        with contextlib.suppress(FileNotFoundError):
            for folder in self.root.iterdir():
                if folder.is_dir() and folder != self.folder and len(folder.name) == len(self.folder.name):
                    shutil.rmtree(folder, ignore_errors=True)  # another process may still be writing there


def installation_cache() -> DiskCache:
    """Return the cache of this installation."""
    return DiskCache(cache_folder(), underlying_folder())


@cache
def process_cache() -> DiskCache:
    """Return the one cache of this process."""
    return installation_cache()
