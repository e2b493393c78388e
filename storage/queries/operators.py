"""SQL of moderation by operators: bans, reports, and the log of operations.

Every function runs in its caller's transaction.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from storage.operator_rows import LETTER, REPORTED, BarRow, OperationRow, ReportRow
from storage.queries import cluster_events, outbox
from storage.queries.cluster_events import OPERATED, ProcessEvent
from storage.rows import PROGRAM, Cause, NewPost, Subject, UserId, of_person
from storage.schema import bar, letter_receipt, operation, report, wish
from storage.sharding import insert_new, upsert


def bars(con: Connection) -> tuple[BarRow, ...]:
    """Return all bans, newest first."""
    rows = con.execute(select(bar).order_by(bar.c.at.desc(), bar.c.number)).mappings()
    return tuple(BarRow(**row) for row in rows)


def wishing_in(con: Connection, user_id: UserId) -> tuple[int, ...]:
    """Return ids of the servers in which a user is looking for a game."""
    return tuple(con.execute(select(wish.c.guild_id).where(wish.c.user_id == user_id).order_by(wish.c.guild_id)).scalars())


def put_bar(con: Connection, row: BarRow, note: OperationRow, shared: bool) -> None:
    """Ban a user or a server, with an entry in the log; if the database is `shared`, notify the other processes."""
    upsert(con, bar, {key: getattr(row, key) for key in ("number", "kind", "by", "at")}, ("kind", "by", "at"))
    add(con, note)
    _notify_processes(con, row.number, shared)


def drop_bar(con: Connection, number: int, note: OperationRow, shared: bool) -> bool:
    """Lift a ban, with an entry in the log; return False if there is none."""
    if con.execute(delete(bar).where(bar.c.number == number)).rowcount != 1:
        return False
    add(con, note)
    _notify_processes(con, number, shared)
    return True


def _notify_processes(con: Connection, number: int, shared: bool) -> None:
    if shared:
        cluster_events.notify_processes(con, (ProcessEvent(OPERATED, number),))


def add(con: Connection, row: OperationRow) -> int:
    """Add an entry to the operators' log and return its id."""
    values = {"at": row.at, "by": row.by, "what": row.what, "about": row.about, "detail": row.detail}
    key = con.execute(insert(operation).values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def note(con: Connection, row: OperationRow, shared: bool) -> int:
    """Add an entry to the operators' log, notify the other processes if `shared`, and return the entry's id."""
    number = add(con, row)
    _notify_processes(con, number, shared)
    return number


def operations(con: Connection, most: int, what: str | None = None) -> tuple[OperationRow, ...]:
    """Return the newest log entries, newest first; with `what`, only those of that kind."""
    query = select(operation).order_by(operation.c.id.desc()).limit(most)
    rows = con.execute(query if what is None else query.where(operation.c.what == what)).mappings()
    return tuple(OperationRow(**row) for row in rows)


def send_letter(con: Connection, letter: int, text: str, user_id: UserId, at: datetime) -> bool:
    """Queue an operators' letter to a user; return False if any process has done so before."""
    if not insert_new(con, letter_receipt, {"letter": letter, "user_id": user_id}):
        return False
    post = NewPost(LETTER, {"text": text}, secrets.token_hex(10), None, user_id, cause=Cause("operators"))
    outbox.add_posts(con, of_person(user_id), (post,), at)
    return True


def add_report(con: Connection, row: ReportRow, channel_id: int | None) -> int | None:
    """Store a report and queue it for the operators' channel, if any; return its id.

    None if this user has already reported this message.
    """
    its = select(report.c.id).where(report.c.user_id == row.user_id, report.c.message_id == row.message_id)
    if con.execute(its).first() is not None:
        return None
    names = ("at", "user_id", "guild_id", "channel_id", "message_id", "text", "closed_at")
    key = con.execute(insert(report).values({name: getattr(row, name) for name in names})).inserted_primary_key
    assert key is not None
    if channel_id is not None:
        line = NewPost(REPORTED, {"report": int(key[0])}, secrets.token_hex(10), channel_id)
        outbox.add_posts(con, Subject(PROGRAM, 0), (line,), row.at)
    return int(key[0])


def reports(con: Connection, most: int) -> tuple[ReportRow, ...]:
    """Return the open reports, the oldest first."""
    rows = con.execute(select(report).where(report.c.closed_at.is_(None)).order_by(report.c.id).limit(most)).mappings()
    return tuple(ReportRow(**row) for row in rows)


def report_by_id(con: Connection, number: int) -> ReportRow | None:
    """Return a report; None for an unknown one."""
    row = con.execute(select(report).where(report.c.id == number)).mappings().first()
    return None if row is None else ReportRow(**row)


def close_report(con: Connection, number: int, note: OperationRow) -> bool:
    """Close an open report and delete its text, with an entry in the log; return False if it's closed or unknown."""
    done = con.execute(update(report).where(report.c.id == number, report.c.closed_at.is_(None)).values(closed_at=note.at, text=""))
    if done.rowcount != 1:
        return False
    add(con, note)
    return True


def forget(con: Connection, user_id: UserId, former: UserId) -> None:
    """Replace a user by `former` in reports and in the log.

    Bans keep the user's id, so that a forgotten user stays banned.
    """
    con.execute(update(report).where(report.c.user_id == user_id).values(user_id=former))
    con.execute(delete(letter_receipt).where(letter_receipt.c.user_id == user_id))
    con.execute(update(bar).where(bar.c.by == user_id).values(by=former))
    con.execute(update(operation).where(operation.c.by == user_id).values(by=former))
    con.execute(update(operation).where(operation.c.about == user_id).values(about=former, detail=""))


def erase_server(con: Connection, guild_id: int) -> None:
    """Delete the reports of messages in a server."""
    con.execute(delete(report).where(report.c.guild_id == guild_id))
