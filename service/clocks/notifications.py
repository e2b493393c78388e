"""Pings other than turn messages: the one after sleep hours or a vacation, and the daily list.

Messages during a user's sleep hours or vacation don't ping. Afterwards one ping covers all games that still wait for them.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from clocks.sleep_windows import zone_of
from service.clocks.reminders import MORNING
from service.clocks.vacations import Vacations
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import PostContent, Reaches, new_post, posted, read
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.unit_of_work import UnitOfWork
from service.match.match_transaction import match_post
from service.users import sleep_settings
from service.users.preferences import DIGEST, OFF, PRIVATE, UNREACHABLE, WHERE
from service.users.user_settings import UserChange, UserSettings, preference
from storage.changes import Change, CompleteTimer, QueuePosts, SetTimers, Unguarded
from storage.rows import (
    MATCH,
    PERSON,
    NewTimer,
    PersonRow,
    Post,
    TimerRow,
    UserId,
    WaitingGame,
    of_match,
    of_person,
)

BACK = "back"
"""Reason of the ping after a vacation."""
DAILY = "digest"
"""Kind of the daily list's timer, and of its private message."""


_APART = timedelta(hours=12)
"""No second daily list within this time: one delayed by an outage replaces the next."""

TURN = "turn"
"""Kind of turn messages."""


@posted(MATCH, MORNING, reaches=Reaches.OWED)
class MorningPing(PostContent):
    """The ping in the game that has waited longest, with the number of others that wait."""

    others: int
    why: str = MORNING


@posted(PERSON, DAILY, reaches=Reaches.OWED)
class GamesList(PostContent):
    """The private list of games that wait: the daily one, or one sent in place of a ping, with its reason."""

    why: str | None = omitted_if(None)


@timed(MORNING)
class PingTimer(TimerContent):
    """The payload of the timer of a ping: since when waiting games are covered, and why pings were off."""

    since: datetime
    why: str = MORNING


class _Quiet(NamedTuple):
    """A period in which a user isn't pinged, with its reason."""

    begin: datetime
    end: datetime
    why: str
    """Reason of the ping at its end: `MORNING` or `BACK`."""


class _Called(NamedTuple):
    """A user's settings and pending pings."""

    person: PersonRow
    calls: tuple[TimerRow, ...]
    """Timers of pings after sleep hours or a vacation."""


