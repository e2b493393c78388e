"""Bringing a database up to date: numbered steps, each in a transaction, the file copied aside before data is touched."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from storage.errors import CannotOpen, TooNew

_NAME = re.compile(r"(\d{3})_[a-z0-9_]+\.sql")


def shipped() -> Mapping[int, str]:
    """The steps that come with this program: number and SQL, in order."""
    found = [(m[1], entry) for entry in files("storage.migrations").iterdir() if (m := _NAME.fullmatch(entry.name))]
    return {int(number): entry.read_text(encoding="utf-8") for number, entry in sorted(found, key=lambda pair: pair[0])}


def version_of(con: sqlite3.Connection) -> int:
    """The number of the last step that this database has seen; 0 for a new one."""
    return int(con.execute("PRAGMA user_version").fetchone()[0])


def migrate(con: sqlite3.Connection, path: Path | None, steps: Mapping[int, str]) -> Sequence[int]:
    """Apply the steps that are missing and answer their numbers.

    `path` is the file to be copied aside, None for a database in memory. Raises `TooNew` if the database has seen steps that
    this program does not know, and `CannotOpen` if a step fails: the database is then as it was before that step.
    """
    had = version_of(con)
    if had > max(steps):
        raise TooNew(f"the database is at version {had}, this program knows versions up to {max(steps)}; use a newer program")
    missing = [number for number in sorted(steps) if number > had]
    if missing and had and path is not None:
        _copy_aside(con, path.with_name(f"{path.name}.before-{missing[0]:03d}"))
    for number in missing:
        _apply(con, number, steps[number])
    return missing


def _copy_aside(con: sqlite3.Connection, target: Path) -> None:
    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    copy = sqlite3.connect(unfinished)
    try:
        con.backup(copy)
    finally:
        copy.close()
    unfinished.replace(target)


def _apply(con: sqlite3.Connection, number: int, sql: str) -> None:
    try:
        con.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number:d};\nCOMMIT;")
    except sqlite3.Error as error:
        if con.in_transaction:
            con.rollback()
        raise CannotOpen(f"migration {number:03d} failed: {error}") from error
