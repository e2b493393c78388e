"""Division of work between processes that share a database.

Discord assigns servers to gateway shards by their ids. A server's matches, events, messages and timers belong to the same shard
here. Everything that belongs to no server is common work: private lists, vacations, digests.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any

from sqlalchemy import ColumnElement, Connection, Executable, Table, and_, case, false, func, literal_column, null, or_, select

from storage.rows import EVENT, MATCH, PROGRAM, SERVER
from storage.schema import event_, lease, match

COMMON = "common"
"""Name of the lease for whatever belongs to no server."""

LASTS = timedelta(seconds=8)
"""How long a lease lasts unless it's renewed."""

_MADE_AT: ColumnElement[int] = literal_column("22")
"""Low bits of a server's id that Discord ignores for sharding. A literal, because PostgreSQL can't shift by a `bigint`."""

_SHARD = re.compile(r"shard (\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class ShardSet:
    """A part of the work: some shards out of `of`, perhaps with the common work."""

    of: int = 1
    """Number of shards in total."""
    shards: frozenset[int] = frozenset()
    common: bool = False

    @classmethod
    def named(cls, names: Iterable[str]) -> ShardSet:
        """Return the part that these lease names cover; they must all have the same number of shards."""
        names = tuple(names)
        dealt = [(int(matched[1]), int(matched[2])) for name in names if (matched := _SHARD.fullmatch(name))]
        assert len({of for _, of in dealt}) < 2, names
        return cls(dealt[0][1] if dealt else 1, frozenset(number for number, _ in dealt), COMMON in names)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the part's leases: one for each shard, and `common`."""
        return (*(f"shard {number}/{self.of}" for number in sorted(self.shards)), *((COMMON,) if self.common else ()))

    def __str__(self) -> str:
        """Return a short form for logs, such as `0-3,8/16, common`."""
        runs: list[list[int]] = []
        for number in sorted(self.shards):
            if runs and number == runs[-1][-1] + 1:
                runs[-1][1:] = [number]
            else:
                runs.append([number])
        shards = [",".join("-".join(map(str, run)) for run in runs) + f"/{self.of}"] if runs else []
        return ", ".join([*shards, *([COMMON] if self.common else [])])

    @property
    def is_whole(self) -> bool:
        """Whether the part covers everything."""
        return self.common and len(self.shards) == self.of

    @property
    def share(self) -> float:
        """Fraction of all servers that the part covers, at least one shard's."""
        return max(len(self.shards), 1) / self.of

    def covers(self, guild_id: int | None) -> bool:
        """Return whether the part covers this server; None asks for the common work."""
        return self.common if guild_id is None else (guild_id >> 22) % self.of in self.shards

    def __bool__(self) -> bool:
        return self.common or bool(self.shards)


WHOLE = ShardSet(1, frozenset({0}), common=True)
"""The part that covers everything."""


@dataclass
class ProcessShare:
    """The part of the work that one process has taken on in a shared database."""

    holder: str
    """Unique name of this process."""
    attended: ShardSet = field(default_factory=ShardSet)
    """The part that this process has started work on. Only counts while it holds the leases: see `held`."""

    def held(self, con: Connection) -> ShardSet:
        """Return the part that the process attends and whose leases are valid now, by the database's clock.

        Call it in the transaction that depends on it.
        """
        rows = con.execute(select(lease.c.name).where(lease.c.holder == self.holder, lease.c.until > func.clock_timestamp()))
        return ShardSet.named({*rows.scalars()} & {*self.attended.names})


def held_shards(con: Connection, share: ProcessShare | None) -> ShardSet:
    """Return the part that `share` holds now; everything if the database isn't shared (`share` is None)."""
    return WHOLE if share is None else share.held(con)


@cache
def part_condition(part: ShardSet, kind: ColumnElement[str], number: ColumnElement[int]) -> ColumnElement[bool] | None:
    """Return the SQL condition that a subject, given by its kind and id columns, belongs to a part; None for the whole."""
    if part.is_whole:
        return None
    return guild_condition(part, guild_of(kind, number))


def guild_condition(part: ShardSet, guild: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the server in this column, or NULL for none, belongs to a part."""
    shard = func.mod(guild.op(">>")(_MADE_AT), part.of)
    mine = [and_(guild.is_not(None), shard.in_(sorted(part.shards)))] if part.shards else []
    return or_(false(), *mine, *([guild.is_(None)] if part.common else []))


def guild_of(kind: ColumnElement[str], number: ColumnElement[int]) -> ColumnElement[int]:
    """Return the SQL expression for a subject's server id; for the program's own shards, an id on that shard."""
    return case(
        (kind == MATCH, select(match.c.guild_id).where(match.c.id == number).scalar_subquery()),
        (kind == EVENT, select(event_.c.guild_id).where(event_.c.id == number).scalar_subquery()),
        (kind == SERVER, number),
        (kind == PROGRAM, number.op("<<")(_MADE_AT)),
        else_=null(),
    )


def upsert(con: Connection, table: Table, row: Mapping[str, Any], replaced: tuple[str, ...]) -> None:
    """Insert `row`, or update its `replaced` columns if the primary key exists."""
    con.execute(_statement(con.dialect.name, table, replaced), dict(row))


def insert_new(con: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert `row` unless its primary key exists; return whether it was inserted."""
    return con.execute(_statement(con.dialect.name, table, ()), dict(row)).rowcount == 1


def values(table: Table, row: Any, **given: Any) -> dict[str, Any]:
    """Return the column values of a record without the generated id, with some overridden by `given`."""
    keys = (column.key for column in table.c if column is not table.autoincrement_column)
    return {key: given[key] if key in given else getattr(row, key) for key in keys}


@cache
def _statement(dialect: str, table: Table, replaced: tuple[str, ...]) -> Executable:
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)  # the other kind is a tenth of a second of every start
    values = {key: insert.excluded[key] for key in replaced}
    keys = list(table.primary_key.columns)
    # psycopg forgets the count when the cursor closes, which is at once after an insertion.
    statement: Executable = insert.on_conflict_do_nothing(index_elements=keys).execution_options(preserve_rowcount=True)
    return insert.on_conflict_do_update(index_elements=keys, set_=values) if values else statement
