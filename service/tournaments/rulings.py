"""The rulings of organisers and referees: results, disqualifications, messages to all; each is a row of the event's log.

The public list shows the rulings; reasons are shown only to the players concerned and to referees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.core.free_text import LETTER, REASON, FreeText
from service.errors import Refusal
from service.tournaments.event_posts import RefereeWanted, RulingNews
from service.tournaments.letters import Disqualified, OrganiserLetter, RefereeCalled, RulingDiffers, with_reason
from service.tournaments.log.entrant_events import Withdrawal
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.organiser_events import OrganiserMessage
from service.tournaments.log.result_events import PairingResult
from service.tournaments.log.round_events import EventReopening
from service.tournaments.log.ruling_events import DifferingRuling, PairingReplay, RefereeCall
from service.tournaments.permissions import must_be_neutral
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.state import DISQUALIFY, IN, OUT, TournamentState
from storage.rows import UserId
from storage.tournament_rows import FINISHED, RUNNING, UNDER_WAY, EventId
from tournament.history import DrawnRound
from tournament.results import DOUBLE_WALKOVER, RULING, EntrantId, Pairing, Result

WIN, DRAW, NEITHER = "win", "draw", "neither"
RULINGS = (WIN, DRAW, NEITHER, DISQUALIFY)
"""The pairing is won by somebody, drawn, lost by both; somebody is out of the event."""
CORRECTED_FOR = timedelta(days=7)
"""How long after its end an event's results can be corrected."""
MOST_POINTS = 999
"""Of one player, in a score that somebody types."""
MOST_MESSAGES, MESSAGES_WITHIN = 5, timedelta(days=1)
"""So often an event's organisers write to everybody."""
MESSAGE = "message"
"""The code of such a letter."""


