"""SQL of matches, seats, logs, snapshots and invitations. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, exists, insert, literal_column, select, text, update

from games.core.game import Seat
from storage import log_chain
from storage.errors import StaleRevisionError
from storage.log_chain import LogChain
from storage.queries import archive, outbox, timers
from storage.queries.aggregate_revisions import revision_of
from storage.queries.deletion import is_erased
from storage.rows import (
    LIVE,
    LOBBY,
    LOST,
    MATCH,
    RUNNING,
    STATUSES,
    ActionRow,
    InvitationRow,
    LoadedMatch,
    MatchId,
    MatchRow,
    NewMatch,
    SeatRow,
    Secret,
    SnapshotRow,
    UserId,
    WaitingGame,
    of_match,
)
from storage.schema import action, draft, invitation, match, seat
from storage.schema import outbox as posts
from storage.schema import snapshot as snapshots
from storage.sharding import WHOLE, ShardSet, guild_condition, values

# SQLite uses a partial index only where a query repeats its condition literally: a bound parameter or a shorter list isn't enough.
IS_LIVE: ColumnElement[bool] = match.c.status.in_([literal_column(f"'{status}'") for status in LIVE])
"""SQL condition of unfinished matches, in the words of the index `match_live`."""
IS_OPEN: ColumnElement[bool] = seat.c.live == literal_column("1")
"""SQL condition of seats in unfinished matches, in the words of the index `seat_live`."""

_MATCH = select(*(column for column in match.c if column.key not in ("secret", "last_hash")))
_THIS = match.c.id == bindparam("of_match")
_BY_ID = _MATCH.where(_THIS, ~is_erased(match.c.id))
_IN_CHANNEL = _MATCH.where(match.c.channel_id == bindparam("of_channel")).order_by(match.c.id.desc()).limit(1)
_LIVE_IN_CHANNEL = _IN_CHANNEL.where(IS_LIVE)
_ALL_OF_GUILD = _MATCH.where(match.c.guild_id == bindparam("of_guild")).order_by(match.c.id.desc()).limit(bindparam("most"))
_OF_GUILD = _ALL_OF_GUILD.where(match.c.status.in_(bindparam("statuses", expanding=True)))
_LIVE_OF_GUILD = _OF_GUILD.where(IS_LIVE)
_LOBBIES = _ALL_OF_GUILD.where(match.c.status == LOBBY, IS_LIVE)
_SHOWN_HERE = exists().where(
    posts.c.topic_kind == MATCH,
    posts.c.topic_id == match.c.id,
    posts.c.kind == "lobby",
    posts.c.channel_id == bindparam("of_channel"),
)
_LOBBIES_BESIDE = _LOBBIES.where(_SHOWN_HERE)
_PASSES = exists().where(
    draft.c.user_id == seat.c.user_id,
    draft.c.subject_kind == MATCH,
    draft.c.subject_id == match.c.id,
    draft.c.passes_at.is_not(None),
)
"""SQL condition: the person has confirmed a move that will be carried out soon."""
_WAITING = (
    _MATCH.add_columns(seat.c.seat, seat.c.waiting_since)
    .join(seat, seat.c.match_id == match.c.id)
    .where(seat.c.user_id == bindparam("of_user"), seat.c.waiting_since.is_not(None), match.c.status == RUNNING, ~_PASSES)
    .order_by(seat.c.waiting_since, match.c.id)
)
_WAITED_FOR = (
    select(seat.c.user_id)
    .distinct()
    .join(match, seat.c.match_id == match.c.id)
    .where(match.c.guild_id == bindparam("of_guild"), match.c.status == RUNNING, IS_LIVE)
    .where(seat.c.waiting_since.is_not(None), seat.c.user_id.is_not(None))
    .order_by(seat.c.user_id)
)
_VACATED = _ALL_OF_GUILD.where(
    match.c.status == RUNNING, IS_LIVE, exists().where(seat.c.match_id == match.c.id, seat.c.left.is_not(None))
)
_SERVERS = text(
    "WITH RECURSIVE known (guild_id) AS ("
    " SELECT min(guild_id) FROM match WHERE guild_id IS NOT NULL"
    " UNION ALL"
    " SELECT (SELECT min(guild_id) FROM match WHERE guild_id > known.guild_id) FROM known WHERE guild_id IS NOT NULL"
    ") SELECT guild_id FROM known WHERE guild_id IS NOT NULL"
)
"""From one server to the next by the index, however many matches each has."""
_ANY_RUNNING = (
    select(match.c.id)
    .where(match.c.guild_id.in_(bindparam("of_guilds", expanding=True)), match.c.status == RUNNING, IS_LIVE)
    .limit(1)
)
_WITH_COMPUTERS = (
    select(match.c.id)
    .where(match.c.status == RUNNING, exists().where(seat.c.match_id == match.c.id, seat.c.level.is_not(None)))
    .order_by(match.c.id)
)
_RUNNING = select(match.c.id).where(match.c.status == RUNNING).order_by(match.c.id)
_OF_USER = (seat.c.user_id == bindparam("of_user"), seat.c.level.is_(None), IS_OPEN)
_RUNNING_OF_USER = _RUNNING.join(seat, seat.c.match_id == match.c.id).where(*_OF_USER)
_UNDER_RULES = (
    select(match.c.id, match.c.game, match.c.rules_version).where(match.c.status.in_((RUNNING, LOST))).order_by(match.c.id)
)
_LIVE_OF_USER = (
    select(match.c.id)
    .join(seat, seat.c.match_id == match.c.id)
    .where(*_OF_USER, match.c.guild_id.is_not_distinct_from(bindparam("of_guild")), IS_LIVE)
    .order_by(seat.c.match_id)
)
_SECRET = select(match.c.secret).where(_THIS)
_INSERT = insert(match).returning(match.c.id)
_AS_EXPECTED = (_THIS, match.c.version == bindparam("expected"))
_CHANGEABLE = (
    *("game", "options", "rules_version", "channel_id", "host_id", "status", "seats_wanted", "order", "version"),
    *("started_at", "ended_at", "result", "terms", "locale", "estimates", "told_to"),
)
_UPDATE = update(match).where(*_AS_EXPECTED).values({match.c[key]: bindparam(f"new_{key}") for key in _CHANGEABLE})
_ADVANCE = update(match).where(*_AS_EXPECTED).values(version=bindparam("new_version"))

_SEATS = select(*(column for column in seat.c if column.key not in ("match_id", "live"))).where(
    seat.c.match_id == bindparam("of_match")
)
_SEATS_IN_ORDER = _SEATS.order_by(seat.c.seat)
_INVITATION = select(invitation.c.match_id, invitation.c.code, invitation.c.name, invitation.c.until)
_CLOSE_SEATS = update(seat).where(seat.c.match_id == bindparam("of_match")).values(live=0)
_CLEAR_SEATS = delete(seat).where(seat.c.match_id == bindparam("of_match"))
_ADD_SEATS = insert(seat)
_SEAT_CHANGEABLE = ("level", "left", "told", "waiting_since")
_UPDATE_SEAT = (
    update(seat)
    .where(seat.c.match_id == bindparam("of_match"), seat.c.seat == bindparam("of_seat"))
    .values({seat.c[key]: bindparam(f"new_{key}") for key in _SEAT_CHANGEABLE})
)

_APPEND = insert(action)
_KEY = select(match.c.secret, match.c.last_hash).where(_THIS)
_LAST = update(match).where(_THIS).values(last_hash=bindparam("hash"))
_CHAIN = select(action.c.previous).where(action.c.match_id == bindparam("of_match")).order_by(action.c.seq)
_LOG = (
    select(action.c.seq, action.c.seat, action.c.text, action.c.at)
    .where(action.c.match_id == bindparam("of_match"))
    .order_by(action.c.seq)
)

_ADD_SNAPSHOT = insert(snapshots)
_SNAPSHOT = (
    select(snapshots.c.seq, snapshots.c.rules_version, snapshots.c.state)
    .where(snapshots.c.match_id == bindparam("of_match"))
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)
_DROP_SNAPSHOTS = delete(snapshots)
_DROP_ITS_SNAPSHOTS = delete(snapshots).where(snapshots.c.match_id == bindparam("of_match"))


def open_match(con: Connection, new: NewMatch) -> MatchRow:
    """Insert a match with its seats, log, clock events, timers and first messages; return its row with the new id."""
    match_id = insert_match(con, new.match, new.secret)
    replace_seats(con, match_id, new.seats, live=new.match.status in LIVE)
    append_actions(con, match_id, new.actions, chained=new.chained)
    timers.add_clock_events(con, match_id, 0, new.clock)
    timers.add_timers(con, of_match(match_id), new.timers, new.match.created_at)
    outbox.add_posts(con, of_match(match_id), new.posts, new.match.created_at)
    return replace(new.match, id=match_id)


def insert_match(con: Connection, row: MatchRow, secret: Secret) -> MatchId:
    """Insert the row of a match and return its id."""
    given = values(match, row, options=dict(row.options), secret=secret.key, last_hash=None)
    return MatchId(con.execute(_INSERT, given).scalar_one())


def update_match(con: Connection, row: MatchRow, *, logged: int) -> None:
    """Update a match whose log grows by `logged` rows, and its seats if it has ended.

    `StaleRevisionError` unless it's at the version before those rows.
    """
    new: dict[str, Any] = {f"new_{key}": getattr(row, key) for key in _CHANGEABLE}
    new |= {"new_options": dict(row.options), "of_match": row.id, "expected": row.version - logged}
    _must_meet(con.execute(_UPDATE, new).rowcount, row.id, row.version - logged)
    if row.status not in LIVE:
        con.execute(_CLOSE_SEATS, {"of_match": row.id})


def advance_match(con: Connection, match_id: MatchId, version: int, *, logged: int) -> None:
    """Update only the version of a match; otherwise like `update_match`."""
    done = con.execute(_ADVANCE, {"of_match": match_id, "expected": version - logged, "new_version": version})
    _must_meet(done.rowcount, match_id, version - logged)


def _must_meet(rows: int, match_id: MatchId, version: int) -> None:
    if rows != 1:
        raise StaleRevisionError(f"match {match_id} is not at version {version}")


def match_by_id(con: Connection, match_id: MatchId) -> MatchRow | None:
    """Return one match; None if it doesn't exist or was erased."""
    row = con.execute(_BY_ID, {"of_match": match_id}).first()
    return MatchRow(*row) if row else None


