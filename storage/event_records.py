"""What the store keeps of events: the event, who entered it, its log, and the matches that are played for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NewType

from games.core.game import Seat
from storage.records import EVENT, MatchId, Subject, UserId

EventId = NewType("EventId", int)

DRAFT, OPEN, RUNNING, FINISHED, CANCELLED = "draft", "open", "running", "finished", "cancelled"
UNDER_WAY = (DRAFT, OPEN, RUNNING)
"""The states in which an event may still change by itself."""
TOURNAMENT, DUEL = "tournament", "duel"
"""What an event is: a duel, of two people alone, is in no list of tournaments."""


def of_event(event_id: EventId) -> Subject:
    """The event as a subject."""
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
    """Who organises it."""
    status: str
    """draft, open, running, finished, cancelled."""
    settings: Mapping[str, Any]
    """See `service.events.settings`."""
    locale: str
    seed: str = field(repr=False)
    """Decides every lot; sealed until the start of the first round."""
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
    """Which person an entrant of an event is. The log knows the number alone."""

    number: int
    """From 1, in the order of entering."""
    user_id: UserId


@dataclass(frozen=True, slots=True)
class EventEntry:
    """One row of the append-only log of an event."""

    seq: int
    kind: str
    """See `service.events.state`."""
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
    """A match that is played for an event, and how it stands."""

    round: int
    table: int
    game: int
    """The how-manieth of the pairing, from 1."""
    match_id: MatchId
    channel_id: int
    status: str
    started_at: datetime | None
    ended_at: datetime | None
    result: Mapping[str, Any] | None
    seats: tuple[EventSeat, ...]


@dataclass(frozen=True, slots=True)
class EventSeat:
    """A seat of a match that is played for an event."""

    seat: Seat
    user_id: UserId | None
    left: str | None
    """Why it is played by a computer by now."""
    waiting_since: datetime | None
    has_acted: bool
