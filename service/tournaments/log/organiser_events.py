"""Rows about the organisers of an event, its settings and its channel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from service.tournaments.log.log_event import LogEvent, PlainEvent
from service.tournaments.state import TournamentState


@dataclass(frozen=True, slots=True)
class SettingsChange(LogEvent):
    """The names of settings that an organiser has changed; the event's own row has their values."""

    kind: ClassVar[str] = "settings"
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeputyChange(PlainEvent):
    """The appointment or dismissal of a deputy."""

    kind: ClassVar[str] = "deputy"
    entrant: int
    on: bool

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        others = tuple(number for number in state.deputies if number != self.entrant)
        return replace(state, deputies=(*others, self.entrant) if self.on else others)


@dataclass(frozen=True, slots=True)
class HostDeparture(PlainEvent):
    """The departure of the organiser; the event's own row has the next one."""

    kind: ClassVar[str] = "host-left"


@dataclass(frozen=True, slots=True)
class OrganiserChange(PlainEvent):
    """The change to another organiser, whom the event's own row has."""

    kind: ClassVar[str] = "organiser"


@dataclass(frozen=True, slots=True)
class OrganiserMessage(PlainEvent):
    """The record of an organiser's message to all entrants."""

    kind: ClassVar[str] = "message"
    number: int
    """How many people it went to."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, messages=(*state.messages, at))


@dataclass(frozen=True, slots=True)
class ChannelClosure(LogEvent):
    """The loss of the event's channel, which takes no posts any more."""

    kind: ClassVar[str] = "channel-closed"
    why: str
    channel: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, is_closed=True)


@dataclass(frozen=True, slots=True)
class ChannelChange(LogEvent):
    """The move of the event's posts to another channel."""

    kind: ClassVar[str] = "channel"
    channel: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, is_closed=False)
