"""Events that processes sharing a database send each other (PostgreSQL's NOTIFY), in the transaction they are about.

Only what another process would notice too late is sent: posts and timers of other processes' parts, changed settings, and matches
that its pages may show. After a lost connection a process gets `MISSED` and must check everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, literal, select

from storage.changes import Change, CommitMatch, EraseGuild, PutRow, QueuePosts, SaveMap, SetTimers
from storage.rows import MATCH, PersonRow, ServerRow, Subject, of_match
from storage.sharding import ShardSet, guild_of

CHANNEL = "bastide"
"""Name of the NOTIFY channel."""

LEASES, MISSED, DUE, PERSON, SERVER, FORGOTTEN, MAP = "leases", "missed", "due", "person", "server", "forgotten", "map"
OPERATED = "operated"
WRITTEN = "written"
PAGES = "pages"
"""Kinds, in this order: leases given back; events may have been lost; posts or timers were added; a person's settings changed; a
server's settings changed; a person was forgotten; a map was added; an operator did something that all processes follow; a match was
written, which pages may show; pages or public links were closed.
"""


@dataclass(frozen=True, slots=True)
class ProcessEvent:
    """One event sent between processes: its kind, and the ids that it is about."""

    kind: str
    number: int = 0
    """User or server id; for `WRITTEN` the match id, for `DUE` too, or 0 for other subjects."""
    guild_id: int | None = None
    """For `DUE`: the server of the subject."""

    def write(self) -> str:
        """Return the payload to send: kind and numbers, separated by spaces."""
        return " ".join(str(part) for part in (self.kind, self.number, self.guild_id) if part is not None)

    @classmethod
    def read(cls, text: str) -> ProcessEvent:
        """Parse a payload. Kinds of newer programs are kept and ignored later."""
        kind, *numbers = text.split()
        return cls(kind, *(int(number) for number in numbers[:2]))


def events_of_changes(
    con: Connection, changes: Sequence[Change], written: Iterable[Subject], attended: ShardSet
) -> tuple[ProcessEvent, ...]:
    """Return the events, without duplicates, that other processes need because of these changes.

    `written`: the subjects that the changes have written; `attended`: the part handled by this process.
    """
    matches = (ProcessEvent(WRITTEN, subject.id) for subject in written if subject.kind == MATCH)
    return tuple(dict.fromkeys((*_events_of_changes(changes), *_events_of_due(con, changes, attended), *matches)))


def notify_processes(con: Connection, process_events: Iterable[ProcessEvent]) -> None:
    """Send events to all listening processes when the transaction commits."""
    for event in process_events:
        con.execute(select(func.pg_notify(CHANNEL, event.write())))


def _events_of_changes(changes: Sequence[Change]) -> Iterator[ProcessEvent]:
    for change in changes:
        if isinstance(change, PutRow) and isinstance(change.row, PersonRow):
            yield ProcessEvent(PERSON, change.row.user_id)
        elif isinstance(change, PutRow) and isinstance(change.row, ServerRow):
            yield ProcessEvent(SERVER, change.row.guild_id)
        elif isinstance(change, EraseGuild):
            yield ProcessEvent(SERVER, change.guild_id)
        elif isinstance(change, SaveMap):
            yield ProcessEvent(MAP)


def _events_of_due(con: Connection, changes: Sequence[Change], attended: ShardSet) -> Iterator[ProcessEvent]:
    if attended.is_whole:
        return
    for subject in dict.fromkeys(each for change in changes for each in _subjects(change)):
        guild_id = con.execute(select(guild_of(literal(subject.kind), literal(subject.id)))).scalar()
        if not attended.covers(guild_id):
            yield ProcessEvent(DUE, subject.id if subject.kind == MATCH else 0, guild_id)


def _subjects(change: Change) -> tuple[Subject, ...]:
    """Return the subjects that may have new posts, timers or computer moves because of this change."""
    if isinstance(change, CommitMatch):
        return (of_match(change.match.id),)
    if isinstance(change, QueuePosts) and (change.posts or change.revive_in is not None):
        return (change.topic,)
    return (change.subject,) if isinstance(change, SetTimers) and change.timers else ()
