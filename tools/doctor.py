"""Look at a database, say what is wrong with it, save what is whole: `python -m tools.doctor data/bastide.db`.

    python -m tools.doctor DATABASE                     look, also beside a bot that runs; nothing is changed
    python -m tools.doctor DATABASE --salvage NEW       write every whole game, and all that belongs to it, into a new database
    python -m tools.doctor DATABASE --restore BACKUP    put a backup in place of the database, which is kept; stop the bot first

Answers 0 where all is well or was done, 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from storage.engines.alone import alone
from storage.errors import CannotOpen, StorageError
from storage.place import BadPlace, read
from storage.sql_store import open_sqlite
from storage.upkeep.backups import make_private
from storage.upkeep.salvage import Examined, examine, salvage
from tools.judge import judge

RESTORING_S = 2.0
"""How long a bot that is just ending is waited for."""


def main(arguments: list[str]) -> int:
    """Do what the command line says; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.doctor", description="Look at a database and save what is whole.")
    parser.add_argument("database", type=_file, help="the SQLite file of the bot, such as data/bastide.db")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--salvage", type=Path, metavar="NEW", help="write all that is whole into a new database")
    what.add_argument("--restore", type=Path, metavar="BACKUP", help="put this backup in place of the database")
    wanted = parser.parse_args(arguments)
    try:
        if wanted.restore:
            return asyncio.run(_restored(wanted.database, wanted.restore))
        return _looked_at(wanted.database, wanted.salvage)
    except (StorageError, OSError) as error:
        print(f"{error}.")
        return 1


def _file(text: str) -> Path:
    """What `BASTIDE_DB` may say, where that is a file."""
    try:
        place = read(text)
    except BadPlace as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    if isinstance(place, Path):
        return place
    raise argparse.ArgumentTypeError("the doctor is for SQLite files; a PostgreSQL server has tools of its own, such as pg_dump")


def _looked_at(database: Path, target: Path | None) -> int:
    if not database.is_file():
        print(f"There is no file {database}.")
        return 1
    with _folder_beside(database) as folder:
        found = examine(database, Path(folder), lambda seen: judge(seen.map_texts))
    _report(found)
    if target is None:
        if not found.is_sound:
            print(f"To save what is whole: stop the bot, then python -m tools.doctor {database} --salvage NEW")
        return 0 if found.is_sound else 1
    salvage(found, target)
    asyncio.run(_opened(target))
    print(f"{len(found.matches)} games are in {target}, which opens. Now stop the bot and --restore that file.")
    return 0


def _report(found: Examined) -> None:
    for complaint in found.complaints:
        print(f"SQLite says: {complaint}")
    for table, places in found.unreadable.items():
        print(f"{places} places of the table {table} cannot be read.")
    for number, why in found.broken.items():
        print(f"Game {number} is not whole: {why}.")
    by_status: dict[str, int] = {}
    for game in found.matches:
        by_status[game.match.status] = by_status.get(game.match.status, 0) + 1
    listed = ", ".join(f"{count} {status}" for status, count in sorted(by_status.items()))
    print(f"{len(found.matches)} games are whole{f' ({listed})' if listed else ''}.")
    if found.is_sound:
        print("The database is sound.")


async def _opened(database: Path) -> None:
    await (await open_sqlite(database)).close()


async def _restored(database: Path, backup: Path) -> int:
    async with alone(database, patience_s=RESTORING_S):
        return await asyncio.to_thread(_put_in_place, backup, database)


def _put_in_place(backup: Path, database: Path) -> int:
    """The backup where the database was, tried before with a copy; what was there is set aside with its journal."""
    if not backup.is_file():
        print(f"There is no file {backup}.")
        return 1
    fresh = database.with_name(f"{database.name}.part")
    fresh.unlink(missing_ok=True)
    _copy(backup, fresh)
    with _folder_beside(database) as folder:
        tried = Path(folder) / "tried.db"
        _copy(fresh, tried)
        asyncio.run(_opened(tried))
    aside = database.with_name(f"{database.name}.replaced-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    _set_aside(database, aside)
    fresh.replace(database)
    print(f"{database} is as it was in {backup}; what was there before is {aside}. Start the bot.")
    return 0


def _folder_beside(database: Path) -> tempfile.TemporaryDirectory[str]:
    """For copies, which may be too large for where temporary files lie."""
    return tempfile.TemporaryDirectory(prefix=".doctor-", dir=database.absolute().parent)


def _copy(source: Path, target: Path) -> None:
    make_private(target)
    try:
        there = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
        with closing(there), closing(sqlite3.connect(target)) as here:
            there.backup(here)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise CannotOpen(f"{source} cannot be read: {error}") from error


def _set_aside(database: Path, aside: Path) -> None:
    """The file and its journal keep fitting names; the journal is emptied first where that is possible."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as con:
        con.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for ending in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{database}{ending}").rename(f"{aside}{ending}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
