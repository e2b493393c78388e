"""SQL of how often each subject was written. Every function works inside a transaction of its caller.

Each write advances its subjects, by itself. Who has decided on what was read says at which revision that was (`Revised`): if
somebody else has written since, nothing is written. That person, or process, waits at the row until the other transaction ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, bindparam, delete, select, text, update

from storage.changes import Revised
from storage.errors import Outdated
from storage.records import Subject
from storage.schema import revision

_ITS = (revision.c.subject_kind == bindparam("of_kind"), revision.c.subject_id == bindparam("of_id"))
_REVISION = select(revision.c.revision).where(*_ITS)
_DROP = delete(revision).where(*_ITS)
_NEXT = update(revision).where(*_ITS, revision.c.revision == bindparam("expected")).values(revision=revision.c.revision + 1)
_INSERT = "INSERT INTO revision (subject_kind, subject_id, revision) VALUES (:of_kind, :of_id, 1) ON CONFLICT "
_FIRST = text(_INSERT + "DO NOTHING")
_ANY = text(_INSERT + "(subject_kind, subject_id) DO UPDATE SET revision = revision.revision + 1 RETURNING revision")


def revision_of(con: Connection, subject: Subject) -> int:
    """How often a subject was written; 0: never, or it was forgotten."""
    return con.execute(_REVISION, _named(subject)).scalar() or 0


def advance(con: Connection, revised: Iterable[Revised], written: Iterable[Subject] = ()) -> Mapping[Subject, int]:
    """Every subject that is written, or that must be found at a revision, and its revision from now on.

    Raises `Outdated` if one is not at the revision that a `Revised` expects.
    """
    expected = {it.subject: it.expected for it in revised}
    subjects = {*expected, *written}
    return {subject: _advanced(con, subject, expected.get(subject)) for subject in sorted(subjects, key=_place)}


def advance_all(con: Connection, subjects: Iterable[Subject]) -> None:
    """As `advance`, of what is written by no change."""
    for subject in sorted(subjects, key=_place):
        _advanced(con, subject, None)


def forget(con: Connection, subject: Subject) -> None:
    """The subject is no longer known by its number."""
    con.execute(_DROP, _named(subject))


def _advanced(con: Connection, subject: Subject, expected: int | None) -> int:
    its = _named(subject)
    if expected is None:
        return int(con.execute(_ANY, its).scalar_one())
    done = con.execute(_NEXT, {**its, "expected": expected}) if expected else con.execute(_FIRST, its)
    if done.rowcount != 1:
        raise Outdated(f"{subject.kind} {subject.id} is not at revision {expected}")
    return expected + 1


def _place(subject: Subject) -> tuple[str, int]:
    """In which order transactions lock the rows, so that no two wait for each other: the kinds by their names."""
    return subject.kind, subject.id


def _named(subject: Subject) -> dict[str, object]:
    return {"of_kind": subject.kind, "of_id": subject.id}
