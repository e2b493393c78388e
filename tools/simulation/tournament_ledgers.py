"""Snapshots of every duel and tournament, read directly from the simulated disk for the league laws to check.

A ledger holds one event's row, entrants, log, matches, posts and timers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Generic, TypeVar

from sqlalchemy import Connection, select

from service.tournaments.event_sourcing import fold_rows
from service.tournaments.log import codec
from service.tournaments.log.log_event import LogEvent, LogRow
from service.tournaments.state import TournamentState
from storage.queries import outbox, timers, tournaments
from storage.rows import MatchId, Post, TimerRow, UserId
from storage.schema import event_, game_stats
from storage.tournament_rows import EntrantRow, EventId, EventMatch, EventRow, of_event
from tools.simulation.fake_discord import SimulatedServer
from tools.simulation.killable_database import Disk

E = TypeVar("E", bound=LogEvent)


@dataclass(frozen=True)
class TypedRow(Generic[E]):
    """A row of an event's log whose event has the type `E`."""

    seq: int
    event: E
    at: datetime
    by: UserId | None


@dataclass(frozen=True)
class TournamentLedger:
    """A snapshot of one duel or tournament as stored on the disk."""

    row: EventRow
    entrants: tuple[EntrantRow, ...]
    log: tuple[LogRow, ...]
    matches: tuple[EventMatch, ...]
    rated: frozenset[MatchId]
    """Those of its matches that have changed ratings."""
    posts: tuple[Post, ...]
    timers: tuple[TimerRow, ...]
    at: datetime
    """When it was looked at, by the right time."""

    @property
    def users(self) -> Mapping[int, UserId]:
        """User id by entrant number."""
        return {entrant.number: entrant.user_id for entrant in self.entrants}

    @cached_property
    def state(self) -> TournamentState:
        """State of the event after all rows of its log."""
        return fold_rows(self.row, self.entrants, self.log)

    def rows(self, kind: type[E]) -> Iterator[TypedRow[E]]:
        """Return an iterator over the log rows whose event is of type `kind`, in order."""
        return (TypedRow(row.seq, row.event, row.at, row.by) for row in self.log if isinstance(row.event, kind))


EventLaw = Callable[[TournamentLedger, SimulatedServer], str | None]
"""Answers what is wrong with a duel or a tournament, or None."""


class LeagueBooks:
    """Reader of event ledgers that remembers the last one read of each event that still exists."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.known: dict[EventId, TournamentLedger] = {}
        """As each was last read."""

    def read(self, event_id: EventId, at: datetime) -> TournamentLedger | None:
        """Read an event's ledger and remember it under the moment `at`; return None if the event was erased."""
        book = self._disk.now(lambda con: _read(con, event_id, at))
        self.known.pop(event_id, None)
        if book is not None:
            self.known[event_id] = book
        return book

    def all(self, at: datetime) -> list[TournamentLedger]:
        """Read and return the ledgers of all events, by ascending id, without remembering them."""
        return self._disk.now(lambda con: list(_read_ledgers(con, at)))


def _read_ledgers(con: Connection, at: datetime) -> Iterator[TournamentLedger]:
    for number in con.execute(select(event_.c.id).order_by(event_.c.id)).scalars().all():
        if (book := _read(con, EventId(number), at)) is not None:
            yield book


def _read(con: Connection, event_id: EventId, at: datetime) -> TournamentLedger | None:
    tournament = tournaments.load(con, event_id)
    if tournament is None:
        return None
    row, entrants, log = tournament
    topic, played = of_event(event_id), tournaments.matches_of(con, event_id)
    numbers = [event_match.match_id for event_match in played]
    rated = con.execute(select(game_stats.c.match_id).where(game_stats.c.match_id.in_(numbers), game_stats.c.mu.is_not(None)))
    of_topic = outbox.posts(con, topic), timers.timers_of(con, topic)
    return TournamentLedger(row, entrants, codec.entries(log), played, frozenset(rated.scalars()), *of_topic, at)
