"""The fixtures of all tests: signals, a PostgreSQL server where it is installed, and caches that start empty."""

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
    """Temporary files lie in memory, where there is room: waiting for the disk takes as long as half of what the tests do.

    In every run examples are the same, whichever modules are loaded by then: numbers and texts that stand in our own modules go
    into those of `make soak` alone, as each process would read all modules for them.
    """
    if (memory := in_memory()) is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))
    if config.getoption("--hypothesis-profile") is None:
        providers._get_local_constants = Constants


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put tests first that wait for other programs: one worker begins with them while others use the processors."""
    if not config.pluginmanager.has_plugin("randomly"):
        items.sort(key=lambda item: not str(item.path).startswith(WAITING))


def pytest_collection_finish() -> None:
    """Put aside what was loaded: it lasts as long as the tests do.

    Looking through it again and again takes a fifth of the time in which it is loaded, and a seventh of that of the tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _thinks_as_others_test() -> Iterator[None]:
    """Start processes that think and paint with no niceness: where tests keep all processors busy, they would hardly move."""
    start = WorkerProcess.start.__func__  # type: ignore[attr-defined]  # what a class method is made of

    async def at_once(kind: type[WorkerProcess], niceness: int, before: Path | None = None) -> WorkerProcess:
        del niceness
        return await start(kind, 0, before)  # type: ignore[no-any-return]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkerProcess, "start", classmethod(at_once))
        yield


class Cached(Protocol):
    """A function with `functools.cache` or `functools.lru_cache`."""

    def cache_clear(self) -> None: ...


@pytest.fixture
def emptied() -> Iterator[Callable[..., None]]:
    """Empty the caches of the given functions, at once and again when the test ends.

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


@pytest.fixture
def same_bags(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal a test the same tiles, lots and seeds in every run; `BASTIDE_BAGS=anything` deals others."""
    from service.match import sealed_bag
    from service.tournaments import creation  # most tests need no service

    number, test = count(), f"{os.environ.get('BASTIDE_BAGS', '')} {request.node.nodeid}"

    def fresh() -> Secret:
        return Secret(sha256(f"{test} {next(number)}".encode()).digest())

    monkeypatch.setattr(sealed_bag, "seal", fresh)
    monkeypatch.setattr(creation, "fresh_seed", lambda: fresh().key.hex()[:32])


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database as a first start leaves it, to be copied in a fifth of the time of making its tables."""
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
    """Run a server as long as the tests do."""
    with running() as server:
        yield server


@pytest.fixture
def new_database(postgresql: DatabaseServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return a function that makes an empty database and returns its address, as a host writes it, with a password."""
    monkeypatch.setattr(database, "LOOK_S", 60.0)  # a machine that is busy with other tests is no server that hangs
    return lambda: postgresql.address(postgresql.create())


@pytest.fixture(scope="session")
def _with_tables(postgresql: DatabaseServer) -> str:
    name = postgresql.create()
    _make_tables(read(postgresql.address(name)))
    return name


@pytest.fixture
def ready_database(postgresql: DatabaseServer, _with_tables: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of a database as a first start leaves it, as `new_file`."""
    monkeypatch.setattr(database, "LOOK_S", 60.0)
    return postgresql.address(postgresql.create(_with_tables))
