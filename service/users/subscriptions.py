"""Follows of games and players: one quiet private message when a game ends, and at most one before, when it gets exciting.

A game gets exciting when the lead changes in its last third, or when one player scores far more at once than all others. The move's
transaction sets only a timer, which queues the messages in batches, so a move costs the same for any number of followers. Whether a
follower may see the game is checked when the message is sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from datetime import datetime

from games.core.game import Seat
from service.core.change_scope import ChangeScope, Decision, LoadedAggregates
from service.core.post_content import PostContent, Reaches, new_post, posted
from service.core.stored_form import omitted_if
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.match import eligibility
from service.match.match_changes import MatchChange
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.users.preferences import ENDS, FOLLOWED, NO
from service.users.user_settings import UserSettings, preference
from storage.changes import Change, CompleteTimer, DeleteMatchFollows, DropRow, PutRow, QueuePosts, SetTimers, Unguarded
from storage.rows import (
    FINISHED,
    FOLLOWED_MATCH,
    FOLLOWED_PERSON,
    PERSON,
    RUNNING,
    FollowRow,
    MatchId,
    PersonRow,
    SeatRow,
    TimerRow,
    UserId,
    of_match,
    of_person,
)

NEWS = "followed"
"""Kind of the message, and of a match's timer."""
ENDED, LEAD, SWING = "ended", "lead", "swing"
NOBODY = UserId(0)
"""Comes before everyone in the order in which followers are told."""

AT_ONCE = 100
"""Most followers told in one transaction."""
MOST = 25
"""Most matches and people that one person can follow."""
GREAT = 20
"""A game gets exciting if one player gains at least this many points more than anybody else at once."""
LAST_PART = 2 / 3
"""Fraction of all turns after which a change of the lead is exciting."""


@posted(PERSON, NEWS, reaches=Reaches.OWED)
class FollowedGame(PostContent):
    """The news of a game to a follower: `ENDED`, `LEAD` or `SWING`, of which seat, and the points."""

    match: int
    why: str
    seat: int | None = omitted_if(None)
    points: int | None = omitted_if(None)


@timed(NEWS)
class NewsTimer(TimerContent):
    """The payload of the timer of news: the news, and the last follower who was notified."""

    why: str
    seat: int | None = omitted_if(None)
    points: int | None = omitted_if(None)
    after: int = omitted_if(NOBODY)


