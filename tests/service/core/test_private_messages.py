"""Private messages at a pace that Discord bears: they reach all people, and hold up no other posts."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from service.clocks.notifications import DAILY
from service.clocks.reminders import REMINDER
from service.core.outbox import LATE, PACE, Outbox, PostRejectedError, PostRetryLater, PostsPaused
from service.guilds.welcome_messages import WELCOME
from service.tournaments.event_posts import CALL, LETTER
from service.users.subscriptions import NEWS
from storage.changes import QueuePosts
from storage.operator_rows import LETTER as OPERATORS_LETTER
from storage.rows import EVENT, Cause, NewPost, Post, Subject, UserId, of_match, of_person
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, begin, make_services

ROUND = Subject(EVENT, 1)
BEARS, WITHIN = 10, timedelta(minutes=1)
"""So many conversations begun within this time Discord still bears here; we don't know the real number, and stay below."""


class Touchy:
    """Discord, as a bot sees it that writes to many: too many new conversations are refused, and refusals ignored make it worse."""

    def __init__(self, outbox: Outbox, *, every_call_fails: Sequence[Exception] = ()) -> None:
        self.outbox = outbox
        self.now = NOW
        self.opened: deque[datetime] = deque()
        self.refused = 0
        self.failures = deque(every_call_fails)
        self.failed: list[int | None] = []
        self.arrived: list[tuple[datetime, Post]] = []

    async def post(self, post: Post) -> int:
        if post.channel_id is None:
            await self._open(post)
            if self.failures:
                self.failed.append(post.user_id)
                raise self.failures.popleft()
        self.arrived.append((self.now, post))
        return len(self.arrived)

    async def _open(self, post: Post) -> None:
        assert post.user_id is not None
        if await self.outbox.direct_channel(post.user_id) is not None:
            return
        while self.opened and self.now - self.opened[0] >= WITHIN:
            self.opened.popleft()
        self.opened.append(self.now)
        if len(self.opened) > BEARS:
            self.refused += 1
            raise PostsPaused("40003", 120.0)
        await self.outbox.opened_direct_channel(post.user_id, 10_000 + post.user_id)

    async def find(self, post: Post) -> int | None:
        return None

    async def through(self, until: datetime) -> None:
        """Drain whenever a post can go out."""
        while self.now < until:
            await self.outbox.drain(self, self.now)
            due = await self.outbox.next_at()
            if due is None:
                return
            assert due > self.now, "it would try again at once, for ever"
            self.now = due


def letter(user: int, kind: str = LETTER) -> NewPost:
    return NewPost(kind, {"code": "play"}, f"{kind}{user}", None, UserId(user))


def board(number: int) -> NewPost:
    return NewPost("board", {}, f"board{number}", 70)


async def written(store: Store, topic: Subject, *posts: NewPost, at: datetime = NOW) -> None:
    await store.commit(QueuePosts(topic, at, posts))


@pytest.fixture
def outbox(store: Store) -> Outbox:
    return Outbox(store.posts, PACE)


async def test_a_round_of_two_hundred_is_opened_and_everybody_hears_of_it_once(store: Store, outbox: Outbox) -> None:
    """Never faster than told, and messages in channels, before and after, wait for none of them."""
    await written(store, ROUND, board(1), *map(letter, range(1, 201)), board(2))
    discord = Touchy(outbox)

    await discord.through(NOW + timedelta(hours=2))

    boards = [at for at, post in discord.arrived if post.channel_id is not None]
    letters = [(at, post.user_id) for at, post in discord.arrived if post.channel_id is None]
    assert boards == [NOW, NOW]
    assert sorted(user for _, user in letters if user) == list(range(1, 201)) and discord.refused == 0
    moments = [at for at, _ in letters]
    assert all(sum(at <= other < at + PACE.window for other in moments) <= PACE.opens for at in moments)
    assert moments[-1] - NOW == timedelta(minutes=39)


async def test_the_next_round_reaches_everybody_at_once_as_conversations_are_kept(store: Store, outbox: Outbox) -> None:
    await written(store, ROUND, *map(letter, range(1, 31)))
    discord = Touchy(outbox)
    await discord.through(NOW + timedelta(hours=2))
    begun = discord.now
    await written(store, ROUND, *(letter(user, "second") for user in range(1, 31)), at=begun)

    await discord.through(begun + timedelta(seconds=1))

    assert len(discord.arrived) == 60 and discord.now == begun


@pytest.mark.parametrize("trouble", [PostsPaused("40003", 120.0), PostsPaused("20026", 3600.0), PostsPaused("0", 7.0)])
async def test_held_back_by_discord_everybody_waits_and_nothing_is_lost(store: Store, outbox: Outbox, trouble: PostsPaused) -> None:
    """Another process on the same database waits too; channels go on."""
    await written(store, ROUND, *map(letter, range(1, 21)))
    discord = Touchy(outbox, every_call_fails=[trouble] * 4)

    await outbox.drain(discord, NOW)

    again = await outbox.next_at()
    assert again is not None and again >= NOW + timedelta(seconds=trouble.at_least_s)
    other = Outbox(store.posts, PACE)
    await written(store, Subject(EVENT, 2), letter(300), board(3))
    assert await other.drain(discord, NOW + timedelta(seconds=1)) == 1
    assert [post.kind for _, post in discord.arrived if post.channel_id is not None] == ["board"]

    await discord.through(NOW + timedelta(days=1))

    heard = [post.user_id for _, post in discord.arrived if post.channel_id is None]
    assert sorted(user for user in heard if user) == [*range(1, 21), 300]


