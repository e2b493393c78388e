"""Salvaging of a possibly damaged SQLite file: what can still be read, and a new database of everything that is intact.

The file itself is never written; everything happens on a copy. A row is readable if each of its values fits its column. A match is
salvaged completely or not at all.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Integer, LargeBinary, Table, create_engine, select
from sqlalchemy.dialects import sqlite as dialects
from sqlalchemy.pool import StaticPool

from storage import log_chain
from storage.backends.migrate import bring_up_to_date, create
from storage.errors import OpenError, StorageError
from storage.maintenance.backups import make_private
from storage.maintenance.schema_recovery import recover_tables
from storage.queries import archive as archives
from storage.queries import timers
from storage.rows import EVENT, MATCH, ActionRow, LoadedMatch, MatchId, MatchRow, SeatRow, Secret
from storage.schema import (
    REVISION,
    STATS,
    USER_VERSION,
    action,
    alembic_version,
    archive,
    clock_event,
    event_,
    event_entry,
    lease,
    map_,
    match,
    metadata,
    note,
    seat,
    snapshot,
)

Judge = Callable[[LoadedMatch, Secret], str]
"""Why a match cannot be played on, or looked at, by its rules; empty if it can."""

_LOG = (match, seat, action)
_DISPOSABLE = (snapshot, note, lease, alembic_version, *STATS)
_FARTHEST = 1 << 62
_REVISION = str(select(alembic_version.c.version_num))
_DIALECT = dialects.dialect()

Row = dict[str, Any]
"""The values of a row as the file holds them, by the names of the columns."""


@dataclass(frozen=True)
class SalvagedMatch:
    """A match that is complete, with its rows by table."""

    match: MatchRow
    rows: Mapping[Table, tuple[Row, ...]] = field(repr=False)


@dataclass(frozen=True)
class SalvageReport:
    """The readable content of a file, and what is missing."""

    complaints: tuple[str, ...]
    """What SQLite itself says; empty for a sound file."""
    unreadable: Mapping[str, int]
    """Places of each table where rows were that cannot be read; tables without such are missing."""
    matches: tuple[SalvagedMatch, ...]
    broken: Mapping[int, str]
    """Why a match is not whole, by number."""
    others: Mapping[Table, tuple[Row, ...]] = field(repr=False)
    """Readable rows of everything but the log."""

    @property
    def is_sound(self) -> bool:
        return not (self.complaints or self.unreadable or self.broken)

    @property
    def map_texts(self) -> tuple[tuple[str, str], ...]:
        """Id and text of each readable map."""
        return tuple((row["id"], row["text"]) for row in self.others.get(map_, ()))


def examine(database: Path, folder: Path, judge: Callable[[SalvageReport], Judge]) -> SalvageReport:
    """Return what can be read of a database, using a copy in `folder`.

    `judge` is called with a first report, once the maps are known, and returns the function that checks each match. Raises
    `OpenError` if nothing at all can be read, `SchemaTooNewError` for the file of a newer program.
    """
    copy = folder / "examined.db"
    _copy_aside(database, copy)
    try:
        if (reason := _missing_tables_reason(copy)) is not None:
            return _examine_by_pages(copy, folder, reason, judge)
        with closing(sqlite3.connect(copy, isolation_level=None)) as raw:
            complaints = tuple(_complaints(raw))
            with closing(_connection_of(raw)) as connection:
                bring_up_to_date(connection, raw, None)
            return _examine(raw, complaints, judge)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise OpenError(f"nothing of {database} can be read: {error}") from error
    except StorageError:
        raise
    except Exception as error:  # Alembic and SQLAlchemy wrap what SQLite says
        raise OpenError(f"{database} was written by an older program and cannot be brought up to date: {error}") from error


def salvage(report: SalvageReport, target: Path) -> None:
    """Write a new database with every complete match, its messages and timers, and the other readable rows. Raises `OpenError`."""
    if target.exists():
        raise OpenError(f"{target} is there already")
    unfinished = target.with_name(f"{target.name}.part")
    unfinished.unlink(missing_ok=True)
    make_private(unfinished)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as raw:
        with closing(_connection_of(raw)) as connection:
            create(connection, also=f"PRAGMA user_version = {USER_VERSION:d}")
        raw.execute("BEGIN")
        for table, rows in _intact_rows(report):
            _insert(raw, table, rows)
        raw.execute("COMMIT")
    unfinished.replace(target)


def _intact_rows(report: SalvageReport) -> Iterator[tuple[Table, list[Row]]]:
    """Yield the rows of the new database by table, in an order in which referenced rows come first."""
    kept = {game.match.id for game in report.matches}
    for table in _LOG:
        rows = [dict(row) for game in report.matches for row in game.rows[table]]
        if table is match:
            for row in rows:
                row["rematch_of"] = row["rematch_of"] if row["rematch_of"] in kept else None
            rows.sort(key=lambda row: int(row["id"]))
        yield table, rows
    events = _intact_events(report.others)
    for table, others in report.others.items():
        if table is event_:
            others = tuple(row for row in others if row["id"] in events)
        there = (row for row in others if _event_of(row) is None or _event_of(row) in events)
        yield table, [row for row in there if _match_of(row) is None or _match_of(row) in kept]


def _intact_events(others: Mapping[Table, tuple[Row, ...]]) -> frozenset[int]:
    """Return ids of the events whose log is complete. Like a match, an event is salvaged completely or not at all."""
    logs: dict[int, set[int]] = defaultdict(set)
    for row in others.get(event_entry, ()):
        logs[row["event_id"]].add(row["seq"])
    return frozenset(row["id"] for row in others.get(event_, ()) if logs[row["id"]] == set(range(row["version"])))


def _event_of(row: Row) -> int | None:
    """Return the id of the event that a row belongs to; None if none."""
    if row.get("topic_kind") == EVENT:
        return int(row["topic_id"])
    if row.get("subject_kind") == EVENT:
        return int(row["subject_id"])
    return row.get("event_id")


def _match_of(row: Row) -> int | None:
    """Return the id of the match that a row outside the match tables belongs to; None if none."""
    if row.get("topic_kind") == MATCH:
        return int(row["topic_id"])
    if row.get("subject_kind") == MATCH:
        return int(row["subject_id"])
    return row.get("match_id")


def _insert(raw: sqlite3.Connection, table: Table, rows: list[Row]) -> None:
    """Insert rows, ignoring those that conflict with earlier ones, because a damaged page can contain a row twice."""
    names = [column.name for column in table.columns]
    sql = f'INSERT OR IGNORE INTO "{table.name}" ({", ".join(names)}) VALUES ({", ".join("?" * len(names))})'  # noqa: S608 - our own names
    raw.executemany(sql, [[row[name] for name in names] for row in rows])


# --- reading -----------------------------------------------------------------------------------------------------------


def _copy_aside(database: Path, copy: Path) -> None:
    """Copy all committed data; if SQLite can't read the file, copy the bytes of the file and its journal. Raises `OpenError`."""
    try:
        source = f"{database.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(source, uri=True)) as there, closing(sqlite3.connect(copy)) as here:
            there.backup(here)
        return
    except (sqlite3.Error, UnicodeDecodeError):
        copy.unlink(missing_ok=True)
    try:
        shutil.copyfile(database, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{database}-wal", f"{copy}-wal")
    except OSError as error:
        raise OpenError(f"{database} cannot be read: {error}") from error


def _connection_of(raw: sqlite3.Connection) -> Connection:
    return create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool, pool_reset_on_return=None).connect()


