"""A PostgreSQL server for all tests that need one, where its programs are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from storage.backends import postgresql as database
from tests.database_server import DatabaseServer, running


@pytest.fixture(scope="session")
def postgresql() -> Iterator[DatabaseServer]:
    """One that runs as long as the tests do."""
    with running() as server:
        yield server


@pytest.fixture
def new_database(postgresql: DatabaseServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Makes an empty database on the server and answers its address, as a host writes it, with a password."""
    monkeypatch.setattr(database, "LOOK_S", 60.0)  # a machine that is busy with other tests is no server that hangs
    return lambda: postgresql.address(postgresql.create())