def load(con: Connection, match_id: MatchId) -> LoadedMatch | None:
    """Return a match with its seats, log, latest snapshot and revision; None if it doesn't exist or was erased."""
    row = match_by_id(con, match_id)
    if row is None:
        return None
    revision, played = revision_of(con, of_match(match_id)), log(con, match_id) if row.version else ()
    return LoadedMatch(row, seats(con, match_id), played, snapshot(con, match_id), revision)


def match_in(con: Connection, channel_id: int) -> MatchRow | None:
    """Return the unfinished match of a channel, else its newest one; None if it never had one."""
    its = {"of_channel": channel_id}
    row = con.execute(_LIVE_IN_CHANNEL, its).first() or con.execute(_IN_CHANNEL, its).first()
    return MatchRow(*row) if row else None


def matches_of_guild(con: Connection, guild_id: int, statuses: Sequence[str], limit: int) -> tuple[MatchRow, ...]:
    """Return a server's matches in these statuses, newest first, at most `limit`."""
    chosen = _ALL_OF_GUILD if {*statuses} >= {*STATUSES} else _LIVE_OF_GUILD if {*statuses} <= {*LIVE} else _OF_GUILD
    rows = con.execute(chosen, {"of_guild": guild_id, "statuses": list(statuses), "most": limit})
    return tuple(MatchRow(*row) for row in rows)


