"""Recovery of rows from a SQLite file whose schema table is damaged: tables are found by their pages.

Without its schema table (the list of tables), SQLite opens nothing, although all rows are still in the file. Remains of the schema
table tell where some tables begin. Any other table begins at a root page, which no other page refers to and whose rows fit only
that table.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LEAF, INTERIOR = 0x0D, 0x05
"""The kinds of pages that hold rows of tables."""
MAGIC = b"SQLite format 3\0"
USUAL_SIZE = 4096
_HEADER = 100
"""Bytes of the file's own header, at the beginning of its first page."""
_TABLE_SHARE = 0.9
"""Part of the rows of a page that must be of a table's kind; the others are damaged."""
_FRAME = struct.Struct(">6I")
_COLUMNS_OF_SCHEMA = 5

Row = dict[str, Any]
Read = Callable[[sqlite3.Connection, str], Sequence[Row | None]]
"""Returns all rows of a table, None for each that is damaged."""


@dataclass(frozen=True)
class RecoveredTables:
    """The rows recovered from a file, by table."""

    rows: Mapping[str, Sequence[Row]]
    """By the names of tables."""
    unreadable: Mapping[str, int]
    """Places of each table where rows were that can't be read; tables without such are missing."""


def recover_tables(file: Path, folder: Path, wanted: Mapping[str, str], read: Read) -> RecoveredTables:
    """Return the readable rows of all wanted tables; a copy of the file is written into `folder`.

    `wanted`: each table's CREATE TABLE statement by name. `read`: returns the rows of a table from a connection.
    """
    pages = Pages(file)
    copy = folder / "pages.db"
    copy.write_bytes(pages.data)
    listed = {name: (root, ddl) for name, root, ddl in pages.listed() if name in wanted}
    rows: dict[str, Sequence[Row]] = {}
    unreadable: dict[str, int] = {}

    def reads(table: str, ddl: str, root: int) -> Sequence[Row | None]:
        with _ListOfOne(copy, pages.size, table, ddl, root), closing(sqlite3.connect(copy)) as raw:
            return read(raw, table)

    def keep(table: str, every: Sequence[Row | None]) -> None:
        rows[table] = [row for row in every if row is not None]
        if lost := len(every) - len(rows[table]):
            unreadable[table] = lost

    for table, (root, ddl) in listed.items():
        with suppress(sqlite3.Error):
            keep(table, reads(table, ddl, root))
    missing = {table: ddl for table, ddl in wanted.items() if table not in rows}
    roots = [root for root in pages.roots() if root not in {root for root, _ in listed.values()}]
    empty = [root for root in roots if pages.is_empty(root)]
    fitting = {root: list(_fitting_tables(root, pages.columns(root), missing, reads)) for root in roots if root not in empty}
    for table, root in _certain_roots(fitting):
        keep(table, reads(table, wanted[table], root))
    lost = [table for table in missing if table not in rows]
    if len(lost) > len(empty):
        unreadable |= dict.fromkeys(lost, 1)
    return RecoveredTables(rows, unreadable)


def _fitting_tables(
    root: int, columns: int, missing: Mapping[str, str], reads: Callable[[str, str, int], Sequence[Row | None]]
) -> Iterator[str]:
    """Yield the missing tables whose columns fit the rows below a root page."""
    for table, ddl in missing.items():
        if _columns(ddl) == columns:
            with suppress(sqlite3.Error):
                every = reads(table, ddl, root)
                if every and sum(row is not None for row in every) >= _TABLE_SHARE * len(every):
                    yield table


def _certain_roots(fitting: Mapping[int, list[str]]) -> Iterator[tuple[str, int]]:
    """Yield tables with their root pages as far as they can be assigned unambiguously.

    `fitting`: the possible tables of each root page. Each assignment excludes others, which may make more of them unambiguous.
    """
    left = {root: list(tables) for root, tables in fitting.items()}
    while True:
        only = {root: tables[0] for root, tables in left.items() if len(tables) == 1}
        names = list(only.values())
        sure = {root: table for root, table in only.items() if names.count(table) == 1}
        if not sure:
            return
        yield from ((table, root) for root, table in sure.items())
        known = set(names)
        left = {
            root: [table_row for table_row in tables if table_row not in known] for root, tables in left.items() if root not in only
        }


