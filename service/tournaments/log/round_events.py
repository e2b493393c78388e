"""Rows about the course of an event: its start, rounds, stages and end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from service.core.stored_form import omitted_if, stored_under
from service.tournaments.log.log_event import LogEvent, PlainEvent, TableEvent, entrant_id, entrant_ids
from service.tournaments.state import IN, Place, TournamentState
from tournament.history import Couple, DrawnRound
from tournament.results import ConstraintViolation, EntrantId


@dataclass(frozen=True, slots=True)
class EventStart(LogEvent):
    """The start of the event, with its stages and entrants."""

    kind: ClassVar[str] = "start"
    stages: str
    entrants: Mapping[int, float | None]
    """Ratings by number."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        members = {
            number: replace(member, rating=self.entrants[number], status=IN) if number in self.entrants else member
            for number, member in state.members.items()
        }
        return replace(state, members=members, stages=self.stages)


@dataclass(frozen=True, slots=True)
class StageStart(LogEvent):
    """The start of a stage, with its entrants in seeding order."""

    kind: ClassVar[str] = "stage"
    entrants: tuple[int, ...] = stored_under("places")

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, places=(*state.places, entrant_ids(self.entrants)))


@dataclass(frozen=True, slots=True)
class RoundDraw(PlainEvent):
    """The pairings of a round that is not published yet."""

    kind: ClassVar[str] = "draw"
    round: int
    couples: tuple[tuple[int | None, ...], ...]
    """Who meets whom; everybody at a table of three to five, None beside a bye."""
    best_of: int
    broken: tuple[tuple[str, tuple[int, ...], str], ...]
    """Wishes that could not be kept: the rule, whom it concerns, the reason."""
    slots: tuple[int, ...] = omitted_if(())
    """Of a double elimination."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        couples: tuple[Couple, ...] = tuple((EntrantId(str(first)), entrant_id(other)) for first, other, *_ in self.couples)
        others = tuple(tuple(EntrantId(str(number)) for number in more) for _, _, *more in self.couples)
        broken = tuple(ConstraintViolation(rule, entrant_ids(who), reason) for rule, who, reason in self.broken)
        larger = others if any(others) else ()
        drawn = DrawnRound(self.round, len(state.places) - 1, couples, self.best_of, broken, larger, self.slots)
        return replace(state, preview=drawn, since=at)

    def is_public(self, reason: str | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class RoundRedraw(PlainEvent):
    """The withdrawal of unpublished pairings: the round is drawn again."""

    kind: ClassVar[str] = "redraw"

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, preview=None)


@dataclass(frozen=True, slots=True)
class RoundPublication(LogEvent):
    """The publication of the drawn round."""

    kind: ClassVar[str] = "publish"
    round: int
    boards: tuple[tuple[int, int | None], ...] | None = omitted_if(None)
    """Where teams meet: who meets at each board."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        assert state.preview is not None
        published = {**state.published, self.round: at}
        after = replace(state, rounds=(*state.rounds, state.preview), preview=None, since=at, published=published)
        if self.boards is None:
            return after
        couples = tuple((EntrantId(str(board)), entrant_id(other)) for board, other in self.boards)
        boards = replace(state.preview, couples=couples, broken=())
        return replace(after, rounds=(*state.rounds, boards), matches=(*state.matches, state.preview))

    def places(self, state: TournamentState) -> Collection[Place] | None:
        return [(self.round, table) for table, _ in state.rounds[self.round - 1].tables()]


@dataclass(frozen=True, slots=True)
class RoundStart(LogEvent):
    """The moment from which the games of a round begin, with or without confirmed presence."""

    kind: ClassVar[str] = "begins"
    round: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, begun=state.begun | {self.round})


@dataclass(frozen=True, slots=True)
class RoundCall(TableEvent):
    """The record that the players of a table got the private message about the round."""

    kind: ClassVar[str] = "called"

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, called=state.called | {self.place})


@dataclass(frozen=True, slots=True)
class RoundClose(PlainEvent):
    """The end of a round."""

    kind: ClassVar[str] = "close"
    round: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, closed=state.closed | {self.round})


@dataclass(frozen=True, slots=True)
class LadderChallenge(LogEvent):
    """The challenge on a ladder that begins at once; its round is drawn and published right after."""

    kind: ClassVar[str] = "challenge"
    entrant: int
    other: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, queue=tuple(waiting for waiting in state.queue if waiting[0] != self.entrant))


@dataclass(frozen=True, slots=True)
class QueuedChallenge(PlainEvent):
    """The challenge on a ladder that waits until both are free; None: the entrant waits no longer."""

    kind: ClassVar[str] = "queue"
    entrant: int
    other: int | None

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        others = tuple(waiting for waiting in state.queue if waiting[0] != self.entrant)
        return replace(state, queue=others if self.other is None else (*others, (self.entrant, self.other)))


@dataclass(frozen=True, slots=True)
class EventEarlyEnd(LogEvent):
    """The decision of an organiser to end the event with its present places."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class EventFinish(LogEvent):
    """The end of the event, with the final places, best first; empty if no game was played."""

    kind: ClassVar[str] = "finish"
    entrants: tuple[int, ...] = stored_under("places")

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, final=entrant_ids(self.entrants))


@dataclass(frozen=True, slots=True)
class EventReopening(LogEvent):
    """The reopening of an event that was over."""

    kind: ClassVar[str] = "reopen"

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, final=())


@dataclass(frozen=True, slots=True)
class EventCancellation(LogEvent):
    """The cancellation of the event; `why`: for a duel that was not accepted."""

    kind: ClassVar[str] = "cancel"
    why: str = ""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, called_off=self.why)


@dataclass(frozen=True, slots=True)
class SchedulingFailure(LogEvent):
    """The error that keeps the next round from being drawn; empty: it could be drawn again."""

    kind: ClassVar[str] = "stuck"
    why: str

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, stuck=self.why)
