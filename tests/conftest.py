"""Fixtures and hooks of all tests: temporary files, garbage collection, a PostgreSQL server if installed, and empty caches."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

from storage.backends import postgresql as database
from storage.database_url import Place, read
from storage.opening import open_store
from storage.rows import Secret
from tests.database_server import DatabaseServer, running
from tests.memory import in_memory
from tests.signals import restore_signals
from workers.worker_process import WorkerProcess

gc.disable()  # until all tests are loaded, see `pytest_collection_finish`
restore_signals()
settings.register_profile("same examples in every run", derandomize=True, database=None, deadline=None, max_examples=40)
settings.load_profile("same examples in every run")


WAITING = str(Path(__file__).parent / "wire")


def pytest_configure(config: pytest.Config) -> None:
    """Put temporary files in memory if possible, and make Hypothesis examples the same in every run.

    Waiting for the disk would take half of the tests' time. Constants from the project's own modules are used as examples only in
    `make soak`, because each process would have to read all modules for them.
    """
    if (memory := in_memory()) is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))
    if config.getoption("--hypothesis-profile") is None:
        providers._get_local_constants = Constants


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort tests that wait for other programs to the front, so that they wait while other workers use the processors."""
    if not config.pluginmanager.has_plugin("randomly"):
        items.sort(key=lambda item: not str(item.path).startswith(WAITING))


def pytest_collection_finish() -> None:
    """Exclude all loaded objects from garbage collection, and turn the collector on again.

    Scanning them repeatedly takes a fifth of the loading time and a seventh of the tests' time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _thinks_as_others_test() -> Iterator[None]:
    """Start worker processes without niceness, because they would hardly run while tests keep all processors busy."""
    start = WorkerProcess.start.__func__  # type: ignore[attr-defined]  # what a class method is made of

    async def at_once(kind: type[WorkerProcess], niceness: int, before: Path | None = None) -> WorkerProcess:
        del niceness
        return await start(kind, 0, before)  # type: ignore[no-any-return]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkerProcess, "start", classmethod(at_once))
        yield


class Cached(Protocol):
    """Interface of a function with `functools.cache` or `functools.lru_cache`."""

    def cache_clear(self) -> None: ...


@pytest.fixture
def emptied() -> Iterator[Callable[..., None]]:
    """Yield a function that empties the caches of the given functions at once and again when the test ends.

    It is for tests that examine a cache or change what its values are made from.
    """
    touched: list[Cached] = []

    def empty(*functions: Cached) -> None:
        touched.extend(functions)
        for function in functions:
            function.cache_clear()

    yield empty
    for function in touched:
        function.cache_clear()


@pytest.fixture
def same_bags(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test the same tiles, lots and seeds in every run; `BASTIDE_BAGS=anything` gives different ones."""
    from service.match import sealed_bag
    from service.tournaments import creation  # most tests need no service

    number, test = count(), f"{os.environ.get('BASTIDE_BAGS', '')} {request.node.nodeid}"

    def fresh() -> Secret:
        return Secret(sha256(f"{test} {next(number)}".encode()).digest())

    monkeypatch.setattr(sealed_bag, "seal", fresh)
    monkeypatch.setattr(creation, "fresh_seed", lambda: fresh().key.hex()[:32])


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a database as the first start leaves it; copying it is faster than creating tables."""
    made = tmp_path_factory.mktemp("database") / "bastide.db"

    _make_tables(made)
    return made


def _make_tables(place: Place) -> None:
    async def make() -> None:
        await (await open_store(place)).close()

    with ThreadPoolExecutor(1) as apart:  # a loop of its own, which is nothing to those of the tests
        apart.submit(asyncio.run, make()).result()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[DatabaseServer]:
    """Run a PostgreSQL server for the whole test session."""
    with running() as server:
        yield server


@pytest.fixture
def new_database(postgresql: DatabaseServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return a function that creates an empty database and returns its address with a password, as a host would write it."""
    monkeypatch.setattr(database, "LOOK_S", 60.0)  # a machine that is busy with other tests is no server that hangs
    return lambda: postgresql.address(postgresql.create())


@pytest.fixture(scope="session")
def _with_tables(postgresql: DatabaseServer) -> str:
    name = postgresql.create()
    _make_tables(read(postgresql.address(name)))
    return name


@pytest.fixture
def ready_database(postgresql: DatabaseServer, _with_tables: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a PostgreSQL database as the first start leaves it, like `new_file` for SQLite."""
    monkeypatch.setattr(database, "LOOK_S", 60.0)
    return postgresql.address(postgresql.create(_with_tables))
