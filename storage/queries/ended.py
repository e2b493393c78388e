"""SQL of the games of a server that have ended, for ratings and profiles. Works inside a transaction of its caller."""

from __future__ import annotations

from collections import defaultdict

from sqlalchemy import Connection, bindparam, select

from storage.records import FINISHED, EndedMatch, UserId
from storage.schema import match, seat

_OF_GUILD = (match.c.guild_id == bindparam("of_guild"), match.c.status == FINISHED)
_ENDED = (
    select(match.c.id, match.c.game, match.c.channel_id, match.c.ended_at, match.c.result, match.c.terms)
    .where(*_OF_GUILD)
    .order_by(match.c.ended_at, match.c.id)
)
_SEATS = (
    select(seat.c.match_id, seat.c.user_id)
    .join(match, match.c.id == seat.c.match_id)
    .where(*_OF_GUILD)
    .order_by(seat.c.match_id, seat.c.seat)
)
_PLAYED_IN = (
    select(match.c.guild_id)
    .join(seat, match.c.id == seat.c.match_id)
    .where(seat.c.user_id == bindparam("of_user"), match.c.status == FINISHED, match.c.guild_id.is_not(None))
    .distinct()
    .order_by(match.c.guild_id)
)


def played_in(con: Connection, user_id: UserId) -> tuple[int, ...]:
    """The servers in which a person has played a game to its end."""
    return tuple(con.execute(_PLAYED_IN, {"of_user": user_id}).scalars())


def ended(con: Connection, guild_id: int) -> tuple[EndedMatch, ...]:
    """The finished games of a server in the order of their ends."""
    seats: dict[int, list[UserId | None]] = defaultdict(list)
    for match_id, user_id in con.execute(_SEATS, {"of_guild": guild_id}):
        seats[match_id].append(user_id)
    return tuple(
        EndedMatch(match_id, game, channel_id, ended_at, result, terms.rated, tuple(seats[match_id]))
        for match_id, game, channel_id, ended_at, result, terms in con.execute(_ENDED, {"of_guild": guild_id})
        if result is not None and ended_at is not None
    )
