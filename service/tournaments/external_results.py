"""Results of games that were played elsewhere: the conditions for one to count, and the entry of one by a referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.core.change_scope import ChangeScope, Decision
from service.errors import Refusal
from service.match import eligibility
from service.tournaments.event_posts import RulingNews
from service.tournaments.external_ratings import may_count
from service.tournaments.letters import with_reason
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import ResultProposal
from service.tournaments.permissions import must_be_neutral
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.rulings import DRAW, WIN, may_correct, reason_of, reopen, ruled_result, table_of
from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tournament.history import DrawnRound
from tournament.results import BY_HAND, ELSEWHERE, EntrantId, Result

CONFIRM, PLAYED_ELSEWHERE = "confirm", "elsewhere"
"""What a referee can do about a game that was played elsewhere."""
OF_REFEREES = (CONFIRM, PLAYED_ELSEWHERE)

Wanted = tuple[str, EntrantId, tuple[int, int] | None]
"""What is to be decided, one of `RULINGS`; about whom; points of theirs, then of the opponent."""


@dataclass(frozen=True, slots=True)
class ExternalResultContext:
    """The facts about a pairing that decide whether its result can come from elsewhere."""

    is_played: bool = False
    """Whether it is really played here."""
    counts: bool = False
    """Whether a result would count for ratings."""


async def external_result_context(
    tournaments: TournamentRepository, state: TournamentState, drawn: DrawnRound, table: int, now: datetime
) -> ExternalResultContext:
    """Return whether a pairing is played here, and whether a result from elsewhere would count for ratings."""
    is_played = await _is_played(tournaments, state, drawn, table)
    return ExternalResultContext(is_played, not is_played and await may_count(tournaments.store, state, drawn, table, now))


def must_not_be_played(known: ExternalResultContext) -> None:
    """Refuse `played-here` if the pairing is really played here."""
    if known.is_played:
        raise Refusal("played-here")


def result_of_proposal(proposal: ResultProposal) -> Wanted:
    """Return the outcome that a logged proposal asks for."""
    return proposal.what, EntrantId(str(proposal.entrant)), proposal.score


class RefereeEnteredResults:
    """The use-case of referees who enter results; the caller checks that the user may rule."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def rule(
        self,
        event_id: EventId,
        by: UserId,
        what: str,
        whom: UserId,
        reason: str,
        *,
        now: datetime,
        score: tuple[int, int] | None = None,
    ) -> bool:
        """Enter a pairing's result from elsewhere; return whether it counts for ratings.

        `what` is `CONFIRM` for a player's proposal, or `PLAYED_ELSEWHERE` for a win of `whom`; equal points are a draw. Refuses
        `no-event`, `event-not-running`, `event-over`, `not-entered`, `no-pairing`, `no-reason`, `own-ruling`, `no-proposal`,
        `already-decided`, `arena-is-played`, `played-here`, `bad-score`.
        """
        why = reason_of(reason, self._tournaments.matches.free_text)

        async def known(loaded: tuple[TournamentState, Sequence[LogRow]]) -> ExternalResultContext:
            member = loaded[0].member(whom)
            return (
                ExternalResultContext()
                if member is None
                else await external_result_context(self._tournaments, loaded[0], *table_of(loaded[0], member.id, None), now)
            )

        def decide(loaded: tuple[tuple[TournamentState, Sequence[LogRow]], ExternalResultContext]) -> Decision[bool]:
            (state, log), known = loaded
            may_correct(state, now)
            must_be_neutral(state, by, "rule")
            member = state.must_have(whom)
            if state.settings.is_arena:
                raise Refusal("arena-is-played")
            drawn, table = table_of(state, member.id, None)
            _must_come_from_people(state, drawn, table)
            must_not_be_played(known)
            outcome = _newest_proposal(log, drawn, table) if what == CONFIRM else (WIN, member.id, score)
            step = TournamentTransaction(state, now)
            rates = _bring(step, drawn, table, outcome, by, why, counts=known.counts)
            return Decision(lambda: rates, self._tournaments.steps(step))

        of: ChangeScope[Any] = self._tournaments.of(event_id).also(lambda _: self._tournaments.log(event_id)).also(known)
        return await self._tournaments.unit_of_work.change(of, decide, now=now)


async def _is_played(tournaments: TournamentRepository, state: TournamentState, drawn: DrawnRound, table: int) -> bool:
    """Return whether a pairing is really played here: a game of it has ended, or the present one would already count.

    So a player can't escape a lost game by agreeing on another one.
    """
    matches = await tournaments.store.events.matches(state.row.id, drawn.number, table)
    own = [match.match_id for match in matches if match.match_id not in state.void]
    loaded = await tournaments.store.matches.load(own[-1]) if own else None
    if loaded is None or state.games.get((drawn.number, table)):
        return loaded is not None
    return sum(made.people for made in eligibility.turns_by_player(loaded.log, len(loaded.seats))) >= eligibility.LEAST_MOVES


def _bring(
    step: TournamentTransaction, drawn: DrawnRound, table: int, outcome: Wanted, by: UserId, why: str, *, counts: bool
) -> bool:
    """Log and announce the result; return whether it counts for ratings."""
    reopen(step)
    result = _ruled_result(drawn, table, *outcome)
    is_elsewhere = result.how == ELSEWHERE
    note = note_result(step, table, result, by, reason=why, rates=counts and is_elsewhere)
    what = DRAW if result.winner is None and is_elsewhere else outcome[0]
    news = RulingNews(what, int(outcome[1]), drawn.number, table, rates=counts and is_elsewhere)
    step.tell_pairing(drawn, table, with_reason(news, why, note), news)
    step.wake()
    return counts and is_elsewhere


def _must_come_from_people(state: TournamentState, drawn: DrawnRound, table: int) -> None:
    """Refuse `already-decided` unless the pairing has no result yet or one that people decided."""
    result = state.results.get((drawn.number, table))
    if result is not None and (drawn.number, table) not in state.open_ended and result.how not in BY_HAND:
        raise Refusal("already-decided")


def _newest_proposal(log: Sequence[LogRow], drawn: DrawnRound, table: int) -> Wanted:
    """Return the outcome that the pairing's newest proposal of a game elsewhere asks for; refuse `no-proposal`."""
    proposals = [row.event for row in log if isinstance(row.event, ResultProposal)]
    its = [proposal for proposal in proposals if proposal.place == (drawn.number, table)]
    if not its or not its[-1].elsewhere:
        raise Refusal("no-proposal")
    return result_of_proposal(its[-1])


def _ruled_result(drawn: DrawnRound, table: int, what: str, who: EntrantId, score: tuple[int, int] | None) -> Result:
    what = DRAW if what == WIN and score is not None and score[0] == score[1] else what
    return ruled_result(drawn, table, who, what, score, by_hand=ELSEWHERE)
