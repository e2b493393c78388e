"""Trial or execution of a database upgrade: `python -m tools.upgrade data/bastide.db --dry-run`.

    python -m tools.upgrade DATABASE [--dry-run]

A dry run copies the file into a folder beside it, upgrades the copy, replays every game, and deletes the copy; the bot may run
meanwhile. It prints how long the upgrade takes, how much disk space it needs, which games are damaged, which running games move to
newer rules, and how many messages wait to be sent. Without `--dry-run` the file itself is upgraded, as the next start of the bot
would do; stop the bot first. The exit code is 0 if all is well, 1 if the upgrade fails or a game is damaged; if it fails, the file
is unchanged.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DatabaseError

from editions.registry import EDITIONS, GAMES
from service.wiring.assembly import open_services
from storage.database_url import Place, is_there
from storage.errors import OpenError, StorageError
from storage.maintenance import database_copy
from storage.opening import hold_alone, open_store
from storage.queries import maps, matches
from storage.rows import MatchId
from storage.schema import REVISION, match, outbox
from tools.copy_database import ENDING_S, judge, place_of

MIB = 1024 * 1024

NEEDED = 4
"""Disk that a dry run needs, as a multiple of the file: the copy, the old file kept aside, and the journal of the upgrade."""

SAMPLED_S = 0.02
"""How often the dry run measures its folder, in seconds."""


@dataclass(frozen=True)
class Findings:
    """Results of upgrading a copy: time, disk space, damaged and moved games, unsent messages."""

    had: str
    """The revision before, as people read it."""
    took_s: float
    peak: int
    """Most bytes that the upgrade had on the disk beside the original file."""
    after: int
    """Bytes of the upgraded file."""
    games: int
    damaged: tuple[str, ...]
    moved: tuple[MatchId, ...]
    """Running games that replay equal under the present rules, and go on under them."""
    unsent: int


def main(arguments: list[str]) -> int:
    """Upgrade or try as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.upgrade", description="Upgrade a database, or try it on a copy.")
    parser.add_argument("database", type=place_of, help="a SQLite file")
    parser.add_argument("--dry-run", action="store_true", help="try it on a copy, and change nothing")
    wanted = parser.parse_args(arguments)
    try:
        path = _file(wanted.database)
        return tried(path) if wanted.dry_run else upgraded(path)
    except (StorageError, DatabaseError, sqlite3.Error, OSError) as error:
        detail = str(getattr(error, "orig", None) or error).splitlines()[0]
        print(f"The upgrade fails: {detail}. The database is as it was.")
        return 1


def _file(place: Place) -> Path:
    if not isinstance(place, Path):
        raise OpenError(
            "a server's database is upgraded at the next start; to try it, restore a dump and start a second bot on that"
        )
    if not is_there(place):
        raise OpenError(f"there is no file {place}")
    return place


def upgraded(path: Path) -> int:
    """Upgrade the file, print the time and sizes, and return 0.

    Raises `StorageError`; the file is then unchanged.
    """
    had, size = revision_of(path), path.stat().st_size
    begun_s = time.monotonic()
    asyncio.run(_open_as_owner(path))
    print(f"{path} is at revision {REVISION}, was at {had}: {time.monotonic() - begun_s:.1f} s.")
    print(f"It has {path.stat().st_size / MIB:.1f} MiB, had {size / MIB:.1f}.")
    return 0


def tried(path: Path) -> int:
    """Upgrade a copy and print the results; return 1 if a game is damaged, else 0.

    Raises `StorageError` or `OSError`.
    """
    size, free = path.stat().st_size, shutil.disk_usage(path.absolute().parent).free
    if free < NEEDED * size:
        raise OpenError(f"the disk has {free / MIB:.0f} MiB left, and trying it needs about {NEEDED * size / MIB:.0f}")
    with tempfile.TemporaryDirectory(prefix=f"{path.name}.trial-", dir=path.absolute().parent) as folder:
        findings = _findings(path, Path(folder))
    _report(path, size, free, findings)
    return 1 if findings.damaged else 0