class Rulings:
    """The use-cases of ruling; the caller checks that the user may rule."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments
        self.letters_paused: Callable[[], bool] = lambda: False
        """Whether the people who run the bot let no letters of organisers out."""

    async def rule(
        self,
        event_id: EventId,
        by: UserId,
        what: str,
        whom: UserId,
        reason: str,
        *,
        now: datetime,
        round_: int | None = None,
        score: tuple[int, int] | None = None,
    ) -> LogRow | None:
        """Rule on a user's pairing of a round (None: their last one), or disqualify them.

        If another official has ruled on the same pairing, nothing changes at first: that ruling is returned and its referee
        notified, and a second attempt counts. Returns None otherwise. Published pairings stay, standings follow (also in an event
        that has just ended), and the players concerned are notified. `score` is the points of `whom`, then of the opponent, as in a
        game played elsewhere. Refuses `no-event`, `event-not-running`, `event-over`, `not-entered`, `no-ruling` (choices),
        `no-reason`, `no-pairing`, `own-ruling`, `bad-score`.
        """
        if what not in RULINGS:
            raise Refusal("no-ruling", value=what, choices=RULINGS)
        why = reason_of(reason, self._tournaments.matches.free_text)

        def decide(loaded: tuple[TournamentState, Sequence[LogRow]]) -> Decision[LogRow | None]:
            state, log = loaded
            may_correct(state, now)
            must_be_neutral(state, by, "rule")
            member = state.must_have(whom, IN, OUT)
            step = TournamentTransaction(state, now)
            if (other := self._unseen_other_ruling(step, log, by, what, member.id, round_)) is not None:
                return Decision(lambda: other, self._tournaments.steps(step))
            reopen(step)
            self._decide(step, by, what, member.id, why, round_, score)
            step.wake()
            return Decision(lambda: None, self._tournaments.steps(step))

        of = self._tournaments.of(event_id).also(lambda _: self._tournaments.log(event_id))
        return await self._tournaments.unit_of_work.change(of, decide, now=now)

    def _unseen_other_ruling(
        self, step: TournamentTransaction, log: Sequence[LogRow], by: UserId, what: str, who: EntrantId, round_: int | None
    ) -> LogRow | None:
        """Return another official's ruling on the same pairing that `by` hasn't been shown yet, and notify its author.

        None if there is none.
        """
        if what == DISQUALIFY:
            return None
        drawn, table = table_of(step.state, who, round_)
        its = [entry for entry in log if _is_about(entry, drawn.number, table)]
        last = its[-1] if its else None
        if last is None or last.by in (None, by) or isinstance(last.event, PairingReplay) or _plays(step.state, last.by):
            return None
        shown = [entry.event.ruling for entry in log if entry.by == by and isinstance(entry.event, DifferingRuling)]
        if last.seq in shown:
            return None
        step.note(DifferingRuling(last.seq, what, int(who)), by)
        assert last.by is not None
        step.write_to(last.by, RulingDiffers(what, drawn.number, table, int(who)))
        return last

    async def close_round(self, event_id: EventId, by: UserId, *, now: datetime, saw: str = "") -> TournamentState:
        """Close the round now: open pairings count as draws until their games end; return the new state.

        `saw` is the event's state that the user saw. Refuses `no-event`, `event-not-running`, `no-open-round`, `knock-out-decides`
        (a draw would promote the higher seed), `own-ruling`, `event-changed`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            state.must_run()
            state.must_stand(saw)
            must_be_neutral(state, by, "close")
            drawn = state.round
            if drawn is None or drawn.number in state.closed or state.waits:
                raise Refusal("no-open-round")
            if state.course.stages[drawn.stage].knocks_out and state.course.open_tables():
                raise Refusal("knock-out-decides")
            step = TournamentTransaction(state, now)
            for table, pairing in state.course.open_tables():
                note_result(step, table, pairing.result(drawn.number, RULING), by, is_open=True)
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def message(self, event_id: EventId, by: UserId, text: str, *, now: datetime) -> int:
        """Write privately to all entrants who want such messages; return how many get it.

        Refuses `letters-paused`, `no-event`, `event-over`, `no-text`, `too-many-messages` (most), and as `FreeText.checked`.
        """
        if self.letters_paused():
            raise Refusal("letters-paused")
        checked = self._tournaments.matches.free_text.checked(text, LETTER)
        if not checked:
            raise Refusal("no-text")

        async def wishes(state: TournamentState) -> list[UserId]:
            users = [state.user(member.id) for member in state.having(IN)]
            return [user for user in users if await self._tournaments.wants_letters(user)]

        def decide(loaded: tuple[TournamentState, list[UserId]]) -> Decision[int]:
            state, wanted = loaded
            if state.row.status not in UNDER_WAY:
                raise Refusal("event-over", status=state.row.status)
            if sum(now - at < MESSAGES_WITHIN for at in state.messages) >= MOST_MESSAGES:
                raise Refusal("too-many-messages", most=MOST_MESSAGES)
            step = TournamentTransaction(state, now)
            for user in wanted:
                step.write_to(user, OrganiserLetter(checked))
            step.note(OrganiserMessage(len(wanted)), by)
            return Decision(lambda: len(wanted), self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id).also(wishes), decide, now=now)

    async def call(self, event_id: EventId, user_id: UserId, round_: int = 0, table: int = 0, *, now: datetime) -> TournamentState:
        """Call for a referee as an entrant, about a pairing or (without a round) the event; return the new state.

        Refuses `no-event`, `event-not-running`, `not-entered`, `no-pairing`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            state.must_run()
            member = state.must_have(user_id)
            step = TournamentTransaction(state, now)
            if round_ and not (1 <= round_ <= len(state.rounds) and 1 <= table <= len(state.rounds[round_ - 1].couples)):
                raise Refusal("no-pairing")
            step.note(RefereeCall(member.number, round_, table), user_id)
            place = (round_, table) if round_ else ()  # none before the first round of a ladder, say
            if not step.write_to_officials(RefereeCalled(member.number, *place), besides=user_id):
                step.tell(RefereeWanted(member.number, *place))
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    def _disqualify(self, step: TournamentTransaction, by: UserId, who: EntrantId, why: str) -> None:
        if step.state.is_out(who):
            raise Refusal("out-of-event")
        ruling = step.note(Withdrawal(int(who), DISQUALIFY), by, about=int(who), reason=why)
        step.write_to(step.state.user(who), Disqualified(why, ruling))
        step.tell(RulingNews(DISQUALIFY, int(who)))

    def _decide(
        self,
        step: TournamentTransaction,
        by: UserId,
        what: str,
        who: EntrantId,
        why: str,
        round_: int | None,
        score: tuple[int, int] | None,
    ) -> None:
        """Disqualify an entrant, or give their pairing a result."""
        if what == DISQUALIFY:
            self._disqualify(step, by, who, why)
            return
        drawn, table = table_of(step.state, who, round_)
        result = ruled_result(drawn, table, who, what, score)
        ruling = note_result(step, table, result, by, reason=why)
        news = RulingNews(what, int(who), drawn.number, table)
        step.tell_pairing(drawn, table, with_reason(news, why, ruling), news)


def ruled_result(
    drawn: DrawnRound, table: int, who: EntrantId, what: str, score: tuple[int, int] | None, *, by_hand: str = RULING
) -> Result:
    """Return the result that a ruling gives to a pairing; `score` is the points of `who`, then of the opponent.

    `by_hand` is the stored source of the result. Refuses `bad-score`.
    """
    pairing = drawn.pairing(table)
    how, winner = (DOUBLE_WALKOVER, None) if what == NEITHER else (by_hand, who if what == WIN else None)
    result = pairing.result(drawn.number, how, winner)
    if score is None:
        return result
    _must_fit(score, what, pairing)
    return replace(result, score=score if who == pairing.first else score[::-1])


def _must_fit(score: tuple[int, int], what: str, pairing: Pairing) -> None:
    """Refuse `bad-score` if the points contradict the ruling, or the table has more than two seats."""
    own, other = score
    fits = {WIN: own > other, DRAW: own == other}.get(what, False)
    if not fits or pairing.others or max(score) > MOST_POINTS:
        raise Refusal("bad-score")


def _plays(state: TournamentState, user: UserId | None) -> bool:
    """Return whether the author of a result is an entrant, so that it came from the players' agreement."""
    return user is not None and state.plays(user)


