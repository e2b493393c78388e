"""Location of a database: a SQLite file or a PostgreSQL server. Imports nothing heavy, for fast health checks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from storage.sharding import ShardSet

FOLDER = Path("data")
"""Folder of the process's own files if its database is on a server."""

_SCHEMES = ("postgresql", "postgres")


class InvalidDatabaseUrlError(Exception):
    """Raised for an invalid database address. The message is one sentence that says what is expected."""


@dataclass(frozen=True)
class PostgresUrl:
    """A database on a PostgreSQL server. `str` and `repr` hide the password."""

    address: str = field(repr=False)
    """`postgresql+psycopg://user:password@host/name`."""
    shown: str

    def __str__(self) -> str:
        return self.shown


Place = Path | PostgresUrl
"""The file, or the server."""


def read(text: str) -> Place:
    """Parse a database address: `data/bastide.db` or `postgresql://user:password@host:5432/name`.

    Raises `InvalidDatabaseUrlError`.
    """
    scheme, separator, _ = text.partition("://")
    if not separator:
        return Path(text)
    if scheme not in _SCHEMES:
        raise InvalidDatabaseUrlError(f"it begins with {scheme}://; it may be a path, or an address that begins with postgresql://")
    return _server(text)


def _server(text: str) -> PostgresUrl:
    from sqlalchemy.engine import make_url  # neither a health check of a file nor a version waits for it
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise InvalidDatabaseUrlError(
            "it may be like postgresql://user:password@host:5432/name (special characters as %40 and so on)"
        ) from error
    if not url.database:
        raise InvalidDatabaseUrlError(
            "the name of the database is missing at its end, as in postgresql://user:password@host:5432/name"
        )
    shown = url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)
    return PostgresUrl(url.render_as_string(hide_password=False), shown)


def name(place: Place) -> str:
    """Return the absolute path or the address without its password, to show to self-hosters."""
    return str(place.absolute() if isinstance(place, Path) else place)


def file_beside(place: Place, suffix: str) -> Path:
    """Return the path of a file of this process next to the database, such as the one ending in `.alive`."""
    return (place if isinstance(place, Path) else FOLDER / "bastide").with_suffix(suffix)


def sign_of_life(place: Place, part: ShardSet) -> Path:
    """Return the path of the heartbeat file of the process that handles a part of the servers; each part has its own."""
    return file_beside(place, ".alive" if part.is_whole else f".{min(part.shards)}-of-{part.of}.alive")


def is_there(place: Place) -> bool:
    """Return whether the database file exists; always True for a server."""
    return not isinstance(place, Path) or place.exists()
