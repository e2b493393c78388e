"""Timeouts: the consequences of a clock that has run out, carried out once, also after the program was down, and announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from clocks.clock_history import LIFTED, STOPPED, ClockEvent, ClockHistory
from clocks.terms import FORFEIT, MOVE
from games.core.game import Seat
from service.clocks.clock_service import UNDELIVERED, Clocks
from service.clocks.reminders import Reminders
from service.computers.computer_players import Computers
from service.core.change_scope import ChangeScope, Decision
from service.match import match_log as logs
from service.match.final_ranking import FORFEITED, TIMED_OUT
from service.match.match_changes import ClockAdvance
from service.match.match_posts import OUT_OF_TIME, TimeOut
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, TentativePosition
from service.match.match_transaction import MatchTransaction
from service.play.pending_moves import Confirmed, confirmed_moves
from storage.changes import CompleteTimer, QueuePosts
from storage.rows import RUNNING, NewPost, SeatRow, TimerRow, of_match

THIRD = 3
"""The timeout of a game that costs the seat, where the others cost a turn."""
_LATER = timedelta(minutes=1)


@dataclass(frozen=True)
class _Due:
    """A match whose timer has fired, with everything that decides the outcome."""

    live: MatchSession | None
    """None where nobody can play for anybody."""
    sheet: ClockHistory | None = None
    over: SeatRow | None = None
    """Whose time is over."""
    reminders: tuple[NewPost, ...] = ()
    is_away: bool = False
    is_made: bool = False
    """Whether their move is made, and only waits to be taken back or not."""
    was_told: bool = False


class _Late(NamedTuple):
    """A seat whose time has run out, and its announcement."""

    live: MatchSession
    seat: Seat
    told: TimeOut


class Timeouts:
    """The handler of the clocks' timer."""

    def __init__(
        self,
        repository: MatchRepository,
        clocks: Clocks,
        computers: Computers,
        reminders: Reminders,
        is_away: Callable[[int | None, datetime], bool],
    ) -> None:
        """Set the services; `is_away` returns whether a server is unreachable, so that timeouts must wait."""
        self._repository = repository
        self._clocks = clocks
        self._computers = computers
        self._reminders = reminders
        self._is_away = is_away

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Handle a match's timer: a timeout or a reminder."""
        late = await self._repository.unit_of_work.change(
            self._scope_of(timer, now), lambda at: self._decide(at, timer, now), now=now
        )
        if late is not None:
            tried = await self._computers.turn(late.live, late.seat)
            await self._repository.unit_of_work.change(
                self._repository.of(timer.match_id).also(lambda live: confirmed_moves(self._repository.store, live)),
                lambda at: self._play_for_late(late, tried, *at, now),
                now=now,
            )

    def _scope_of(self, timer: TimerRow, now: datetime) -> ChangeScope[_Due]:
        async def due(live: MatchSession | None) -> _Due:
            if live is None or live.match.status != RUNNING:  # a lobby, erased, or under rules that are unknown here
                return _Due(None)
            if self._is_away(live.match.guild_id, now):
                return _Due(live, is_away=True)
            sheet = await self._clocks.sheet(live.match, live.seats)
            over = None if sheet is None else _seat_out_of_time(live, sheet, now)
            if sheet is None or over is None:
                return _Due(live, sheet, reminders=await self._reminders.due(live, sheet, timer.set_at, now))
            is_made = over.seat in await confirmed_moves(self._repository.store, live)
            return _Due(live, sheet, over, is_made=is_made, was_told=is_made or await self._was_told(live, over))

        return self._repository.of(timer.match_id).or_none().also(due).then(lambda found: found[1])

    def _decide(self, due: _Due, timer: TimerRow, now: datetime) -> Decision[_Late | None]:
        """Return the decision for a due timer.

        If a computer must choose a turn first, its result is the late seat, and the timer stays.
        """
        live, sheet, over = due.live, due.sheet, due.over
        done = CompleteTimer(timer, now)
        if live is None:
            return Decision(lambda: None, changes=(done,))
        if due.is_away or due.is_made or (over is not None and not due.was_told and _is_stopped(sheet, over)):
            return Decision(lambda: None, changes=(replace(done, again_at=now + _LATER),))
        if sheet is None or over is None:
            queued = QueuePosts(of_match(live.match.id), now, due.reminders)
            return Decision(lambda: None, (ClockAdvance(live),), (queued, done))
        if not due.was_told:
            stood = ClockEvent(now, STOPPED, over.seat, UNDELIVERED, since=over.waiting_since)
            return Decision(lambda: None, (ClockAdvance(live, (stood,)),), (done,))
        late = _Late(live, over.seat, _timeout_announcement(live, sheet, over))
        if late.told.what == MOVE:
            return Decision(lambda: late)
        return Decision(lambda: None, (self._repository.step(self._lose_on_time(late, now)),), (done,))

    async def _was_told(self, live: MatchSession, seat: SeatRow) -> bool:
        """Return whether a seat's turn message has arrived, or never will."""
        posts = await self._repository.store.posts.of(of_match(live.match.id))
        asking = [post for post in posts if post.kind == "turn" and post.seat == seat.seat and post.upto == seat.told]
        return all(post.sent_at is not None or post.dead_at is not None for post in asking)

    def _lose_on_time(self, late: _Late, now: datetime) -> MatchTransaction:
        step = MatchTransaction(late.live, now)
        if late.told.what == FORFEIT and len(late.live.seats) == 2:
            step.lose_by_time(late.seat, late.told)
        else:
            why = FORFEITED if late.told.what == FORFEIT else TIMED_OUT
            step.vacate(late.seat, why=why, level=self._computers.stand_in, timeout=late.told)
        return step

    def _play_for_late(
        self, late: _Late, tried: TentativePosition | None, live: MatchSession, made: Confirmed, now: datetime
    ) -> Decision[None]:
        """Return the decision that plays a computer's turn for a late player.

        If the player has moved meanwhile, only the timer is set again.
        """
        if tried is None or live.version != late.live.version or live.state is not tried.base or late.seat in made:
            return Decision(lambda: None, (ClockAdvance(live),))
        step = MatchTransaction(live, now)
        grace = live.match.terms.pace.grace
        step.clock_events.append(ClockEvent(now, LIFTED, late.seat, logs.TIMEOUT, length=grace))
        step.stand_in(late.seat, tried, why=logs.TIMEOUT, level=self._computers.stand_in, told=late.told)
        return Decision(lambda: None, (self._repository.step(step),))


