"""What an error of a PostgreSQL server means for whoever waits: the server is out of reach, try again, or it cannot work."""

from __future__ import annotations

from sqlalchemy.exc import DatabaseError, OperationalError

_AWAY = ("08", "57P")
"""Classes of codes: the connection failed, the server shuts down or starts up."""

_ELSEWHERE = frozenset(("25006", "53300", "25P03"))
"""It became a standby, which writes nothing; it has no connection left; it gave up a connection of ours."""

_AGAIN = frozenset(("40001", "40P01"))
"""Two transactions got into each other's way, and ours was the one that had to give in."""


def is_away(error: DatabaseError) -> bool:
    """Whether the server, or the way to it, went away: another connection may work, now or later."""
    code = _code(error)
    if error.connection_invalidated or (code is None and isinstance(error, OperationalError)):
        return True
    return code is not None and (code.startswith(_AWAY) or code in _ELSEWHERE)


def is_passing(error: DatabaseError) -> bool:
    """Whether the very same transaction may well succeed when it is tried again at once."""
    return _code(error) in _AGAIN


def said(error: BaseException) -> str:
    """The first line of what the server or its driver says: neither statement nor values."""
    origin = error.orig if isinstance(error, DatabaseError) and error.orig is not None else error
    return (str(origin).strip().splitlines() or [type(origin).__name__])[0]


def _code(error: DatabaseError) -> str | None:
    return getattr(error.orig, "sqlstate", None)