def _complaints(raw: sqlite3.Connection) -> Iterator[str]:
    try:
        for (finding,) in raw.execute("PRAGMA integrity_check(20)"):
            if finding != "ok":
                yield " ".join(str(finding).split())
    except (sqlite3.Error, UnicodeDecodeError) as error:
        yield str(error)


def _missing_tables_reason(copy: Path) -> str | None:
    """Return why SQLite can't find the tables of a file; None if it finds them."""
    known = {table.name for table in metadata.sorted_tables}
    try:
        with closing(sqlite3.connect(copy)) as raw:
            there = {name for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
            had = raw.execute(_REVISION).fetchone() if alembic_version.name in there else None
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return str(error)
    lost = known - there if had == (REVISION,) else set()
    return f"the tables {', '.join(sorted(lost))} are not listed" if lost else None


def _examine_by_pages(copy: Path, folder: Path, reason: str, judge: Callable[[SalvageReport], Judge]) -> SalvageReport:
    """Return what can be read of a file whose schema table is damaged, by recovering its rows into a new file.

    Raises `OpenError` if nothing is found, or if an older program, with other tables, has written it.
    """
    tables = {table.name: table for table in metadata.sorted_tables}
    recovered_tables = recover_tables(copy, folder, _statements(), lambda raw, name: list(_rows(raw, tables[name])))
    had = [row["version_num"] for row in recovered_tables.rows.get(alembic_version.name, ())]
    if had and had != [REVISION]:
        raise OpenError(
            f"the list of tables is damaged ({reason}), and the database is at revision {had[0]}: "
            f"only a program of that revision can read its tables; this one is at {REVISION}"
        )
    if not any(recovered_tables.rows.values()):
        raise OpenError(f"nothing can be read: {reason}")
    with closing(sqlite3.connect(folder / "listed.db", isolation_level=None)) as raw:
        with closing(_connection_of(raw)) as connection:
            create(connection, also=f"PRAGMA user_version = {USER_VERSION:d}")
        raw.execute("BEGIN")
        for table in metadata.sorted_tables:
            if table is not alembic_version:
                _insert(raw, table, [dict(row) for row in recovered_tables.rows.get(table.name, ())])
        raw.execute("COMMIT")
        complaints = (f"the list of tables is damaged: {reason}",)
        report = _examine(raw, complaints, judge)
    lost = {name: number for name, number in recovered_tables.unreadable.items() if tables[name] not in _DISPOSABLE}
    return replace(report, unreadable={**report.unreadable, **lost})


def _statements() -> dict[str, str]:
    """Return the CREATE TABLE statement of each table, by name.

    Upgraded databases have the same columns in the same order.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        with closing(_connection_of(raw)) as connection:
            create(connection)
        return dict(raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))


def _examine(raw: sqlite3.Connection, complaints: tuple[str, ...], judge: Callable[[SalvageReport], Judge]) -> SalvageReport:
    raw.text_factory = bytes
    unreadable: dict[str, int] = {}
    readable: dict[Table, tuple[Row, ...]] = {}
    for table in metadata.sorted_tables:
        if table not in _DISPOSABLE:
            rows = list(_rows(raw, table))
            readable[table] = tuple(row for row in rows if row is not None)
            if lost := len(rows) - len(readable[table]):
                unreadable[table.name] = lost
    damaged = _unpack(readable)
    if damaged:
        unreadable[archive.name] = unreadable.get(archive.name, 0) + damaged
    others = {table: rows for table, rows in readable.items() if table not in _LOG}
    report = SalvageReport(complaints, unreadable, (), {}, others)
    whole, broken = _matches(readable, judge(report))
    return SalvageReport(complaints, unreadable, whole, broken, others)


def _unpack(readable: dict[Table, tuple[Row, ...]]) -> int:
    """Replace packed logs by their rows in `readable`, and return how many were damaged.

    The program packs them again later.
    """
    damaged, moves, ticks = 0, list(readable[action]), list(readable[clock_event])
    for packed in readable.pop(archive):
        try:
            its_log, its_clocks = archives.unpack_actions(packed["actions"]), archives.unpack_events(packed["clock_events"])
        except StorageError:
            damaged += 1
            continue
        of_match = {"match_id": packed["match_id"]}
        kept = packed["previous"]
        chain = log_chain.read(kept, len(its_log)) if kept is not None else [None] * len(its_log)
        moves += (
            of_match | _row_as_held(action, asdict(row) | {"previous": previous})
            for row, previous in zip(its_log, chain, strict=True)
        )
        ticks += (
            of_match | _row_as_held(clock_event, timers.values_of_clock_event(seq, event)) for seq, event in enumerate(its_clocks)
        )
    readable |= {action: tuple(moves), clock_event: tuple(ticks)}
    return damaged


def _row_as_held(table: Table, values: Mapping[str, Any]) -> Row:
    """Return a row with its values as stored in the file, from values by field."""
    return {column.name: _stored_value(column, values[column.key]) for column in table.columns if column.key in values}


def _stored_value(column: Column[Any], value: Any) -> Any:
    convert = column.type.bind_processor(_DIALECT)
    return value if convert is None else convert(value)


def _rows(raw: sqlite3.Connection, table: Table) -> Iterator[Row | None]:
    """Yield all rows of a table in file order; None for each damaged row and each unreadable gap."""
    names = [column.name for column in table.columns]
    columns = ", ".join(f'"{name}"' for name in names)
    read = f'SELECT rowid, {columns} FROM "{table.name}" NOT INDEXED WHERE rowid >= ? ORDER BY rowid'  # noqa: S608 - our own names
    at: int | None = -_FARTHEST
    while at is not None:
        try:
            for number, *values in raw.execute(read, (at,)):
                at = number + 1
                yield _sound(table, values)
            return
        except sqlite3.Error:
            yield None
            at = _next_readable(partial(_can_read, raw, f"{read} LIMIT 1"), at)


def _next_readable(can_read: Callable[[int], bool], gap: int) -> int | None:
    """Return the first readable row id after a gap; None if nothing more can be read."""
    last, step = gap, 1
    while not can_read(last + step):
        last, step = last + step, step * 2
        if step > 1 << 40:
            return None
    first = last + step
    while first - last > 1:
        middle = (first + last) // 2
        last, first = (last, middle) if can_read(middle) else (middle, first)
    return first


def _can_read(raw: sqlite3.Connection, one: str, at: int) -> bool:
    try:
        raw.execute(one, (at,)).fetchone()
    except sqlite3.Error:
        return False
    return True


def _sound(table: Table, values: list[Any]) -> Row | None:
    """Return the row with its texts decoded; None if a value doesn't fit its column."""
    row: Row = {}
    for column, value in zip(table.columns, values, strict=True):
        try:
            row[column.name] = _checked_value(column, value)
        except (ValueError, TypeError, StorageError):
            return None
    return row


def _checked_value(column: Column[Any], value: Any) -> Any:
    """Return the value, decoded; raise an exception if it doesn't fit the column."""
    if value is None:
        if not column.nullable:
            raise ValueError
        return None
    binary = isinstance(column.type, LargeBinary)
    whole = isinstance(column.type.dialect_impl(_DIALECT), Integer)
    if isinstance(value, bytes) and not binary:
        value = value.decode()
    if not isinstance(value, int if whole else bytes if binary else str):
        raise TypeError
    _row_value(column, value)
    return value


def _row_value(column: Column[Any], value: Any) -> Any:
    """Return the stored value converted to the type that `storage.rows` uses."""
    convert = column.type.result_processor(_DIALECT, None)
    return value if convert is None or value is None else convert(value)


# --- matches -----------------------------------------------------------------------------------------------------------


def _matches(readable: Mapping[Table, tuple[Row, ...]], judge: Judge) -> tuple[tuple[SalvagedMatch, ...], Mapping[int, str]]:
    """Return the complete matches, and for each other one the reason, by id."""
    parts: dict[int, dict[Table, list[Row]]] = defaultdict(lambda: {table: [] for table in _LOG})
    for table in _LOG:
        for row in readable[table]:
            parts[row["id"] if table is match else row["match_id"]][table].append(row)
    whole: list[SalvagedMatch] = []
    broken: dict[int, str] = {}
    for number, its in sorted(parts.items()):
        why = _missing_parts(its) or judge(*_load_match(its))
        if why:
            broken[number] = why
        else:
            whole.append(SalvagedMatch(_load_match(its)[0].match, {table: tuple(rows) for table, rows in its.items()}))
    return tuple(whole), broken


def _missing_parts(its: Mapping[Table, list[Row]]) -> str:
    """Return what is missing of a match, as part of a sentence; empty if it is complete."""
    if len(its[match]) != 1:
        return "its settings cannot be read"
    (row,) = its[match]
    seats = sorted(lost_action["seat"] for lost_action in its[seat])
    if row["started_at"] is not None and (not seats or seats != list(range(len(seats)))):
        return "somebody's seat cannot be read"
    seqs = sorted(lost_action["seq"] for lost_action in its[action])
    gaps = sorted(set(range(row["version"])) - set(seqs))
    if gaps:
        return f"moves cannot be read ({len(gaps)} of {row['version']})"
    return "" if seqs == list(range(row["version"])) else "it has more moves than it should"


def _load_match(its: Mapping[Table, list[Row]]) -> tuple[LoadedMatch, Secret]:
    """Return the match in the form in which the store loads it, with its secret."""
    (row,) = (_values_by_field(match, row, "last_hash") for row in its[match])
    secret = Secret(row.pop("secret"))
    seats = (_values_by_field(seat, row, "match_id", "live") for row in sorted(its[seat], key=lambda row: int(row["seat"])))
    log = (_values_by_field(action, row, "match_id", "previous") for row in sorted(its[action], key=lambda row: int(row["seq"])))
    row["id"] = MatchId(row["id"])
    return LoadedMatch(
        MatchRow(**row), tuple(SeatRow(**each_seat) for each_seat in seats), tuple(ActionRow(**logged) for logged in log), None
    ), secret


def _values_by_field(table: Table, row: Row, *without: str) -> dict[str, Any]:
    return {column.key: _row_value(column, row[column.name]) for column in table.columns if column.key not in without}
