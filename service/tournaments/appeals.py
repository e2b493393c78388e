"""Appeals: anyone a ruling concerns may ask another referee to look at it, once and within two days; until then it stands.

A ruling that is set aside leaves what was before it: the result that there was, or a pairing that is played again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from service.core.change_scope import ChangeScope, Decision
from service.errors import Refusal
from service.tournaments.event_sourcing import folded
from service.tournaments.log.entrant_events import Reinstatement, Withdrawal
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import PairingResult
from service.tournaments.log.ruling_events import Appeal, AppealDecision
from service.tournaments.permissions import must_be_neutral
from service.tournaments.referee_actions import Refereeing
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.rulings import may_correct, reopen
from service.tournaments.state import DISQUALIFY, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId, EventMatch
from tournament.history import DrawnRound
from tournament.results import DOUBLE_WALKOVER, WALKOVER, EntrantId

WITHIN = timedelta(hours=48)
"""How long after a ruling one can appeal."""


class Appeals:
    """For those whom a ruling concerns, and for those who look at it again."""

    def __init__(self, tournaments: TournamentRepository, refereeing: Refereeing) -> None:
        self._tournaments = tournaments
        self._refereeing = refereeing

    async def newest(self, event_id: EventId, user_id: UserId) -> int:
        """Return the number of the newest appealable ruling about this person's own games; 0 without any."""
        state, log = await self._tournaments.state(event_id), await self._tournaments.log(event_id)
        member = state.member(user_id)
        own = [row.seq for row in log if _can_be_appealed(row) and member is not None and member.id in _concerned(state, row)]
        return own[-1] if own else 0

    async def waiting(self, event_id: EventId) -> int:
        """Return the number of the newest ruling whose appeal waits for an answer; 0 without any."""
        log = await self._tournaments.log(event_id)
        answered = {row.event.ruling for row in log if isinstance(row.event, AppealDecision)}
        waits = [row.event.ruling for row in log if isinstance(row.event, Appeal) and row.event.ruling not in answered]
        return waits[-1] if waits else 0

    async def appeal(self, event_id: EventId, user_id: UserId, ruling: int, *, now: datetime) -> None:
        """Ask another referee to look at a ruling.

        Refuses `no-event`, `event-not-running`, `no-appeal` (why: `none`, `late`, `again`, `not-yours`).
        """

        def decide(at: tuple[TournamentState, Sequence[LogRow]]) -> Decision[TournamentState]:
            state, log = at
            may_correct(state, now)
            entry = _ruling(log, ruling)
            member = state.member(user_id)
            if member is None or member.id not in _concerned(state, entry):
                raise Refusal("no-appeal", why="not-yours")
            if any(row.event.ruling == ruling for row in log if isinstance(row.event, Appeal)):
                raise Refusal("no-appeal", why="again")
            if now > entry.at + WITHIN:
                raise Refusal("no-appeal", why="late")
            step = TournamentTransaction(state, now)
            step.note(Appeal(ruling, member.number), user_id)
            told = {"appellant": member.number, "ruling": ruling, "reason": entry.reason, **_what(entry)}
            # Only the person who has ruled is known by name: anyone who has a role for it finds the appeal in the event's channel.
            step.write_to_officials("appeal", besides=entry.by, **told)
            step.tell("appeal", entrant=member.number, ruling=ruling)
            return self._tournaments.decided(step)

        await self._tournaments.unit_of_work.change(self._of(event_id), decide, now=now)

    async def answer(self, event_id: EventId, by: UserId, ruling: int, *, upholds: bool, now: datetime) -> TournamentState:
        """Answer an appeal, as another referee.

        Refuses `no-event`, `event-not-running`, `own-ruling`, `own-appeal` (of who has ruled themselves), `no-appeal` (why: `none`,
        `answered`), `no-replay`.
        """

        def decide(at: tuple[tuple[TournamentState, Sequence[LogRow]], Sequence[EventMatch]]) -> Decision[TournamentState]:
            (state, log), matches = at
            may_correct(state, now)
            must_be_neutral(state, by, "answer")
            entry = _ruling(log, ruling)
            if not any(isinstance(row.event, Appeal) and row.event.ruling == ruling for row in log):
                raise Refusal("no-appeal", why="none")
            if any(isinstance(row.event, AppealDecision) and row.event.ruling == ruling for row in log):
                raise Refusal("no-appeal", why="answered")
            concerned = _concerned(state, entry)
            if by == entry.by:
                raise Refusal("own-appeal")
            step = TournamentTransaction(state, now)
            if not upholds:
                reopen(step)
                self._set_aside(step, entry, log, matches, by)
            step.note(AppealDecision(ruling, upholds, **_what(entry)), by)
            for who in concerned:
                step.write_to(state.user(who), "appealed", upheld=upholds, **_what(entry))
            step.tell("appealed", upheld=upholds, **_what(entry))
            step.wake()
            return self._tournaments.decided(step)

        of = self._of(event_id).also(lambda _: self._tournaments.store.events.matches(event_id))
        return await self._tournaments.unit_of_work.change(of, decide, now=now)

    def _of(self, event_id: EventId) -> ChangeScope[tuple[TournamentState, Sequence[LogRow]]]:
        return self._tournaments.of(event_id).also(lambda _: self._tournaments.log(event_id))

    def _set_aside(
        self, step: TournamentTransaction, entry: LogRow, log: Sequence[LogRow], matches: Sequence[EventMatch], by: UserId
    ) -> None:
        reason, ruling = entry.reason or "", _ruled(entry)
        if isinstance(ruling, Withdrawal):
            who = EntrantId(str(ruling.entrant))
            step.note(Reinstatement(int(who)), by)
            for drawn, table in _lost_by_it(step.state, log[entry.seq :], who):
                self._refereeing.play_again(step, drawn, table, by, reason, matches)
            return
        place = ruling.place
        before = folded(replace(step.state.row, version=entry.seq), (), log[: entry.seq])
        former = before.results.get(place)
        drawn = step.state.rounds[place[0] - 1]
        if former is None or place in before.open_ended:
            self._refereeing.play_again(step, drawn, place[1], by, reason, matches)
        else:
            note_result(step, place[1], former, by, rates=place in before.rated)


