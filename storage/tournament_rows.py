"""Rows of events: the event, its entrants, its log, and its matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NewType

from games.core.game import Seat
from storage.rows import EVENT, MatchId, Subject, UserId

EventId = NewType("EventId", int)

DRAFT, OPEN, RUNNING, FINISHED, CANCELLED = "draft", "open", "running", "finished", "cancelled"
UNDER_WAY = (DRAFT, OPEN, RUNNING)
"""The states in which an event may still change by itself."""
TOURNAMENT, DUEL = "tournament", "duel"
"""Kinds of events. Duels, between two people, are left out of lists of tournaments."""


def of_event(event_id: EventId) -> Subject:
    """Return the event as a subject."""
    return Subject(EVENT, event_id)


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event, from its draft to its end."""

    id: EventId
    name: str
    guild_id: int | None
    channel_id: int
    """Where its board and its pairings are posted."""
    host_id: UserId
    """The organiser."""
    status: str
    """draft, open, running, finished, cancelled."""
    settings: Mapping[str, Any]
    """See `service.tournaments.tournament_settings`."""
    locale: str
    seed: str = field(repr=False)
    """Seed of all lots; secret until the first round starts."""
    commitment: str
    """SHA-256 of the seed, in hex; public from the first moment."""
    version: int
    """How many rows the log has."""
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    kind: str = TOURNAMENT


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """The user behind an entrant's number; the event's log contains only numbers."""

    number: int
    """From 1, in the order of entering."""
    user_id: UserId


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One row of the append-only log of an event."""

    seq: int
    kind: str
    """One of `service.tournaments.log.codec`, which reads and writes the payload."""
    payload: Mapping[str, Any]
    """Names entrants by their numbers."""
    at: datetime
    by: UserId | None = None
    """The person who did it; None: the program."""
    about: int | None = None
    """The entrant whom `reason` concerns."""
    reason: str | None = None
    """Why an organiser did it; goes with the person whom it concerns."""


@dataclass(frozen=True, slots=True)
class EventMatch:
    """A match of an event, with its state and seats."""

    round: int
    table: int
    game: int
    """Number of the game within its pairing, from 1."""
    match_id: MatchId
    channel_id: int
    status: str
    started_at: datetime | None
    ended_at: datetime | None
    result: Mapping[str, Any] | None
    seats: tuple[EventSeat, ...]


TABLES = "tables"
"""Key of a timer's payload: the tables that it's about, as pairs of round and table."""


def tables_named(*places: tuple[int, int]) -> Mapping[str, Any]:
    """Return the payload of an event's timer that concerns only these tables, given as (round, table)."""
    return {TABLES: [list(place) for place in places]}


@dataclass(frozen=True, slots=True)
class EventSeat:
    """A seat of a match of an event."""

    seat: Seat
    user_id: UserId | None
    left: str | None
    """Why a computer has taken over the seat; None if none has."""
    waiting_since: datetime | None
    has_acted: bool
