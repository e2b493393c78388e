"""SQL of drafts. Every function works inside a transaction of its caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, select

from storage.queries.upsert import upsert
from storage.records import DraftRow, Subject, UserId
from storage.schema import draft as drafts

_ITS = (
    drafts.c.user_id == bindparam("of_user"),
    drafts.c.subject_kind == bindparam("of_kind"),
    drafts.c.subject_id == bindparam("of_id"),
)
_DRAFT = select(drafts.c.version, drafts.c.texts, drafts.c.passes_at, drafts.c.taken_back).where(*_ITS)
_OF = select(drafts.c.user_id, drafts.c.version, drafts.c.texts, drafts.c.passes_at, drafts.c.taken_back).where(*_ITS[1:])
_DROP = delete(drafts).where(*_ITS)


def draft(con: Connection, user_id: UserId, subject: Subject) -> DraftRow | None:
    """The draft of a person."""
    row = con.execute(_DRAFT, {"of_user": user_id, "of_kind": subject.kind, "of_id": subject.id}).first()
    return DraftRow(row[0], tuple(row[1]), row[2], bool(row[3])) if row else None


def drafts_of(con: Connection, subject: Subject) -> Mapping[UserId, DraftRow]:
    """All drafts about the same, by person."""
    rows = con.execute(_OF, {"of_kind": subject.kind, "of_id": subject.id})
    return {UserId(row[0]): DraftRow(row[1], tuple(row[2]), row[3], bool(row[4])) for row in rows}


def put_draft(con: Connection, user_id: UserId, subject: Subject, row: DraftRow) -> None:
    """Keep a draft in place of the person's former one about the same."""
    whose = {"user_id": user_id, "subject_kind": subject.kind, "subject_id": subject.id}
    said = {"version": row.version, "texts": row.texts, "passes_at": row.passes_at, "taken_back": int(row.taken_back)}
    upsert(con, drafts, {**whose, **said}, tuple(said))


def drop_drafts(con: Connection, subject: Subject, users: Sequence[UserId]) -> None:
    """Forget the drafts of these people."""
    if users:
        con.execute(_DROP, [{"of_user": user, "of_kind": subject.kind, "of_id": subject.id} for user in users])