def matches_waiting_for(con: Connection, user_id: UserId) -> tuple[WaitingGame, ...]:
    """Return the running matches that wait for a person, longest wait first, except those in which they have confirmed a move."""
    rows = con.execute(_WAITING, {"of_user": user_id})
    return tuple(WaitingGame(MatchRow(*row[:-2]), Seat(row[-2]), row[-1]) for row in rows)


def lobbies(con: Connection, guild_id: int, beside: int | None, limit: int) -> tuple[MatchRow, ...]:
    """Return a server's open lobbies, newest first.

    With `beside`, only those with a lobby message in that channel.
    """
    its = {"of_guild": guild_id, "most": limit}
    rows = con.execute(_LOBBIES, its) if beside is None else con.execute(_LOBBIES_BESIDE, {**its, "of_channel": beside})
    return tuple(MatchRow(*row) for row in rows)


def awaited_people(con: Connection, guild_id: int) -> tuple[UserId, ...]:
    """Return ids of the people that a server's running matches wait for, each once."""
    return tuple(con.execute(_WAITED_FOR, {"of_guild": guild_id}).scalars())


def matches_with_vacated_seat(con: Connection, guild_id: int, limit: int) -> tuple[MatchRow, ...]:
    """Return a server's running matches in which a person has left their seat, newest first."""
    return tuple(MatchRow(*row) for row in con.execute(_VACATED, {"of_guild": guild_id, "most": limit}))