def list_of(log: Sequence[LogRow]) -> tuple[LogRow, ...]:
    """Return the public list of rulings: the officials' rows about results and entrants."""
    return tuple(entry for entry in log if entry.by is not None and entry.is_public)


def _is_about(entry: LogRow, round_: int, table: int) -> bool:
    """Return whether a row decides this pairing by hand, or makes it replayed."""
    ruling = entry.event
    if not isinstance(ruling, PairingReplay | PairingResult) or ruling.place != (round_, table):
        return False
    return isinstance(ruling, PairingReplay) or entry.reason is not None


def may_correct(state: TournamentState, now: datetime) -> None:
    """Raise `Refusal` unless results can still be corrected: while the event runs and some days after its end.

    Refuses `event-not-running`, `event-over`.
    """
    ended = state.row.ended_at
    if state.row.status == FINISHED and ended is not None:
        if now > ended + CORRECTED_FOR:
            raise Refusal("event-over", status=FINISHED)
    elif state.row.status != RUNNING:
        raise Refusal("event-not-running")


def reopen(step: TournamentTransaction) -> None:
    """Reopen an ended event because its last result has changed; it ends again by the next visit."""
    if step.state.row.status == FINISHED:
        step.note(EventReopening())
        step.become(status=RUNNING, ended_at=None)


def reason_of(text: str, free_text: FreeText) -> str:
    """Return a reason in the form in which it is stored; refuse `no-reason`, and as `FreeText.checked`."""
    why = free_text.checked(text, REASON)
    if not why:
        raise Refusal("no-reason")
    return why


def table_of(state: TournamentState, who: EntrantId, round_: int | None) -> tuple[DrawnRound, int]:
    """Return the round and table of an entrant's pairing in this round (None: their last one); refuse `no-pairing`."""
    for drawn in reversed(state.rounds):
        table = drawn.table_of(who)
        if table is not None and round_ in (None, drawn.number):
            return drawn, table
    raise Refusal("no-pairing")
