"""Private drafts of moves, kept in memory and written in batches by a process that is the only user of its database.

Trying out a move only changes a draft that no other user sees. So drafts are written some seconds later, all together, or when the
program ends. A killed program loses some seconds of drafts: `may_be_lost` reports that, and each button contains the draft it
continues, so that it can be restored. Confirmed and planned moves, moves taken back, and the fact that a user guesses, are written
at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from storage.backends.database import Database
from storage.changes import Change, CommitMatch, DeleteDrafts, EraseGuild, EraseMatch, ExpectRevision, SaveDraft, SaveMistakeAnswer
from storage.errors import StorageError
from storage.queries import drafts
from storage.repositories.repository_base import Repository
from storage.rows import MATCH, DraftRow, Subject, UserId, of_match

LOG = logging.getLogger("bastide.storage")

WRITTEN_AFTER_S = 10.0
"""How long a draft stays in memory alone; most turns are over by then, and never written before they are confirmed."""

KNOWN = 4096
"""Drafts in memory that are written too."""

Key = tuple[UserId, Subject]


class DraftStore(Repository):
    """Drafts of moves, at most one for each user and subject. `Store.commit` changes them."""

    def __init__(self, db: Database, *, is_alone: bool) -> None:
        """Start without cached drafts. `is_alone`: no other process writes to the database, so drafts may be cached."""
        super().__init__(db)
        self._is_alone = is_alone
        self.asleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        """How the time until a draft is written passes: a simulated world has its own."""
        self._known: OrderedDict[Key, DraftRow | None] = OrderedDict()
        """What a reader gets; None: no draft."""
        self._unwritten: dict[Key, DraftRow | None] = {}
        """Drafts that the database doesn't have yet, with what it has in their place."""
        self._being_written: frozenset[Key] = frozenset()
        self._writing: asyncio.Task[None] | None = None
        self._later: asyncio.Task[None] | None = None
        self._changed: OrderedDict[Key, None] = OrderedDict()
        """Drafts that were changed in this life of the program."""
        self._news = 0
        """Rises with every change, so that a reader who was overtaken keeps nothing."""

    async def get(self, user_id: UserId, subject: Subject) -> DraftRow | None:
        """Return a user's draft about a subject; None if there is none."""
        key = (user_id, subject)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        news = self._news
        row = await self._db.read(lambda con: drafts.draft(con, user_id, subject))
        if self._is_alone and news == self._news:
            self._learn(key, row)
        return row

    async def of(self, subject: Subject) -> Mapping[UserId, DraftRow]:
        """Return all drafts about a subject, by user."""
        rows = dict(await self._db.read(lambda con: drafts.drafts_of(con, subject)))
        for user_id, its in self._unwritten:
            if its == subject and (row := self._known[user_id, its]) is not None:
                rows[user_id] = row
        return rows

    def may_be_lost(self, user_id: UserId, subject: Subject) -> bool:
        """Return whether a newer draft may have been lost when an earlier process was killed.

        That is possible while this process has not seen a change of the draft.
        """
        return self._is_alone and (user_id, subject) not in self._changed

    # --- changes -----------------------------------------------------------------------------------------------------

    def keep(self, changes: Sequence[Change]) -> bool:
        """Apply changes in memory only, if they all concern drafts that can be restored; else return False.

        After False the caller must write the changes.
        """
        about = [change for change in changes if not isinstance(change, ExpectRevision)]
        if not self._is_alone or not about or not all(self._is_light(change) for change in about):
            return False
        for change in about:
            if isinstance(change, SaveDraft):
                key = (change.user_id, change.subject)
                self._unwritten.setdefault(key, self._known[key])
                self._change(key, change.draft)
            elif isinstance(change, DeleteDrafts):
                for key in _keys(change):
                    self._unwritten.pop(key, None)
                    self._change(key, None)
        if self._unwritten and self._later is None:
            self._later = asyncio.get_running_loop().create_task(self._write_later(), name="drafts")
        return True

    async def begin(self, changes: Sequence[Change]) -> Mapping[Key, DraftRow | None]:
        """Take the drafts that changes will replace out of the unwritten ones, and return them with the rows in the database.

        Waits if they are being written.
        """
        keys = {key for change in changes for key in _keys(change)}
        while self._writing is not None and keys & self._being_written:
            await asyncio.shield(self._writing)
        return {key: self._unwritten.pop(key) for key in keys if key in self._unwritten}

    def wrote(self, changes: Sequence[Change]) -> None:
        """Update the cached drafts after changes were written to the database."""
        for change in changes:
            for key in _keys(change):
                self._change(key, change.draft if isinstance(change, SaveDraft) else None)
            if isinstance(change, EraseMatch | EraseGuild | SaveMistakeAnswer):
                self._forget(key for key in self._known if _is_gone(key[1], change))

    def failed(self, changes: Sequence[Change], replaced: Mapping[Key, DraftRow | None]) -> None:
        """Update the cached drafts after a commit that may or may not have been written.

        `replaced`: the result of `begin`. A draft that was to be deleted stays: if its move was written, its version shows that
        it's obsolete.
        """
        saved = {key for change in changes if isinstance(change, SaveDraft) for key in _keys(change)}
        self._unwritten.update({key: row for key, row in replaced.items() if key not in saved})
        self._forget(key for change in changes for key in _keys(change) if key not in self._unwritten)

    def forget_person(self, user_id: UserId) -> None:
        """Remove all drafts of a forgotten user from memory."""
        self._forget(key for key in self._known if key[0] == user_id)

    async def write_all(self) -> None:
        """Write all unwritten drafts in one transaction."""
        while self._writing is not None:
            await asyncio.shield(self._writing)
        if self._unwritten:
            self._writing = asyncio.create_task(self._flush())
            await asyncio.shield(self._writing)

    async def close(self) -> None:
        """Write all unwritten drafts a last time. If that fails, they can be restored from their buttons."""
        if self._later is not None:
            self._later.cancel()
        with suppress(StorageError):
            await self.write_all()

    async def _write_later(self) -> None:
        await self.asleep(WRITTEN_AFTER_S)
        self._later = None
        if self._writing is None and self._unwritten:
            self._writing = asyncio.create_task(self._flush_or_wait())

    async def _flush_or_wait(self) -> None:
        try:
            await self._flush()
        except StorageError as error:
            LOG.debug("drafts were not written: %s", error)
            if self._unwritten and self._later is None:
                self._later = asyncio.get_running_loop().create_task(self._write_later(), name="drafts")

    async def _flush(self) -> None:
        rows = {key: row for key in self._unwritten if (row := self._known[key]) is not None}
        self._being_written = frozenset(rows)
        try:
            await self._db.write(lambda con: drafts.put_drafts(con, rows))
            for key, row in rows.items():
                if key not in self._unwritten:
                    continue
                if self._known[key] is row:
                    del self._unwritten[key]
                else:
                    self._unwritten[key] = row
        finally:
            self._being_written, self._writing = frozenset(), None

    # --- memory ------------------------------------------------------------------------------------------------------

    def _is_light(self, change: Change) -> bool:
        keys = _keys(change)
        if (
            not isinstance(change, SaveDraft | DeleteDrafts)
            or change.subject.kind != MATCH
            or not all(k in self._known for k in keys)
        ):
            return False
        beneath = [self._unwritten.get(key, self._known[key]) for key in keys]
        if isinstance(change, DeleteDrafts):
            return all(row is None for row in beneath)
        is_new = self._known[keys[0]] is None
        return (
            _is_plain(change.draft) and (not is_new or bool(change.draft.texts)) and (beneath[0] is None or _is_tried(beneath[0]))
        )

    def _change(self, key: Key, row: DraftRow | None) -> None:
        self._news += 1
        self._learn(key, row)
        self._changed[key] = None
        self._changed.move_to_end(key)
        while len(self._changed) > KNOWN:
            self._changed.popitem(last=False)

    def _learn(self, key: Key, row: DraftRow | None) -> None:
        if not self._is_alone:
            return
        self._known[key] = row
        self._known.move_to_end(key)
        if len(self._known) > KNOWN + len(self._unwritten):
            del self._known[next(old for old in self._known if old not in self._unwritten)]

    def _forget(self, keys: Iterable[Key]) -> None:
        for key in [*keys]:
            self._news += 1
            for kept in (self._known, self._unwritten, self._changed):
                kept.pop(key, None)


