"""SQL that reads statistics. Each query reads few rows, however many games were played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, exists, func, or_, select

from games.core.game import Seat
from storage.queries import matches, timers
from storage.queries.stats import progress, records
from storage.rows import FINISHED, MatchId, UserId
from storage.schema import (
    game_stats,
    match,
    opponent_stats,
    player_stats,
    rated_kind,
    rating,
    season_stats,
    server_record,
    server_stats,
)
from storage.stats import (
    Key,
    MatchCounting,
    MatchTally,
    Numbers,
    OpponentStats,
    PlayerStats,
    RankedPlayer,
    RatingChange,
    RecordRows,
    ServerRecord,
    StatRows,
    TimelinessStats,
)
from tournament.ratings import SETTLED, Rating

LATEST = 200
"""Most of a person's games read for rating curves."""

_MICROSECOND = timedelta(microseconds=1)
_RATING = (rating.c.mu, rating.c.sigma, rating.c.games, rating.c.wins)
_AFTER = (game_stats.c.mu, game_stats.c.sigma, game_stats.c.games, game_stats.c.wins)
_PLAYER = tuple(column for column in player_stats.c if column.key not in ("guild_id", "user_id"))


def player(con: Connection, guild_id: int, user_id: UserId) -> PlayerStats:
    """Return a person's totals in a server, with their ratings; zeros if they haven't played."""
    return players(con, guild_id, [user_id]).get(user_id) or PlayerStats(ratings={})


def players(con: Connection, guild_id: int, users: Sequence[UserId]) -> Mapping[UserId, PlayerStats]:
    """Return statistics as `player` does for several people, by user id; people who haven't played are missing."""
    ratings_by_player: dict[int, dict[str, Rating]] = defaultdict(dict)
    rated = select(rating.c.user_id, rating.c.kind, *_RATING).where(rating.c.guild_id == guild_id, rating.c.user_id.in_(users))
    for user, kind, *numbers in con.execute(rated.order_by(rating.c.kind)):
        ratings_by_player[user][kind] = Rating(*numbers)
    statement = select(player_stats.c.user_id, *_PLAYER).where(
        player_stats.c.guild_id == guild_id, player_stats.c.user_id.in_(users)
    )
    return {UserId(row[0]): replace(PlayerStats(*row[1:]), ratings=ratings_by_player[row[0]]) for row in con.execute(statement)}


def against(con: Connection, guild_id: int, user_id: UserId, other_id: UserId) -> OpponentStats:
    """Return a person's head-to-head record against another in a server."""
    its = (opponent_stats.c.guild_id == guild_id, opponent_stats.c.user_id == user_id, opponent_stats.c.other_id == other_id)
    columns = (opponent_stats.c[field.name] for field in fields(OpponentStats))
    row = con.execute(select(*columns).where(*its)).first()
    return OpponentStats() if row is None else OpponentStats(*row)


def curves(con: Connection, guild_id: int, user_id: UserId) -> Mapping[str, tuple[Rating, ...]]:
    """Return a person's latest ratings by kind of game, oldest first."""
    own = (game_stats.c.guild_id == guild_id, game_stats.c.user_id == user_id)
    latest = select(game_stats.c.kind, *_AFTER).where(*own).order_by(game_stats.c.number.desc()).limit(LATEST)
    ratings_by_kind: dict[str, list[Rating]] = defaultdict(list)
    for kind, mu, *numbers in reversed(con.execute(latest).all()):
        if mu is not None:
            ratings_by_kind[kind].append(Rating(mu, *numbers))
    return {kind: tuple(values) for kind, values in ratings_by_kind.items()}


def results(con: Connection, guild_id: int, user_id: UserId, most: int) -> tuple[tuple[str, Seat, Mapping[str, Any]], ...]:
    """Return a person's latest counted games in a server, newest first: game id, seat, result."""
    own = (game_stats.c.guild_id == guild_id, game_stats.c.user_id == user_id)
    statement = select(match.c.game, game_stats.c.seat, match.c.result).join(match, match.c.id == game_stats.c.match_id).where(*own)
    rows = con.execute(statement.order_by(game_stats.c.number.desc()).limit(most))
    return tuple((game, Seat(seat), result or {}) for game, seat, result in rows)


