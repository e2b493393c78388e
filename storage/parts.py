"""Which process looks after what, where several work with one database: parts of everything.

Discord deals servers to the shards of its gateway by their numbers. What belongs to a server belongs to the same shard here:
its matches, its events, itself, with their messages and timers. Everything else is common: private lists, vacations, digests.
Settings name a part too. SQL asks for one inside a transaction of its caller.
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

from storage.records import EVENT, MATCH, PROGRAM, SERVER
from storage.schema import event_, lease, match

COMMON = "common"
"""The name of the lease of what belongs to no server."""

LASTS = timedelta(seconds=8)
"""How long a lease is held that is not renewed."""

_MADE_AT: ColumnElement[int] = literal_column("22")
"""How many bits of a server's number Discord does not deal by; PostgreSQL shifts by numbers that are no `bigint` only."""

_SHARD = re.compile(r"shard (\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class Part:
    """Some shards of so many, and perhaps what is common."""

    of: int = 1
    """Into how many shards the servers are dealt."""
    shards: frozenset[int] = frozenset()
    common: bool = False

    @classmethod
    def named(cls, names: Iterable[str]) -> Part:
        """The part of these leases; all of them deal the servers in the same way."""
        names = tuple(names)
        dealt = [(int(found[1]), int(found[2])) for name in names if (found := _SHARD.fullmatch(name))]
        assert len({of for _, of in dealt}) < 2, names
        return cls(dealt[0][1] if dealt else 1, frozenset(number for number, _ in dealt), COMMON in names)

    @property
    def names(self) -> tuple[str, ...]:
        """Its leases, a shard at a time."""
        return (*(f"shard {number}/{self.of}" for number in sorted(self.shards)), *((COMMON,) if self.common else ()))

    def __str__(self) -> str:
        """Short, for anyone who watches: `0-3,8/16, common`."""
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
        """Whether there is nothing else."""
        return self.common and len(self.shards) == self.of

    @property
    def share(self) -> float:
        """How many of the servers it has, from nearly none to 1."""
        return max(len(self.shards), 1) / self.of

    def covers(self, guild_id: int | None) -> bool:
        """Whether it has what belongs to this server, or to none."""
        return self.common if guild_id is None else (guild_id >> 22) % self.of in self.shards

    def __bool__(self) -> bool:
        return self.common or bool(self.shards)


WHOLE = Part(1, frozenset({0}), common=True)
"""All that there is."""


@dataclass
class Share:
    """What this process looks after of a database that others work with too."""

    holder: str
    """Its name among them: no two processes ever have the same."""
    attended: Part = field(default_factory=Part)
    """For which everything is prepared, as far as the leases last: the database itself says so, see `held`."""

    def held(self, con: Connection) -> Part:
        """What of it is this process's now, by the clock of the database; asked in the transaction that depends on it."""
        rows = con.execute(select(lease.c.name).where(lease.c.holder == self.holder, lease.c.until > func.clock_timestamp()))
        return Part.named({*rows.scalars()} & {*self.attended.names})


def held(con: Connection, share: Share | None) -> Part:
    """As `Share.held`; everything where nobody shares."""
    return WHOLE if share is None else share.held(con)


@cache
def within(part: Part, kind: ColumnElement[str], number: ColumnElement[int]) -> ColumnElement[bool] | None:
    """That a subject belongs to a part; None where everything does. The columns are its kind and its number."""
    if part.is_whole:
        return None
    return of_guild(part, guild_of(kind, number))


def of_guild(part: Part, guild: ColumnElement[int]) -> ColumnElement[bool]:
    """That what belongs to a server, or to none, belongs to a part."""
    shard = func.mod(guild.op(">>")(_MADE_AT), part.of)
    mine = [and_(guild.is_not(None), shard.in_(sorted(part.shards)))] if part.shards else []
    return or_(false(), *mine, *([guild.is_(None)] if part.common else []))


def guild_of(kind: ColumnElement[str], number: ColumnElement[int]) -> ColumnElement[int]:
    """The server of a subject; a shard of the program stands for a server on it."""
    return case(
        (kind == MATCH, select(match.c.guild_id).where(match.c.id == number).scalar_subquery()),
        (kind == EVENT, select(event_.c.guild_id).where(event_.c.id == number).scalar_subquery()),
        (kind == SERVER, number),
        (kind == PROGRAM, number.op("<<")(_MADE_AT)),
        else_=null(),
    )


def upsert(con: Connection, table: Table, row: Mapping[str, Any], replaced: tuple[str, ...]) -> None:
    """Insert `row`; where its primary key is there, replace the columns `replaced`."""
    con.execute(_statement(con.dialect.name, table, replaced), dict(row))


def values(table: Table, row: Any, **given: Any) -> dict[str, Any]:
    """The columns of a record, or what is `given` in the place of some; without the number that the database gives."""
    keys = (column.key for column in table.c if column is not table.autoincrement_column)
    return {key: given[key] if key in given else getattr(row, key) for key in keys}


@cache
def _statement(dialect: str, table: Table, replaced: tuple[str, ...]) -> Executable:
    insert = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)  # the other kind is a tenth of a second of every start
    values = {key: insert.excluded[key] for key in replaced}
    found: Executable = insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)
    return found