def servers(con: Connection) -> frozenset[int]:
    """Return ids of all servers that have, or had, a match."""
    return frozenset(con.execute(_SERVERS).scalars())


def any_running(con: Connection, guild_ids: Iterable[int]) -> bool:
    """Return whether a match runs in one of these servers."""
    return con.execute(_ANY_RUNNING, {"of_guilds": list(guild_ids)}).first() is not None


def with_computers(con: Connection, part: ShardSet = WHOLE) -> tuple[MatchId, ...]:
    """Return ids of the running matches of a part with a seat that no person plays, to resume at a restart."""
    return tuple(con.execute(_restrict(_WITH_COMPUTERS, part)).scalars())


def running(con: Connection, user_id: UserId | None, part: ShardSet = WHOLE) -> tuple[MatchId, ...]:
    """Return ids of the running matches of a part, or of those in which a person plays."""
    result = (
        con.execute(_restrict(_RUNNING, part))
        if user_id is None
        else con.execute(_restrict(_RUNNING_OF_USER, part), {"of_user": user_id})
    )
    return tuple(result.scalars())


def outdated_matches(con: Connection, present: Mapping[str, int], part: ShardSet = WHOLE) -> tuple[MatchId, ...]:
    """Return ids of running or lost matches of a part with older rules than `present` (current rules version by game id)."""
    return tuple(row[0] for row in con.execute(_restrict(_UNDER_RULES, part)) if row[2] < present.get(row[1], 0))


def _restrict(statement: Select[Any], part: ShardSet) -> Select[Any]:
    return statement if part.is_whole else statement.where(guild_condition(part, match.c.guild_id))


def live_of_user(con: Connection, user_id: UserId, guild_id: int | None) -> tuple[MatchId, ...]:
    """Return ids of a server's unfinished matches (None: in private messages) in which a person plays."""
    return tuple(con.execute(_LIVE_OF_USER, {"of_user": user_id, "of_guild": guild_id}).scalars())


def secret(con: Connection, match_id: MatchId) -> Secret:
    """Return the sealed secret of a match. Never show it before the end."""
    return Secret(con.execute(_SECRET, {"of_match": match_id}).scalar_one())


def seats(con: Connection, match_id: MatchId) -> tuple[SeatRow, ...]:
    """Return the seats of a match, in order."""
    return tuple(SeatRow(*row) for row in con.execute(_SEATS_IN_ORDER, {"of_match": match_id}))


def replace_seats(con: Connection, match_id: MatchId, rows: Sequence[SeatRow], *, live: bool) -> None:
    """Replace all seats of a match, which is unfinished if `live`."""
    con.execute(_CLEAR_SEATS, {"of_match": match_id})
    if rows:
        con.execute(_ADD_SEATS, [values(seat, row, match_id=match_id, live=int(live)) for row in rows])


def update_seats(con: Connection, match_id: MatchId, rows: Sequence[SeatRow]) -> None:
    """Update the changeable columns (`_SEAT_CHANGEABLE`) of seats."""
    if rows:
        changed = [{f"new_{key}": getattr(row, key) for key in _SEAT_CHANGEABLE} for row in rows]
        con.execute(
            _UPDATE_SEAT, [{"of_match": match_id, "of_seat": row.seat} | new for row, new in zip(rows, changed, strict=True)]
        )


def take_seat(con: Connection, match_id: MatchId, number: Seat, user_id: UserId) -> None:
    """Give a seat to another person; the former one is no longer named in the match."""
    its = (seat.c.match_id == match_id, seat.c.seat == number)
    con.execute(update(seat).where(*its).values(user_id=user_id))


