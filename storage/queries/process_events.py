"""What processes that share a database tell each other, in the transaction that makes it so.

Each acts and remembers for itself; told is only what another one would notice too late: a message or a timer of a part that is not
looked after here, what a person or a server has chosen. A process that was not connected is told `MISSED`: it looks everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, literal, select

from storage.changes import Change, Commit, MapKept, PersonChosen, PostsQueued, ServerChosen, ServerErased, TimersSet
from storage.parts import Part, guild_of
from storage.records import MATCH, Subject, of_match

CHANNEL = "bastide"
"""Under which they listen."""

LEASES, MISSED, DUE, PERSON, SERVER, FORGOTTEN, MAP = "leases", "missed", "due", "person", "server", "forgotten", "map"
"""Leases were given back; something may not have been heard; a subject of a server has messages or timers; somebody has chosen; a
server has; somebody was forgotten; a map was added.
"""


@dataclass(frozen=True, slots=True)
class ProcessEvent:
    """One of them."""

    kind: str
    number: int = 0
    """The person, the server; of what is due the match, 0 for anything else."""
    guild_id: int | None = None
    """Of what is due."""

    def write(self) -> str:
        """As it is sent."""
        return " ".join(str(part) for part in (self.kind, self.number, self.guild_id) if part is not None)

    @classmethod
    def read(cls, text: str) -> ProcessEvent:
        """As it was sent; what a newer program says is of a kind that nobody here knows."""
        kind, *numbers = text.split()
        return cls(kind, *(int(number) for number in numbers[:2]))


def of(con: Connection, changes: Sequence[Change], attended: Part) -> tuple[ProcessEvent, ...]:
    """What others should hear of these changes, each once."""
    return tuple(dict.fromkeys((*_chosen(changes), *_due(con, changes, attended))))


def tell(con: Connection, process_events: Iterable[ProcessEvent]) -> None:
    """When the transaction is committed everybody who listens hears them."""
    for tiding in process_events:
        con.execute(select(func.pg_notify(CHANNEL, tiding.write())))


def _chosen(changes: Sequence[Change]) -> Iterator[ProcessEvent]:
    for change in changes:
        if isinstance(change, PersonChosen):
            yield ProcessEvent(PERSON, change.person.user_id)
        elif isinstance(change, ServerChosen):
            yield ProcessEvent(SERVER, change.server.guild_id)
        elif isinstance(change, ServerErased):
            yield ProcessEvent(SERVER, change.guild_id)
        elif isinstance(change, MapKept):
            yield ProcessEvent(MAP)


def _due(con: Connection, changes: Sequence[Change], attended: Part) -> Iterator[ProcessEvent]:
    if attended.is_whole:
        return
    for subject in dict.fromkeys(found for change in changes for found in _subjects(change)):
        guild_id = con.execute(select(guild_of(literal(subject.kind), literal(subject.id)))).scalar()
        if not attended.covers(guild_id):
            yield ProcessEvent(DUE, subject.id if subject.kind == MATCH else 0, guild_id)


def _subjects(change: Change) -> tuple[Subject, ...]:
    """What may have messages to be sent now, or timers, or computers that are asked."""
    if isinstance(change, Commit):
        return (of_match(change.match.id),)
    if isinstance(change, PostsQueued) and (change.posts or change.revive_in is not None):
        return (change.topic,)
    return (change.subject,) if isinstance(change, TimersSet) and change.timers else ()
