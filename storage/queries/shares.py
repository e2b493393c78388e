"""The SQL that asks for a part of everything, and by whom it is held. Works inside a transaction of its caller."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import ColumnElement, Connection, and_, case, false, func, literal_column, null, or_, select

from storage.parts import WHOLE, Part
from storage.records import EVENT, MATCH, PROGRAM, SERVER
from storage.schema import event_, lease, match

_MADE_AT: ColumnElement[int] = literal_column("22")
"""How many bits of a server's number Discord does not deal by; PostgreSQL shifts by numbers that are no `bigint` only."""


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
