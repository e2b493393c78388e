"""Rows about games and results, and the players' own proposals of results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from service.core.stored_form import omitted_if, stored_under
from service.tournaments.log.log_event import LogEvent, TableEvent, entrant_id, entrant_ids, with_entrant_changed
from service.tournaments.state import TournamentState
from tournament.duels import DuelGame
from tournament.stages import ARENA, LADDER


@dataclass(frozen=True, slots=True)
class GameEnd(TableEvent):
    """The result of one game of a pairing."""

    kind: ClassVar[str] = "game"
    match: int
    score: tuple[int, ...]
    how: str
    winner: int | None
    gone: tuple[int, ...] = ()

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        game = DuelGame(self.score, self.how, entrant_id(self.winner), entrant_ids(self.gone))
        games = {**state.games, self.place: (*state.games.get(self.place, ()), game)}
        return replace(state, games=games, settled=state.settled | {self.match})


@dataclass(frozen=True, slots=True)
class VoidGame(TableEvent):
    """The end of a game of a pairing that doesn't count."""

    kind: ClassVar[str] = "void"
    match: int

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        return replace(state, settled=state.settled | {self.match}, void=state.void | {self.match})


@dataclass(frozen=True, slots=True)
class PairingResult(TableEvent):
    """The result of a pairing."""

    kind: ClassVar[str] = "result"
    how: str
    winner: int | None
    score: tuple[int, ...] | None
    games: tuple[tuple[int, int], ...]
    is_open: bool = stored_under("open")
    """Whether it only stands until the games of the pairing have ended."""
    gone: tuple[int, ...] = ()
    rates: bool = omitted_if(default=False)
    """Whether it comes from elsewhere and counts for ratings."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        place = self.place
        pairing = state.rounds[self.round - 1].pairing(self.table)
        outcome = replace(
            pairing.result(self.round, self.how, entrant_id(self.winner)),
            score=self.score,
            games=self.games,
            gone=entrant_ids(self.gone),
        )
        if state.stages.startswith(ARENA):
            for who in pairing.seats:
                state = with_entrant_changed(state, int(who), free_since=at)
        if LADDER in state.stages and not self.is_open:
            for who in pairing.seats:
                state = with_entrant_changed(state, int(who), met_at=at)
        open_ended = state.open_ended | {place} if self.is_open else state.open_ended - {place}
        rated = state.rated | {place} if self.rates else state.rated - {place}
        # In a ladder results count in the order in which they come in: one that only stood until its game ended comes in then.
        moves = LADDER in state.stages and place in state.open_ended
        others = {other: result for other, result in state.results.items() if other != place or not moves}
        after = replace(state, results={**others, place: outcome}, open_ended=open_ended, rated=rated)
        if not self.is_open and "open_by_place" in state.__dict__:  # there may be hundreds of other tables
            after.__dict__["open_by_place"] = {other: drawn for other, drawn in state.open_by_place.items() if other != place}
        return after

    def is_public(self, reason: str | None) -> bool:
        return reason is not None


@dataclass(frozen=True, slots=True)
class ResultProposal(LogEvent):
    """The proposal of a player for the result of their pairing."""

    kind: ClassVar[str] = "propose"
    round: int
    table: int
    what: str
    entrant: int
    """Whom it is about."""
    score: tuple[int, int] | None = None
    """Points of that entrant and of the opponent."""
    elsewhere: bool = False
    """Whether the game was played elsewhere."""

    @property
    def place(self) -> tuple[int, int]:
        """Round and table of the pairing."""
        return self.round, self.table


@dataclass(frozen=True, slots=True)
class ResultApproval(LogEvent):
    """The agreement of another player to a proposed result."""

    kind: ClassVar[str] = "agree"
    proposal: int
    """The number of its row."""
