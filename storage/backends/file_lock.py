"""The lock that allows one process per SQLite file: two bots on one file would both post. Health checks don't need the lock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from storage.errors import DatabaseInUseError, OpenError

PATIENCE_S = 10.0
"""How long a process that ends may still hold the file: restarts overlap."""

_EVERY_S = 0.1


@asynccontextmanager
async def hold_alone(
    database: Path, *, patience_s: float = PATIENCE_S, waiting: Callable[[], None] | None = None
) -> AsyncIterator[None]:
    """Lock the database file exclusively while the block runs.

    Raises `DatabaseInUseError` if another process keeps the lock longer than `patience_s` seconds, and `OpenError` if the file
    cannot be locked. `waiting` is called once if the lock is taken. The kernel releases the lock when the process ends, even if it
    crashes.
    """
    lock = FileLock(f"{database}.lock", mode=0o600, fallback_to_soft=False)
    try:
        _make_folder(database)
        await _take(lock, patience_s, waiting)
    except Timeout as error:
        raise DatabaseInUseError(
            f"another process works with the database {database}: stop that one first, or give this one its own"
        ) from error
    except (OSError, NotImplementedError) as error:
        raise OpenError(f"the database {database} cannot be taken for this process alone: {error}") from error
    try:
        yield
    finally:
        lock.release()


def _make_folder(database: Path) -> None:
    database.absolute().parent.mkdir(parents=True, exist_ok=True)


async def _take(lock: FileLock, patience_s: float, waiting: Callable[[], None] | None) -> None:
    """Try to get the lock again and again without blocking the event loop. Raises `Timeout`."""
    loop = asyncio.get_running_loop()
    until = loop.time() + patience_s
    told = False
    while True:
        try:
            lock.acquire(blocking=False)
            return
        except Timeout:
            if loop.time() >= until:
                raise
        if waiting is not None and not told:
            told = True
            waiting()
        await asyncio.sleep(_EVERY_S)