class Notifications:
    """The handler of ping and list timers, and of undeliverable private messages to users."""

    def __init__(self, unit_of_work: UnitOfWork, user_settings: UserSettings, vacations: Vacations) -> None:
        self._unit_of_work = unit_of_work
        self._store = unit_of_work.store
        self._user_settings = user_settings
        self._vacations = vacations

    # --- nights --------------------------------------------------------------------------------------------------------

    async def rests(self, user_id: UserId, now: datetime) -> bool:
        """Return whether a user is in their sleep hours or on vacation, and so must not be pinged."""
        return self._quiet(await self._user_settings.person(user_id), now) is not None

    async def hush(self, user_id: UserId, since: datetime, now: datetime) -> bool:
        """Return whether a user rests; if so, also schedule one ping for the end of that time.

        `since` is when the game began to wait for them, which may be long before the message.
        """

        def decide(called: _Called) -> Decision[bool]:
            quiet = self._quiet(called.person, now)
            if quiet is None:
                return Decision(lambda: False)
            first = min(quiet.begin, since)
            is_told = any(_ping_timer(timer).since <= first for timer in called.calls)
            return Decision(lambda: True, changes=() if is_told else (_later(user_id, first, quiet, now),))

        return await self.rests(user_id, now) and await self._unit_of_work.change(self._scope_of(user_id), decide, now=now)

    async def changed(self, user_id: UserId, now: datetime) -> None:
        """Move the pending ping to the end of the changed sleep hours or vacation, or drop it."""

        def decide(called: _Called) -> Decision[None]:
            ahead = next((timer for timer in called.calls if timer.due_at > now), None)
            quiet = self._quiet(called.person, now)
            if ahead is None:
                return Decision(lambda: None)
            none = SetTimers(of_person(user_id), now, instead_of=MORNING)
            return Decision(lambda: None, changes=(none if quiet is None else _postpone_ping(ahead, quiet, now),))

        await self._unit_of_work.change(self._scope_of(user_id), decide, now=now)

    async def along(self, step: UserChange, now: datetime) -> Sequence[Change]:
        """Return the changes to write with new settings: drop the pending ping if the user no longer rests."""
        is_back = self._quiet(step.before, now) is not None and self._quiet(step.after, now) is None
        return (SetTimers(step.subject, now, instead_of=MORNING),) if is_back else ()

    def _quiet(self, person: PersonRow, now: datetime) -> _Quiet | None:
        """Return the time around now without pings, joining adjacent nights and vacations; None if pings are allowed now."""
        begin, end, why = now, now, MORNING
        while True:
            if (away := self._vacations.present(person, end)) is not None:
                begin, end, why = min(begin, away.begin), away.end, BACK
            elif (night := sleep_settings.night_at(person, end)) is not None:
                begin, end = min(begin, night[0]), night[1]
            else:
                return None if end == now else _Quiet(begin, end, why)

    async def wake(self, timer: TimerRow, now: datetime) -> None:
        """Ping a person after sleep hours or a vacation, once for all games that began to wait in it.

        Postponed if they are in other sleep hours or on another vacation by now.
        """
        user = UserId(timer.subject.id)

        def decide(loaded: tuple[_Called, Sequence[WaitingGame]]) -> Decision[None]:
            (person, _), waiting_games = loaded
            quiet = self._quiet(person, now)
            if quiet is not None:
                return Decision(lambda: None, changes=(_postpone_ping(timer, quiet, now),))
            waiting = [waiting_game for waiting_game in waiting_games if waiting_game.since >= _ping_timer(timer).since]
            return Decision(lambda: None, changes=tuple(_call(person, waiting, _ping_timer(timer).why, now)) if waiting else ())

        of = self._scope_of(user).also(lambda _: self._waiting_games(user, now))
        await self._unit_of_work.change(of, decide, now=now, timer=timer)

    # --- the daily list ------------------------------------------------------------------------------------------------

    async def daily(self, timer: TimerRow, now: datetime) -> None:
        """Queue the daily list if any game waits for the person, and set the next day's timer."""
        user = UserId(timer.subject.id)

        async def wanted(person: PersonRow) -> bool:
            is_reached = next_daily_list_at(person, now) is not None and not person.prefs.get(UNREACHABLE)
            return is_reached and bool(await self._waiting_games(user, now)) and not await self._is_listed(user, now)

        def decide(loaded: tuple[PersonRow, bool]) -> Decision[None]:
            person, is_wanted = loaded
            done = CompleteTimer(timer, now, next_daily_list_at(person, now))
            listed = new_post(GamesList(), secrets.token_hex(10), None, user)
            return Decision(lambda: None, changes=(done, QueuePosts(of_person(user), now, (listed,) if is_wanted else ())))

        await self._unit_of_work.change(self._user_settings.of(user).also(wanted), decide, now=now, timer=timer)

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Note a refused private message in the person's settings and ping them once in a game that waits for them."""
        user = UserId(failed.topic.id)
        waiting = await self._waiting_games(user, now)
        await self._user_settings.not_reached(user, *(_ping_in_games(user, waiting, "blocked", now) if waiting else ()))

    async def closed(self, failed: Post, reason: str, now: datetime) -> None:
        """Give up a post about a user whose channel is closed; this should not occur."""
        await self._store.posts.dead(failed, now, reason)

    async def waiting(self, user_id: UserId, now: datetime) -> tuple[WaitingGame, ...]:
        """Return the games that wait for a user, longest wait first; none during a vacation."""
        return tuple(await self._waiting_games(user_id, now))

    async def _waiting_games(self, user_id: UserId, now: datetime) -> Sequence[WaitingGame]:
        if self._vacations.present(await self._user_settings.person(user_id), now) is not None:
            return ()
        return await self._store.matches.waiting_for(user_id)

    def _scope_of(self, user_id: UserId) -> ChangeScope[_Called]:
        """Return the scope of a person's settings and pending pings."""

        async def calls(_: PersonRow) -> tuple[TimerRow, ...]:
            return tuple(timer for timer in await self._store.timers.of(of_person(user_id)) if timer.kind == MORNING)

        return self._user_settings.of(user_id).also(calls).then(lambda at: _Called(*at))

    async def _is_listed(self, user: UserId, now: datetime) -> bool:
        """Return whether a daily list is still unsent or was sent within `_APART`, so that an outage never causes several."""
        posts = [post for post in await self._store.posts.of(of_person(user)) if post.kind == DAILY and post.dead_at is None]
        is_list = [post for post in posts if read(post, GamesList).why not in (MORNING, BACK)]
        return any(post.sent_at is None for post in posts) or any(now - (post.sent_at or now) < _APART for post in is_list)