async def test_pauses_that_soon_repeat_grow_to_an_hour_and_later_ones_begin_again(store: Store, outbox: Outbox) -> None:
    await written(store, ROUND, letter(1))
    discord = Touchy(outbox, every_call_fails=[PostsPaused("40003", 120.0)] * 8)

    waits = []
    for _ in range(8):
        await outbox.drain(discord, discord.now)
        due = await outbox.next_at()
        assert due is not None
        waits.append((due - discord.now).total_seconds())
        discord.now = due

    assert waits == [120, 240, 480, 960, 1920, 3600, 3600, 3600]
    discord.failures.append(PostsPaused("40003", 120.0))
    discord.now += timedelta(hours=1)
    await outbox.drain(discord, discord.now)
    assert await outbox.next_at() == discord.now + timedelta(seconds=120)


async def test_what_is_urgent_goes_first_and_news_last(store: Store, outbox: Outbox) -> None:
    for user in range(1, 8):
        await written(store, of_person(UserId(user)), letter(user, NEWS))
    await written(store, ROUND, *map(letter, range(11, 14)), letter(20, CALL))
    discord = Touchy(outbox)

    await outbox.drain(discord, NOW)

    assert Counter(post.kind for _, post in discord.arrived) == {CALL: 1, LETTER: 3, NEWS: 1}


async def test_two_letters_to_one_person_keep_their_order(store: Store, outbox: Outbox) -> None:
    await written(store, ROUND, letter(1), letter(1, "second"), letter(2))
    discord = Touchy(outbox)

    await discord.through(NOW + timedelta(hours=1))

    assert [post.kind for _, post in discord.arrived if post.user_id == 1] == [LETTER, "second"]


async def test_somebody_who_takes_none_holds_up_nobody(store: Store, outbox: Outbox) -> None:
    await written(store, ROUND, *map(letter, (1, 2, 3)))
    discord = Touchy(outbox, every_call_fails=[PostRejectedError("user-unreachable"), PostRetryLater("503 0")])

    await discord.through(NOW + timedelta(hours=1))

    unreachable = discord.failed[0]  # letters go out side by side, so any of the three may be the first to be refused
    assert sorted(post.user_id for _, post in discord.arrived if post.user_id) == sorted({1, 2, 3} - {unreachable})


async def test_an_urgent_letter_that_is_late_is_told_elsewhere_and_not_again(store: Store, outbox: Outbox) -> None:
    told: list[tuple[int | None, datetime]] = []

    async def elsewhere(post: Post, now: datetime) -> None:
        told.append((post.user_id, now))

    outbox.register_late(EVENT, CALL, elsewhere)
    await written(store, ROUND, *(letter(user, CALL) for user in range(1, 32)), letter(40))
    discord = Touchy(outbox)

    await discord.through(NOW + timedelta(hours=1))

    private = [post.user_id for _, post in discord.arrived]
    assert {at for _, at in told} == {NOW + PACE.late}
    assert sorted(user for user in (*private, *(user for user, _ in told)) if user) == [*range(1, 32), 40]
    assert [post.error for post in await store.posts.of(ROUND) if post.dead_at is not None] == [LATE] * len(told)


async def test_a_reminder_that_is_late_comes_in_the_game_and_the_settings_stay(store: Store) -> None:
    services = make_services(store, pace=PACE)
    match = (await begin(services, ANNA, BEN)).match
    discord = Touchy(services.outbox)
    await services.outbox.drain(discord, NOW)
    await store.posts.put_pause(NOW + timedelta(minutes=50), 1)
    seat = next(row for row in await services.match_queries.seats(match.id) if row.waiting_since is not None)
    waits = NewPost(
        REMINDER,
        {"why": "half", "until": None, "what": "tile", "since": 0, "others": False},
        "r1",
        None,
        UserId(seat.user_id or 0),
        seat.seat,
        seat.told,
        cause=Cause(REMINDER),
    )
    await written(store, of_match(match.id), waits)

    discord.now = NOW + PACE.late
    await services.outbox.drain(discord, discord.now)

    arrived = [post for _, post in discord.arrived if post.kind == REMINDER]
    assert [(post.channel_id, post.user_id) for post in arrived] == [(match.channel_id, seat.user_id)]
    assert (await services.user_settings.person(UserId(seat.user_id or 0))).prefs == {}
    await services.stop()


def test_the_kinds_that_go_first_and_last_are_those_that_there_are() -> None:
    assert set(PACE.urgent) == {REMINDER, CALL} and set(PACE.patient) == {NEWS, DAILY, WELCOME, OPERATORS_LETTER}
