"""One commit in the making: changes are applied to a match in memory, then written together with the posts about them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from clocks.clock_history import ClockEvent
from games.core.game import CHANCE, Outcome, Seat
from service.core.post_content import PostContent, new_post
from service.match import match_log as logs
from service.match import match_session as lives
from service.match.eligibility import FEATS, SOURCES
from service.match.final_ranking import FORFEITED, result, seats_with_most
from service.match.match_posts import ResultPost, SeatReturned, SeatTakenOver, SeatVacated, TimeOut, TurnCall
from service.match.match_rows import MatchRows, return_seat, settle_request, take_over_seat, vacate_seat
from service.match.match_session import MatchSession, TentativePosition
from storage.changes import Change, CommitMatch, SetTimers
from storage.rows import FINISHED, ActionRow, MatchRow, NewPost, NewTimer, RequestRow, SeatRow, SnapshotRow, UserId, of_match

DRAW = "draw"
"""The kind of the timer by which the house draws."""

LOOK_AGAIN = timedelta(seconds=30)
"""When it is looked again whether the message is there that says that a game begins, if nobody has told so."""

SNAPSHOT_EVERY = 40
"""Rows of the log between two snapshots."""


class MatchTransaction:
    """The changes of one commit to a match; `before` is the match as it was, `live` as it will be."""

    def __init__(self, live: MatchSession, now: datetime) -> None:
        self.before = live
        self.live = live
        self.now = now
        self._posts: list[NewPost] = []
        self._pinged = {s.seat for s in live.seats if s.waiting_since is not None}
        """Seats that have been asked without a break since their last turn message."""
        self._rested = live.asked == (CHANCE,)
        self._interrupted = False
        """Whether somebody else has just answered in the turn that still goes on."""
        self.timers = SetTimers(of_match(live.match.id), now)
        """When the house draws, where it does not at once."""
        self.taken_back: Mapping[Seat, int] = {}
        """By seat, how many of its own turns that were over were taken back."""
        self.more: tuple[Change, ...] = ()
        """What else is written with it."""
        self.clock_events: list[ClockEvent] = []
        """What happens to clocks beside what follows from who is asked: see `service.clocks.clock_service`."""

    def act(self, seat: Seat, text: str) -> None:
        """Carry out one action of a seat; raise `IllegalActionError`."""
        before = self.live.state
        self.live = lives.play_action(self.live, seat, text, self.now)
        self._pinged &= set(self.live.asked)
        self._interrupted = self._is_interruption(seat, before)

    def adopt(self, seat: Seat, tried: TentativePosition) -> None:
        """Carry out actions that were tried on the present state."""
        self.live = lives.play_tried(self.live, seat, tried, self.now)
        for asked in tried.asked:
            self._pinged &= set(asked)
        self._interrupted = self._is_interruption(seat, tried.base)

    def _is_interruption(self, seat: Seat, before: Any) -> bool:
        game = self.live.game
        owner = game.turn_of(self.live.state)
        return owner is not None and seat != owner == game.turn_of(before)

    def forced(self) -> tuple[Seat, str] | None:
        """Return a seat and its only legal action, if it must act outside its own turn; None otherwise.

        Players make their own turn themselves even if it is forced. But after another seat has answered within it, they aren't
        asked again for a forced action.
        """
        live = self.live
        own = None if self._interrupted else live.game.turn_of(live.state)
        for seat in live.asked:
            if seat not in (CHANCE, own) and len(legal := live.game.legal(live.state, seat)) == 1:
                return seat, live.game.write(legal[0])
        return None

    def rebase(self, rebased: MatchSession) -> None:
        """Continue with the same match under other rules, as `service.match.match_session.rebase` returns it."""
        self.live = rebased

    def repeat(self, row: ActionRow) -> None:
        """Copy a row of the counterpart match: an action, a draw or a service row; raise `IllegalActionError`."""
        if logs.kind_of(row) == logs.ACTION:
            self.act(row.seat, row.text)
            return
        if logs.kind_of(row) == logs.TIMEOUT:
            self.weigh()
        self.live = replace(self.live, log=(*self.live.log, ActionRow(self.live.version, row.seat, row.text, self.now)))

    def mix(self, message_id: int, words: str) -> None:
        """Log the id of the message that the game begins, and the digest of the players' words; draws are possible from then on."""
        self.live = lives.with_mix(self.live, message_id, words, self.now)

    def house(self) -> None:
        """Make chance draws until a seat must act or the game is over.

        Asked players get a new turn message, because they learn the draw.
        """
        while self.live.asked == (CHANCE,):
            self.live = lives.with_draw(self.live, self.now)
            self._pinged.clear()

    def proceed(self) -> None:
        """Carry out forced actions and draws until a seat has a choice or begins its turn, or draws must wait.

        Draws wait for the id of the message that the game begins; a timer for `ChanceDraws` is set then. A wait that goes on keeps
        its timer.
        """
        while (forced_move := self.forced()) is not None:
            self.act(*forced_move)
        rests = self.live.asked == (CHANCE,)
        if rests and self._rested and self.live.state is self.before.state:
            return
        awaits = rests and self.live.known.awaits_mix(self.live.match.bag)
        if self._rested or awaits:
            due = (NewTimer(DRAW, self.now + LOOK_AGAIN),) if awaits else ()
            self.timers = replace(self.timers, timers=due, instead_of=DRAW)
        if rests and not awaits:
            self.house()
            self.proceed()

    def conclude(self, seat: Seat) -> None:
        """End the game by consent in its present position, at the request of this seat; no rating changes."""
        self.live = lives.conclude(self.live, seat, self.now)

    def undo(self, seat: Seat, target: int, state: Any) -> None:
        """Take back every row from `target` on; `state` is that of `service.match.match_session.state_before`."""
        self.taken_back = lives.turns_since(self.live, target, state)
        self.live = lives.undo_to(self.live, seat, target, state, self.now)
        self._pinged &= set(self.live.asked)

    def hint(self, seat: Seat) -> None:
        """Log that a suggested turn was shown to a seat."""
        self.live = replace(self.live, log=(*self.live.log, ActionRow(self.live.version, seat, logs.HINT, self.now)))

    def weigh(self) -> None:
        """Record the version of the game's estimates that computer players use from this row on."""
        noted, version = self.live.match.estimates, self.live.game.estimates
        if not noted or noted[-1][1] != version:
            match = replace(self.live.match, estimates=(*noted, (self.live.version, version)))
            self.live = replace(self.live, match=match)

    def request(self, row: RequestRow) -> None:
        """Log the outcome of a request."""
        self.live = settle_request(self.live, row, self.now)

    def say(self, told: NewPost) -> None:
        """Add a post that is sent before the messages about whose turn it is."""
        self._posts.append(told)

    def vacate(self, seat: Seat, *, why: str, level: str, told: bool = True, timeout: TimeOut | None = None) -> None:
        """Give a user's seat to a computer of this level, and announce that if `told`.

        `timeout` has the facts of a timeout that was the reason.
        """
        self.live = vacate_seat(self.live, seat, why=why, level=level, at=self.now)
        self._pinged.discard(seat)
        self._posts += [vacated_notice(self.live, seat, timeout)] if told else []

    def come_back(self, seat: Seat) -> None:
        """Give a seat back to its former player and announce it.

        If the seat must act, its player gets a turn message too.
        """
        self.live = return_seat(self.live, seat, self.now)
        self._pinged.discard(seat)
        self._post(SeatReturned(seat, self.live.seats[seat].user_id))

    def take_over(self, seat: Seat, user_id: UserId) -> None:
        """Give a seat to another user and announce it.

        The caller adds the change `TakeSeat`, which stores the new user.
        """
        former = self.live.seats[seat].user_id
        self.live = take_over_seat(self.live, seat, user_id, self.now)
        self._pinged.discard(seat)
        self._post(SeatTakenOver(seat, user_id, former))

    def stand_in(self, seat: Seat, tried: TentativePosition, *, why: str, level: str, told: PostContent) -> None:
        """Carry out a turn that a computer chose for a user's seat, and announce it with `told`.

        The seat stays the user's.
        """
        row = ActionRow(self.live.version, seat, logs.write_stand_in(why, level), self.now)
        self.live = replace(self.live, log=(*self.live.log, row))
        self.weigh()
        self.adopt(seat, tried)
        self._post(told)

    def lose_by_time(self, seat: Seat, told: TimeOut) -> None:
        """End the match as lost on time for a seat, while by the rules the game would go on."""
        self._post(ResultPost(max(s.told for s in self.live.seats), told))
        seats = tuple(replace(s, waiting_since=None, left=FORFEITED if s.seat == seat else s.left) for s in self.live.seats)
        self.live = replace(self.live, seats=seats)
        match = replace(self.live.match, status=FINISHED, ended_at=self.now, result=self._result(self._scores()))
        self.live = replace(self.live, match=match)

    def commit(self) -> CommitMatch:
        """Return the rows of the whole transaction; afterwards `live` is the match as it will be stored."""
        self._end_if_over()
        self._announce_turns()
        self.live = replace(self.live, match=replace(self.live.match, version=self.live.version))
        before, after = self.before, self.live
        rows = after.log[before.version :]
        return CommitMatch(
            after.match,
            self.now,
            actions=rows,
            changed_seats=tuple(new for old, new in zip(before.seats, after.seats, strict=True) if old != new),
            posts=tuple(self._posts),
            snapshot=self._snapshot(),
            drop_drafts=people_seated(after.seats if self.is_over else [after.seats[s] for s in _moved_seats(rows) if s != CHANCE]),
            only_advances=replace(before.match, version=after.version) == after.match,
        )

    @property
    def says(self) -> bool:
        """Whether posts have been added so far, apart from those that `commit` adds."""
        return bool(self._posts)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: no seat must act, or it is marked as finished."""
        return not self.live.asked or self.live.match.status == FINISHED

    def _end_if_over(self) -> None:
        outcome = self.live.game.outcome(self.live.state)
        if self.live.match.status == FINISHED or not self.is_over or outcome is None:
            return
        self._post(ResultPost(max(s.told for s in self.live.seats)))
        result = {**self._result(outcome), **point_sources(self.live)}
        self.live = replace(self.live, match=replace(self.live.match, status=FINISHED, ended_at=self.now, result=result))

    def _result(self, outcome: Outcome) -> Mapping[str, Any]:
        live = self.live
        return result(live, outcome, lambda: live.game.turns(live.options, len(live.seats)))

    def _scores(self) -> Outcome:
        scores = tuple(self.live.game.scores(self.live.state))
        return Outcome(scores, seats_with_most(scores, range(len(scores))))

    def _announce_turns(self) -> None:
        seats = () if self.live.match.status == FINISHED else self.live.asked
        self.live = replace(self.live, seats=tuple(self._seat_announced(seat, seats) for seat in self.live.seats))

    def _seat_announced(self, row: SeatRow, asked: tuple[Seat, ...]) -> SeatRow:
        if row.seat not in asked or row.is_computer:
            return replace(row, waiting_since=None) if row.waiting_since is not None else row
        if row.seat in self._pinged:
            return row
        self._post(TurnCall(row.told, row.told == 0), row.user_id, row.seat)
        return replace(row, told=self.live.version, waiting_since=self.now)

    def _post(self, content: PostContent, user_id: UserId | None = None, seat: Seat | None = None) -> None:
        self._posts.append(match_post(self.live.match, content, user_id=user_id, seat=seat, upto=self.live.version))

    def _snapshot(self) -> SnapshotRow | None:
        version = self.live.version
        is_rebased = self.live.match.rules_version != self.before.match.rules_version
        if version // SNAPSHOT_EVERY == self.before.version // SNAPSHOT_EVERY and not is_rebased:
            return None
        return SnapshotRow(version, self.live.match.rules_version, self.live.game.dump(self.live.state))


def point_sources(live: MatchSession) -> Mapping[str, Any]:
    """Return the keys of a result with the points by source and the record achievements.

    Empty if computers sat from the start: such a game counts for no statistics.
    """
    if any(seat.user_id is None for seat in live.seats):
        return {}
    events = lives.all_events(live)
    account, feats = live.game.ledger(events), live.game.feats(live.state, events)
    told: dict[str, Any] = {SOURCES: account.by_source(len(live.seats))} if account.rows else {}
    return (
        {**told, FEATS: {name: [achievement.value, *achievement.seats] for name, achievement in feats.items()}} if feats else told
    )


def _moved_seats(rows: Iterable[ActionRow]) -> set[Seat]:
    """Return the seats whose drafts must be dropped, because rows of theirs carry them out or make them pointless."""
    return {row.seat for row in rows if logs.kind_of(row) not in (logs.REQUEST, logs.HINT)}


def vacated_without_rules(before: MatchRows, after: MatchRows, seat: Seat, now: datetime) -> CommitMatch:
    """Return the transaction that gives a seat to a computer where the match's rules are not known.

    `after` is `before` with the seat vacated. Like `MatchTransaction.vacate`, but without a replay.
    """
    return CommitMatch(
        replace(after.match, version=after.version),
        now,
        actions=after.log[before.version :],
        changed_seats=(after.seats[seat],),
        posts=(vacated_notice(after, seat),),
        drop_drafts=people_seated((after.seats[seat],)),
        only_advances=True,
    )


def vacated_notice(after: MatchRows, seat: Seat, timeout: TimeOut | None = None) -> NewPost:
    """Return the post that a computer plays a seat now."""
    there = after.seats[seat]
    assert there.left is not None and there.level is not None
    return match_post(after.match, SeatVacated(seat, there.user_id, there.left, there.level, timeout), upto=after.version)


def people_seated(seats: Iterable[SeatRow]) -> tuple[UserId, ...]:
    """Return the ids of the users who play, or have played, these seats."""
    return tuple(UserId(s.user_id) for s in seats if s.user_id is not None)


def match_post(
    match: MatchRow,
    content: PostContent,
    *,
    user_id: UserId | None = None,
    seat: Seat | None = None,
    upto: int = 0,
    by: UserId | None = None,
) -> NewPost:
    """Return a post for a match's channel with a new nonce.

    `by` is the user whose action causes it, or None; `upto` is the number of log rows that it covers.
    """
    return new_post(content, nonce(), match.channel_id, user_id, seat, upto, by=by)


def nonce() -> str:
    """Return a new random nonce, by which Discord drops a message that it receives twice."""
    return secrets.token_hex(10)
