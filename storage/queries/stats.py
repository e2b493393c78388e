"""SQL that counts finished matches for profiles and leaderboards.

`count_ended` runs in the transaction that ends a match. Servers with uncounted older matches are filled in batches, oldest match
first, which then include newer ones. Every function runs in its caller's transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, bindparam, delete, func, insert, or_, select, tuple_, update

from games.core.game import Seat
from storage.queries import matches, timers, users_and_guilds
from storage.rows import FINISHED, MatchId, MatchRow
from storage.schema import (
    STATS,
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
from storage.sharding import upsert
from storage.stats import BackfillProgress, MatchCounting, MatchTally, RecordBid, SeatTally, ServerRecord
from tournament.ratings import Rating, rated

FEW = 20
"""Up to this many older matches are counted in the transaction that ends a server's next one."""
CLEARED = 500
"""Most rows deleted in one transaction before a server is counted again."""

_MICROSECOND = timedelta(microseconds=1)
_PROGRESS = select(server_stats).where(server_stats.c.guild_id == bindparam("of_guild"))
_ENDED = and_(match.c.guild_id == bindparam("of_guild"), match.c.status == FINISHED)


def progress(con: Connection, guild_id: int, *, lock: bool = False) -> BackfillProgress | None:
    """Return how far the matches of a server are counted; None if counting hasn't begun.

    `lock`: no other transaction can count there until this one ends.
    """
    statement = _PROGRESS.with_for_update() if lock else _PROGRESS
    row = con.execute(statement, {"of_guild": guild_id}).first()
    if row is None:
        return None
    reached = None if row.reached_at is None else (row.reached_at, MatchId(row.reached_id))
    return BackfillProgress(row.guild_id, row.counted, row.version, reached, bool(row.is_complete), row.checked_at)


def put_progress(con: Connection, now: BackfillProgress) -> None:
    """Write how far the matches of a server are counted."""
    reached_at, reached_id = now.reached or (None, None)
    values = {"counted": now.counted, "version": now.version, "reached_at": reached_at, "reached_id": reached_id}
    values |= {"is_complete": int(now.is_complete), "checked_at": now.checked_at}
    upsert(con, server_stats, {"guild_id": now.guild_id, **values}, tuple(values))


def count_ended(con: Connection, row: MatchRow, tallying: MatchCounting) -> None:
    """Count a match that ends in this transaction. Does nothing if it's counted already, or if `fill` will reach it later."""
    if row.status != FINISHED or row.guild_id is None or row.ended_at is None:
        return
    if progress(con, row.guild_id) is None:
        _begin(con, BackfillProgress(row.guild_id, version=tallying.version))
        fill(con, row.guild_id, FEW, tallying)
    had = progress(con, row.guild_id, lock=True)
    if had is None or had.version != tallying.version:
        return
    if had.is_complete or (had.reached is not None and had.reached >= (row.ended_at, row.id)):
        put_progress(con, _count_match(con, had, row.id, tallying))


def begin_again(con: Connection, guild_id: int, tallying: MatchCounting) -> None:
    """Recount a server from the start, because a counted match was erased; at once if it has few matches."""
    had = progress(con, guild_id, lock=True)
    if had is None:
        return
    put_progress(con, BackfillProgress(guild_id, version=had.version, checked_at=had.checked_at))
    if had.counted <= FEW:
        while fill(con, guild_id, FEW, tallying):
            pass


RENEWED = "accounts"
"""Key of the note with the last match whose account of points was looked at."""


def unproved_matches(con: Connection, limit: int) -> tuple[MatchId | None, tuple[MatchId, ...]]:
    """Return, of the next `limit` matches, the last id (None at the end) and those whose stored result may be wrong.

    These are finished matches with a result that began before logs had hashes. The search starts after the match recorded by
    `renew`.
    """
    reached = int(users_and_guilds.read(con, RENEWED) or 0)
    columns = match.c.id, match.c.status, match.c.last_hash, match.c.result
    rows = con.execute(select(*columns).where(match.c.id > reached).order_by(match.c.id).limit(limit)).all()
    old = [MatchId(row.id) for row in rows if row.status == FINISHED and row.last_hash is None and row.result is not None]
    return (MatchId(rows[-1].id) if rows else None), tuple(old)


