"""Rows about referees' decisions, and appeals against them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar

from service.core.stored_form import omitted_if
from service.tournaments.contested_rulings import with_appeal, without_place
from service.tournaments.log.log_event import LogEvent, PlainEvent, TableEvent, with_entrant_changed
from service.tournaments.state import IN, OUT, PAUSE, RESUME, TournamentState
from tournament.results import EntrantId
from tournament.stages import SWISS


@dataclass(frozen=True, slots=True)
class Substitution(LogEvent):
    """The replacement of an entrant in the present round, in a bracket permanently, by another who starts with no points.

    Both players of the new pairing get a private message.
    """

    kind: ClassVar[str] = "substitute"
    round: int
    table: int
    out: int
    into: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        gone, come = EntrantId(str(self.out)), EntrantId(str(self.into))
        after = with_entrant_changed(state, self.out, status=OUT, withdrawn_after=self.round - 1)
        after = with_entrant_changed(after, self.into, status=IN, from_round=self.round)
        last = state.rounds[-1]
        there = state.places[-1]
        swiss = state.course.stages[last.stage].kind == SWISS
        places = (*there, come) if swiss else tuple(come if who == gone else who for who in there)
        rounds = (*state.rounds[:-1], last.turned({gone: come}))
        called = state.called - {(self.round, self.table)}
        return replace(after, rounds=rounds, places=(*state.places[:-1], places), called=called)

    def is_public(self, reason: str | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class RefereeAction(TableEvent):
    """The extra time, pause, end of a pause or take-back that a referee gives in a game."""

    kind: ClassVar[str] = "referee"
    what: str
    length_s: int
    entrant: int | None = omitted_if(None)

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        length = timedelta(seconds=self.length_s)
        extra = {**state.extra, self.place: state.extra.get(self.place, timedelta()) + length}
        paused = {other: until for other, until in state.paused.items() if other != self.place}
        if self.what == PAUSE:
            paused[self.place] = at + length
        return replace(state, extra=extra, paused=paused if self.what in (PAUSE, RESUME) else state.paused)

    def is_public(self, reason: str | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class PairingReplay(TableEvent):
    """The decision that a pairing is played again from the start."""

    kind: ClassVar[str] = "replay"
    matches: tuple[int, ...]
    """Its games until now, which count no more."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        place, ended = self.place, frozenset(self.matches)
        results = {other: result for other, result in state.results.items() if other != place}
        games = {other: played for other, played in state.games.items() if other != place}
        settled, void, is_last = state.settled | ended, state.void | ended, self.round == len(state.rounds)
        after = replace(state, results=results, games=games, settled=settled, void=void, open_ended=state.open_ended - {place})
        seats = {int(who) for who in state.rounds[self.round - 1].seats(self.table)}
        steps = {key: step for key, step in state.steps.items() if key[0] != self.round or key[1] not in seats}
        after = replace(after, rated=state.rated - {place}, steps=steps, contested=without_place(state.contested, place))
        return replace(after, preview=None, closed=state.closed - {self.round}) if is_last else after

    def is_public(self, reason: str | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class RefereeCall(LogEvent):
    """The call of an entrant for a referee."""

    kind: ClassVar[str] = "call"
    entrant: int
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class DifferingRuling(PlainEvent):
    """The record that a referee was shown another referee's ruling on the same pairing, and may now overrule it."""

    kind: ClassVar[str] = "differs"
    ruling: int
    """The number of the other ruling's row."""
    what: str
    entrant: int


@dataclass(frozen=True, slots=True)
class Appeal(PlainEvent):
    """The appeal of an entrant against a ruling."""

    kind: ClassVar[str] = "appeal"
    ruling: int
    """The number of its row."""
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, contested=with_appeal(state.contested, self.ruling, at))


@dataclass(frozen=True, slots=True)
class AppealDecision(PlainEvent):
    """The answer of another referee to an appeal."""

    kind: ClassVar[str] = "appealed"
    ruling: int
    upheld: bool
    what: str
    """What was ruled, about whom and which table."""
    entrant: int | None = omitted_if(None)
    round: int | None = omitted_if(None)
    table: int | None = omitted_if(None)

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, contested=with_appeal(state.contested, self.ruling, None))

    def is_public(self, reason: str | None) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class NoShowPardon(PlainEvent):
    """The decision that an absence doesn't count any more."""

    kind: ClassVar[str] = "pardon"
    round: int
    entrant: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return with_entrant_changed(state, self.entrant, no_shows=max(0, state.members[self.entrant].no_shows - 1))


@dataclass(frozen=True, slots=True)
class PlayerShield(LogEvent):
    """The protection of a player who was removed or muted in the server, possibly by their opponent."""

    kind: ClassVar[str] = "shielded"
    entrant: int
    round: int
    table: int
