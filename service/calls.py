"""When somebody is called beside the messages about his turns: the word at the end of his night, and the daily list.

A message that comes in somebody's sleep hours goes out silently; when he wakes, he is pinged once for all games together.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from clocks.nights import zone_of
from service import sleep
from service.people import People
from service.preferences import DIGEST, OFF, PRIVATE, UNREACHABLE, WHERE, preferred
from service.step import post
from service.vacations import Vacations
from storage.changes import Change, TimerDone, TimersSet, Told
from storage.records import NewPost, NewTimer, PersonRow, Post, TimerRow, UserId, Waiting, of_match, of_person
from storage.store import Store

MORNING = "morning"
"""The kind of the timer at the end of somebody's night, and of the message about a match that pings him then."""
DAILY = "digest"
"""The kind of the timer of the daily list, and of that message in private."""


class Calls:
    """The owner of these timers, and of messages about persons."""

    def __init__(self, store: Store, people: People, vacations: Vacations) -> None:
        self._store = store
        self._people = people
        self._vacations = vacations
        people.along.append(self.along)

    # --- nights --------------------------------------------------------------------------------------------------------

    async def sleeps(self, user_id: UserId, now: datetime) -> bool:
        """Whether no message may wake this person now."""
        return sleep.night_at(await self._people.person(user_id), now) is not None

    async def hush(self, user_id: UserId, now: datetime) -> bool:
        """Whether this person sleeps; who does is called when his night ends, once for everything that came in it."""
        night = sleep.night_at(await self._people.person(user_id), now)
        if night is None:
            return False
        begin, end = night
        its = of_person(user_id)
        if not any(timer.kind == MORNING for timer in await self._store.timers.of(its)):
            call = NewTimer(MORNING, end, {"since": begin.isoformat()})
            await self._store.commit(TimersSet(its, now, (call,), instead_of=MORNING))
        return True

    async def wake(self, timer: TimerRow, now: datetime) -> None:
        """The night is over: whatever began to wait in it is told in one ping. Who sleeps on, with other hours, is called later."""
        user = UserId(timer.subject.id)
        night = sleep.night_at(await self._people.person(user), now)
        if night is not None:
            await self._store.commit(TimerDone(timer.id, now, night[1]))
            return
        since = datetime.fromisoformat(timer.payload["since"])
        waiting = [one for one in await self._waiting(user, now) if one.since >= since]
        call = await self._call(user, waiting, {"why": MORNING}, now) if waiting else ()
        await self._store.commit(TimerDone(timer.id, now), *call)

    # --- the daily list ------------------------------------------------------------------------------------------------

    def along(self, person: PersonRow, now: datetime) -> Sequence[Change]:
        """With every choice of a person: when his next list comes."""
        at = next_list(person, now)
        due = () if at is None else (NewTimer(DAILY, at),)
        return (TimersSet(of_person(person.user_id), now, due, instead_of=DAILY),)

    async def daily(self, timer: TimerRow, now: datetime) -> None:
        """The hour has come: a list of what waits, where anything does, and the next day's timer."""
        user = UserId(timer.subject.id)
        person = await self._people.person(user)
        at = next_list(person, now)
        done = TimerDone(timer.id, now, at)
        if at is None or person.prefs.get(UNREACHABLE) or not await self._waiting(user, now) or await self._is_listed(user):
            await self._store.commit(done)
            return
        listed = NewPost(DAILY, {}, secrets.token_hex(10), None, user)
        await self._store.commit(done, Told(of_person(user), now, (listed,)))

    async def unheard(self, failed: Post, now: datetime) -> None:
        """Somebody takes no private messages: his settings say so, and he is called in a game that waits for him, once."""
        user = UserId(failed.topic.id)
        await self._people.not_reached(user)
        waiting = await self._waiting(user, now)
        if waiting:
            await self._store.commit(*_in_game(user, waiting, {"why": "blocked"}, now))

    async def closed(self, failed: Post, reason: str, now: datetime) -> None:
        """A message about a person that went to a channel, which none of ours does, is given up."""
        await self._store.posts.dead(failed.id, now, reason)

    async def waiting(self, user_id: UserId, now: datetime) -> tuple[Waiting, ...]:
        """What waits for this person, unless he is on vacation; the longest wait first."""
        return tuple(await self._waiting(user_id, now))

    async def _waiting(self, user_id: UserId, now: datetime) -> Sequence[Waiting]:
        if self._vacations.present(await self._people.person(user_id), now) is not None:
            return ()
        return await self._store.matches.waiting_for(user_id)

    async def _call(self, user: UserId, waiting: Sequence[Waiting], why: dict[str, Any], now: datetime) -> Sequence[Change]:
        """In private for who wants that and can be reached, else in the game that waits longest."""
        person = await self._people.person(user)
        if preferred(person, WHERE) != PRIVATE or person.prefs.get(UNREACHABLE):
            return _in_game(user, waiting, why, now)
        return (Told(of_person(user), now, (NewPost(DAILY, why, secrets.token_hex(10), None, user),)),)

    async def _is_listed(self, user: UserId) -> bool:
        """Whether a list is still on its way: after an outage of Discord nobody gets several."""
        posts = await self._store.posts.of(of_person(user))
        return any(post.kind == DAILY and post.sent_at is None and post.dead_at is None for post in posts)


def _in_game(user: UserId, waiting: Sequence[Waiting], why: dict[str, Any], now: datetime) -> Sequence[Change]:
    first = waiting[0]
    told = {**why, "others": len(waiting) - 1}
    return (
        Told(
            of_match(first.match.id),
            now,
            (post(first.match, MORNING, told, user_id=user, seat=first.seat, upto=first.match.version),),
        ),
    )


def next_list(person: PersonRow, now: datetime) -> datetime | None:
    """When the daily list of a person comes next, by the clock on his wall; None where he wants none."""
    hour = preferred(person, DIGEST)
    if hour == OFF:
        return None
    here = now.astimezone(zone_of(sleep.zone(person)))
    today = here.replace(hour=int(hour), minute=0, second=0, microsecond=0)
    following = today if today > here else (today.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=here.tzinfo)
    return following.astimezone(now.tzinfo)
