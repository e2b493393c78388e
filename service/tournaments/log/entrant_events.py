"""Rows about entrants: entry, departure, pauses, skipped rounds, removal and return."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from service.core.stored_form import omitted_if
from service.tournaments.contested_rulings import without_entrant
from service.tournaments.log.log_event import LogEvent, PlainEvent, with_entrant_changed
from service.tournaments.state import DISQUALIFY, IN, LEFT, OUT, WAITING, Participant, Place, TournamentState
from tournament.results import EntrantId
from tournament.stages import SWISS


@dataclass(frozen=True, slots=True)
class ReservedPlaces(LogEvent):
    """The places reserved until a given moment for the entrants of the season before."""

    kind: ClassVar[str] = "hold"
    entrants: tuple[int, ...]
    """In the order of the seeding."""
    until: datetime

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        earlier = {number: place for place, number in enumerate(self.entrants, 1)}
        return replace(state, held=earlier, held_until=self.until)


@dataclass(frozen=True, slots=True)
class InvitedEntrants(LogEvent):
    """The places reserved until a given moment for users whom an organiser has invited."""

    kind: ClassVar[str] = "invite"
    entrants: tuple[int, ...]
    seeds: tuple[int, ...]
    """The place of each in the seeding; 0: none."""
    until: datetime

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        known = {number: None if place in self.seeds else place for number, place in state.held.items()}
        reserved = known | {number: seed or None for number, seed in zip(self.entrants, self.seeds, strict=True)}
        until = self.until if state.held_until is None else max(self.until, state.held_until)
        return replace(state, held=reserved, held_until=until)


@dataclass(frozen=True, slots=True)
class EntrantEntry(PlainEvent):
    """The entry of an entrant, as a participant or on the waiting list."""

    kind: ClassVar[str] = "enter"
    entrant: int
    waiting: bool = False
    from_round: int = 1
    rating: float | None = omitted_if(None)
    team: str = omitted_if("")
    asks: bool = omitted_if(default=False)
    """Whether a captain has yet to let them into the team."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        status = WAITING if self.waiting else IN
        member = Participant(
            self.entrant,
            status,
            from_round=self.from_round,
            rating=self.rating,
            team=self.team,
            asks=self.asks,
            seed=state.held.get(self.entrant),
            free_since=at,
            joined_at=at if state.row.started_at is not None else None,
        )
        missed = frozenset((round_, member.id) for round_ in range(1, member.from_round) if status == IN and not state.boards)
        places = (
            (*state.places[:-1], (*state.places[-1], member.id))
            if state.places and status == IN and not state.boards
            else state.places
        )
        members = {**state.members, self.entrant: member}
        return replace(state, members=members, skipped=state.skipped | missed, places=places)


@dataclass(frozen=True, slots=True)
class Departure(LogEvent):
    """The departure of an entrant before the start."""

    kind: ClassVar[str] = "leave"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, status=LEFT, checked_in=False)


@dataclass(frozen=True, slots=True)
class EntrantCheckIn(LogEvent):
    """The check-in of an entrant before the start."""

    kind: ClassVar[str] = "check-in"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, checked_in=True)


@dataclass(frozen=True, slots=True)
class MoveUp(LogEvent):
    """The move of an entrant from the waiting list to a free place."""

    kind: ClassVar[str] = "move-up"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, status=IN)


@dataclass(frozen=True, slots=True)
class Seeding(PlainEvent):
    """The place in the seeding that an organiser gives an entrant; None: by rating."""

    kind: ClassVar[str] = "seed"
    entrant: int
    place: int | None

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, seed=self.place)


@dataclass(frozen=True, slots=True)
class TeamApproval(PlainEvent):
    """The captain's consent that an entrant plays for the team."""

    kind: ClassVar[str] = "let-in"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, asks=False)


@dataclass(frozen=True, slots=True)
class TeamLineup(PlainEvent):
    """The captain's line-up for the boards, first board first."""

    kind: ClassVar[str] = "lineup"
    team: int
    entrants: tuple[int, ...]

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, lineups={**state.lineups, EntrantId(str(self.team)): self.entrants})


@dataclass(frozen=True, slots=True)
class ArenaPause(PlainEvent):
    """The pause of an entrant in an arena, who can't join again before `until`."""

    kind: ClassVar[str] = "pause"
    entrant: int
    until: datetime | None = omitted_if(None)  # noqa: RUF009  # a field

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, pauses=True, rests_until=self.until)


@dataclass(frozen=True, slots=True)
class ArenaReturn(PlainEvent):
    """The return of an entrant to an arena after a pause."""

    kind: ClassVar[str] = "join"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, pauses=False, free_since=at, joined_at=at)


@dataclass(frozen=True, slots=True)
class SkippedRound(PlainEvent):
    """The decision of an entrant to skip the next round."""

    kind: ClassVar[str] = "skip"
    entrant: int
    round: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        after = with_entrant_changed(state, self.entrant, skips=state.members[self.entrant].skips + 1)
        return replace(after, skipped=after.skipped | {(self.round, EntrantId(str(self.entrant)))}, preview=None)


@dataclass(frozen=True, slots=True)
class Withdrawal(LogEvent):
    """The end of an entrant's participation in a running event; `why`: `left`, `no-show`, `disqualify`, `captain`."""

    kind: ClassVar[str] = "withdraw"
    entrant: int
    why: str

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        after = with_entrant_changed(state, self.entrant, status=OUT, withdrawn_after=len(state.rounds))
        team = after.team_of.get(EntrantId(str(self.entrant)))
        # A team that goes on meets whom it was to meet, and captains keep their time.
        return after if team is not None and after.team(team, IN) else replace(after, preview=None)

    def is_public(self, reason: str | None) -> bool:
        return self.why == DISQUALIFY


@dataclass(frozen=True, slots=True)
class Reinstatement(LogEvent):
    """The return of a removed entrant.

    In a Swiss, the rounds missed in between count as skipped.
    """

    kind: ClassVar[str] = "reinstate"
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        member = state.members[self.entrant]
        after = with_entrant_changed(state, member.number, status=IN, withdrawn_after=None)
        missed = frozenset(
            (drawn.number, member.id)
            for drawn in state.rounds
            if drawn.number > (member.withdrawn_after or 0)
            and state.course.stages[drawn.stage].kind == SWISS
            and drawn.table_of(member.id) is None
            and (member.id, None) not in drawn.couples
        )
        contested = without_entrant(state.contested, self.entrant)
        return replace(after, skipped=after.skipped | missed, preview=None, contested=contested)


@dataclass(frozen=True, slots=True)
class ReadyMark(LogEvent):
    """The confirmation of an entrant that they are present for a round."""

    kind: ClassVar[str] = "ready"
    round: int
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, ready=state.ready | {(self.round, self.entrant)})

    def places(self, state: TournamentState) -> Collection[Place] | None:
        table = state.rounds[self.round - 1].table_of(EntrantId(str(self.entrant)))
        return () if table is None else ((self.round, table),)


@dataclass(frozen=True, slots=True)
class LateStep(PlainEvent):
    """The step (such as a warning) taken against an entrant whose first turn of a round is late."""

    kind: ClassVar[str] = "late"
    round: int
    entrant: int
    step: str

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, steps={**state.steps, (self.round, self.entrant): self.step})


@dataclass(frozen=True, slots=True)
class NoShow(PlainEvent):
    """The absence of an entrant from a round."""

    kind: ClassVar[str] = "no-show"
    round: int
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, no_shows=state.members[self.entrant].no_shows + 1)