def drop_invitation(con: Connection, match_id: MatchId) -> None:
    """Delete a lobby's invitation."""
    con.execute(delete(invitation).where(invitation.c.match_id == match_id))


def invitation_of(con: Connection, match_id: MatchId) -> InvitationRow | None:
    """Return a lobby's invitation of another server; None if it has none."""
    row = con.execute(_INVITATION.where(invitation.c.match_id == match_id)).first()
    return None if row is None else InvitationRow(*row)


def invitation_by(con: Connection, code: str) -> InvitationRow | None:
    """Return the invitation with this code; None if there is none."""
    row = con.execute(_INVITATION.where(invitation.c.code == code)).first()
    return None if row is None else InvitationRow(*row)


def share_bag(con: Connection, match_id: MatchId, of: MatchId) -> None:
    """Give a match the secret, commitment and bag version of match `of`."""
    its = select(match.c.secret, match.c.commitment, match.c.bag).where(match.c.id == of)
    secret_, commitment, bag = con.execute(its).one()
    con.execute(update(match).where(match.c.id == match_id).values(secret=secret_, commitment=commitment, bag=bag))


def mirror_is_live(con: Connection, match_id: MatchId) -> bool:
    """Return whether the other server's copy of a match is unfinished."""
    mirrors = select(seat.c.mirror).where(seat.c.match_id == match_id, seat.c.mirror.is_not(None))
    return con.execute(select(match.c.id).where(match.c.id.in_(mirrors), match.c.status.in_(LIVE))).first() is not None


def append_actions(con: Connection, match_id: MatchId, rows: Sequence[ActionRow], *, chained: bool = True) -> None:
    """Append log rows, each with the hash of the row before; the primary key refuses a `seq` that exists.

    A log that begins without hashes stays without: one from before there were any, and one that isn't `chained`.
    """
    if not rows:
        return
    key, last = con.execute(_KEY, {"of_match": match_id}).one()
    secret_ = Secret(key)
    if chained and last is None and rows[0].seq == 0 and (row := match_by_id(con, match_id)) is not None:
        last = log_chain.beginning(row, seats(con, match_id), rows, secret_)
    previous: Sequence[str | None] = [None] * len(rows)
    if last is not None:
        *previous, last = log_chain.hashes(rows, last, secret_)
        con.execute(_LAST, {"of_match": match_id, "hash": last})
    given = [values(action, row, match_id=match_id, previous=hash_) for row, hash_ in zip(rows, previous, strict=True)]
    con.execute(_APPEND, given)


def chain(con: Connection, match_id: MatchId) -> LogChain | None:
    """Return the hashes of a match's log; None without any."""
    last = con.execute(_KEY, {"of_match": match_id}).one()[1]
    if last is None:
        return None
    return LogChain((*archive.chain(con, match_id), *con.execute(_CHAIN, {"of_match": match_id}).scalars()), last)


def last_hash(con: Connection, match_id: MatchId) -> str | None:
    """Return the hash of the last row of a match's log; None without any."""
    key: str | None = con.execute(_KEY, {"of_match": match_id}).one()[1]
    return key


def log(con: Connection, match_id: MatchId) -> tuple[ActionRow, ...]:
    """Return the whole log of a match in order, packed rows included."""
    rows = tuple(ActionRow(*row) for row in con.execute(_LOG, {"of_match": match_id}))
    begins_here = rows and rows[0].seq == 0
    return rows if begins_here else (*archive.actions(con, match_id), *rows)


def put_snapshot(con: Connection, match_id: MatchId, row: SnapshotRow) -> None:
    """Write a match's snapshot, replacing all earlier ones."""
    drop_snapshots(con, match_id)
    con.execute(_ADD_SNAPSHOT, values(snapshots, row, match_id=match_id))


def snapshot(con: Connection, match_id: MatchId) -> SnapshotRow | None:
    """Return a match's latest snapshot; None if it has none."""
    row = con.execute(_SNAPSHOT, {"of_match": match_id}).first()
    return SnapshotRow(*row) if row else None


def drop_snapshots(con: Connection, match_id: MatchId | None) -> None:
    """Delete the snapshots of one match, or of all."""
    if match_id is None:
        con.execute(_DROP_SNAPSHOTS)
    else:
        con.execute(_DROP_ITS_SNAPSHOTS, {"of_match": match_id})
