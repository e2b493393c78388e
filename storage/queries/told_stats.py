"""SQL that reads those counted games of a server that some users may know about (`storage.told_to`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select

from games.core.game import Seat
from storage.rows import EndedMatch, MatchId, UserId
from storage.schema import game_stats, match, player_stats, seat
from storage.stats import TimelinessStats

_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Hearing:
    """A filter for games that may be revealed: by who could read the channel (`MatchRow.told_to`), and by who played."""

    circles: frozenset[str]
    own: frozenset[UserId] = frozenset()
    """People who may be told of the games that all of them played in, wherever that was."""


@dataclass(frozen=True, slots=True)
class CountedGames:
    """A batch of a server's counted games, in the order of counting."""

    games: tuple[tuple[int, EndedMatch], ...]
    """Each with its number."""
    last: tuple[int, MatchId] | None
    """Number and id of the last one that was looked at, told or not; None at the end."""


def circles(con: Connection, guild_id: int) -> tuple[str, ...]:
    """Return the distinct `told_to` values of a server's matches; there are few of them."""
    known: list[str] = []
    its = (match.c.guild_id == guild_id, match.c.told_to.is_not(None))
    while True:
        following = select(func.min(match.c.told_to)).where(*its, *([match.c.told_to > known[-1]] if known else []))
        if (circle := con.execute(following).scalar()) is None:
            return tuple(known)
        known.append(circle)


def plays_in(con: Connection, guild_id: int, users: Collection[UserId], circles: Collection[str]) -> bool:
    """Return whether these users have all played in one counted game whose `told_to` is among `circles`."""
    its = (game_stats.c.guild_id == guild_id, game_stats.c.user_id.in_(users), match.c.told_to.in_(circles))
    statement = select(game_stats.c.seat).join(match, match.c.id == game_stats.c.match_id).where(*its, *_seat_all(users)).limit(1)
    return con.execute(statement).first() is not None


def is_last(con: Connection, guild_id: int, last: tuple[int, MatchId]) -> bool:
    """Return whether a match still has the number under which it was counted."""
    number, match_id = last
    its = (game_stats.c.guild_id == guild_id, game_stats.c.number == number, game_stats.c.match_id == match_id)
    return con.execute(select(game_stats.c.seat).where(*its).limit(1)).first() is not None


def count_forgotten(con: Connection, guild_id: int) -> int:
    """Return how many of a server's players have been forgotten."""
    statement = select(func.count()).select_from(player_stats)
    return int(con.execute(statement.where(player_stats.c.guild_id == guild_id, player_stats.c.user_id < 0)).scalar_one())


def counted_games(con: Connection, guild_id: int, after: int, limit: int, hearing: Hearing) -> CountedGames:
    """Return, of up to `limit` counted games with a number above `after`, those that may be revealed."""
    its = (game_stats.c.guild_id == guild_id, game_stats.c.number > after)
    numbers = select(game_stats.c.number, game_stats.c.match_id).where(*its).distinct().order_by(game_stats.c.number).limit(limit)
    looked_at = con.execute(numbers).all()
    if not looked_at:
        return CountedGames((), None)
    ids = {MatchId(match_id): number for number, match_id in looked_at}
    columns = (match.c.id, match.c.game, match.c.channel_id, match.c.ended_at, match.c.result, match.c.terms)
    rows = con.execute(select(*columns).where(match.c.id.in_(ids), _is_told(hearing))).all()
    players: dict[int, list[UserId | None]] = {row.id: [] for row in rows}
    seated = select(seat.c.match_id, seat.c.user_id).where(seat.c.match_id.in_(players)).order_by(seat.c.match_id, seat.c.seat)
    for match_id, user_id in con.execute(seated):
        players[match_id].append(user_id)
    games = [(ids[MatchId(row.id)], _ended(row, players[row.id])) for row in rows if row.result is not None and row.ended_at]
    number, match_id = looked_at[-1]
    return CountedGames(tuple(sorted(games, key=lambda game: game[0])), (number, MatchId(match_id)))


def _ended(row: Any, players: list[UserId | None]) -> EndedMatch:
    terms = row.terms
    return EndedMatch(
        MatchId(row.id), row.game, row.channel_id, row.ended_at, row.result, terms.rated, tuple(players), terms.series
    )


def told_results(
    con: Connection, guild_id: int, user_id: UserId, most: int, hearing: Hearing
) -> tuple[tuple[str, Seat, Mapping[str, Any]], ...]:
    """Return a user's latest counted games that may be revealed, newest first: game id, seat, result."""
    own = (game_stats.c.guild_id == guild_id, game_stats.c.user_id == user_id, _is_told(hearing))
    statement = select(match.c.game, game_stats.c.seat, match.c.result).join(match, match.c.id == game_stats.c.match_id).where(*own)
    rows = con.execute(statement.order_by(game_stats.c.number.desc()).limit(most))
    return tuple((game, Seat(seat), result or {}) for game, seat, result in rows)


def told_turns(con: Connection, guild_id: int, user_id: UserId, games: int, hearing: Hearing) -> TimelinessStats:
    """Return totals of a user's turns in their latest `games` games that may be revealed."""
    own = (game_stats.c.guild_id == guild_id, game_stats.c.user_id == user_id, _is_told(hearing))
    columns = (game_stats.c.made, game_stats.c.missed, game_stats.c.waited_us)
    statement = select(*columns).join(match, match.c.id == game_stats.c.match_id).where(*own)
    rows = con.execute(statement.order_by(game_stats.c.number.desc()).limit(games)).all()
    return TimelinessStats(sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows) * _MICROSECOND)


def _is_told(hearing: Hearing) -> ColumnElement[bool]:
    """Return the SQL condition for matches that may be revealed.

    Matches without `told_to`, which are older than that column, may be revealed to all.
    """
    told: list[ColumnElement[bool]] = [match.c.told_to.is_(None), match.c.told_to.in_(hearing.circles)]
    if hearing.own:
        told.append(and_(*_seat_all(hearing.own)))
    return or_(*told)


def _seat_all(users: Collection[UserId]) -> list[ColumnElement[bool]]:
    """Return the SQL conditions that each of these users has a seat in the match."""
    return [exists().where(seat.c.match_id == match.c.id, seat.c.user_id == user) for user in sorted(users)]
