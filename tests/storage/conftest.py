"""A store of every kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.opening import open_store
from storage.place import read
from storage.sql_store import open_sqlite
from storage.store import Store


@pytest.fixture(params=["sqlite file", "sqlite in memory", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "postgresql":
        opened = await open_store(read(request.getfixturevalue("new_database")()))
    else:
        opened = await open_sqlite(":memory:" if "memory" in request.param else tmp_path / "new" / "bastide.db")
    yield opened
    await opened.close()
