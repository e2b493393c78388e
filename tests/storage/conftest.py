"""Fixture of a store on each kind of database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copyfile

import pytest

from storage.backends.postgresql import PostgresDatabase
from storage.database_url import PostgresUrl, read
from storage.store import Store, open_sqlite

IN_MEMORY = pytest.param("sqlite in memory", marks=pytest.mark.soak)
"""As in a file, but that reads wait for writes. Worlds of `tools.simulation` live in memory in every run."""


@pytest.fixture(params=["sqlite file", IN_MEMORY, "postgresql"])
async def store(request: pytest.FixtureRequest, new_file: Path, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "postgresql":
        server = read(request.getfixturevalue("ready_database"))
        assert isinstance(server, PostgresUrl)
        opened = Store(await PostgresDatabase.open(server.address))  # all of it is ours, without a lease
    else:
        opened = await open_sqlite(":memory:" if "memory" in request.param else copyfile(new_file, tmp_path / "bastide.db"))
    yield opened
    await opened.close()
