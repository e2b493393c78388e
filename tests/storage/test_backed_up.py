"""The commands of docs/self-hosting.md that back up and restore a database on a server, as they stand there."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

from storage.database_url import read
from storage.maintenance import database_copy
from storage.opening import open_store
from tests.database_server import program
from tests.storage.test_store_contract import new_match

ROOT = Path(__file__).parents[2]

DOCS = ROOT / "docs" / "self-hosting.md"


async def test_what_was_dumped_is_restored_row_by_row(new_database: Callable[[], str], tmp_path: Path) -> None:
    """While the bot has it open; and the restored one opens, and plays on with numbers of its own."""
    address, restored = new_database(), new_database()
    store = await open_store(read(address))
    kept = await store.matches.open(new_match())

    for command in re.findall(r"^(pg_(?:dump|restore) .*)$", DOCS.read_text(encoding="utf-8"), re.MULTILINE):
        name, *words = shlex.split(command)
        there = restored if name == "pg_restore" else address
        texts = [re.sub(r"postgresql://\S+", lambda _, there=there: there, word) for word in words]
        source = program(name)
        assert source is not None
        await asyncio.to_thread(subprocess.run, [source, *texts], cwd=tmp_path, check=True)
    await store.close()

    again = await open_store(read(restored))
    assert (await again.matches.in_channel(kept.channel_id)) == kept
    await again.close()
    with database_copy.engine_of(read(address)).connect() as connection, database_copy.engine_of(read(restored)).connect() as other:
        assert list(database_copy.differences(connection, other)) == []
