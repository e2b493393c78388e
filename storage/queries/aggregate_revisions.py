"""Optimistic locking: a revision for each subject, advanced by every write. Every function runs in its caller's transaction.

A decision names the revision that it was based on (`ExpectRevision`). If another transaction has written the subject since,
nothing is written; if one is writing it now, this one waits for it at the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, bindparam, delete, select, text, update

from storage.changes import ExpectRevision
from storage.errors import StaleRevisionError
from storage.rows import Subject
from storage.schema import revision

_ITS = (revision.c.subject_kind == bindparam("of_kind"), revision.c.subject_id == bindparam("of_id"))
_REVISION = select(revision.c.revision).where(*_ITS)
_DROP = delete(revision).where(*_ITS)
_NEXT = update(revision).where(*_ITS, revision.c.revision == bindparam("expected")).values(revision=revision.c.revision + 1)
_INSERT = "INSERT INTO revision (subject_kind, subject_id, revision) VALUES (:of_kind, :of_id, 1) ON CONFLICT "
_FIRST = text(_INSERT + "DO NOTHING")
_ANY = text(_INSERT + "(subject_kind, subject_id) DO UPDATE SET revision = revision.revision + 1 RETURNING revision")


def revision_of(con: Connection, subject: Subject) -> int:
    """Return the number of writes to a subject; 0 if there were none or its revision was deleted."""
    return con.execute(_REVISION, _key_of(subject)).scalar() or 0


def advance(con: Connection, revised: Iterable[ExpectRevision], written: Iterable[Subject] = ()) -> Mapping[Subject, int]:
    """Increment the revisions of all written subjects and of all of `revised`; return the new revisions.

    Raises `StaleRevisionError` if one isn't at the revision that its `ExpectRevision` expects.
    """
    expected = {it.subject: it.expected for it in revised}
    subjects = {*expected, *written}
    return {subject: _advance(con, subject, expected.get(subject)) for subject in sorted(subjects, key=_place)}


def advance_all(con: Connection, subjects: Iterable[Subject]) -> None:
    """Increment the revisions of subjects that were written without a change object."""
    for subject in sorted(subjects, key=_place):
        _advance(con, subject, None)


def forget(con: Connection, subject: Subject) -> None:
    """Delete a subject's revision."""
    con.execute(_DROP, _key_of(subject))


def _advance(con: Connection, subject: Subject, expected: int | None) -> int:
    its = _key_of(subject)
    if expected is None:
        return int(con.execute(_ANY, its).scalar_one())
    done = con.execute(_NEXT, {**its, "expected": expected}) if expected else con.execute(_FIRST, its)
    if done.rowcount != 1:
        raise StaleRevisionError(f"{subject.kind} {subject.id} is not at revision {expected}")
    return expected + 1


def _place(subject: Subject) -> tuple[str, int]:
    """Return the sort key for locking rows: the same order in all transactions prevents deadlocks."""
    return subject.kind, subject.id


def _key_of(subject: Subject) -> dict[str, object]:
    return {"of_kind": subject.kind, "of_id": subject.id}