def servers_played_in(con: Connection, user_id: UserId, limit: int, among: Collection[int] | None = None) -> tuple[int, ...]:
    """Return ids of servers (of those in `among`, if given) in which a person has played, most games first."""
    statement = select(player_stats.c.guild_id).where(player_stats.c.user_id == user_id)
    if among is not None:
        statement = statement.where(player_stats.c.guild_id.in_(among))
    return tuple(con.execute(statement.order_by(player_stats.c.games.desc(), player_stats.c.guild_id).limit(limit)).scalars())


def changes(con: Connection, match_id: MatchId) -> tuple[RatingChange, ...]:
    """Return changes of ratings by a match, in the order of seats."""
    columns = (game_stats.c.guild_id, game_stats.c.user_id, game_stats.c.kind, game_stats.c.number, *_AFTER)
    rated = select(*columns).where(game_stats.c.match_id == match_id, game_stats.c.mu.is_not(None)).order_by(game_stats.c.seat)
    return tuple(
        RatingChange(UserId(user), _rating_before(con, guild_id, user, kind, number), Rating(*after))
        for guild_id, user, kind, number, *after in con.execute(rated).all()
    )


def _rating_before(con: Connection, guild_id: int, user_id: int, kind: str, number: int) -> Rating | None:
    own = (game_stats.c.guild_id == guild_id, game_stats.c.user_id == user_id, game_stats.c.number < number)
    rated = (game_stats.c.kind == kind, game_stats.c.mu.is_not(None))
    row = con.execute(select(*_AFTER).where(*own, *rated).order_by(game_stats.c.number.desc()).limit(1)).first()
    return None if row is None else Rating(*row)


def kinds(con: Connection, guild_id: int) -> tuple[str, ...]:
    """Return the rated kinds of games in a server, most played first."""
    statement = select(rated_kind.c.kind).where(rated_kind.c.guild_id == guild_id)
    return tuple(con.execute(statement.order_by(rated_kind.c.games.desc(), rated_kind.c.kind)).scalars())


def seasons(con: Connection, guild_id: int, limit: int) -> tuple[int, ...]:
    """Return the seasons of a server with counted games, newest first, at most `limit`."""
    seasons: list[int] = []
    newest = select(func.max(season_stats.c.season)).where(season_stats.c.guild_id == guild_id)
    while len(seasons) < limit:
        before = newest.where(season_stats.c.season < seasons[-1]) if seasons else newest
        if (season := con.execute(before).scalar()) is None:
            break
        seasons.append(season)
    return tuple(seasons)


def titles(con: Connection, guild_id: int, user_id: UserId, least_wins: int) -> tuple[int, ...]:
    """Return the seasons in which a user had the most wins (ties count), and at least `least_wins`, newest first."""
    others = season_stats.alias()
    better = exists().where(
        others.c.guild_id == guild_id, others.c.season == season_stats.c.season, others.c.wins > season_stats.c.wins
    )
    own = (season_stats.c.guild_id == guild_id, season_stats.c.user_id == user_id, season_stats.c.wins >= least_wins)
    return tuple(con.execute(select(season_stats.c.season).where(*own, ~better).order_by(season_stats.c.season.desc())).scalars())


def leaders_by_rating(con: Connection, guild_id: int, kind: str, offset: int, limit: int) -> tuple[RankedPlayer, ...]:
    """Return the leaderboard of settled ratings in one kind of game, best first."""
    statement = select(rating.c.user_id, rating.c.value, rating.c.games)
    settled = (rating.c.guild_id == guild_id, rating.c.kind == kind, rating.c.games >= SETTLED, rating.c.user_id > 0)
    order = (rating.c.value.desc(), rating.c.games, rating.c.user_id)
    return tuple(RankedPlayer(*row) for row in con.execute(statement.where(*settled).order_by(*order).offset(offset).limit(limit)))


def leaders_by_wins(con: Connection, guild_id: int, season: int | None, offset: int, limit: int) -> tuple[RankedPlayer, ...]:
    """Return the leaderboard of wins in one season (None: ever), most wins first."""
    table = player_stats if season is None else season_stats
    statement = select(table.c.user_id, table.c.wins, table.c.games)
    won = [table.c.guild_id == guild_id, table.c.wins > 0, table.c.user_id > 0]
    won += [] if season is None else [season_stats.c.season == season]
    order = (table.c.wins.desc(), table.c.games, table.c.user_id)
    return tuple(RankedPlayer(*row) for row in con.execute(statement.where(*won).order_by(*order).offset(offset).limit(limit)))


