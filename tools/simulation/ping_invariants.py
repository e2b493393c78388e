"""Laws of pings: never in a player's night or vacation, never twice for the same reason, never without a reason.

A player whose ping was suppressed by a night is pinged when the night ends. The laws are checked for every message that arrives,
with the player's settings on the disk at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from clocks.clock_history import GIVEN, LIFTED, STOPPED
from service.clocks.notifications import BACK, DAILY, TURN
from service.clocks.reminders import MORNING, REMINDER
from service.users.preferences import DIGEST, ZONE
from storage.rows import MATCH, RUNNING, MatchId, PersonRow, Post, UserId
from tools.simulation import clock_oracle
from tools.simulation.state_oracle import ObservedMatch

SENDING = timedelta(minutes=3)
"""A message may be on its way for so long since it was asked whom it may wake."""
MORNING_S = 1800.0
"""So long after the end of their night somebody has been called."""
SOON, A_DAY = 5, 20
"""So often one person may make the bot ping another one, in ten minutes and in a day."""
LIST_EVERY, LATE_LIST = timedelta(hours=21), timedelta(hours=11)
"""Two daily lists are further apart than this; the second where the first one came late."""


class CallsWorld(Protocol):
    """The part of the world that the laws of pings use."""

    books: dict[MatchId, ObservedMatch]

    def right_time(self) -> datetime: ...
    def host_time(self) -> datetime: ...
    def person(self, user_id: UserId) -> PersonRow: ...
    def complain(self, law: str, how: str) -> None: ...
    def has_been_well(self, length_s: float) -> bool: ...


@dataclass(frozen=True)
class CallDuringSleep:
    """A turn message that arrived without a ping while its player slept."""

    match_id: MatchId
    seat: int
    upto: int
    at: datetime


class CalledPeople:
    """Record of the users whom messages have pinged, with the checks of these pings."""

    def __init__(self, world: CallsWorld) -> None:
        self._world = world
        self._rung: dict[Hashable, int] = {}
        """Which message has called somebody for one thing."""
        self._latest: dict[UserId, datetime] = {}
        self._listed: dict[UserId, tuple[datetime, object]] = {}
        """When somebody's last daily list came, and what they had chosen then."""
        self._unheard: dict[UserId, list[CallDuringSleep]] = {}
        self._caused: dict[tuple[UserId, UserId], list[datetime]] = {}
        """When each person has made the bot ping each other one."""

    def arrived(self, post: Post, aloud: Sequence[UserId]) -> None:
        """Check a message that has arrived and pings the users `aloud`."""
        now = self._world.right_time()
        for user in aloud:
            self._latest[user] = now
            self._by_others(post, user)
            for law in (self._in_the_night, self._away, self._for_nothing, self._twice, self._too_often):
                if (how := law(post, user, now)) is not None:
                    self._world.complain(f"nobody is called {law.__name__.strip('_').replace('_', ' ')}", how)
        user = UserId(post.user_id or 0)
        if post.kind == TURN and user not in aloud and post.seat is not None and self._was_asleep(user, now):
            self._unheard.setdefault(user, []).append(CallDuringSleep(post.match_id, post.seat, post.upto, now))

    def _by_others(self, post: Post, user: UserId) -> None:
        """Check that no user pings another one more than five times in ten minutes or twenty times a day.

        Times are those of the host's clock, by which the program counts; a message may take `SENDING` to arrive.
        """
        by, now = post.cause.by if post.cause is not None else None, self._world.host_time()
        if by is None or by == user:
            return
        times = self._caused.setdefault((by, user), [])
        times[:] = [time for time in times if timedelta() <= now - time < timedelta(days=1)] + [now]
        soon = sum(now - time < timedelta(minutes=10) - SENDING for time in times)
        today = sum(now - time < timedelta(days=1) - SENDING for time in times)
        if soon > SOON or today > A_DAY:
            how = f"{user} by {by}: {soon} in ten minutes, {today} in a day, the last {post.kind} {post.payload} of {post.topic}"
            self._world.complain("nobody is pinged without limit by the same person", how)

    def morning(self) -> None:
        """Check that users who have been awake for a while were pinged about turns that arrived in their night and still wait."""
        now, well = self._world.right_time(), self._world.has_been_well(MORNING_S)
        for user, missed in list(self._unheard.items()):
            left = [call_during_sleep for call_during_sleep in missed if self._is_awaited(user, call_during_sleep)]
            if left and well and self._is_up(user, now):
                latest, first = self._latest.get(user), left[0]
                if latest is None or latest < first.at:
                    how = f"{user} was asked at {first.at} in match {first.match_id}"
                    self._world.complain("people asked in their night or on vacation are called when it ends", how)
                left = []
            self._unheard[user] = left

    # --- laws ----------------------------------------------------------------------------------------------------------

    def _in_the_night(self, post: Post, user: UserId, now: datetime) -> str | None:
        asleep = self._is_resting(post) and self._throughout(user, now, clock_oracle.sleeps)
        return f"{user} by {post.kind} of {post.topic} at {now}" if asleep else None

    def _away(self, post: Post, user: UserId, now: datetime) -> str | None:
        away = self._is_resting(post) and self._throughout(user, now, clock_oracle.is_away)
        return f"{user} by {post.kind} of {post.topic} at {now}, who is on vacation" if away else None

    def _for_nothing(self, post: Post, user: UserId, _now: datetime) -> str | None:
        """Return what is wrong with a ping about waiting games if no game waits for the user; else None.

        Games that changed while the message was being sent are exempt.
        """
        if post.kind not in (TURN, REMINDER, MORNING, DAILY):
            return None
        books = [self._world.books[post.match_id]] if post.topic.kind == MATCH else list(self._world.books.values())
        if any(row.user_id == user and row.waiting_since for book in books for row in book.seats):
            return None
        lately = self._world.right_time() - SENDING
        if any(book.log and book.log[-1].at >= lately for book in books):
            return None
        return f"{user} by {post.kind} of {post.topic}, and nothing waits for them"

    def _twice(self, post: Post, user: UserId, now: datetime) -> str | None:
        if post.kind not in (TURN, REMINDER) or post.payload.get("why") == "waiting":
            return None
        # Time that was given since, as after an outage, is told of again when little of it is left.
        given = sum(event.what in (GIVEN, LIFTED, STOPPED) for event in self._world.books[post.match_id].clock)
        key = (post.kind, post.topic, user, post.upto, post.payload.get("why"), post.channel_id, post.kind == REMINDER and given)
        before = self._rung.setdefault(key, post.id)
        return None if before == post.id else f"{user} by posts {before} and {post.id} ({post.kind} of {post.topic}) at {now}"

    def _too_often(self, post: Post, user: UserId, now: datetime) -> str | None:
        if post.kind != DAILY or post.payload.get("why") in (MORNING, BACK):
            return None
        chosen = dict(self._world.person(user).prefs)
        at, had = self._listed.get(user, (None, None))
        self._listed[user] = now, chosen
        if at is None or had != chosen:
            return None
        was_late = at.astimezone(ZoneInfo(chosen.get(ZONE, "UTC"))).hour != int(chosen[DIGEST])
        return f"{user} by lists at {at} and {now}" if now - at < (LATE_LIST if was_late else LIST_EVERY) else None

    # --- what they ask ---------------------------------------------------------------------------------------------------

    def _is_resting(self, post: Post) -> bool:
        return post.topic.kind != MATCH or self._world.books[post.match_id].match.terms.pace.rests

    def _throughout(self, user: UserId, now: datetime, holds: Callable[[PersonRow, datetime], bool]) -> bool:
        person = self._world.person(user)
        return holds(person, now - SENDING) and holds(person, now) and not clock_oracle.is_changing(person, now, now)

    def _was_asleep(self, user: UserId, now: datetime) -> bool:
        person = self._world.person(user)
        return clock_oracle.sleeps(person, now) or clock_oracle.is_away(person, now)

    def _is_awaited(self, user: UserId, call: CallDuringSleep) -> bool:
        book = self._world.books[call.match_id]
        row = book.seats[call.seat]
        runs = book.match.status == RUNNING
        return runs and row.user_id == user and row.is_human and row.waiting_since is not None and row.told == call.upto

    def _is_up(self, user: UserId, now: datetime) -> bool:
        person, since = self._world.person(user), now - timedelta(seconds=MORNING_S)
        away = (holds(person, at) for holds in (clock_oracle.sleeps, clock_oracle.is_away) for at in (since, now))
        return not any(away) and not clock_oracle.is_changing(person, since, now)
