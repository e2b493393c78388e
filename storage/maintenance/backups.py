"""Backups of a SQLite database in a folder beside it: complete, checked, only the newest kept.

They can be made while the database is in use.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from storage.errors import DatabaseUnavailableError

_FORM = "%Y-%m-%dT%H%M%SZ"
_PATIENCE_S = 30.0


def folder_of(database: Path) -> Path:
    """Return the folder that contains the backups of a database."""
    return database.with_name(f"{database.name}.backups")


def backups(database: Path) -> tuple[tuple[datetime, Path], ...]:
    """Return the backups of a database with their times, newest first; files with other names are ignored."""
    folder = folder_of(database)
    form = re.compile(rf"{re.escape(database.stem)}-(\d{{4}}-\d\d-\d\dT\d{{6}}Z){re.escape(database.suffix)}")
    names = ((form.fullmatch(entry.name), entry) for entry in (folder.iterdir() if folder.is_dir() else ()))
    backups = [(datetime.strptime(name[1], _FORM).replace(tzinfo=UTC), entry) for name, entry in names if name]
    return tuple(sorted(backups, reverse=True))


def back_up(database: Path, now: datetime, *, keep: int) -> Path:
    """Make a backup, delete all except the newest `keep`, and return the new file, which only its owner can read.

    Raises `DatabaseUnavailableError` if that fails; then no backup is deleted and no partial file remains.
    """
    folder = folder_of(database)
    copy = folder / f"{database.stem}-{now.astimezone(UTC).strftime(_FORM)}{database.suffix}"
    unfinished = copy.with_name(f"{copy.name}.part")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for left in folder.glob("*.part"):  # by a process that was killed
            left.unlink()
        make_private(unfinished)
        _copy(database, unfinished)
        unfinished.replace(copy)
        _sync(folder)
        for _, old in sorted(backups(database), key=lambda made: (made[0] <= now, made[0]), reverse=True)[keep:]:
            old.unlink()  # those of the future first: a clock ran ahead
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        with suppress(OSError):
            unfinished.unlink()
        raise DatabaseUnavailableError(f"no backup: {error}") from error
    return copy


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read.

    SQLite then fills it, and gives its journal files the same permissions.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _copy(database: Path, copy: Path) -> None:
    """Copy all committed data into one file without a journal, check the copy and flush it to disk."""
    source = f"{database.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(source, uri=True, timeout=_PATIENCE_S, isolation_level=None)) as con:
        con.execute("VACUUM INTO ?", (str(copy),))
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as con:
        (finding,) = con.execute("PRAGMA integrity_check(1)").fetchone()
    if finding != "ok":
        raise sqlite3.DatabaseError(finding)
    _sync(copy)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
