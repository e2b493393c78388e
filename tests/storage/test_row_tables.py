"""Every row that is put and dropped as it is comes back as it was put, replaces the one with its key, and can be dropped."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from sqlalchemy import select

from games.core.game import Seat
from storage.changes import DropRow, PutRow
from storage.queries.row_tables import TABLES, RowTable
from storage.rows import MatchId, MatchRow, NewMatch, SeatRow, Secret, UserId
from storage.store import Store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def _match(store: Store) -> MatchId:
    row = MatchRow(*(MatchId(0), "tiny", {}, 1, 7, 70, UserId(1), "lobby", 2, "random", "en", "c0ffee", 0, NOW))
    return (await store.matches.open(NewMatch(row, Secret(b"s" * 32), (SeatRow(Seat(0), UserId(1)),)))).id


def _sample(hint: Any, number: int) -> Any:
    """Return a value of a field's type, another one for another number."""
    origin, inner = get_origin(hint), get_args(hint)
    if hasattr(hint, "__supertype__"):
        return _sample(hint.__supertype__, number)
    if origin in (Union, types.UnionType):
        return _sample(next(inner_type for inner_type in inner if inner_type is not types.NoneType), number)
    if origin is tuple:
        return (_sample(inner[0], number),)
    if origin is not None and issubclass(origin, Mapping):
        return {"key": number}
    return {int: number, str: f"text{number}", datetime: NOW + timedelta(hours=number), bool: number % 2 == 0}[hint]


def _row(kind: type, key: tuple[str, ...], match_id: MatchId, number: int) -> Any:
    """Return a row of a kind; rows with different numbers have the same key and differ in everything else."""
    hints = get_type_hints(kind)
    values = {field.name: _sample(hints[field.name], 1 if field.name in key else number) for field in fields(kind)}
    return kind(**values | ({"match_id": match_id} if "match_id" in values else {}))


async def _stored_rows(store: Store, table: RowTable) -> list[dict[str, Any]]:
    rows = await store._db.read(lambda con: con.execute(select(table.table)).all())  # type: ignore[attr-defined]
    return [dict(zip((column.key for column in table.table.c), row, strict=True)) for row in rows]


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
async def test_a_row_is_put_replaced_and_dropped(store: Store, kind: type) -> None:
    table, match_id = TABLES[kind], await _match(store)
    names_no_match = "match_id" in table.keys and "match_id" not in {field.name for field in fields(kind)}
    of = match_id if names_no_match else None

    for number in (2, 3):
        change = PutRow(_row(kind, table.keys, match_id, number), of)
        revisions = await store.commit(change)
        (subject,) = revisions
        assert subject == table.subject(table.values(change)), "whose revision advances"
        assert await _stored_rows(store, table) == [table.values(change)]

    key = tuple(table.values(change)[name] for name in table.keys)
    changeable = {name for name, value in zip(table.keys, key, strict=True) if isinstance(value, int) and name != table.owner}
    other = tuple(9 if name in changeable else value for name, value in zip(table.keys, key, strict=True))
    if other != key:
        await store.commit(DropRow(kind, other))
        assert await _stored_rows(store, table) == [table.values(change)], "another key's row is left alone"
    assert set(await store.commit(DropRow(kind, key))) == {subject}
    assert await _stored_rows(store, table) == []
    await store.commit(DropRow(kind, key))


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: kind.__name__)
def test_a_row_has_a_field_for_each_column(kind: type) -> None:
    table = TABLES[kind]
    columns = {column.key for column in table.table.c}
    lacking = columns - {field.name for field in fields(kind)} - {"match_id"}
    assert not lacking, f"{kind.__name__} has no field for {lacking}: give it one, or a change of its own in storage.changes"


async def test_a_wish_comes_back_with_its_languages(store: Store) -> None:
    kind = next(kind for kind in TABLES if kind.__name__ == "SeekRow")
    row = replace(_row(kind, TABLES[kind].keys, MatchId(1), 2), languages=("en", "nl"))
    await store.commit(PutRow(row))
    assert await store.servers.wishes(1) == (row,)
