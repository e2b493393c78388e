"""Opens, probes and locks a database, whether it's a SQLite file or on a PostgreSQL server."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from storage.backends import file_lock as of_file
from storage.backends import health_probe as file_probe
from storage.backends.health_probe import Probe
from storage.database_url import Place, PostgresUrl
from storage.rows import Lease
from storage.store import Store, open_sqlite


async def open_store(place: Place | str) -> Store:
    """Open a database, creating or migrating its tables as needed. `:memory:` is a temporary one.

    Raises `OpenError` or one of its subclasses, such as `SchemaTooNewError`.
    """
    if not isinstance(place, PostgresUrl):
        return await open_sqlite(place)
    from storage.backends.postgresql import PostgresDatabase  # and its driver
    from storage.queries.leases import PostgresLeases
    from storage.sharding import ProcessShare

    share = ProcessShare(_holder())
    db = await PostgresDatabase.open(place.address)
    return Store(db, share, PostgresLeases(place.address, db, share.holder, db.hosts))


def _holder() -> str:
    """Return a unique name of this process: host, process id and a random suffix."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"


def probe(place: Place) -> Probe:
    """Check that an existing database can be written, and read what is pending in it. Raises `DatabaseUnavailableError`."""
    if isinstance(place, Path):
        return file_probe.probe(place)
    from storage.backends import postgresql_probe

    return postgresql_probe.probe(place.address)


def leases(place: Place) -> tuple[Lease, ...]:
    """Return the leases held now, with their processes; empty for a file.

    Raises `DatabaseUnavailableError`, or `MissingTablesError` before the first start.
    """
    if isinstance(place, Path):
        return ()
    from storage.backends import postgresql_probe

    return postgresql_probe.leases(place.address)


def hold_alone(
    place: Place, *, patience_s: float = of_file.PATIENCE_S, waiting: Callable[[], None] | None = None
) -> AbstractAsyncContextManager[None]:
    """Return a context with exclusive use of the database.

    Raises `DatabaseInUseError` and `OpenError`. See `storage.backends.file_lock`.
    """
    if isinstance(place, Path):
        return of_file.hold_alone(place, patience_s=patience_s, waiting=waiting)
    from storage.backends import postgresql_probe

    return postgresql_probe.hold_alone(place.address, place.shown, patience_s=patience_s, waiting=waiting)


def share_among_leases(
    place: Place, *, patience_s: float = of_file.PATIENCE_S, waiting: Callable[[], None] | None = None
) -> AbstractAsyncContextManager[None]:
    """Return a context for using the database: shared with processes that use leases on a server, exclusive on a file."""
    if isinstance(place, Path):
        return of_file.hold_alone(place, patience_s=patience_s, waiting=waiting)
    from storage.backends import postgresql_probe

    return postgresql_probe.share_among_leases(place.address, place.shown, patience_s=patience_s, waiting=waiting)
