"""One commit in the making: what happens to a match in memory, then as one transaction with the messages that tell it."""

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
    """Collects what one commit does. `live` is the match as it will be."""

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
        """Carry out one action; raise `IllegalActionError`."""
        before = self.live.state
        self.live = lives.play_action(self.live, seat, text, self.now)
        self._pinged &= set(self.live.asked)
        self._interrupted = self._is_interruption(seat, before)

    def adopt(self, seat: Seat, tried: TentativePosition) -> None:
        """Carry out actions that were tried already, on top of this very position."""
        self.live = lives.play_tried(self.live, seat, tried, self.now)
        for asked in tried.asked:
            self._pinged &= set(asked)
        self._interrupted = self._is_interruption(seat, tried.base)

    def _is_interruption(self, seat: Seat, before: Any) -> bool:
        game = self.live.game
        owner = game.turn_of(self.live.state)
        return owner is not None and seat != owner == game.turn_of(before)

    def forced(self) -> tuple[Seat, str] | None:
        """Return the action that a seat would be asked for without a choice, outside its own turn; None if there is none.

        Players make their own turn themselves, even if it is forced; but after others' answers they are not called back needlessly.
        """
        live = self.live
        own = None if self._interrupted else live.game.turn_of(live.state)
        for seat in live.asked:
            if seat not in (CHANCE, own) and len(legal := live.game.legal(live.state, seat)) == 1:
                return seat, live.game.write(legal[0])
        return None

    def rebase(self, rebased: MatchSession) -> None:
        """Go on as the same match is under other rules of its game: see `service.match.match_session.rebased`."""
        self.live = rebased

    def repeat(self, row: ActionRow) -> None:
        """Repeat a row of the same game elsewhere: a move, a draw, or a note; raise `IllegalActionError`."""
        if logs.kind_of(row) == logs.ACTION:
            self.act(row.seat, row.text)
            return
        if logs.kind_of(row) == logs.TIMEOUT:
            self.weigh()
        self.live = replace(self.live, log=(*self.live.log, ActionRow(self.live.version, row.seat, row.text, self.now)))

    def mix(self, message_id: int, words: str) -> None:
        """Note the number of the message that says the game begins: from now on the house can draw."""
        self.live = lives.with_mix(self.live, message_id, words, self.now)

    def house(self) -> None:
        """Draw until a seat is asked or the game is over; a draw is news: the asked player is told again."""
        while self.live.asked == (CHANCE,):
            self.live = lives.with_draw(self.live, self.now)
            self._pinged.clear()

    def proceed(self) -> None:
        """Carry out forced actions and draws until a seat has a choice or its turn, or the match rests.

        It rests while the message is missing from which draws follow: `ChanceDraws` hears of it. A rest that goes on keeps its
        time.
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
        """End the game where it stands, as all have agreed with this seat; its result counts for no rating."""
        self.live = lives.conclude(self.live, seat, self.now)

    def undo(self, seat: Seat, target: int, state: Any) -> None:
        """Take back everything from row `target` on, which leads to `state`: see `service.match.match_session.before`."""
        self.taken_back = lives.turns_since(self.live, target, state)
        self.live = lives.undo_to(self.live, seat, target, state, self.now)
        self._pinged &= set(self.live.asked)

    def hint(self, seat: Seat) -> None:
        """Note that a seat has been told what to do."""
        self.live = replace(self.live, log=(*self.live.log, ActionRow(self.live.version, seat, logs.HINT, self.now)))

    def weigh(self) -> None:
        """Note that a computer plays from here on, by the present estimates of the game: the record of the match names them."""
        noted, version = self.live.match.estimates, self.live.game.estimates
        if not noted or noted[-1][1] != version:
            match = replace(self.live.match, estimates=(*noted, (self.live.version, version)))
            self.live = replace(self.live, match=match)

    def request(self, row: RequestRow) -> None:
        """Note what became of a request."""
        self.live = settle_request(self.live, row, self.now)

    def say(self, told: NewPost) -> None:
        """Add a post that goes out before those that tell whose turn it is."""
        self._posts.append(told)

    def vacate(self, seat: Seat, *, why: str, level: str, told: bool = True, timeout: TimeOut | None = None) -> None:
        """Give a person's seat to a computer, and say so, with the figures of a timeout, unless it was told already."""
        self.live = vacate_seat(self.live, seat, why=why, level=level, at=self.now)
        self._pinged.discard(seat)
        self._posts += [vacated_notice(self.live, seat, timeout)] if told else []

    def come_back(self, seat: Seat) -> None:
        """Give the seat back to its former owner and announce it; if it is asked the owner is told so, as for a turn."""
        self.live = return_seat(self.live, seat, self.now)
        self._pinged.discard(seat)
        self._post(SeatReturned(seat, self.live.seats[seat].user_id))

    def take_over(self, seat: Seat, user_id: UserId) -> None:
        """Give the seat to another person and announce it; the store learns it by `TakeSeat`."""
        former = self.live.seats[seat].user_id
        self.live = take_over_seat(self.live, seat, user_id, self.now)
        self._pinged.discard(seat)
        self._post(SeatTakenOver(seat, user_id, former))

    def stand_in(self, seat: Seat, tried: TentativePosition, *, why: str, level: str, told: PostContent) -> None:
        """Play a turn of a person's seat by a computer; the seat stays theirs, and the turn is announced as `told`."""
        row = ActionRow(self.live.version, seat, logs.write_stand_in(why, level), self.now)
        self.live = replace(self.live, log=(*self.live.log, row))
        self.weigh()
        self.adopt(seat, tried)
        self._post(told)

    def lose_by_time(self, seat: Seat, told: TimeOut) -> None:
        """End the match as lost for a seat, though by its rules a seat would be asked."""
        self._post(ResultPost(max(s.told for s in self.live.seats), told))
        seats = tuple(replace(s, waiting_since=None, left=FORFEITED if s.seat == seat else s.left) for s in self.live.seats)
        self.live = replace(self.live, seats=seats)
        match = replace(self.live.match, status=FINISHED, ended_at=self.now, result=self._result(self._scores()))
        self.live = replace(self.live, match=match)

    def commit(self) -> CommitMatch:
        """Return the transaction; `live` afterwards has the rows as they will be stored."""
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
        """Whether a message goes out with it, whatever else happens."""
        return bool(self._posts)

    @property
    def is_over(self) -> bool:
        """Whether nobody is asked any more."""
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
    """Return what a result says about the sources of points and possible records.

    Empty where computers sat from the start: such a game counts for no statistics.
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
    """Return the seats whose drafts are carried out or pointless now."""
    return {row.seat for row in rows if logs.kind_of(row) not in (logs.REQUEST, logs.HINT)}


def vacated_without_rules(before: MatchRows, after: MatchRows, seat: Seat, now: datetime) -> CommitMatch:
    """Return the transaction of a seat that was `vacated` where the rules are not known.

    It does what `MatchTransaction.vacate` does, without anything that would have to be replayed.
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
    """Return the post that announces a seat gone to a computer."""
    there = after.seats[seat]
    assert there.left is not None and there.level is not None
    return match_post(after.match, SeatVacated(seat, there.user_id, there.left, there.level, timeout), upto=after.version)


def people_seated(seats: Iterable[SeatRow]) -> tuple[UserId, ...]:
    """Return the people who sit, or sat, there."""
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
    """Return a post for the channel of a match, with a nonce of its own, that a press of `by` queues, or no press."""
    return new_post(content, nonce(), match.channel_id, user_id, seat, upto, by=by)


def nonce() -> str:
    """Return a nonce, by which Discord recognises a message that it gets twice."""
    return secrets.token_hex(10)
