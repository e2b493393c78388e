"""SQL of pages in the browser. Every function runs in its caller's transaction."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, select, update

from storage.rows import MatchId, Subject, UserId
from storage.schema import web_launch, web_page, web_share
from storage.sharding import insert_new


def open_page(con: Connection, nonce: str, user_id: UserId, until: datetime, now: datetime) -> bool:
    """Record that the link with this nonce was opened as a user's page; return False if it was opened before.

    Deletes expired pages.
    """
    con.execute(delete(web_page).where(web_page.c.until < now))
    return insert_new(con, web_page, {"nonce": nonce, "user_id": user_id, "until": until, "closed": 0})


def is_page_open(con: Connection, nonce: str, now: datetime) -> bool:
    """Return whether a page is still valid."""
    its = select(web_page.c.nonce).where(web_page.c.nonce == nonce, web_page.c.until >= now, web_page.c.closed == 0)
    return con.execute(its).first() is not None


def close_pages(con: Connection, user_id: UserId) -> None:
    """Make all pages of a user invalid; the one-time links that opened them stay used."""
    con.execute(update(web_page).where(web_page.c.user_id == user_id).values(closed=1))


def note_launch(con: Connection, instance: str, user_id: UserId, match_id: MatchId, until: datetime, now: datetime) -> None:
    """Record for which game a user last opened this instance of the activity. Deletes expired records."""
    con.execute(delete(web_launch).where(web_launch.c.until < now))
    con.execute(delete(web_launch).where(*_launch(instance, user_id)))
    insert_new(con, web_launch, {"instance": instance, "user_id": user_id, "match_id": match_id, "until": until})


def launched_match(con: Connection, instance: str, user_id: UserId, now: datetime) -> MatchId | None:
    """Return the game for which a user has opened this instance; None if that is unknown or expired."""
    its = select(web_launch.c.match_id).where(*_launch(instance, user_id), web_launch.c.until >= now)
    match_id = con.execute(its).scalar()
    return None if match_id is None else MatchId(match_id)


def _launch(instance: str, user_id: UserId) -> tuple[ColumnElement[bool], ...]:
    return web_launch.c.instance == instance, web_launch.c.user_id == user_id


def public_link_secret(con: Connection, subject: Subject) -> str:
    """Return the secret part of the public link to a game or tournament; empty if it has none."""
    return con.execute(select(web_share.c.secret).where(*_conditions_of(subject))).scalar() or ""


def share(con: Connection, subject: Subject, secret: str) -> str:
    """Store the secret of a public link unless there is one; return the secret stored now."""
    insert_new(con, web_share, {"subject_kind": subject.kind, "subject_id": subject.id, "secret": secret})
    return public_link_secret(con, subject)


def unshare(con: Connection, subject: Subject) -> None:
    """Delete the public link to a game or tournament permanently."""
    con.execute(delete(web_share).where(*_conditions_of(subject)))


def _conditions_of(subject: Subject) -> tuple[ColumnElement[bool], ...]:
    return web_share.c.subject_kind == subject.kind, web_share.c.subject_id == subject.id
