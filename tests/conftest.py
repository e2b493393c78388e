"""What all tests share: signals, a PostgreSQL server where its programs are installed, and caches that start empty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import pytest
from hypothesis import settings

from storage.backends import postgresql as database
from tests.database_server import DatabaseServer, running
from tests.signals import restore_signals

restore_signals()
settings.register_profile("same examples in every run", derandomize=True, database=None, deadline=None, max_examples=40)
settings.load_profile("same examples in every run")


class Cached(Protocol):
    """A function with `functools.cache` or `functools.lru_cache`."""

    def cache_clear(self) -> None: ...


@pytest.fixture
def emptied() -> Iterator[Callable[..., None]]:
    """Empties the caches of the functions it is given, at once and again when the test ends.

    For tests that look at what a cache holds, or that change what its values are made from: neither may depend on other tests.
    """
    touched: list[Cached] = []

    def empty(*functions: Cached) -> None:
        touched.extend(functions)
        for function in functions:
            function.cache_clear()

    yield empty
    for function in touched:
        function.cache_clear()


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
