"""The door to what is remembered: one small store for each subject (`storage.stores`), over one unit of work.

Every method is one transaction and one hop. All raise `StorageError`: `Conflict` where the guards of the database refuse,
`Unavailable` where the database cannot work. What changes several subjects at once is given to `Store.commit` as changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from storage.changes import Change
from storage.outage import Outage
from storage.queries.process_events import ProcessEvent
from storage.queries.shares import Share
from storage.records import (
    Lease,
    Subject,
)
from storage.stores.due import PostStore, TimerStore
from storage.stores.events import EventStore
from storage.stores.matches import AnalysisStore, ClockStore, DraftStore, MatchStore, RequestStore
from storage.stores.people import MapStore, NoteStore, PersonStore, PuzzleStore, ServerStore
from storage.stores.stats import StatsStore


class LeaseStore(Protocol):
    """Which process looks after which part of everything. `service.process.leases` holds them; whoever watches asks `all`."""

    async def hold(self, names: Sequence[str]) -> tuple[Lease, ...]:
        """Renew or take what is to be had of these; what this process holds now."""

    async def is_deserted(self, names: Sequence[str]) -> bool:
        """Whether another process that holds one of these is gone, so that `hold` gets it before it runs out."""

    async def release(self) -> None:
        """Give back what is held: others may have it at once."""

    async def all(self) -> tuple[Lease, ...]:
        """Every lease that is held, by whichever process."""

    async def claim(self, number: int) -> bool:
        """Take one thing that several processes have heard, by its number; whether nobody else has."""

    async def heard(self, timeout_s: float) -> tuple[ProcessEvent, ...]:
        """What other processes tell, waiting so long for it; also that something may have been missed."""

    async def close(self) -> None:
        """Close the connection; the next call opens another one."""


class Store(Protocol):
    """Everything that is remembered."""

    @property
    def leases(self) -> LeaseStore | None:
        """None where one process has the database for itself."""

    @property
    def share(self) -> Share | None:
        """What this process looks after; None where that is all."""

    @property
    def matches(self) -> MatchStore: ...
    @property
    def clocks(self) -> ClockStore: ...
    @property
    def analyses(self) -> AnalysisStore: ...
    @property
    def puzzles(self) -> PuzzleStore: ...
    @property
    def drafts(self) -> DraftStore: ...
    @property
    def requests(self) -> RequestStore: ...
    @property
    def posts(self) -> PostStore: ...
    @property
    def timers(self) -> TimerStore: ...
    @property
    def people(self) -> PersonStore: ...
    @property
    def servers(self) -> ServerStore: ...
    @property
    def maps(self) -> MapStore: ...
    @property
    def events(self) -> EventStore: ...
    @property
    def notes(self) -> NoteStore: ...
    @property
    def stats(self) -> StatsStore: ...

    @property
    def after_timers(self) -> list[Callable[[datetime], None]]:
        """Called after every transaction that has set timers, with when the first of them falls due."""

    @property
    def after_posts(self) -> list[Callable[[], None]]:
        """Called after every transaction that has written messages to be sent."""

    @property
    def after_transactions(self) -> list[Callable[[], None]]:
        """Called, by the task that has asked for it, after every transaction that has written, or of which nobody can tell."""

    @property
    def after_writes(self) -> list[Callable[[Mapping[Subject, int]], None]]:
        """Called after every transaction of `commit`, with what it answers."""

    @property
    def outage(self) -> Outage:
        """Whether the database can work just now, and who hears of it."""

    async def revision(self, subject: Subject) -> int:
        """How often anything about a subject was written so far."""

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        """Write all of them or nothing; the new revisions of all subjects that were written. `Conflict` if a match is not at its
        version, a subject not at its revision (`Revised`), or somebody else was faster.
        """

    async def close(self) -> None:
        """Finish what is queued and close."""
