"""Appeals: players affected by a ruling can have another referee review it, once each and for a limited time.

So can entrants who lost by absence: the referee sees which messages reached them. In a knock-out, what follows waits for the answer
(`service.tournaments.contested_rulings`). A ruling that is set aside is undone: the former result counts again, or the pairing is
replayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import content_of, is_known
from service.errors import Refusal
from service.tournaments.event_posts import AppealAnswered, AppealNews, number_in_content
from service.tournaments.event_sourcing import fold_rows
from service.tournaments.letters import AppealLetter, AppealOutcome
from service.tournaments.log.entrant_events import NoShow, Reinstatement, Withdrawal
from service.tournaments.log.log_event import LogRow
from service.tournaments.log.result_events import PairingResult
from service.tournaments.log.ruling_events import Appeal, AppealDecision, NoShowPardon
from service.tournaments.permissions import must_be_neutral
from service.tournaments.referee_actions import Refereeing
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.rulings import may_correct, reopen
from service.tournaments.state import DISQUALIFY, OUT, TournamentState
from storage.rows import Post, UserId
from storage.tournament_rows import EventId, EventMatch, of_event
from tournament.history import DrawnRound
from tournament.results import DOUBLE_WALKOVER, WALKOVER, EntrantId

ABSENT = "absent"
"""What stands where no referee has ruled: somebody didn't come."""