def _columns(ddl: str) -> int:
    with closing(sqlite3.connect(":memory:")) as raw:
        raw.execute(ddl)
        (name,) = raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchone()
        return len(raw.execute(f'PRAGMA table_info("{name}")').fetchall())


class _ListOfOne:
    """A context in which the copy's schema table lists only one table, which begins at a given page."""

    def __init__(self, copy: Path, size: int, table: str, ddl: str, root: int) -> None:
        self._copy, self._size = copy, size
        self._page = self._make_entry(table, ddl, root)

    def __enter__(self) -> None:
        with self._copy.open("r+b") as file:
            file.write(self._page)

    def __exit__(self, *_: object) -> None:
        pass

    def _make_entry(self, table: str, ddl: str, root: int) -> bytes:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
            raw.execute(f"PRAGMA page_size = {self._size:d}")
            raw.execute(ddl)
            raw.execute("PRAGMA writable_schema = ON")
            raw.execute("DELETE FROM sqlite_schema WHERE type <> 'table' OR name <> ?", (table,))
            raw.execute("UPDATE sqlite_schema SET rootpage = ?", (root,))
            page = bytearray(raw.serialize()[: self._size])
        count = self._copy.stat().st_size // self._size
        page[18:20] = b"\1\1"  # no journal beside it
        page[28:40] = struct.pack(">3I", count, 0, 0)  # no page is free
        page[92:96] = page[24:28]
        return bytes(page)