class Subscriptions:
    """The use-cases of following; the caller checks that the user may see the game or profile."""

    def __init__(self, repository: MatchRepository, user_settings: UserSettings, clock: Callable[[], datetime]) -> None:
        """Set the services; `clock` returns the time for `follow_match` and `follow_person`."""
        self._repository = repository
        self._unit_of_work: UnitOfWork = repository.unit_of_work
        self._store = repository.store
        self._user_settings = user_settings
        self._clock = clock

    async def follows(self, user_id: UserId, kind: str, followed_id: int, guild_id: int | None) -> bool:
        """Return whether a user follows this match, or this user in a server."""
        followed = await self._store.people.follows(user_id)
        return any((follow.kind, follow.followed_id, follow.guild_id) == (kind, followed_id, guild_id) for follow in followed)

    async def follow_match(self, user_id: UserId, match_id: MatchId, *, on: bool = True) -> None:
        """Follow a running match, or with `on` False unfollow it; safe to repeat.

        Refuses `no-match`, `not-running`, `follows-own`, `follows-enough`.
        """
        match, seats = await self._repository.seated(match_id)
        if match.status != RUNNING or match.guild_id is None:
            raise Refusal("not-running", status=match.status)
        if any(seat.user_id == user_id for seat in seats):
            raise Refusal("follows-own")
        await self._put(FollowRow(user_id, FOLLOWED_MATCH, match_id, match.guild_id), on=on)

    async def follow_person(self, user_id: UserId, other: UserId, guild_id: int, *, on: bool = True) -> None:
        """Follow another user's games in a server, or with `on` False unfollow them; safe to repeat.

        Refuses `follows-own`, `follows-blocked` (either has blocked the other), `follows-enough`.
        """
        if other == user_id:
            raise Refusal("follows-own")
        if other in await self._user_settings.blocked_by(user_id) or other in await self._user_settings.blockers_of(user_id):
            raise Refusal("follows-blocked")
        await self._put(FollowRow(user_id, FOLLOWED_PERSON, other, guild_id), on=on)

    async def _put(self, row: FollowRow, *, on: bool) -> None:
        def decide(had: tuple[FollowRow, ...]) -> Decision[None]:
            if (row in had) == on:
                return Decision(lambda: None)
            if on and len(had) >= MOST:
                raise Refusal("follows-enough", most=MOST)
            return Decision(lambda: None, changes=(PutRow(row) if on else DropRow(FollowRow, astuple(row)),))

        await self._unit_of_work.change(self._scope_of(row.user_id), decide, now=self._clock())

    def _scope_of(self, user_id: UserId) -> ChangeScope[tuple[FollowRow, ...]]:
        """Return the scope of a person's follows."""
        its = of_person(user_id)

        async def read() -> LoadedAggregates[tuple[FollowRow, ...]]:
            revision = await self._store.revision(its)
            return LoadedAggregates(await self._store.people.follows(user_id), {its: revision})

        return ChangeScope((its,), read)

    async def along(self, of: MatchChange, now: datetime) -> Sequence[Change]:
        """Return the timer that notifies followers of a step; usually none, in which case nothing is queried."""
        before, after = of.step.before, of.step.live
        match = after.match
        if match.guild_id is None or (news := follower_notice(before, after)) is None:
            return ()
        if not await self._store.people.followers(match.id, match.guild_id, _players(after.seats), NOBODY, 1):
            return ()
        its = of_match(match.id)
        if news.why == LEAD and not _is_late(after):
            return ()
        if news.why != ENDED and await self._store.timers.was_set(its, NEWS):
            return ()
        return (SetTimers(its, now, (new_timer(news, now),)),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Queue the messages to the next followers of a match, and set the timer for those after them."""
        match, seats = await self._repository.seated(timer.match_id)
        news, players = read_timer(timer, NewsTimer), _players(seats)
        users: tuple[UserId, ...] = ()
        if match.guild_id is not None:
            users = await self._store.people.followers(match.id, match.guild_id, players, UserId(news.after), AT_ONCE)
        followed_game = FollowedGame(match.id, news.why, news.seat, news.points)
        posts = [
            QueuePosts(of_person(user), now, (new_post(followed_game, secrets.token_hex(10), None, user),))
            for user in [person.user_id for person in await self._store.people.unblocked(users, players) if _wants(person, news)]
            if user not in players
        ]
        also: list[Unguarded] = [DeleteMatchFollows(match.id, users[-1])] if users and news.why == ENDED else []
        if len(users) == AT_ONCE:
            also.append(SetTimers(timer.subject, now, (new_timer(replace(news, after=users[-1]), now),)))
        await self._unit_of_work.write(CompleteTimer(timer, now), *posts, *also)


def _players(seats: Sequence[SeatRow]) -> tuple[UserId, ...]:
    return tuple(UserId(seat.user_id) for seat in seats if seat.user_id is not None)


def _wants(person: PersonRow, news: NewsTimer) -> bool:
    """Return whether a follower wants this news: the end only, or also exciting moments."""
    wish = preference(person, FOLLOWED)
    return wish != NO and (wish != ENDS or news.why == ENDED)


def follower_notice(before: MatchSession, after: MatchSession) -> NewsTimer | None:
    """Return the news for followers of a step; None if it's neither the end nor exciting."""
    if after.match.status == FINISHED:
        return NewsTimer(ENDED)
    if after.version <= before.version or after.state is before.state:
        return None
    had, have = before.game.scores(before.state), after.game.scores(after.state)
    if len(had) != len(have) or had == have:
        return None
    gained = sorted(((now - then, seat) for seat, (then, now) in enumerate(zip(had, have, strict=True))), reverse=True)
    if len(gained) > 1 and gained[0][0] - gained[1][0] >= GREAT:
        return NewsTimer(SWING, gained[0][1], gained[0][0])
    leads, led = _leader(have), _leader(had)
    if leads is None or led is None or leads == led or have[leads] <= had[leads]:
        return None
    return NewsTimer(LEAD, leads, have[leads]) if _may_be_late(after) else None


def _leader(scores: Sequence[int]) -> Seat | None:
    """Return the seat with the highest score; None in a tie."""
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    return Seat(best[0]) if len(best) == 1 else None


def _may_be_late(live: MatchSession) -> bool:
    """Return whether a match can be in its last third: a quick estimate by log rows, two for each turn."""
    seats = len(live.seats)
    return live.version >= 2 * LAST_PART * seats * live.game.turns(live.options, seats)


def _is_late(live: MatchSession) -> bool:
    """Return whether a match is in its last third; slow, as it reads the whole log."""
    seats = len(live.seats)
    turns = sum(moves.total for moves in eligibility.turns_by_player(live.log, seats))
    return turns >= LAST_PART * seats * live.game.turns(live.options, seats)
