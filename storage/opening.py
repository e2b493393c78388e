"""Opening a database wherever it is: what callers need not know of the difference between a file and a server."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from storage.backends import alone as of_file
from storage.backends import probe as file_probe
from storage.backends.probe import Probe
from storage.place import Place, PostgresqlPlace
from storage.records import Lease
from storage.store import Store, open_sqlite


async def open_store(place: Place | str) -> Store:
    """Open a database, creating its tables or bringing them up to date as needed; `:memory:` is none that stays.

    Raises `CannotOpen`, also as `TooNew`.
    """
    if not isinstance(place, PostgresqlPlace):
        return await open_sqlite(place)
    from storage.backends.postgresql import PostgresDatabase  # and its driver
    from storage.parts import Share
    from storage.queries.leases import PostgresLeases

    share = Share(_holder())
    db = await PostgresDatabase.open(place.address)
    return Store(db, share, PostgresLeases(place.address, db, share.holder, db.hosts))


def _holder() -> str:
    """A name for this process among all that work with a database: for people where it runs, for sure which one it is."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"


def probe(place: Place) -> Probe:
    """Whether an existing database can be written just now, and what waits in it. Raises `Unavailable`."""
    if isinstance(place, Path):
        return file_probe.probe(place)
    from storage.backends import postgresql_outside

    return postgresql_outside.probe(place.address)


def leases(place: Place) -> tuple[Lease, ...]:
    """Which process looks after what just now; nobody shares a file. Raises `Unavailable`; `NoTables` before the first start."""
    if isinstance(place, Path):
        return ()
    from storage.backends import postgresql_outside

    return postgresql_outside.leases(place.address)


def alone(
    place: Place, *, patience_s: float = of_file.PATIENCE_S, waiting: Callable[[], None] | None = None
) -> AbstractAsyncContextManager[None]:
    """While inside, no other process is; see `storage.backends.alone`. Raises `InUse` and `CannotOpen`."""
    if isinstance(place, Path):
        return of_file.alone(place, patience_s=patience_s, waiting=waiting)
    from storage.backends import postgresql_outside

    return postgresql_outside.alone(place.address, place.shown, patience_s=patience_s, waiting=waiting)


def among_others(
    place: Place, *, patience_s: float = of_file.PATIENCE_S, waiting: Callable[[], None] | None = None
) -> AbstractAsyncContextManager[None]:
    """As `alone`; on a server with others that share it by leases."""
    if isinstance(place, Path):
        return of_file.alone(place, patience_s=patience_s, waiting=waiting)
    from storage.backends import postgresql_outside

    return postgresql_outside.among_others(place.address, place.shown, patience_s=patience_s, waiting=waiting)