def _lost_by_it(state: TournamentState, since: Sequence[LogRow], who: EntrantId) -> list[tuple[DrawnRound, int]]:
    """Return the pairing of the present round that a disqualified entrant has lost, if its round goes on."""
    drawn = state.round
    if drawn is None or drawn.number in state.closed or (table := drawn.table_of(who)) is None:
        return []
    lost = any(
        isinstance(row.event, PairingResult)
        and row.event.place == (drawn.number, table)
        and row.by is None
        and row.event.how == WALKOVER
        for row in since
    )
    return [(drawn, table)] if lost else []


def _ruling(log: Sequence[LogRow], seq: int) -> LogRow:
    """Return the ruling with this number that can be set aside; refuse `no-appeal`."""
    found = next((entry for entry in log if entry.seq == seq), None)
    if found is None or not _can_be_appealed(found):
        raise Refusal("no-appeal", why="none")
    return found


def _can_be_appealed(entry: LogRow) -> bool:
    if isinstance(entry.event, PairingResult):
        return entry.by is not None and not entry.event.is_open
    return entry.by is not None and isinstance(entry.event, Withdrawal) and entry.event.why == DISQUALIFY


def _ruled(entry: LogRow) -> PairingResult | Withdrawal:
    """Return what a row that can be appealed against says."""
    assert isinstance(entry.event, PairingResult | Withdrawal), entry
    return entry.event


def _concerned(state: TournamentState, entry: LogRow) -> tuple[EntrantId, ...]:
    """Return the two of a pairing, or who was put out."""
    ruling = _ruled(entry)
    if isinstance(ruling, Withdrawal):
        return (EntrantId(str(ruling.entrant)),)
    return state.rounds[ruling.round - 1].pairing(ruling.table).seats


def _what(entry: LogRow) -> dict[str, Any]:
    """Return what was ruled, as messages tell it."""
    ruling = _ruled(entry)
    if isinstance(ruling, Withdrawal):
        return {"what": DISQUALIFY, "entrant": ruling.entrant}
    what = "win" if ruling.winner is not None else "neither" if ruling.how == DOUBLE_WALKOVER else "draw"
    named = {"entrant": ruling.winner} if ruling.winner is not None else {}
    return {"what": what, "round": ruling.round, "table": ruling.table, **named}