def _keys(change: Change) -> list[Key]:
    """Return the (user, subject) keys of the drafts that a change replaces or deletes."""
    if isinstance(change, SaveDraft):
        return [(change.user_id, change.subject)]
    if isinstance(change, DeleteDrafts):
        return [(user_id, change.subject) for user_id in change.people]
    return [(user_id, of_match(change.match.id)) for user_id in change.drop_drafts] if isinstance(change, CommitMatch) else []


def _is_gone(subject: Subject, change: EraseMatch | EraseGuild | SaveMistakeAnswer) -> bool:
    """Return whether a change that erases data may have erased drafts about a subject.

    Puzzles are subjects with negative ids.
    """
    if isinstance(change, SaveMistakeAnswer):
        return subject.id == -change.puzzle_id
    return subject.id < 0 or (isinstance(change, EraseMatch) and subject.id == change.match_id)


def _is_plain(row: DraftRow) -> bool:
    """Return whether a draft is only a trial: neither confirmed nor planned, and not taken back."""
    return row.passes_at is None and not row.taken_back and not row.planned


def _is_tried(row: DraftRow) -> bool:
    """Return whether a draft in the database may be replaced in memory only.

    It may not if it's empty, which records that its user guesses.
    """
    return _is_plain(row) and bool(row.texts)