class Appeals:
    """The use-cases of appealing against rulings and answering appeals."""

    def __init__(self, tournaments: TournamentRepository, refereeing: Refereeing) -> None:
        self._tournaments = tournaments
        self._refereeing = refereeing

    async def newest(self, event_id: EventId, user_id: UserId) -> int:
        """Return the log number of the newest ruling that this user can appeal against; 0 without any."""
        state, log = await self._tournaments.state(event_id), await self._tournaments.log(event_id)
        member = state.member(user_id)
        own = [
            row.seq for row in log if _can_be_appealed(row) and member is not None and member.id in _concerned_entrants(state, row)
        ]
        return own[-1] if own else 0

    async def waiting(self, event_id: EventId) -> int:
        """Return the log number of the newest ruling with an unanswered appeal; 0 without any."""
        log = await self._tournaments.log(event_id)
        waits = [row.event.ruling for row in log if isinstance(row.event, Appeal) and _is_open(log, row.event.ruling)]
        return waits[-1] if waits else 0

    async def appeal(self, event_id: EventId, user_id: UserId, ruling: int, *, now: datetime) -> None:
        """Appeal against the ruling with this log number.

        Refuses `no-event`, `event-not-running`, `no-appeal` (why: `none`, `late`, `again`, `not-yours`).
        """

        def decide(loaded: tuple[tuple[TournamentState, Sequence[LogRow]], Sequence[Post]]) -> Decision[TournamentState]:
            (state, log), posts = loaded
            may_correct(state, now)
            entry = _ruling(log, ruling)
            member = state.member(user_id)
            if member is None or member.id not in _concerned_entrants(state, entry):
                raise Refusal("no-appeal", why="not-yours")
            if any(row.event.ruling == ruling for row in log if isinstance(row.event, Appeal) and row.by == user_id):
                raise Refusal("no-appeal", why="again")
            contested = state.contested.get(ruling)
            if contested is None:
                raise Refusal("no-appeal", why="answered")
            if now > entry.at + state.appeals_within(contested.place):
                raise Refusal("no-appeal", why="late")
            step = TournamentTransaction(state, now)
            step.note(Appeal(ruling, member.number), user_id)
            letter = AppealLetter(appellant=member.number, ruling=ruling, reason=entry.reason or "", **_ruling_facts(state, entry))
            if isinstance(entry.event, NoShow):
                reached, lost = _delivery_times(posts, user_id, entry.event.round)
                letter = replace(letter, reached=reached, lost=lost)
            # Only the person who has ruled is known by name: anyone who has a role for it finds the appeal in the event's channel.
            step.write_to_officials(letter, besides=entry.by)
            step.tell(AppealNews(member.number, ruling))
            return self._tournaments.decided(step)

        of = self._scope_of(event_id).also(lambda _: self._tournaments.store.posts.of(of_event(event_id)))
        await self._tournaments.unit_of_work.change(of, decide, now=now)

    async def answer(self, event_id: EventId, by: UserId, ruling: int, *, upholds: bool, now: datetime) -> TournamentState:
        """Answer an appeal as another referee: the ruling is upheld or set aside.

        Refuses `no-event`, `event-not-running`, `own-ruling`, `own-appeal` (the referee made the ruling), `no-appeal` (why: `none`,
        `answered`), `no-replay`.
        """

        def decide(loaded: tuple[tuple[TournamentState, Sequence[LogRow]], Sequence[EventMatch]]) -> Decision[TournamentState]:
            (state, log), matches = loaded
            may_correct(state, now)
            must_be_neutral(state, by, "answer")
            entry = _ruling(log, ruling)
            if not any(isinstance(row.event, Appeal) and row.event.ruling == ruling for row in log):
                raise Refusal("no-appeal", why="none")
            if not _is_open(log, ruling):
                raise Refusal("no-appeal", why="answered")
            if by == entry.by or any(
                isinstance(row.event, AppealDecision) and row.event.ruling == ruling and row.by == by for row in log
            ):
                raise Refusal("own-appeal")
            step = TournamentTransaction(state, now)
            if not upholds:
                reopen(step)
                self._set_aside(step, entry, log, matches, by)
            what = _ruling_facts(state, entry)
            step.note(AppealDecision(ruling, upholds, **what), by)
            for who in _entrants_to_notify(state, entry):
                step.write_to(state.user(who), AppealOutcome(upheld=upholds, **what))
            step.tell(AppealAnswered(upheld=upholds, **what))
            step.wake()
            return self._tournaments.decided(step)

        of = self._scope_of(event_id).also(lambda _: self._tournaments.store.events.matches(event_id))
        return await self._tournaments.unit_of_work.change(of, decide, now=now)

    def _scope_of(self, event_id: EventId) -> ChangeScope[tuple[TournamentState, Sequence[LogRow]]]:
        return self._tournaments.of(event_id).also(lambda _: self._tournaments.log(event_id))

    def _set_aside(
        self, step: TournamentTransaction, entry: LogRow, log: Sequence[LogRow], matches: Sequence[EventMatch], by: UserId
    ) -> None:
        reason, ruling = entry.reason or "", _appealable_event(entry)
        if isinstance(ruling, Withdrawal):
            who = EntrantId(str(ruling.entrant))
            step.note(Reinstatement(int(who)), by)
            for drawn, table in _pairings_lost_by_it(step.state, log[entry.seq :], who):
                self._refereeing.play_again(step, drawn, table, by, reason, matches)
            return
        if isinstance(ruling, NoShow):
            drawn, table = step.state.rounds[ruling.round - 1], _table(step.state, ruling)
            step.note(NoShowPardon(ruling.round, ruling.entrant), by)
            if step.state.members[ruling.entrant].status == OUT and _is_out_by_absence(log, ruling.entrant):
                step.note(Reinstatement(ruling.entrant), by)
            self._refereeing.play_again(step, drawn, table, by, reason, matches)
            return
        place = ruling.place
        before = fold_rows(replace(step.state.row, version=entry.seq), (), log[: entry.seq])
        former = before.results.get(place)
        drawn = step.state.rounds[place[0] - 1]
        if former is None or place in before.open_ended:
            self._refereeing.play_again(step, drawn, place[1], by, reason, matches)
        else:
            note_result(step, place[1], former, by, rates=place in before.rated)