def renew(
    con: Connection,
    accounts: Mapping[MatchId, Mapping[str, Any]],
    keys: Collection[str],
    upto: MatchId | None,
    tallying: MatchCounting,
) -> int:
    """Replace the values under `keys` in match results by recomputed `accounts` of points; return how many differed.

    Records `upto` as the last match done. Restarts the statistics of each server in which a result differed.
    """
    guilds: dict[int, None] = {}
    differed = 0
    for match_id, account in accounts.items():
        row = con.execute(select(match.c.guild_id, match.c.result).where(match.c.id == match_id)).first()
        if row is None or row.result is None:
            continue
        renewed = {**{key: value for key, value in row.result.items() if key not in keys}, **account}
        if renewed != row.result:
            con.execute(update(match).where(match.c.id == match_id).values(result=renewed))
            differed += 1
            if row.guild_id is not None:
                guilds[row.guild_id] = None
    for guild_id in guilds:
        begin_again(con, guild_id, tallying)
    if upto is not None:
        users_and_guilds.put_note(con, RENEWED, str(upto))
    return differed


def _begin(con: Connection, first: BackfillProgress) -> None:
    """Insert the initial counting progress of a server, unless another process has just done so."""
    values = {"counted": 0, "is_complete": 0, "reached_at": None, "reached_id": None, "checked_at": None}
    upsert(con, server_stats, {"guild_id": first.guild_id, "version": first.version, **values}, ("version",))


def fill(con: Connection, guild_id: int, limit: int, tallying: MatchCounting) -> bool:
    """Count up to `limit` more matches of a server, oldest first. True if there may be more.

    If the version of `tallying` has changed, it starts again: the first calls only delete the old rows.
    """
    had = progress(con, guild_id, lock=True) or BackfillProgress(guild_id)
    if had.is_complete and had.version == tallying.version:
        return False
    if had.version != tallying.version:
        had = BackfillProgress(guild_id, version=tallying.version)
        put_progress(con, had)
    if had.reached is None and _clear(con, guild_id):
        return True
    following = con.execute(_next_value(had).limit(limit), {"of_guild": guild_id}).all()
    for match_id, ended_at in following:
        had = replace(_count_match(con, had, match_id, tallying), reached=(ended_at, MatchId(match_id)))
    if len(following) < limit:
        had = replace(had, reached=None, is_complete=True)
    put_progress(con, had)
    return not had.is_complete


def _next_value(had: BackfillProgress) -> Any:
    query = select(match.c.id, match.c.ended_at).where(_ENDED).order_by(match.c.ended_at, match.c.id)
    if had.reached is None:
        return query
    at, number = had.reached
    return query.where(or_(match.c.ended_at > at, and_(match.c.ended_at == at, match.c.id > number)))


def _clear(con: Connection, guild_id: int) -> bool:
    """Delete up to `CLEARED` rows of a server's statistics. True if there were any."""
    for table in STATS[:-1]:
        key = list(table.primary_key.columns)
        rows = con.execute(select(*key).where(table.c.guild_id == guild_id).limit(CLEARED)).all()
        if rows:
            con.execute(
                delete(table).where(*(column == bindparam(f"of_{column.key}") for column in key)),
                [_named_values(row) for row in rows],
            )
            return True
    return False


def _named_values(row: Row[Any]) -> dict[str, Any]:
    return {f"of_{key}": value for key, value in row._mapping.items()}


def _count_match(con: Connection, had: BackfillProgress, match_id: int, tallying: MatchCounting) -> BackfillProgress:
    """Count one match; return the new progress, unchanged if the match counts for no player or was counted before."""
    loaded = matches.load(con, MatchId(match_id))
    if loaded is None or con.execute(select(game_stats.c.seat).where(game_stats.c.match_id == match_id)).first() is not None:
        return had
    tally = tallying.tally(loaded, timers.clock_events(con, MatchId(match_id)))
    if tally is None or not tally.seats:
        return had
    _count(con, tally, had.counted)
    return replace(had, counted=had.counted + 1)


# --- the rows of one match -------------------------------------------------------------------------------------------------


