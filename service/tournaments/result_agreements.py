"""Results by agreement of a pairing's players: a game played elsewhere, or the proposal of an organiser who plays too.

A proposal counts only after all others of the pairing agree or a referee confirms it. Like a ruling, it counts for the standings
and can be appealed. It counts for ratings only if the organiser has chosen so (`service.tournaments.external_ratings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from service.core.change_scope import ChangeScope, Decision
from service.errors import Refusal
from service.tournaments import external_results
from service.tournaments.event_posts import ResultAgreed
from service.tournaments.external_results import ExternalResultContext
from service.tournaments.letters import AgreedLetter, ResultProposed
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import ResultApproval, ResultProposal
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.rulings import RULINGS, reason_of, ruled_result, table_of
from service.tournaments.state import DISQUALIFY, TournamentState
from storage.rows import UserId
from storage.tournament_rows import RUNNING, EventId
from tournament.history import DrawnRound
from tournament.results import ELSEWHERE, RULING


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed result of a pairing: `what` is one of `RULINGS`, about `whom`; points as in `Rulings.rule`."""

    what: str
    whom: UserId
    reason: str
    score: tuple[int, int] | None = None
    elsewhere: bool = False
    """Whether it is the result of a game that was played elsewhere."""


class ResultAgreements:
    """The use-cases of proposing results and agreeing to them."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def propose(
        self, event_id: EventId, by: UserId, proposal: Proposal, *, now: datetime, organises: bool = False
    ) -> tuple[UserId, ...]:
        """Propose a result for an open pairing; return the users who must agree.

        `organises` allows proposals for other players' pairings. Refuses `no-event`, `event-not-running`, `not-entered`,
        `no-pairing`, `no-ruling` (choices), `no-reason`, `bad-score`, `not-your-pairing`, `already-decided`, `arena-is-played`,
        `played-here` (a game elsewhere, while this one is really played).
        """
        if proposal.what not in RULINGS or proposal.what == DISQUALIFY:
            raise Refusal(
                "no-ruling", value=proposal.what, choices=[each_ruling for each_ruling in RULINGS if each_ruling != DISQUALIFY]
            )
        proposal = replace(proposal, reason=reason_of(proposal.reason, self._tournaments.matches.free_text))

        async def known(state: TournamentState) -> ExternalResultContext:
            member = state.member(proposal.whom) if proposal.elsewhere and state.row.status == RUNNING else None
            return (
                ExternalResultContext()
                if member is None
                else await external_results.external_result_context(
                    self._tournaments, state, *table_of(state, member.id, None), now
                )
            )

        def decide(loaded: tuple[TournamentState, ExternalResultContext]) -> Decision[tuple[UserId, ...]]:
            state, context = loaded
            state.must_run()
            member = state.must_have(proposal.whom)
            if state.settings.is_arena:
                raise Refusal("arena-is-played")
            drawn, table = table_of(state, member.id, None)
            users = _other_players(state, drawn, table, by)
            if len(users) == len(drawn.seats(table)) and not organises:
                raise Refusal("not-your-pairing")
            _must_be_open(state, drawn, table)
            external_results.must_not_be_played(context)
            ruled_result(drawn, table, member.id, proposal.what, proposal.score)
            step = TournamentTransaction(state, now)
            _note(step, drawn, table, proposal, by, users, rates=context.counts)
            return Decision(lambda: users, self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id).also(known), decide, now=now)

    async def newest(self, event_id: EventId, user_id: UserId) -> int:
        """Return the log number of the newest proposal that this user can agree to; 0 without any. Refuse `no-event`."""
        state, log = await self._tournaments.state(event_id), await self._tournaments.log(event_id)
        for row in reversed(log):
            if isinstance(row.event, ResultProposal) and row.by is not None:
                drawn, table = state.rounds[row.event.round - 1], row.event.table
                if user_id in _other_players(state, drawn, table, row.by):
                    return row.seq
        return 0

    async def shown(self, event_id: EventId, user_id: UserId, *, now: datetime) -> tuple[LogRow, bool]:
        """Return the newest proposal that a user can agree to, and whether it would count for ratings.

        Users must see a proposal before they agree. Refuses `no-event`, `no-proposal`.
        """
        state, log = await self._tournaments.state(event_id), await self._tournaments.log(event_id)
        row, its = _proposal_numbered(log, await self.newest(event_id, user_id))
        if not its.elsewhere:
            return row, False
        external_result_context = await external_results.external_result_context(
            self._tournaments, state, state.rounds[its.round - 1], its.table, now
        )
        return row, external_result_context.counts

    async def agree(self, event_id: EventId, user_id: UserId, proposal: int, *, now: datetime) -> bool:
        """Agree to the newest proposal for the user's pairing; return whether all have agreed, so that it counts.

        Refuses `no-event`, `event-not-running`, `no-proposal`, `already-decided`, `played-here`.
        """

        async def known(loaded: tuple[TournamentState, Sequence[LogRow]]) -> ExternalResultContext:
            state, log = loaded
            its = next((row.event for row in log if row.seq == proposal), None)
            if not isinstance(its, ResultProposal) or not its.elsewhere:
                return ExternalResultContext()
            drawn, table = state.rounds[its.round - 1], its.table
            return await external_results.external_result_context(self._tournaments, state, drawn, table, now)

        def decide(found: tuple[tuple[TournamentState, Sequence[LogRow]], ExternalResultContext]) -> Decision[bool]:
            (state, log), known = found
            state.must_run()
            row, its = _proposal_numbered(log, proposal)
            drawn, table = state.rounds[its.round - 1], its.table
            assert row.by is not None
            if user_id not in _other_players(state, drawn, table, row.by):
                raise Refusal("no-proposal")
            _must_be_open(state, drawn, table)
            external_results.must_not_be_played(known)
            step = TournamentTransaction(state, now)
            there = {entry.by for entry in log if isinstance(entry.event, ResultApproval) and entry.event.proposal == proposal}
            if user_id not in there:
                step.note(ResultApproval(proposal), user_id)
            counts = set(_other_players(state, drawn, table, row.by)) <= there | {user_id}
            if counts:
                self._decide(step, drawn, table, row, its, rates=known.counts)
            return Decision(lambda: counts, self._tournaments.steps(step))

        of: ChangeScope[Any] = self._tournaments.of(event_id).also(lambda _: self._tournaments.log(event_id)).also(known)
        return await self._tournaments.unit_of_work.change(of, decide, now=now)

    def _decide(
        self, step: TournamentTransaction, drawn: DrawnRound, table: int, row: LogRow, proposal: ResultProposal, *, rates: bool
    ) -> None:
        what, who, score = external_results.result_of_proposal(proposal)
        by_hand = ELSEWHERE if proposal.elsewhere else RULING
        result = ruled_result(drawn, table, who, what, score, by_hand=by_hand)
        rates = rates and result.how == ELSEWHERE
        ruling = note_result(step, table, result, row.by, reason=row.reason, rates=rates)
        about = (what, drawn.number, table, int(who), rates)
        step.tell_pairing(drawn, table, AgreedLetter(*about, ruling), ResultAgreed(*about))
        step.wake()


def _other_players(state: TournamentState, drawn: DrawnRound, table: int, by: UserId) -> tuple[UserId, ...]:
    """Return the users who must agree: all of the pairing except the proposer."""
    return tuple(user for who in drawn.seats(table) if (user := state.user(who)) != by)


def _note(
    step: TournamentTransaction,
    drawn: DrawnRound,
    table: int,
    proposal: Proposal,
    by: UserId,
    asked: Sequence[UserId],
    *,
    rates: bool,
) -> None:
    """Log a proposal and write to the users who must agree."""
    number, score, why = step.state.numbers[proposal.whom], proposal.score, proposal.reason
    what: dict[str, Any] = {"round": drawn.number, "table": table, "what": proposal.what, "entrant": number}
    seq = step.note(ResultProposal(**what, score=score, elsewhere=proposal.elsewhere), by, reason=why, about=number)
    points = "" if score is None else "–".join(map(str, score))
    for user in asked:
        step.write_to(user, ResultProposed(**what, reason=why, proposal=seq, by=by, points=points, rates=rates))


def _must_be_open(state: TournamentState, drawn: DrawnRound, table: int) -> None:
    if (drawn.number, table) not in [(open_round.number, at) for open_round, at in state.open_tables()]:
        raise Refusal("already-decided")


def _proposal_numbered(log: Sequence[LogRow], number: int) -> tuple[LogRow, ResultProposal]:
    """Return the row with this number and its proposal.

    Refuses `no-proposal` if there is none, or a newer one for the same pairing.
    """
    row = next((row for row in log if row.seq == number), None)
    if row is None or not isinstance(row.event, ResultProposal):
        raise Refusal("no-proposal")
    place = row.event.place
    if any(isinstance(later.event, ResultProposal) and later.event.place == place for later in log if later.seq > number):
        raise Refusal("no-proposal")
    return row, row.event
