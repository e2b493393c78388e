"""SQL of drafts and requests. Every function runs in its caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from games.core.game import Seat
from storage.rows import LOST, RUNNING, DraftRow, MatchId, RequestRow, Subject, UserId
from storage.schema import draft as drafts
from storage.schema import match, puzzle, request
from storage.sharding import upsert

_ITS = (
    drafts.c.user_id == bindparam("of_user"),
    drafts.c.subject_kind == bindparam("of_kind"),
    drafts.c.subject_id == bindparam("of_id"),
)
_FIELDS = (drafts.c.version, drafts.c.texts, drafts.c.passes_at, drafts.c.taken_back, drafts.c.planned)
_DRAFT = select(*_FIELDS).where(*_ITS)
_OF = select(drafts.c.user_id, *_FIELDS).where(*_ITS[1:])
_DROP = delete(drafts).where(*_ITS)


def draft(con: Connection, user_id: UserId, subject: Subject) -> DraftRow | None:
    """Return a person's draft about a subject."""
    row = con.execute(_DRAFT, {"of_user": user_id, "of_kind": subject.kind, "of_id": subject.id}).first()
    return _row(*row) if row else None


def drafts_of(con: Connection, subject: Subject) -> Mapping[UserId, DraftRow]:
    """Return all drafts about a subject, by person."""
    rows = con.execute(_OF, {"of_kind": subject.kind, "of_id": subject.id})
    return {UserId(who): _row(*its) for who, *its in rows}


def _row(version: int, texts: Sequence[str], passes_at: datetime | None, taken_back: int, planned: int) -> DraftRow:
    return DraftRow(version, tuple(texts), passes_at, bool(taken_back), bool(planned))


def put_draft(con: Connection, user_id: UserId, subject: Subject, row: DraftRow) -> None:
    """Write a person's draft about a subject, replacing their former one."""
    whose = {"user_id": user_id, "subject_kind": subject.kind, "subject_id": subject.id}
    text = {**asdict(row), "taken_back": int(row.taken_back), "planned": int(row.planned)}
    upsert(con, drafts, {**whose, **text}, tuple(text))


def put_drafts(con: Connection, rows: Mapping[tuple[UserId, Subject], DraftRow]) -> None:
    """Write drafts whose match is running or that are about puzzles (negative ids); skip others, which are obsolete."""
    numbers = {subject.id for _, subject in rows}
    its = select(match.c.id).where(
        match.c.id.in_([number for number in numbers if number > 0]), match.c.status.in_((RUNNING, LOST))
    )
    there = {*con.execute(its).scalars()}
    own = select(puzzle.c.id).where(puzzle.c.id.in_([-number for number in numbers if number < 0]))
    there |= {-number for number in con.execute(own).scalars()}
    for (user_id, subject), row in rows.items():
        if subject.id in there:
            put_draft(con, user_id, subject, row)


def drop_drafts(con: Connection, subject: Subject, users: Sequence[UserId]) -> None:
    """Delete these people's drafts about a subject."""
    if users:
        con.execute(_DROP, [{"of_user": user, "of_kind": subject.kind, "of_id": subject.id} for user in users])


_KEYS = tuple(column.key for column in request.c if column.key != "match_id")
"""Names of the fields of `RequestRow`, in order."""
_OF_MATCH = select(*(request.c[key] for key in _KEYS)).where(request.c.match_id == bindparam("of_match")).order_by(request.c.number)


def requests(con: Connection, match_id: MatchId) -> tuple[RequestRow, ...]:
    """Return all requests of a match, in the order of asking."""
    rows = (dict(zip(_KEYS, row, strict=True)) for row in con.execute(_OF_MATCH, {"of_match": match_id}))
    return tuple(RequestRow(**{**row, "agreed": tuple(Seat(seat) for seat in row["agreed"])}) for row in rows)