def _seat_out_of_time(live: MatchSession, sheet: ClockHistory, now: datetime) -> SeatRow | None:
    """Return the first seat whose time has run out; None without any."""
    ends = ((sheet.deadline(row.seat), row) for row in live.seats if row.is_human and row.waiting_since is not None)
    due = [(end, row.seat) for end, row in ends if end is not None and end <= now]
    return live.seats[min(due)[1]] if due else None


def _is_stopped(sheet: ClockHistory | None, row: SeatRow) -> bool:
    """Return whether a clock stands until its turn message arrives."""
    return sheet is not None and any(span.end is None for span in sheet.spans.get((row.seat, UNDELIVERED), ()))


def _timeout_announcement(live: MatchSession, sheet: ClockHistory, row: SeatRow) -> TimeOut:
    """Return the facts about a timeout: its consequence, the count so far, and the times."""
    clock, terms = sheet.seats[row.seat], live.match.terms
    assert clock.since is not None
    nth = logs.timeouts(live.log, row.seat) + 1
    what = terms.on_timeout if terms.on_timeout != MOVE or nth < THIRD else "third"
    had_s, kept_s = int(clock.left.total_seconds()), int(terms.pace.grace.total_seconds())
    since = int(clock.since.timestamp())
    return TimeOut(OUT_OF_TIME, row.seat, row.user_id, what, nth, since, had_s, kept_s if what == MOVE else None)