def _count(con: Connection, tally: MatchTally, number: int) -> None:
    after = _rate(con, tally) if tally.is_rated else {}
    con.execute(insert(game_stats), [_game_values(tally, seat, number, after.get(seat.user_id)) for seat in tally.seats])
    for seat_tally in (seat for seat in tally.seats if seat.rank is not None):
        _add_to_player(con, tally, seat_tally)
        its = {"guild_id": tally.guild_id, "season": tally.season, "user_id": seat_tally.user_id}
        _add(con, season_stats, its, {"games": 1, "wins": int(seat_tally.won)})
    for seat_tally in tally.seats if tally.is_brought else ():
        its = {"guild_id": tally.guild_id, "user_id": seat_tally.user_id}
        _add(con, player_stats, its, {"games": 0, "wins": 0, "scored": 0, "points": 0}, start={"best": 0})
    _meet(con, tally)
    _break_records(con, tally)


def _game_values(tally: MatchTally, one: SeatTally, number: int, after: Rating | None) -> dict[str, Any]:
    what = {"match_id": tally.match_id, "seat": one.seat, "guild_id": tally.guild_id, "number": number, "user_id": one.user_id}
    how = {"made": one.made, "missed": one.missed, "waited_us": one.waited // _MICROSECOND, "kind": tally.kind}
    had = {"mu": None, "sigma": None, "games": None, "wins": None} if after is None else _rating_values(after)
    return what | how | had


def _rating_values(rating: Rating) -> dict[str, Any]:
    return {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games, "wins": rating.wins}


def _rate(con: Connection, tally: MatchTally) -> Mapping[int, Rating]:
    """Write the ratings after a match; return them by user id."""
    ranked = tally.rated()
    before = ratings_of(con, tally.guild_id, tally.kind, [user for user, _ in ranked])
    met = _count_meetings(con, tally.guild_id, [user for user, _ in ranked])
    weights = tally.weights(lambda user, other: met.get((user, other), 0))
    after = rated([before.get(user) for user, _ in ranked], [rank for _, rank in ranked], weights)
    for (user, _), new in zip(ranked, after, strict=True):
        its = {"guild_id": tally.guild_id, "kind": tally.kind, "user_id": user}
        upsert(con, rating, its | _rating_values(new) | {"value": new.value}, ("mu", "sigma", "games", "wins", "value"))
    _add(con, rated_kind, {"guild_id": tally.guild_id, "kind": tally.kind}, {"games": 1})
    return {user: new for (user, _), new in zip(ranked, after, strict=True)}


def _count_meetings(con: Connection, guild_id: int, users: Sequence[int]) -> Mapping[tuple[int, int], int]:
    """Return how often each pair of these users has met in rated matches."""
    its = opponent_stats.c
    statement = select(its.user_id, its.other_id, its.rated).where(
        its.guild_id == guild_id, its.user_id.in_(users), its.other_id.in_(users)
    )
    return {(user, other): times for user, other, times in con.execute(statement)}


def ratings_of(con: Connection, guild_id: int, kind: str, users: Sequence[int]) -> Mapping[int, Rating]:
    """Return ratings of these people in one kind of game, by user id; without those who have none."""
    columns = (rating.c.user_id, rating.c.mu, rating.c.sigma, rating.c.games, rating.c.wins)
    statement = select(*columns).where(rating.c.guild_id == guild_id, rating.c.kind == kind, rating.c.user_id.in_(users))
    return {row[0]: Rating(*row[1:]) for row in con.execute(statement)}


def _add_to_player(con: Connection, tally: MatchTally, one: SeatTally) -> None:
    its = {"guild_id": tally.guild_id, "user_id": one.user_id}
    new = {"games": 1, "wins": int(one.won), "scored": int(one.score is not None), "points": one.score or 0}
    _add(con, player_stats, its, new, start={"best": 0})
    if one.score is not None:
        con.execute(update(player_stats).where(*_is(player_stats, its), player_stats.c.best < one.score).values(best=one.score))
    if tally.margin is not None and tally.margin[0] == one.user_id:
        margin = tally.margin[1]
        is_clearer = or_(player_stats.c.margin.is_(None), player_stats.c.margin < margin)
        values = {"margin": margin, "margin_channel": tally.channel_id}
        con.execute(update(player_stats).where(*_is(player_stats, its), is_clearer).values(values))


def _meet(con: Connection, tally: MatchTally) -> None:
    for user, other, fared in tally.met():
        _add(con, opponent_stats, {"guild_id": tally.guild_id, "user_id": user, "other_id": other}, asdict(fared))


def _break_records(con: Connection, tally: MatchTally) -> None:
    had = records(con, tally.guild_id) if tally.bids else {}
    for bid in tally.bids:
        new = new_record(had.get(bid.what), bid, tally.match_id)
        if new is not None:
            seats = " ".join(map(str, new.seats))
            row = {"guild_id": tally.guild_id, "what": new.what, "value": new.value, "match_id": new.match_id}
            upsert(con, server_record, {**row, "seats": seats, "before": new.before}, ("value", "match_id", "seats", "before"))


def new_record(had: ServerRecord | None, bid: RecordBid, match_id: MatchId) -> ServerRecord | None:
    """Return the new record if `bid` beats the former one or there was none; else None."""
    if had is not None and not bid.beats(had.value):
        return None
    return ServerRecord(bid.what, bid.value, match_id, bid.seats, None if had is None else had.value)


def records(con: Connection, guild_id: int) -> Mapping[str, ServerRecord]:
    """Return all records of a server, by `ServerRecord.what`."""
    its = (server_record.c.what, server_record.c.value, server_record.c.match_id, server_record.c.seats, server_record.c.before)
    rows = con.execute(select(*its).where(server_record.c.guild_id == guild_id).order_by(server_record.c.what))
    return {
        what: ServerRecord(what, value, MatchId(match_id), tuple(Seat(int(seat)) for seat in seats.split()), before)
        for what, value, match_id, seats, before in rows
    }


def _add(
    con: Connection, table: Table, key: Mapping[str, Any], new: Mapping[str, int], *, start: Mapping[str, Any] | None = None
) -> None:
    """Add the numbers `new` to a row; if there is no row, insert one with them and with `start`."""
    added = {table.c[name]: table.c[name] + value for name, value in new.items()}
    if con.execute(update(table).where(*_is(table, key)).values(added)).rowcount == 0:
        con.execute(insert(table).values({**key, **new, **(start or {})}))


def _is(table: Table, key: Mapping[str, Any]) -> list[ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]


def rename_some(con: Connection, user_id: int, former: int, most: int) -> int:
    """Replace a user by `former` in up to `most` rows of each kind (games, opponents) and server; return the largest count."""
    renamed = [_rename_in(con, opponent_stats, opponent_stats.c.other_id == user_id, {"other_id": former}, most)]
    for guild_id in con.execute(select(player_stats.c.guild_id).where(player_stats.c.user_id == user_id)).scalars().all():
        for table in (game_stats, opponent_stats):
            own = and_(table.c.guild_id == guild_id, table.c.user_id == user_id)
            renamed.append(_rename_in(con, table, own, {"user_id": former}, most))
        if max(renamed) >= most:
            break
    return max(renamed)


def _rename_in(con: Connection, table: Table, own: ColumnElement[bool], former: Mapping[str, int], most: int) -> int:
    key = table.primary_key.columns
    some = select(*key).where(own).limit(most)
    return con.execute(update(table).where(own, tuple_(*key).in_(some)).values(former)).rowcount


def rename(con: Connection, user_id: int, former: int) -> None:
    """Replace a user by `former` in totals and ratings.

    Call it after `rename_some`, which needs these rows to find the servers.
    """
    for guild_id in con.execute(select(player_stats.c.guild_id).where(player_stats.c.user_id == user_id)).scalars().all():
        for table in (player_stats, season_stats, rating):
            con.execute(update(table).where(table.c.guild_id == guild_id, table.c.user_id == user_id).values(user_id=former))


def unfinished_servers(con: Connection, version: int, after: int, limit: int) -> tuple[int, ...]:
    """Return up to `limit` ids above `after`, ascending, of servers whose finished matches are not all counted by this version."""
    match_ids: list[int] = []
    while len(match_ids) < limit:
        following = con.execute(select(func.min(match.c.guild_id)).where(match.c.guild_id > after, match.c.status == FINISHED))
        if (guild_id := following.scalar()) is None:
            break
        after = guild_id
        had = progress(con, guild_id)
        if had is None or not had.is_complete or had.version != version:
            match_ids.append(guild_id)
    return tuple(match_ids)