class Pages:
    """The pages of a SQLite file, including those committed in its write-ahead log."""

    def __init__(self, file: Path) -> None:
        data = bytearray(file.read_bytes())
        size = int.from_bytes(data[16:18], "big")
        size = 65536 if size == 1 else size
        self.has_header = data[:16] == MAGIC and size >= 512 and size & (size - 1) == 0
        self.size = size if self.has_header else USUAL_SIZE
        journal = file.with_name(f"{file.name}-wal")
        if journal.exists():
            _add_committed(data, journal.read_bytes(), self.size)
        data += bytes(-len(data) % self.size)
        self.data = bytes(data)
        self.count = len(data) // self.size

    def page(self, number: int) -> bytes:
        """Return a page by its number, counted from 1."""
        return self.data[(number - 1) * self.size : number * self.size]

    def listed(self) -> Iterator[tuple[str, int, str]]:
        """Yield name, root page and CREATE TABLE statement of each table in what is left of the schema table."""
        for number in range(1, self.count + 1):
            for record in self._records(number):
                if len(record) == _COLUMNS_OF_SCHEMA and record[0] == "table" and isinstance(record[3], int):
                    name, root, ddl = record[1], record[3], record[4]
                    if isinstance(ddl, str) and ddl.startswith("CREATE TABLE") and 1 < root <= self.count:
                        yield str(name), root, ddl

    def roots(self) -> list[int]:
        """Return the root pages: pages with rows that no other page refers to, except those of the schema table."""
        roots = [number for number in range(2, self.count + 1) if self._kind(number) in (LEAF, INTERIOR)]
        below = {child for number in (1, *roots) if self._kind(number) == INTERIOR for child in self._children(number)}
        schema = {number for number in roots if any(_is_schema(record) for record in self._records(number))}
        return [number for number in roots if number not in below | schema | self._free()]

    def is_empty(self, root: int) -> bool:
        """Return whether there are no rows on this root page and below."""
        return self._kind(root) == LEAF and not self._cells(root)

    def columns(self, root: int) -> int:
        """Return the number of values per row below a root page, from the first readable page; 0 if there is none."""
        for number in self._leaf_pages(root):
            if widths := [len(record) for record in self._records(number, values=False)]:
                return max(widths)
        return 0

    def _leaf_pages(self, root: int) -> Iterator[int]:
        waiting, seen = [root], {root}
        while waiting:
            number = waiting.pop()
            if self._kind(number) == LEAF:
                yield number
            elif self._kind(number) == INTERIOR:
                fresh = [child for child in self._children(number) if child not in seen]
                seen.update(fresh)
                waiting += fresh

    def _kind(self, number: int) -> int:
        return self.page(number)[_start(number)] if 1 <= number <= self.count else 0

    def _cells(self, number: int) -> list[int]:
        """Return the offsets of a page's cells."""
        page, start = self.page(number), _start(number)
        many = int.from_bytes(page[start + 3 : start + 5], "big")
        first = start + (12 if page[start] == INTERIOR else 8)
        cell_starts = [
            int.from_bytes(page[offset : offset + 2], "big") for offset in range(first, min(first + 2 * many, self.size - 1), 2)
        ]
        return [at for at in cell_starts if first <= at < self.size]

    def _children(self, number: int) -> Iterator[int]:
        page, start = self.page(number), _start(number)
        yield int.from_bytes(page[start + 8 : start + 12], "big")
        for cell in self._cells(number):
            yield int.from_bytes(page[cell : cell + 4], "big")

    def _free(self) -> set[int]:
        """Return the numbers of the unused pages, according to the header."""
        free: set[int] = set()
        trunk = int.from_bytes(self.data[32:36], "big") if self.has_header else 0
        while 1 < trunk <= self.count and trunk not in free:
            page = self.page(trunk)
            many = min(int.from_bytes(page[4:8], "big"), self.size // 4 - 2)
            free |= {trunk, *struct.unpack(f">{many}I", page[8 : 8 + 4 * many])}
            trunk = int.from_bytes(page[:4], "big")
        return free

    def _records(self, number: int, *, values: bool = True) -> Iterator[Sequence[Any]]:
        """Yield the rows stored completely on a page.

        Without `values`, yields the value types of each row instead, also of rows that continue on other pages.
        """
        if self._kind(number) != LEAF:
            return
        page = self.page(number)
        for cell in self._cells(number):
            with suppress(IndexError, UnicodeDecodeError, ValueError):
                length, cell = _varint(page, cell)
                _, cell = _varint(page, cell)
                if not values:
                    yield _kinds(page, cell)[0]
                elif cell + length <= self.size:
                    yield list(_values(page[cell : cell + length]))


def _is_schema(record: Sequence[Any]) -> bool:
    return len(record) == _COLUMNS_OF_SCHEMA and record[0] in ("table", "index", "trigger", "view") and record[4] != 0


def _start(number: int) -> int:
    return _HEADER if number == 1 else 0


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the number encoded at an offset in SQLite's variable-length format, and the offset after it."""
    value = 0
    for more in range(9):
        byte = data[at + more]
        if more == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + more + 1
    raise ValueError


def _kinds(record: bytes, at: int) -> tuple[list[int], int]:
    """Return the type codes of a row's values, and the offset at which the values begin."""
    length, here = _varint(record, at)
    kinds: list[int] = []
    while here < at + length:
        kind, here = _varint(record, here)
        kinds.append(kind)
    return kinds, at + length


def _values(record: bytes) -> Iterator[Any]:
    """Yield the texts and integers of a row, None for other values."""
    kinds, at = _kinds(record, 0)
    for kind in kinds:
        length = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]
        value = record[at : at + length]
        at += length
        if kind >= 13 and kind % 2:
            yield value.decode()
        elif 1 <= kind <= 6:
            yield int.from_bytes(value, "big", signed=True)
        else:
            yield kind - 8 if kind in (8, 9) else None


def _add_committed(data: bytearray, journal: bytes, size: int) -> None:
    """Overwrite the file's pages with those committed in its write-ahead log."""
    salts, at = journal[16:24], 32
    waiting: dict[int, bytes] = {}
    while at + _FRAME.size + size <= len(journal) and journal[at + 8 : at + 16] == salts:
        number, after = struct.unpack(">2I", journal[at : at + 8])
        waiting[number] = journal[at + _FRAME.size : at + _FRAME.size + size]
        if after:
            _put(data, waiting.items(), size)
            waiting.clear()
        at += _FRAME.size + size


def _put(data: bytearray, pages: Iterable[tuple[int, bytes]], size: int) -> None:
    for number, page in pages:
        data.extend(bytes(max(0, number * size - len(data))))
        data[(number - 1) * size : number * size] = page
