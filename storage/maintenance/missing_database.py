"""The check that a missing database isn't silently replaced by an empty one, which would look as if all games were lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from storage.database_url import Place
from storage.errors import MissingTablesError, OpenError
from storage.maintenance.backups import backups, folder_of


def require_found(place: Place, *, must_exist: bool) -> None:
    """Raise `OpenError` if the database is missing or empty although there was one before.

    There was one if backups lie beside it, or if `must_exist` is set. The message says how to restore and how to start afresh. An
    unreadable file counts as existing, because opening it gives a better error.
    """
    if isinstance(place, Path):
        if is_empty(place):
            _refuse_file(place, must_exist=must_exist)
    elif must_exist:
        from storage.backends import postgresql_probe  # and its driver

        try:
            postgresql_probe.probe(place.address)
        except MissingTablesError:
            raise OpenError(f"the database {place} has no tables of Bastide. {_AFRESH}") from None


_AFRESH = "If you mean to start afresh, unset BASTIDE_DB_MUST_EXIST"


def is_empty(database: Path) -> bool:
    """Return whether the file is missing or has no tables."""
    if not database.exists() or database.stat().st_size == 0:
        return True
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as con:
            return bool(con.execute("SELECT count(*) = 0 FROM sqlite_master").fetchone()[0])
    except sqlite3.Error:
        return False


def _refuse_file(database: Path, *, must_exist: bool) -> None:
    what = f"the database {database} is {'empty' if database.exists() else 'missing'}"
    if kept := backups(database):
        restore = f"python -m tools.doctor {database} --restore {kept[0][1]}"
        raise OpenError(
            f"{what}, but backups lie beside it. Restore the newest: {restore}. To start afresh, move {folder_of(database)} away"
        )
    if must_exist:
        raise OpenError(
            f"{what}, and BASTIDE_DB_MUST_EXIST says that it is not new: put the file back, or look at BASTIDE_DB. {_AFRESH}"
        )