def turns(con: Connection, guild_id: int, user_id: UserId, games: int) -> TimelinessStats:
    """Return totals of a person's turns in their latest `games` games in a server."""
    latest = (
        select(game_stats.c.made, game_stats.c.missed, game_stats.c.waited_us)
        .where(game_stats.c.guild_id == guild_id, game_stats.c.user_id == user_id)
        .order_by(game_stats.c.number.desc())
        .limit(games)
    )
    rows = con.execute(latest).all()
    return TimelinessStats(sum(row[0] for row in rows), sum(row[1] for row in rows), sum(row[2] for row in rows) * _MICROSECOND)


# --- checking what was counted ------------------------------------------------------------------------------------------------


def servers_to_check(con: Connection, version: int, before: datetime, limit: int) -> tuple[int, ...]:
    """Return up to `limit` completely counted servers that were last checked before this time, or never."""
    counted = (server_stats.c.is_complete == 1, server_stats.c.version == version)
    long_ago = or_(server_stats.c.checked_at.is_(None), server_stats.c.checked_at < before)
    return tuple(con.execute(select(server_stats.c.guild_id).where(*counted, long_ago).limit(limit)).scalars())


def recount(con: Connection, guild_id: int, first: int, limit: int, tallying: MatchCounting) -> tuple[MatchTally | None, ...]:
    """Return new tallies of up to `limit` counted matches of a server, from number `first` on, in order.

    None where there is none now.
    """
    numbers = and_(game_stats.c.number >= first, game_stats.c.number < first + limit)
    statement = select(game_stats.c.number, game_stats.c.match_id).where(game_stats.c.guild_id == guild_id, numbers).distinct()
    match_tallies: list[MatchTally | None] = []
    for _, match_id in con.execute(statement.order_by(game_stats.c.number)).all():
        loaded = matches.load(con, match_id)
        match_tallies.append(None if loaded is None else tallying.tally(loaded, timers.clock_events(con, match_id)))
    return tuple(match_tallies)


def missing_matches(
    con: Connection, guild_id: int, after: MatchId, limit: int, tallying: MatchCounting
) -> tuple[MatchId | None, bool]:
    """Return the last checked of up to `limit` matches above id `after`, and whether one is missing in the statistics.

    The id is None at the end.
    """
    is_counted = exists().where(game_stats.c.match_id == match.c.id)
    ended = (match.c.guild_id == guild_id, match.c.id > after)
    rows = con.execute(select(match.c.id, match.c.status, is_counted).where(*ended).order_by(match.c.id).limit(limit)).all()
    last = MatchId(rows[-1][0]) if len(rows) == limit else None
    for match_id, status, counted in rows:
        loaded = None if counted or status != FINISHED else matches.load(con, match_id)
        tally = None if loaded is None else tallying.tally(loaded, timers.clock_events(con, match_id))
        if tally is not None and tally.seats:
            return last, True
    return last, False


def stored_statistics(con: Connection, guild_id: int, users: Sequence[UserId]) -> StatRows:
    """Return the stored statistics of these people in a server, with the number of matches counted."""
    had = progress(con, guild_id)
    rows: dict[Key, Numbers] = {}
    for table, key in KEYS.items():
        numbers = [column for column in table.c if column.key not in ("guild_id", "user_id", "value", key)]
        names = [table.c.user_id] if key is None else [table.c.user_id, table.c[key]]
        statement = select(*names, *numbers).where(table.c.guild_id == guild_id, table.c.user_id.in_(users))
        for row in con.execute(statement):
            rows[table.name, *row[: len(names)]] = tuple(row[len(names) :])
    return StatRows(0 if had is None else had.counted, rows)


def kept_records(con: Connection, guild_id: int) -> RecordRows:
    """Return the stored records of a server, with the number of matches counted."""
    had = progress(con, guild_id)
    return RecordRows(0 if had is None else had.counted, records(con, guild_id))


def records_of(con: Connection, match_id: MatchId) -> tuple[ServerRecord, ...]:
    """Return current records of the server that were set in a match."""
    guilds = con.execute(select(server_record.c.guild_id).where(server_record.c.match_id == match_id).limit(1)).scalars().all()
    return tuple(record for guild_id in guilds for record in records(con, guild_id).values() if record.match_id == match_id)


KEYS = {player_stats: None, season_stats: "season", rating: "kind", opponent_stats: "other_id"}
"""The tables that are checked, each with its key column besides server and person."""
