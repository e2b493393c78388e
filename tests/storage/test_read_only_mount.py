"""A volume that's mounted read-only: nothing starts on it, the reason is named, and the file is whole afterwards."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.changes import PutRow
from storage.errors import OpenError
from storage.rows import PersonRow, UserId
from storage.store import open_sqlite


def _mount(*words: str) -> bool:
    """Return whether the system lets us."""
    command = ["mount", *words]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # our own words


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that is a volume of its own."""
    if sys.platform != "linux" or os.geteuid() != 0 or not _mount("-t", "tmpfs", "tmpfs", str(tmp_path)):
        pytest.skip("mounting a volume is for root")
    yield tmp_path
    subprocess.run(["umount", "-l", str(tmp_path)], check=True)


@pytest.mark.parametrize("is_new", [True, False], ids=["first start", "later start"])
async def test_a_start_on_a_read_only_volume_names_it_and_changes_nothing(volume: Path, is_new: bool) -> None:
    path = volume / "bastide.db"
    if not is_new:
        store = await open_sqlite(path)
        await store.commit(PutRow(PersonRow(UserId(1), "nl")))
        await store.close()
    assert await asyncio.to_thread(_mount, "-o", "remount,ro", str(volume))

    with pytest.raises(OpenError, match=f"nothing can be written in {volume}"):
        await open_sqlite(path)

    assert await asyncio.to_thread(_mount, "-o", "remount,rw", str(volume))
    store = await open_sqlite(path)
    row = await store.people.get(UserId(1))
    await store.close()
    assert (row is None) if is_new else (row is not None and row.locale == "nl")
