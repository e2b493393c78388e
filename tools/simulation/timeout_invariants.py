"""Laws of timeouts: none happens before the time is over, and none is missed, by an independent clock.

The recorded clock events tell how much time a player had when asked; the time used since is computed by `clock_oracle`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from clocks import clock_history
from clocks.clock import Clock
from clocks.serialization import NIGHT
from clocks.spans import Span
from games.core.game import Seat
from service.clocks.clock_service import OUTAGE
from service.clocks.outages import LONGEST, LONGEST_PRESENT
from service.clocks.pausing import PAUSE, pause_span
from service.clocks.vacations import VACATION
from service.match import match_log as logs
from service.match.final_ranking import FORFEITED, TIMED_OUT
from service.play.requests import GRANTED
from storage.rows import RUNNING, PersonRow, SeatRow, UserId
from tools.simulation import clock_oracle
from tools.simulation.clock_oracle import CLOSE_SLACK, SLACK
from tools.simulation.state_oracle import ObservedMatch

NOTICED = timedelta(hours=2)
"""When time is over somebody may have confirmed a move that can still be taken back, or a computer may be thinking."""
WELL_S = 3600.0
Stands = Callable[[datetime], bool]


class StopwatchWorld(Protocol):
    """The part of the world that the laws of timeouts use."""

    away: list[Span]

    def right_time(self) -> datetime: ...
    def person(self, user_id: UserId) -> PersonRow: ...
    def complain(self, law: str, how: str) -> None: ...
    def has_been_well(self, length_s: float) -> bool: ...


def changed(world: StopwatchWorld, before: ObservedMatch, now: ObservedMatch) -> None:
    """Check that each player who timed out in a transaction had really used up their time."""
    for seat in _seats_lost(before, now):
        if before.seats[seat].is_town:
            continue  # a vote closes at its own hour
        clock = _clock(before, seat)
        if clock is None or clock.since is None:
            world.complain("no time is over too soon", f"match {now.match.id}: seat {seat} was not asked")
            continue
        user = UserId(before.seats[seat].user_id or 0)
        end = world.right_time()
        if clock_oracle.is_changing(world.person(user), clock.since, end, now.match.terms.night_minutes):
            continue
        ran = clock_oracle.ran(clock.since, end, _stopped_by(world, before, seat, user, generous=False))
        if ran < clock.left - (SLACK if now.match.terms.pace.rests else CLOSE_SLACK):
            world.complain("no time is over too soon", f"match {now.match.id}: seat {seat} had {clock.left} and used {ran}")


def watch(world: StopwatchWorld, seen: ObservedMatch) -> None:
    """Check that no player's time ran out long ago without a timeout, if the program was running."""
    if seen.match.status != RUNNING or not seen.match.terms.pace.has_clock or not world.has_been_well(WELL_S):
        return
    end = world.right_time()
    for row in seen.seats:
        if not row.is_human or row.waiting_since is None or end - row.waiting_since < min(seen.match.terms.pace.grace, NOTICED):
            continue
        clock = _clock(seen, row.seat)
        if clock is None or clock.since is None:
            world.complain("every clock runs", f"match {seen.match.id}: seat {row.seat} is asked, and its clock stands")
        elif end - clock.since > clock.left + NOTICED and _was_told(seen, row):
            user = UserId(row.user_id or 0)
            if clock_oracle.is_changing(world.person(user), clock.since, end, seen.match.terms.night_minutes):
                continue
            ran = clock_oracle.ran(clock.since, end, _stopped_by(world, seen, row.seat, user, generous=True))
            if ran > clock.left + NOTICED + SLACK:
                how = f"match {seen.match.id}: seat {row.seat} had {clock.left} and has used {ran}"
                world.complain("no time is over unnoticed", how)


def _seats_lost(before: ObservedMatch, now: ObservedMatch) -> list[Seat]:
    """Return the seats that lost a turn, the seat or the game by time in this transaction."""
    words = (logs.kind_of(row) for row in now.log[len(before.log) :])
    lost = [row.seat for row, word in zip(now.log[len(before.log) :], words, strict=True) if word == logs.TIMEOUT]
    for old, new in zip(before.seats, now.seats, strict=False):
        if old.is_human and not new.is_human and new.left in (TIMED_OUT, FORFEITED):
            lost.append(new.seat)
    return lost + (list(now.lost_by_time) if now.ends_now else [])


def _clock(seen: ObservedMatch, seat: int) -> Clock | None:
    if not seen.clock:
        return None
    sheet = clock_history.replay_events(clock_history.new_clocks(seen.match.terms.pace, len(seen.seats)), seen.clock)
    return sheet.seats[seat]


def _stopped_by(world: StopwatchWorld, seen: ObservedMatch, seat: int, user: UserId, *, generous: bool) -> Sequence[Stands]:
    """Return functions that tell whether a seat's clock stood still at a moment.

    Nights and vacations come from the player's settings, pauses from granted requests, outages from the program's absences; other
    reasons (others who answer, a late message) are taken from the recorded clock events. With `generous`, recorded outages count as
    well.
    """
    reasons = {NIGHT, VACATION, PAUSE} if generous else {NIGHT, VACATION, PAUSE, OUTAGE}
    sheet = clock_history.replay_events(clock_history.new_clocks(seen.match.terms.pace, len(seen.seats)), seen.clock)
    written = [stood for (of, why), spans in sheet.spans.items() if of in (seat, None) and why not in reasons for stood in spans]
    rests = seen.match.terms.pace.rests
    least = LONGEST if rests else LONGEST_PRESENT
    away = [gone for gone in world.away if gone.end is None or gone.end - gone.begin >= least]
    pauses = [pause_span(row) for row in seen.requests if (row.kind, row.status) == (PAUSE, GRANTED)]
    person = world.person(user)
    stands: list[Stands] = [lambda at: _is_within((*written, *away, *pauses), at)]
    if rests:
        stands.append(lambda at: clock_oracle.sleeps(person, at, seen.match.terms.night_minutes))
    if rests and seen.match.terms.vacations:
        stands.append(lambda at: clock_oracle.is_away(person, at))
    return stands


def _is_within(spans: Sequence[Span], at: datetime) -> bool:
    return any(span.begin <= at and (span.end is None or at < span.end) for span in spans)


def _was_told(seen: ObservedMatch, row: SeatRow) -> bool:
    asking = [post for post in seen.posts if (post.kind, post.seat, post.upto) == ("turn", row.seat, row.told)]
    return any(post.sent_at is not None for post in asking)
