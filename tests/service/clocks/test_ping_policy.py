"""The pings of a message, decided when it goes out, by what is true then."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from service.clocks.notifications import MorningPing
from service.clocks.reminders import MORNING, REMINDER, Reminder
from service.core.outbox import OVERTAKEN, PostRejectedError
from service.core.post_content import new_post
from service.wiring.services import Services
from storage.changes import QueuePosts
from storage.rows import MatchId, Post, UserId, of_match, of_person
from storage.store import Store
from tests.service.clocks.test_notifications import called
from tests.service.conftest import ANNA, BEN, Clock, begin, make_services, play_turn

DAY = timedelta(days=1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
NIGHT = datetime(2026, 3, 1, 23, tzinfo=UTC)
DAWN = datetime(2026, 3, 2, 6, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
async def services(store: Store, clock: Clock) -> AsyncIterator[Services]:
    service = make_services(store, clock=clock)
    yield service
    await service.stop()


async def turn_of(services: Services, match_id: MatchId, user: UserId) -> Post:
    """Return the message that asks a person."""
    return next(p for p in await services.store.posts.of(of_match(match_id)) if (p.kind, p.user_id) == ("turn", user))


async def test_a_turn_rings_by_day_and_is_called_for_when_the_night_ends(services: Services) -> None:
    await services.user_settings.live_in(ANNA, "UTC", "22", "6")
    match_id = (await begin(services, ANNA, BEN)).match.id
    asking = await turn_of(services, match_id, ANNA)

    assert await services.ping_policy.aloud(asking, (ANNA,), NOON) == (ANNA,)
    assert await services.ping_policy.aloud(asking, (ANNA,), NIGHT) == ()

    assert [timer.due_at for timer in await services.store.timers.of(of_person(ANNA)) if timer.kind == MORNING] == [DAWN]


async def test_a_message_that_comes_late_in_the_night_is_called_for_too(services: Services) -> None:
    """The game has waited since noon; its message could not be sent before."""
    await services.user_settings.live_in(ANNA, "UTC", "22", "6")
    asking = await turn_of(services, (await begin(services, ANNA, BEN)).match.id, ANNA)
    await services.ping_policy.aloud(asking, (ANNA,), NIGHT)

    await services.timers.tick(DAWN)

    assert [(post.kind, post.payload["why"]) for post in await called(services)] == [("morning", "morning")]


async def test_who_was_on_vacation_is_called_when_it_ends(services: Services, clock: Clock) -> None:
    """At the end of the night, where the vacation ends in one."""
    await services.user_settings.live_in(ANNA, "UTC", "22", "6")
    asking = await turn_of(services, (await begin(services, ANNA, BEN)).match.id, ANNA)
    await services.vacations.start(ANNA, None, NOON + timedelta(days=5, hours=13), now=NOON)

    assert await services.ping_policy.aloud(asking, (ANNA,), NOON + DAY) == ()
    clock.now = NOON + timedelta(days=5, hours=13)
    await services.timers.tick(clock.now)
    assert await called(services) == []
    clock.now = DAWN + 5 * DAY
    await services.timers.tick(clock.now)

    assert [(post.kind, post.payload["why"]) for post in await called(services)] == [("morning", "back")]


async def test_who_ends_a_vacation_early_is_not_called(services: Services, clock: Clock) -> None:
    asking = await turn_of(services, (await begin(services, ANNA, BEN)).match.id, ANNA)
    await services.vacations.start(ANNA, None, NOON + 5 * DAY, now=NOON)
    await services.ping_policy.aloud(asking, (ANNA,), NOON + DAY)
    await services.vacations.end(ANNA, now=NOON + 2 * DAY)
    clock.now = NOON + 6 * DAY

    await services.timers.tick(clock.now)

    assert await called(services) == []


async def test_the_message_of_a_turn_that_is_over_wakes_nobody(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    asking = await turn_of(services, match_id, ANNA)
    await play_turn(services, match_id, ANNA)

    assert await services.ping_policy.aloud(asking, (ANNA,), NOON) == ()


async def test_what_only_calls_somebody_is_not_sent_for_what_is_over(services: Services) -> None:
    match = (await begin(services, ANNA, BEN)).match
    asking = await turn_of(services, match.id, ANNA)
    contents, kinds = (Reminder("wait", None, "skip", 0), MorningPing(0)), ("reminder", "morning")
    posts = tuple(new_post(each, each.kinds[0], match.channel_id, ANNA, asking.seat, asking.upto) for each in contents)
    await services.store.commit(QueuePosts(of_match(match.id), NOON, posts))
    calls = [post for post in await services.store.posts.of(of_match(match.id)) if post.kind in kinds]
    for post in calls:
        await services.ping_policy.check(post, NOON)
    await play_turn(services, match.id, ANNA)

    for post in calls:
        with pytest.raises(PostRejectedError) as refused:
            await services.ping_policy.check(post, NOON)
        assert refused.value.reason == OVERTAKEN


async def test_a_reminder_that_comes_again_does_not_go_out_late(services: Services, clock: Clock) -> None:
    """Its channel was gone, or Discord, and the clock has stood or got time since: it would tell of a time that is not true."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    await services.store.posts.sent(await turn_of(services, match_id, ANNA), 1, NOON)
    clock.now = NOON + 4 * DAY
    await services.timers.tick(clock.now)
    reminder = next(p for p in await services.store.posts.of(of_match(match_id)) if p.kind == REMINDER)

    await services.ping_policy.check(reminder, clock.now)
    await services.clocks.give(match_id, BEN, 2 * DAY, now=clock.now)
    with pytest.raises(PostRejectedError) as refused:
        await services.ping_policy.check(reminder, clock.now)

    assert refused.value.reason == OVERTAKEN
    await services.store.posts.dead(reminder, clock.now, OVERTAKEN)
    await services.timers.tick(clock.now + 2 * DAY)
    told = [p.payload["why"] for p in await services.store.posts.of(of_match(match_id)) if p.kind == REMINDER]
    assert told == [reminder.payload["why"]] * 2
