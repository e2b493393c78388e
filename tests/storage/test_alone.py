"""Two bots on one file would both post: only one process at a time, and a killed one holds nothing."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from storage.backends.file_lock import hold_alone
from storage.errors import DatabaseInUseError, OpenError

HOLDER = """
import asyncio, sys
from pathlib import Path
from storage.backends.file_lock import hold_alone

async def hold():
    async with hold_alone(Path(sys.argv[1])):
        print("held", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(hold())
"""


def holder(database: Path) -> subprocess.Popen[str]:
    """Start another process that holds the database alone."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(database)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


async def test_a_second_process_is_refused_with_a_sentence(tmp_path: Path) -> None:
    other = holder(tmp_path / "bastide.db")
    told: list[str] = []

    with pytest.raises(DatabaseInUseError, match="another process works with the database"):
        async with hold_alone(tmp_path / "bastide.db", patience_s=0.2, waiting=lambda: told.append("waiting")):
            pass

    assert told == ["waiting"]
    other.communicate("\n")


async def test_a_second_process_begins_as_soon_as_the_first_has_ended(tmp_path: Path) -> None:
    other = holder(tmp_path / "bastide.db")

    def end() -> None:
        other.send_signal(signal.SIGKILL)

    async with hold_alone(tmp_path / "bastide.db", patience_s=60, waiting=end):
        assert await asyncio.to_thread(other.wait) == -signal.SIGKILL
    other.communicate()


async def test_databases_side_by_side_have_nothing_to_do_with_each_other(tmp_path: Path) -> None:
    async with hold_alone(tmp_path / "one.db", patience_s=0), hold_alone(tmp_path / "two.db", patience_s=0):
        pass


async def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")

    with pytest.raises(OpenError, match="alone"):
        async with hold_alone(tmp_path / "data" / "bastide.db", patience_s=0):
            pass
