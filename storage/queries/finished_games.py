"""SQL of a server's finished games, and of analyses. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from storage.rows import FINISHED, EndedMatch, MatchId, UserId
from storage.schema import analysis, match, seat
from tournament.results import ELSEWHERE

_ENDED = (
    select(match.c.id, match.c.game, match.c.channel_id, match.c.ended_at, match.c.result, match.c.terms)
    .where(match.c.guild_id == bindparam("of_guild"), match.c.status == FINISHED)
    .order_by(match.c.ended_at.desc(), match.c.id.desc())
    .limit(bindparam("most"))
)
_SEATS = (
    select(seat.c.match_id, seat.c.user_id)
    .where(seat.c.match_id.in_(bindparam("of_matches", expanding=True)))
    .order_by(seat.c.match_id, seat.c.seat)
)


def newest_finished(con: Connection, guild_id: int, limit: int) -> tuple[EndedMatch, ...]:
    """Return a server's newest finished games, at most `limit`, oldest first."""
    return _with_seats(con, con.execute(_ENDED, {"of_guild": guild_id, "most": limit}).all()[::-1])


def week(con: Connection, guild_id: int, since: datetime, until: datetime, limit: int) -> tuple[EndedMatch, ...]:
    """Return a server's games that ended from `since` until just before `until`, oldest first; at most the newest `limit`."""
    within = _ENDED.where(match.c.ended_at >= since, match.c.ended_at < until)
    return _with_seats(con, con.execute(within, {"of_guild": guild_id, "most": limit}).all()[::-1])


def _with_seats(con: Connection, found: Sequence[Any]) -> tuple[EndedMatch, ...]:
    seats: dict[int, list[UserId | None]] = defaultdict(list)
    for match_id, user_id in con.execute(_SEATS, {"of_matches": [row[0] for row in found]}):
        seats[match_id].append(user_id)
    return tuple(
        EndedMatch(match_id, game, channel_id, ended_at, result, terms.rated, tuple(seats[match_id]))
        for match_id, game, channel_id, ended_at, result, terms in found
        if result is not None and ended_at is not None and result.get("how") != ELSEWHERE
    )


def get(con: Connection, match_id: MatchId) -> Any | None:
    """Return the analysis of a match as JSON; None if there is none."""
    return con.execute(select(analysis.c.judged).where(analysis.c.match_id == match_id)).scalar()


def add(con: Connection, match_id: MatchId, judged: Any, at: datetime) -> None:
    """Insert the analysis of a match, which must not have one."""
    con.execute(insert(analysis).values(match_id=match_id, judged=judged, at=at))


def drop(con: Connection, match_id: MatchId) -> None:
    """Delete the analysis of a match."""
    con.execute(delete(analysis).where(analysis.c.match_id == match_id))
