"""A small volume in memory for tests that fill it to the last byte; only if this user may mount one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


class Volume:
    """A volume in memory that is mounted at `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Fill the volume, leaving no free byte."""
        with self._filler.open("wb") as filler:
            while free := shutil.disk_usage(self.folder).free:
                os.posix_fallocate(filler.fileno(), filler.seek(0, os.SEEK_END), free)

    def free(self) -> None:
        """Make room again by deleting what `fill` wrote."""
        self._filler.unlink()


@contextmanager
def mounted(mib: int) -> Iterator[Volume]:
    """Mount a volume of `mib` MiB while the block runs; skip the test if mounting is impossible."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if mount is None or unmount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a volume")
    with tempfile.TemporaryDirectory(prefix="bastide-volume-") as folder:
        if subprocess.run([mount, "-t", "tmpfs", "-o", f"size={mib}m,mode=755", "tmpfs", folder], check=False).returncode:
            pytest.skip("no volume can be mounted here")
        try:
            yield Volume(Path(folder))
        finally:
            subprocess.run([unmount, "--lazy", folder], check=True)
