"""SQL of matches, seats, the log, snapshots and drafts. Every function works inside a transaction of its caller."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from games.core.game import Seat
from storage.columns import moment, moment_or_none, pack, pack_or_none, stamp, stamp_or_none, unpack, unpack_or_none
from storage.errors import Conflict
from storage.records import ActionRow, DraftRow, MatchId, MatchRow, SeatRow, Secret, SnapshotRow, UserId, Waiting

_MATCH = (
    "m.id, m.game, m.options_json, m.rules_version, m.guild_id, m.channel_id, m.host_id, m.status, m.seats_wanted,"
    " m.seat_order, m.locale, m.commitment, m.version, m.created_at, m.started_at, m.ended_at, m.result_json, m.rematch_of"
)


def _match(row: tuple[Any, ...]) -> MatchRow:
    columns: tuple[Any, ...] = (
        row[0],
        row[1],
        unpack(row[2]),
        *row[3:13],
        moment(row[13]),
        moment_or_none(row[14]),
        moment_or_none(row[15]),
        unpack_or_none(row[16]),
        row[17],
    )
    return MatchRow(*columns)


def insert_match(con: sqlite3.Connection, match: MatchRow, secret: Secret) -> MatchId:
    """Keep a new match; its number."""
    row = con.execute(
        "INSERT INTO match (game, options_json, rules_version, guild_id, channel_id, host_id, status, seats_wanted, seat_order,"
        " locale, secret, commitment, version, created_at, rematch_of) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) RETURNING id",
        (
            *(match.game, pack(dict(match.options)), match.rules_version, match.guild_id, match.channel_id, match.host_id),
            *(match.status, match.seats_wanted, match.order, match.locale, secret.key, match.commitment, match.version),
            *(stamp(match.created_at), match.rematch_of),
        ),
    ).fetchone()
    return MatchId(row[0])


def update_match(con: sqlite3.Connection, match: MatchRow, expected_version: int) -> None:
    """Replace what may change; `Conflict` unless the match is at `expected_version`."""
    done = con.execute(
        "UPDATE match SET options_json = ?, rules_version = ?, channel_id = ?, host_id = ?, status = ?, seats_wanted = ?,"
        " seat_order = ?, version = ?, started_at = ?, ended_at = ?, result_json = ? WHERE id = ? AND version = ?",
        (
            *(pack(dict(match.options)), match.rules_version, match.channel_id, match.host_id, match.status),
            *(match.seats_wanted, match.order, match.version, stamp_or_none(match.started_at)),
            *(stamp_or_none(match.ended_at), pack_or_none(match.result), match.id, expected_version),
        ),
    )
    if done.rowcount != 1:
        raise Conflict(f"match {match.id} is not at version {expected_version}")


def advance_match(con: sqlite3.Connection, match_id: MatchId, version: int, expected_version: int) -> None:
    """Only the version moves on, as with most actions; `Conflict` as `update_match`."""
    done = con.execute("UPDATE match SET version = ? WHERE id = ? AND version = ?", (version, match_id, expected_version))
    if done.rowcount != 1:
        raise Conflict(f"match {match_id} is not at version {expected_version}")


def match_by_id(con: sqlite3.Connection, match_id: MatchId) -> MatchRow | None:
    """One match."""
    row = con.execute(f"SELECT {_MATCH} FROM match m WHERE m.id = ?", (match_id,)).fetchone()  # noqa: S608
    return _match(row) if row else None


def match_in(con: sqlite3.Connection, channel_id: int) -> MatchRow | None:
    """The live match of a channel, else the newest one."""
    row = con.execute(
        f"SELECT {_MATCH} FROM match m WHERE m.channel_id = ?"  # noqa: S608
        " ORDER BY CASE WHEN m.status IN ('lobby', 'running', 'lost') THEN 0 ELSE 1 END, m.id DESC LIMIT 1",
        (channel_id,),
    ).fetchone()
    return _match(row) if row else None


def matches_of_guild(con: sqlite3.Connection, guild_id: int, statuses: Sequence[str], limit: int) -> tuple[MatchRow, ...]:
    """Matches of a server in these states, newest first."""
    marks = ",".join("?" * len(statuses))
    rows = con.execute(
        f"SELECT {_MATCH} FROM match m WHERE m.guild_id = ? AND m.status IN ({marks}) ORDER BY m.id DESC LIMIT ?",  # noqa: S608
        (guild_id, *statuses, limit),
    )
    return tuple(_match(row) for row in rows)


def waiting_for(con: sqlite3.Connection, user_id: UserId) -> tuple[Waiting, ...]:
    """Running matches that wait for a person, longest wait first."""
    rows = con.execute(
        f"SELECT s.seat, s.waiting_since, {_MATCH} FROM seat s JOIN match m ON m.id = s.match_id"  # noqa: S608
        " WHERE s.user_id = ? AND s.waiting_since IS NOT NULL AND m.status = 'running' ORDER BY s.waiting_since, m.id",
        (user_id,),
    )
    return tuple(Waiting(_match(row[2:]), Seat(row[0]), moment(row[1])) for row in rows)


def with_computers(con: sqlite3.Connection) -> tuple[MatchId, ...]:
    """Every running match in which a computer plays."""
    rows = con.execute(
        "SELECT m.id FROM match m WHERE m.status = 'running'"
        " AND EXISTS (SELECT 1 FROM seat s WHERE s.match_id = m.id AND s.level IS NOT NULL) ORDER BY m.id"
    )
    return tuple(MatchId(row[0]) for row in rows)


def live_of_user(con: sqlite3.Connection, user_id: UserId, guild_id: int) -> tuple[MatchId, ...]:
    """Live matches of a server in which a person plays."""
    rows = con.execute(
        "SELECT m.id FROM seat s JOIN match m ON m.id = s.match_id WHERE s.user_id = ? AND s.level IS NULL AND m.guild_id = ?"
        " AND m.status IN ('lobby', 'running', 'lost') ORDER BY m.id",
        (user_id, guild_id),
    )
    return tuple(MatchId(row[0]) for row in rows)


def secret(con: sqlite3.Connection, match_id: MatchId) -> Secret:
    """The sealed secret."""
    return Secret(con.execute("SELECT secret FROM match WHERE id = ?", (match_id,)).fetchone()[0])


def seats(con: sqlite3.Connection, match_id: MatchId) -> tuple[SeatRow, ...]:
    """Seats in order."""
    rows = con.execute(
        "SELECT seat, user_id, level, left_because, told, waiting_since, joined FROM seat WHERE match_id = ? ORDER BY seat",
        (match_id,),
    )
    return tuple(SeatRow(row[0], row[1], row[2], row[3], row[4], moment_or_none(row[5]), row[6]) for row in rows)


def replace_seats(con: sqlite3.Connection, match_id: MatchId, rows: Sequence[SeatRow]) -> None:
    """All seats of a match anew."""
    con.execute("DELETE FROM seat WHERE match_id = ?", (match_id,))
    con.executemany(
        "INSERT INTO seat (match_id, seat, user_id, level, left_because, told, waiting_since, joined) VALUES (?,?,?,?,?,?,?,?)",
        [(match_id, r.seat, r.user_id, r.level, r.left, r.told, stamp_or_none(r.waiting_since), r.joined) for r in rows],
    )


def update_seats(con: sqlite3.Connection, match_id: MatchId, rows: Sequence[SeatRow]) -> None:
    """What may change of a seat during a game."""
    con.executemany(
        "UPDATE seat SET level = ?, left_because = ?, told = ?, waiting_since = ? WHERE match_id = ? AND seat = ?",
        [(r.level, r.left, r.told, stamp_or_none(r.waiting_since), match_id, r.seat) for r in rows],
    )


def append_actions(con: sqlite3.Connection, match_id: MatchId, rows: Sequence[ActionRow]) -> None:
    """Further rows of the log; the primary key refuses a number that is taken."""
    con.executemany(
        "INSERT INTO action (match_id, seq, seat, text, at) VALUES (?,?,?,?,?)",
        [(match_id, r.seq, r.seat, r.text, stamp(r.at)) for r in rows],
    )


def log(con: sqlite3.Connection, match_id: MatchId) -> tuple[ActionRow, ...]:
    """The whole log in order."""
    rows = con.execute("SELECT seq, seat, text, at FROM action WHERE match_id = ? ORDER BY seq", (match_id,))
    return tuple(ActionRow(row[0], row[1], row[2], moment(row[3])) for row in rows)


def put_snapshot(con: sqlite3.Connection, match_id: MatchId, snapshot: SnapshotRow) -> None:
    """Keep this snapshot in place of all earlier ones."""
    con.execute("DELETE FROM snapshot WHERE match_id = ?", (match_id,))
    con.execute(
        "INSERT INTO snapshot (match_id, seq, rules_version, state_json) VALUES (?,?,?,?)",
        (match_id, snapshot.seq, snapshot.rules_version, pack(snapshot.state)),
    )


def snapshot(con: sqlite3.Connection, match_id: MatchId) -> SnapshotRow | None:
    """The newest snapshot."""
    row = con.execute(
        "SELECT seq, rules_version, state_json FROM snapshot WHERE match_id = ? ORDER BY seq DESC LIMIT 1", (match_id,)
    ).fetchone()
    return SnapshotRow(row[0], row[1], unpack(row[2])) if row else None


def drop_snapshots(con: sqlite3.Connection, match_id: MatchId | None) -> None:
    """Forget the snapshots of one match, or of all."""
    if match_id is None:
        con.execute("DELETE FROM snapshot")
    else:
        con.execute("DELETE FROM snapshot WHERE match_id = ?", (match_id,))


def draft(con: sqlite3.Connection, match_id: MatchId, seat: Seat) -> DraftRow | None:
    """The draft of a seat."""
    row = con.execute("SELECT version, texts_json FROM draft WHERE match_id = ? AND seat = ?", (match_id, seat)).fetchone()
    return DraftRow(seat, row[0], tuple(unpack(row[1]))) if row else None


def put_draft(con: sqlite3.Connection, match_id: MatchId, row: DraftRow) -> None:
    """Keep a draft in place of the seat's former one."""
    con.execute(
        "INSERT INTO draft (match_id, seat, version, texts_json) VALUES (?,?,?,?)"
        " ON CONFLICT (match_id, seat) DO UPDATE SET version = excluded.version, texts_json = excluded.texts_json",
        (match_id, row.seat, row.version, pack(row.texts)),
    )


def drop_drafts(con: sqlite3.Connection, match_id: MatchId, seats: Sequence[Seat]) -> None:
    """Forget the drafts of these seats."""
    con.executemany("DELETE FROM draft WHERE match_id = ? AND seat = ?", [(match_id, seat) for seat in seats])