def _findings(path: Path, folder: Path) -> Findings:
    had, copy = revision_of(path), folder / path.name
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    begun_s = time.monotonic()
    with _measure_folder(folder) as peak:
        asyncio.run(_open_once(copy))
    took_s = time.monotonic() - begun_s
    with database_copy.engine_of(copy).connect() as connection:
        games, damaged = _replay_all(connection)
        unsent = connection.execute(select(func.count()).select_from(outbox).where(outbox.c.sent_at.is_(None))).scalar_one()
    moved = asyncio.run(_play_on(copy))
    return Findings(had, took_s, peak[0] - path.stat().st_size, copy.stat().st_size, games, damaged, moved, unsent)


async def _open_as_owner(path: Path) -> None:
    async with hold_alone(path, patience_s=ENDING_S):
        await _open_once(path)


async def _open_once(path: Path) -> None:
    """Open and close the store in the file, which upgrades an older schema."""
    await (await open_store(path)).close()


def revision_of(path: Path) -> str:
    """Return a SQLite file's schema revision, or `version N` if a program older than the revisions wrote it."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as con:
        if con.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
            return str(con.execute("SELECT version_num FROM alembic_version").fetchone()[0])
        return f"version {con.execute('PRAGMA user_version').fetchone()[0]}"


@contextmanager
def _measure_folder(folder: Path) -> Iterator[list[int]]:
    """Yield a one-element list with the folder's peak size in bytes, sampled while the block runs.

    The number is final when the block has ended.
    """
    peak, over = [0], Event()

    def look() -> None:
        while not over.wait(SAMPLED_S):
            peak[0] = max(peak[0], _size(folder))

    thread = Thread(target=look)
    thread.start()
    try:
        yield peak
    finally:
        over.set()
        thread.join()
        peak[0] = max(peak[0], _size(folder))


def _size(folder: Path) -> int:
    total = 0
    for file in folder.iterdir():
        try:
            total += file.stat().st_size
        except FileNotFoundError:  # removed since it was listed
            continue
    return total


def _replay_all(connection: Connection) -> tuple[int, tuple[str, ...]]:
    """Replay every game under its own rules; return the number of games, and a line for each damaged one."""
    judged, count, damaged = judge(maps.map_texts(connection)), 0, []
    for number in connection.execute(select(match.c.id).order_by(match.c.id)).scalars().all():
        loaded = matches.load(connection, MatchId(number))
        assert loaded is not None
        if why := judged(loaded, matches.secret(connection, MatchId(number))):
            damaged.append(f"game {number}: {why}")
        count += 1
    return count, tuple(damaged)


async def _play_on(copy: Path) -> tuple[MatchId, ...]:
    services = await open_services(copy, games=GAMES, uploads=EDITIONS.uploads)
    try:
        return await services.rules_upgrade.upgrade_all(datetime.now(UTC))
    finally:
        await services.close()


def _report(path: Path, size: int, free: int, findings: Findings) -> None:
    print(f"{path}: at revision {findings.had}, this program needs {REVISION}. Nothing was changed.")
    print(f"Time: {findings.took_s:.1f} s.")
    print(
        f"Disk: {findings.peak / MIB:.1f} MiB beside the file's {size / MIB:.1f} while it runs, {free / MIB:.0f} are free; "
        f"{findings.after / MIB:.1f} MiB afterwards, and the copy of the old file until you delete it."
    )
    print(f"Games: {findings.games} replayed, {findings.games - len(findings.damaged)} are whole.")
    for line in findings.damaged:
        print(f"  {line}")
    if findings.moved:
        print(f"Rules: {len(findings.moved)} running games go on under newer rules that change nothing for them.")
    print(f"Messages: {findings.unsent} wait to be sent after the start. Older messages stay; their buttons keep working.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
