"""SQL of how often each subject was written. Every function works inside a transaction of its caller.

Each write advances its subjects, by itself. Who has decided on what was read says at which revision that was (`Revised`): if
somebody else has written since, nothing is written. That person, or process, waits at the row until the other transaction ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, delete, select, text, update

from storage.changes import (
    BlockDropped,
    BlockPut,
    ChampionNoted,
    ChampionStruck,
    Change,
    ClocksChanged,
    Commit,
    DraftKept,
    DraftsDropped,
    EventCommit,
    FollowDropped,
    FollowPut,
    MapKept,
    MapRemoved,
    MatchErased,
    MistakeAnswered,
    MistakesKept,
    PersonChosen,
    PuzzleAnswered,
    PuzzlePosted,
    RequestPut,
    Revised,
    SeatTaken,
    ServerChosen,
    UploadDropped,
    UploadKept,
    VoteCast,
    WishesDropped,
    WishPut,
)
from storage.errors import Outdated
from storage.event_records import of_event
from storage.records import Subject, of_match, of_person, of_server
from storage.schema import revision

C = TypeVar("C")

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


def advance(con: Connection, changes: Sequence[Change]) -> Mapping[Subject, int]:
    """Every subject that these changes write, or that they must find at a revision, and its revision from now on.

    Raises `Outdated` if one is not at the revision that a `Revised` expects.
    """
    expected = {change.subject: change.expected for change in changes if isinstance(change, Revised)}
    subjects = {*expected, *(_WRITTEN[type(change)](change) for change in changes if type(change) in _WRITTEN)}
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


def _by(kind: type[C], subject: Callable[[C], Subject]) -> tuple[type, Callable[[Any], Subject]]:
    return kind, subject


_WRITTEN: Mapping[type, Callable[[Any], Subject]] = dict(
    (
        _by(Commit, lambda it: of_match(it.match.id)),
        _by(DraftKept, lambda it: it.subject),
        _by(DraftsDropped, lambda it: it.subject),
        _by(RequestPut, lambda it: of_match(it.match_id)),
        _by(VoteCast, lambda it: of_match(it.match_id)),
        _by(SeatTaken, lambda it: of_match(it.match_id)),
        _by(ClocksChanged, lambda it: of_match(it.match_id)),
        _by(MatchErased, lambda it: of_match(it.match_id)),
        _by(PersonChosen, lambda it: of_person(it.person.user_id)),
        _by(BlockPut, lambda it: of_person(it.user_id)),
        _by(BlockDropped, lambda it: of_person(it.user_id)),
        _by(ServerChosen, lambda it: of_server(it.server.guild_id)),
        _by(ChampionNoted, lambda it: of_server(it.row.guild_id)),
        _by(ChampionStruck, lambda it: of_server(it.row.guild_id)),
        _by(FollowPut, lambda it: of_person(it.row.user_id)),
        _by(FollowDropped, lambda it: of_person(it.row.user_id)),
        _by(WishPut, lambda it: of_server(it.wish.guild_id)),
        _by(WishesDropped, lambda it: of_server(it.guild_id)),
        _by(MapKept, lambda it: of_server(it.map.guild_id)),
        _by(MapRemoved, lambda it: of_server(it.guild_id)),
        _by(UploadKept, lambda it: of_server(it.upload.guild_id)),
        _by(UploadDropped, lambda it: of_server(it.guild_id)),
        _by(PuzzlePosted, lambda it: of_server(it.day.guild_id)),
        _by(PuzzleAnswered, lambda it: of_server(it.answer.guild_id)),
        _by(MistakesKept, lambda it: of_person(it.user_id)),
        _by(MistakeAnswered, lambda it: of_person(it.user_id)),
        _by(EventCommit, lambda it: of_event(it.event.id)),
    )
)
"""The subject that a change writes; messages and timers change no decision."""