def _ping_timer(timer: TimerRow) -> PingTimer:
    return read_timer(timer, PingTimer)


def _later(user_id: UserId, since: datetime, quiet: _Quiet, now: datetime) -> SetTimers:
    """Return the change that sets the ping for the end of `quiet`, replacing a pending one."""
    call = new_timer(PingTimer(since, quiet.why), quiet.end)
    return SetTimers(of_person(user_id), now, (call,), instead_of=MORNING)


def _postpone_ping(timer: TimerRow, quiet: _Quiet, now: datetime) -> SetTimers:
    """Return the change that postpones a ping to the end of `quiet`."""
    former = _ping_timer(timer)
    why = BACK if former.why == BACK else quiet.why
    return _later(UserId(timer.subject.id), former.since, quiet._replace(why=why), now)


def _call(person: PersonRow, waiting: Sequence[WaitingGame], why: str, now: datetime) -> Sequence[Unguarded]:
    """Return the changes that queue a ping: private if preferred and possible, else in the game that waits longest."""
    user = person.user_id
    if preference(person, WHERE) != PRIVATE or person.prefs.get(UNREACHABLE):
        return _ping_in_games(user, waiting, why, now)
    listed = new_post(GamesList(why), secrets.token_hex(10), None, user)
    return (QueuePosts(of_person(user), now, (listed,)),)


def _ping_in_games(user: UserId, waiting: Sequence[WaitingGame], why: str, now: datetime) -> Sequence[Unguarded]:
    first = waiting[0]
    morning_ping = MorningPing(len(waiting) - 1, why)
    return (
        QueuePosts(
            of_match(first.match.id),
            now,
            (match_post(first.match, morning_ping, user_id=user, seat=first.seat, upto=first.match.version),),
        ),
    )


async def daily_timer(step: UserChange, now: datetime) -> Sequence[Change]:
    """Return the timer of the next daily list, to write with changed settings; none if they don't affect it."""
    at = next_daily_list_at(step.after, now)
    due = () if at is None else (NewTimer(DAILY, at),)
    return (SetTimers(step.subject, now, due, instead_of=DAILY),)


def next_daily_list_at(person: PersonRow, now: datetime) -> datetime | None:
    """Return when a person's next daily list is due, at their hour in their time zone; None if they want none."""
    hour = preference(person, DIGEST)
    if hour == OFF:
        return None
    here = now.astimezone(zone_of(sleep_settings.zone(person)))
    today = here.replace(hour=int(hour), minute=0, second=0, microsecond=0)
    following = today if today > here else (today.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=here.tzinfo)
    return following.astimezone(now.tzinfo)