def _pairings_lost_by_it(state: TournamentState, since: Sequence[LogRow], who: EntrantId) -> list[tuple[DrawnRound, int]]:
    """Return the pairing that a disqualified entrant lost in the present round, if that round is still open."""
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
    """Return the row with this number if it is a ruling that can be set aside; refuse `no-appeal`."""
    ruling_entry = next((entry for entry in log if entry.seq == seq), None)
    if ruling_entry is None or not _can_be_appealed(ruling_entry):
        raise Refusal("no-appeal", why="none")
    return ruling_entry


def _can_be_appealed(entry: LogRow) -> bool:
    match entry.event:
        case NoShow():
            return True
        case PairingResult(is_open=is_open):
            return entry.by is not None and not is_open
        case Withdrawal(why=why):
            return entry.by is not None and why == DISQUALIFY
    return False


def _is_open(log: Sequence[LogRow], ruling: int) -> bool:
    """Return whether a ruling has an appeal since the last answer."""
    its = [row.event for row in log if isinstance(row.event, Appeal | AppealDecision) and row.event.ruling == ruling]
    return bool(its) and isinstance(its[-1], Appeal)


def _appealable_event(entry: LogRow) -> PairingResult | Withdrawal | NoShow:
    """Return the typed content of a row that can be appealed against."""
    assert isinstance(entry.event, PairingResult | Withdrawal | NoShow), entry
    return entry.event


def _concerned_entrants(state: TournamentState, entry: LogRow) -> tuple[EntrantId, ...]:
    """Return the entrants affected by a ruling: both of its pairing, or the one who was removed or absent."""
    ruling = _appealable_event(entry)
    if isinstance(ruling, Withdrawal | NoShow):
        return (EntrantId(str(ruling.entrant)),)
    return state.rounds[ruling.round - 1].pairing(ruling.table).seats


def _entrants_to_notify(state: TournamentState, entry: LogRow) -> tuple[EntrantId, ...]:
    """Return the entrants to notify of an answer: those affected, and for an absence also the opponent who won by it."""
    ruling = _appealable_event(entry)
    if isinstance(ruling, NoShow):
        return state.rounds[ruling.round - 1].seats(_table(state, ruling))
    return _concerned_entrants(state, entry)


def _table(state: TournamentState, missed: NoShow) -> int:
    """Return the number of the table at which an entrant was absent."""
    table = state.rounds[missed.round - 1].table_of(EntrantId(str(missed.entrant)))
    if table is None:  # a substitute plays there by now
        raise Refusal("no-replay")
    return table


def _is_out_by_absence(log: Sequence[LogRow], entrant: int) -> bool:
    """Return whether an entrant was removed for absence, rather than by a ruling or their own withdrawal."""
    out = [row.event for row in log if isinstance(row.event, Withdrawal) and row.event.entrant == entrant]
    return bool(out) and out[-1].why == "no-show"


def _delivery_times(posts: Sequence[Post], user_id: UserId, round_: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the Unix times of a round's private messages to a user: those delivered, and those that failed."""
    its = [
        post
        for post in posts
        if post.user_id == user_id and is_known(post) and number_in_content(content_of(post), "round") == round_
    ]
    reached = tuple(int(post.sent_at.timestamp()) for post in its if post.sent_at is not None)
    return reached, tuple(int(post.created_at.timestamp()) for post in its if post.sent_at is None)


def _ruling_facts(state: TournamentState, entry: LogRow) -> dict[str, Any]:
    """Return the facts about a ruling that posts about it contain."""
    ruling = _appealable_event(entry)
    if isinstance(ruling, NoShow):
        return {"what": ABSENT, "entrant": ruling.entrant, "round": ruling.round, "table": _table(state, ruling)}
    if isinstance(ruling, Withdrawal):
        return {"what": DISQUALIFY, "entrant": ruling.entrant}
    what = "win" if ruling.winner is not None else "neither" if ruling.how == DOUBLE_WALKOVER else "draw"
    named = {"entrant": ruling.winner} if ruling.winner is not None else {}
    return {"what": what, "round": ruling.round, "table": ruling.table, **named}
