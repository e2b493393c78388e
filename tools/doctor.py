"""Examination, salvage and restore of a database: `python -m tools.doctor data/bastide.db`.

    python -m tools.doctor DATABASE                     examine, also while the bot runs; nothing is changed
    python -m tools.doctor DATABASE --salvage NEW       write every undamaged game, and all that belongs to it, to a new database
    python -m tools.doctor DATABASE --restore BACKUP    replace the database by a backup and keep the old one; stop the bot first

DATABASE and NEW are SQLite files or addresses of PostgreSQL databases (NEW: an empty one); backups of PostgreSQL are the server's.

The exit code is 0 if all is well or was done, 1 otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from storage.backends.file_lock import hold_alone
from storage.database_url import Place, is_there
from storage.errors import OpenError, StorageError
from storage.maintenance.backups import backups, make_private
from storage.maintenance.missing_database import is_empty
from storage.maintenance.postgresql_to_sqlite import copy_readable
from storage.maintenance.salvage import SalvageReport, examine, salvage
from storage.store import open_sqlite
from tools.copy_database import judge, moved, place_of

RESTORING_S = 2.0
"""How long a bot that is just ending is waited for."""


def main(arguments: list[str]) -> int:
    """Examine, salvage or restore as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.doctor", description="Look at a database and save what is whole.")
    parser.add_argument("database", type=place_of, help="that of the bot: data/bastide.db, or postgresql://user:password@host/name")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--salvage", type=place_of, metavar="NEW", help="write all that is whole into a new database")
    what.add_argument("--restore", type=Path, metavar="BACKUP", help="put this backup in place of the database")
    wanted = parser.parse_args(arguments)
    try:
        if wanted.restore:
            return asyncio.run(_restore(_file(wanted.database), wanted.restore))
        return _look_at(wanted.database, wanted.salvage)
    except (StorageError, DatabaseError, OSError) as error:
        print(f"{str(getattr(error, 'orig', None) or error).splitlines()[0]}.")  # a server's further lines quote values
        return 1


def _file(database: Place) -> Path:
    """Return the path of a SQLite database; raise `OpenError` if the database is on a server."""
    if isinstance(database, Path):
        return database
    raise OpenError(f"{database} is on a server: restore a dump of it with pg_restore")


def _look_at(database: Place, target: Place | None) -> int:
    if not is_there(database):
        print(f"There is no file {database}.")
        return 1
    if isinstance(database, Path) and target is None and is_empty(database):
        print(f"{database} is empty: there is no game in it, and nothing to save.")
        if kept := backups(database):
            print(f"To restore the newest backup: stop the bot, then python -m tools.doctor {database} --restore {kept[0][1]}")
        return 1
    report = _examine(database)
    _report(report)
    if target is None:
        if not report.is_sound:
            print(f"To save what is whole: stop the bot, then python -m tools.doctor {database} --salvage NEW")
        return 0 if report.is_sound else 1
    if isinstance(target, Path):
        salvage(report, target)
        asyncio.run(_open_once(target))
    else:
        _salvage_to_server(report, target)
    then = f"--restore {target}" if isinstance(target, Path) and isinstance(database, Path) else "set BASTIDE_DB to it"
    print(f"{len(report.matches)} games are in {target}, which opens. Now stop the bot and {then}.")
    return 0


def _examine(database: Place) -> SalvageReport:
    """Examine a database and return the report.

    A SQLite file is examined through a copy beside it; of a server's database the readable rows are first copied to a file.
    """
    if isinstance(database, Path):
        with _folder_beside(database) as folder:
            return examine(database, Path(folder), lambda seen: judge(seen.map_texts))
    with tempfile.TemporaryDirectory(prefix="bastide-doctor-") as folder:
        copy = Path(folder) / "copied.db"
        unreadable = copy_readable(database, copy)
        report = examine(copy, Path(folder), lambda seen: judge(seen.map_texts))
    both = {table: unreadable.get(table, 0) + report.unreadable.get(table, 0) for table in {*unreadable, *report.unreadable}}
    return replace(report, unreadable=both)


def _salvage_to_server(report: SalvageReport, target: Place) -> None:
    """Salvage into a temporary file and copy that to the server's database `target`.

    Raises `OpenError` if the copy is not complete.
    """
    with tempfile.TemporaryDirectory(prefix="bastide-doctor-") as folder:
        saved = Path(folder) / "saved.db"
        salvage(report, saved)
        asyncio.run(moved(saved, target))


def _report(report: SalvageReport) -> None:
    for complaint in report.complaints:
        print(f"SQLite says: {complaint}")
    for table, places in report.unreadable.items():
        print(f"{places} places of the table {table} cannot be read.")
    for number, why in report.broken.items():
        print(f"Game {number} is not whole: {why}.")
    by_status: dict[str, int] = {}
    for game in report.matches:
        by_status[game.match.status] = by_status.get(game.match.status, 0) + 1
    listed = ", ".join(f"{count} {status}" for status, count in sorted(by_status.items()))
    print(f"{len(report.matches)} games are whole{f' ({listed})' if listed else ''}.")
    if report.is_sound:
        print("The database is sound.")


async def _open_once(database: Path) -> None:
    await (await open_sqlite(database)).close()


async def _restore(database: Path, backup: Path) -> int:
    async with hold_alone(database, patience_s=RESTORING_S):
        return await asyncio.to_thread(_put_in_place, backup, database)


def _put_in_place(backup: Path, database: Path) -> int:
    """Replace the database by the backup after opening a copy of it; return the exit code.

    The old file is renamed together with its journal, not deleted.
    """
    if not backup.is_file():
        print(f"There is no file {backup}.")
        return 1
    aside = database.with_name(f"{database.name}.replaced-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    with _folder_beside(database) as folder:
        tried, fresh = Path(folder) / "tried.db", Path(folder) / "fresh.db"  # with the journals that SQLite makes beside them
        _copy(backup, fresh)
        _copy(fresh, tried)
        asyncio.run(_open_once(tried))
        _set_aside(database, aside)
        fresh.replace(database)
    print(f"{database} is as it was in {backup}; what was there before is {aside}. Start the bot.")
    return 0


def _folder_beside(database: Path) -> tempfile.TemporaryDirectory[str]:
    """Return a folder for copies beside the database: temporary folders may be too small."""
    return tempfile.TemporaryDirectory(prefix=".doctor-", dir=database.absolute().parent)


def _copy(source: Path, target: Path) -> None:
    make_private(target)
    try:
        there = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        with closing(there), closing(sqlite3.connect(target)) as here:
            there.backup(here)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise OpenError(f"{source} cannot be read: {error}") from error


def _set_aside(database: Path, aside: Path) -> None:
    """Rename the database file and its journals to `aside`, moving the journal's content into the file first if possible."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as con:
        con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{ending}").rename(f"{aside}{ending}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
