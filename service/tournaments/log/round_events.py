"""Rows about the course of an event: its start, its rounds, and its end."""

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
    """The start of a stage, with its entrants in their order."""

    kind: ClassVar[str] = "stage"
    entrants: tuple[int, ...] = stored_under("places")

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, places=(*state.places, entrant_ids(self.entrants)))


@dataclass(frozen=True, slots=True)
class RoundDraw(PlainEvent):
    """The draw of a round that is not yet published."""

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
    """The end of a draw that is not published: the round is drawn again."""

    kind: ClassVar[str] = "redraw"

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, preview=None)


@dataclass(frozen=True, slots=True)
class RoundPublication(LogEvent):
    """The publication of the round that was drawn."""

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
    """The moment from which games of a round begin, no matter who is there."""

    kind: ClassVar[str] = "begins"
    round: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, begun=state.begun | {self.round})


@dataclass(frozen=True, slots=True)
class RoundCall(TableEvent):
    """The letter about the round, which the players of a table have now."""

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
    """A challenge on a ladder: the round that it makes is drawn and published at once."""

    kind: ClassVar[str] = "challenge"
    entrant: int
    other: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, queue=tuple(waiting for waiting in state.queue if waiting[0] != self.entrant))


@dataclass(frozen=True, slots=True)
class QueuedChallenge(PlainEvent):
    """A challenge on a ladder that begins when both are free; None: the entrant waits no longer for anyone."""

    kind: ClassVar[str] = "queue"
    entrant: int
    other: int | None

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        others = tuple(waiting for waiting in state.queue if waiting[0] != self.entrant)
        return replace(state, queue=others if self.other is None else (*others, (self.entrant, self.other)))


@dataclass(frozen=True, slots=True)
class EventEarlyEnd(LogEvent):
    """An organiser's decision to end the event as it stands."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class EventFinish(LogEvent):
    """The end of the event, with the final places, the best first; none where no game was played."""

    kind: ClassVar[str] = "finish"
    entrants: tuple[int, ...] = stored_under("places")

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, final=entrant_ids(self.entrants))


@dataclass(frozen=True, slots=True)
class EventReopening(LogEvent):
    """The return of an event that was over."""

    kind: ClassVar[str] = "reopen"

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, final=())


@dataclass(frozen=True, slots=True)
class EventCancellation(LogEvent):
    """The cancellation of the event; `why`: of a duel that is not accepted."""

    kind: ClassVar[str] = "cancel"
    why: str = ""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, called_off=self.why)


@dataclass(frozen=True, slots=True)
class SchedulingFailure(LogEvent):
    """Why what comes next could not be worked out; empty: now it could."""

    kind: ClassVar[str] = "stuck"
    why: str

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, stuck=self.why)
