"""Database migration: the Alembic revisions, and the numbered SQL files that came before Alembic.

A new database is created directly from the table definitions. A SQLite file is copied before its data changes. Each upgrade is one
transaction that also updates `user_version` and Alembic's version, so a program killed in between retries from the same state.
"""

from __future__ import annotations

import logging
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, text

from storage.errors import OpenError, SchemaTooNewError
from storage.schema import REVISION, USER_VERSION, metadata
from telemetry.log_line import log_line

log = logging.getLogger("storage.backends.migrating")

SHIPPED = Path(__file__).parent / "migrations"
"""The revisions that come with this program."""

EMPTY = 0.2
"""Part of a file's pages from which on its empty ones are given back after an upgrade."""

_NUMBERED = re.compile(r"(\d{3})_[a-z0-9_]+\.sql")


def bring_up_to_date(connection: Connection, raw: sqlite3.Connection, path: Path | None, migrations: Path = SHIPPED) -> None:
    """Create or upgrade the tables of a SQLite database; `raw` is the driver's connection.

    `path`: the file, copied before an upgrade; None for a database in memory. Raises `SchemaTooNewError` if a newer program has
    written the database, and `OpenError` if a step fails; the failed step changes nothing.
    """
    had = int(raw.execute("PRAGMA user_version").fetchone()[0])
    if had == USER_VERSION:
        if renew(connection, migrations, copy_aside=lambda goal: _copy_aside(raw, path, goal)):
            _give_space_back(raw, path)
        return
    numbered = _legacy_steps()
    if had > max(numbered):
        raise SchemaTooNewError(f"the database is at version {had}, which this program does not know; use a newer program")
    if had == 0:
        create(connection, also=f"PRAGMA user_version = {USER_VERSION:d}")
        return
    begun_s = time.monotonic()
    copied = _copy_aside(raw, path, "0001")
    for number in sorted(numbered):
        if number > had:
            _apply(raw, number, numbered[number])
    from storage.backends import alembic_runner  # as below

    alembic_runner.upgrade(connection, migrations, also=f"PRAGMA user_version = {USER_VERSION:d}")
    _log_upgrade(f"version {had}", copied, begun_s)
    _give_space_back(raw, path)


def create(connection: Connection, also: str = "") -> None:
    """Create all tables in an empty database and record the newest revision, then run the statement `also`, in one transaction."""
    with connection.begin():
        metadata.create_all(connection, checkfirst=False)
        connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:revision)"), {"revision": REVISION})
        if also:
            connection.exec_driver_sql(also)


def renew(connection: Connection, migrations: Path = SHIPPED, *, copy_aside: Callable[[str], Path | None]) -> bool:
    """Run the pending Alembic revisions and return whether there were any.

    `copy_aside` is called with the first of them before any is run.
    """
    had = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    connection.rollback()
    if had == REVISION and migrations == SHIPPED:
        return False
    from storage.backends import alembic_runner  # half a second of Alembic, for the one start in a hundred that needs it

    newer = alembic_runner.revisions_after(had, migrations)
    if newer:
        begun_s = time.monotonic()
        copied = copy_aside(newer[0])
        alembic_runner.upgrade(connection, migrations)
        _log_upgrade(had, copied, begun_s)
    return bool(newer)


def _give_space_back(raw: sqlite3.Connection, path: Path | None) -> None:
    """Shrink the file (VACUUM) after an upgrade if many pages are empty and the disk has enough room.

    Revisions rewrite whole tables, so the old pages would stay in the file for ever. If shrinking fails, the upgraded file only
    stays larger.
    """
    if path is None:
        return
    pages, free = (raw.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count"))
    size = pages * raw.execute("PRAGMA page_size").fetchone()[0]
    if free < pages * EMPTY or shutil.disk_usage(path.absolute().parent).free < 2 * size:
        return
    try:
        raw.execute("VACUUM")
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        log.warning(log_line("space-kept", reason=str(error)))


def _log_upgrade(had: str | None, copied: Path | None, begun_s: float) -> None:
    took_s = round(time.monotonic() - begun_s, 1)
    log.info(log_line("database-upgraded", had=had, has=REVISION, copy=copied, took_s=took_s))


def _legacy_steps() -> dict[int, str]:
    """Return the SQL of each migration from before Alembic, by number."""
    entries = [(m[1], entry) for entry in (SHIPPED / "before").iterdir() if (m := _NUMBERED.fullmatch(entry.name))]
    return {int(number): entry.read_text(encoding="utf-8") for number, entry in entries}


def _apply(raw: sqlite3.Connection, number: int, sql: str) -> None:
    try:
        raw.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number:d};\nCOMMIT;")
    except sqlite3.Error as error:
        if raw.in_transaction:
            raw.rollback()
        raise OpenError(f"migration {number:03d} failed: {error}") from error


def _copy_aside(raw: sqlite3.Connection, path: Path | None, goal: str) -> Path | None:
    if path is None:
        return None
    target = path.with_name(f"{path.name}.before-{goal}")
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    copy = sqlite3.connect(unfinished)
    try:
        raw.backup(copy)
    finally:
        copy.close()
    unfinished.replace(target)
    return target
