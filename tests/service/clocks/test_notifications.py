"""One ping at the end of a night, and one list a day: never twice, never for nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from service.clocks.notifications import next_daily_list_at
from service.records import MatchLocation
from service.users.direct_message_limits import MOST, WITHIN, DirectMessageLimits
from service.wiring.services import Services
from storage.rows import MatchId, PersonRow, Post, of_match, of_person
from storage.store import Store
from tests.service.conftest import ANNA, BEN, Clock, begin, make_services, play_turn

EVENING = datetime(2026, 3, 1, 21, tzinfo=UTC)
NIGHT = datetime(2026, 3, 1, 23, tzinfo=UTC)
DAWN = datetime(2026, 3, 2, 6, tzinfo=UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock(EVENING)


@pytest.fixture
async def services(store: Store, clock: Clock) -> AsyncIterator[Services]:
    service = make_services(store, clock=clock)
    yield service
    await service.stop()


async def begun_at_night(services: Services, channel: int) -> MatchId:
    """Return a game that begins to wait for Anna in the night."""
    return (await begin(services, ANNA, BEN, place=MatchLocation(7, channel), now=NIGHT)).match.id


async def called(services: Services) -> list[Post]:
    """Return every ping and list of Anna's, in games and in private."""
    topics = [
        of_person(ANNA),
        *(of_match(waiting_game.match.id) for waiting_game in await services.store.matches.waiting_for(ANNA)),
    ]
    return [post for topic in topics for post in await services.store.posts.of(topic) if post.kind in ("morning", "digest")]


async def test_what_comes_in_the_night_is_told_in_one_ping_when_it_ends(services: Services, clock: Clock) -> None:
    """What had waited before is not told again."""
    await services.user_settings.live_in(ANNA, "UTC", "22", "6")
    early = (await begin(services, ANNA, BEN)).match
    clock.now = NIGHT
    late = [await begun_at_night(services, channel) for channel in (71, 72)]
    for _ in late:
        assert await services.notifications.hush(ANNA, NIGHT, NIGHT)
    assert not await services.notifications.hush(BEN, NIGHT, NIGHT)

    await services.timers.tick(DAWN - timedelta(minutes=1))
    assert await called(services) == []
    for _ in range(2):
        await services.timers.tick(DAWN)

    (ping,) = await called(services)
    assert (ping.kind, ping.topic, ping.user_id) == ("morning", of_match(late[0]), ANNA)
    assert dict(ping.payload) == {"why": "morning", "others": 1} and ping.topic != of_match(early.id)


async def test_who_has_moved_before_the_night_ended_is_not_called(services: Services, clock: Clock) -> None:
    await services.user_settings.live_in(ANNA, "UTC", "22", "6")
    match_id = await begun_at_night(services, 71)
    await services.notifications.hush(ANNA, NIGHT, NIGHT)
    await play_turn(services, match_id, ANNA)

    await services.timers.tick(DAWN)

    assert await called(services) == []
    assert await services.store.timers.of(of_person(ANNA)) == ()


async def test_who_wants_to_be_called_in_private_is_while_that_is_possible(services: Services, clock: Clock) -> None:
    await services.user_settings.live_in(ANNA, "UTC", "20", "6")
    await services.user_settings.prefer(ANNA, "where", "private")
    await begun_at_night(services, 71)
    await services.notifications.hush(ANNA, NIGHT, NIGHT)

    await services.timers.tick(DAWN)

    (letter,) = await called(services)
    assert (letter.topic, letter.channel_id, letter.user_id) == (of_person(ANNA), None, ANNA)


async def test_the_daily_list_comes_at_its_hour_where_something_waits(services: Services, clock: Clock) -> None:
    """Each day once; after days of silence still only one."""
    await services.user_settings.live_in(ANNA, "Europe/Amsterdam")
    await services.user_settings.prefer(ANNA, "digest", "8")
    at_eight = datetime(2026, 3, 2, 7, tzinfo=UTC)
    await services.timers.tick(at_eight)
    assert await called(services) == []
    match_id = (await begin(services, ANNA, BEN)).match.id

    await services.timers.tick(at_eight + timedelta(hours=23))
    assert await called(services) == []
    for moment in (at_eight + timedelta(days=1), at_eight + timedelta(days=1, minutes=1), at_eight + timedelta(days=4)):
        clock.now = moment
        await services.timers.tick(moment)

    (letter,) = await called(services)  # the first was never sent, so no second one was written
    assert (letter.kind, letter.channel_id) == ("digest", None)
    await services.store.posts.sent(letter, 1, clock.now)
    await services.timers.tick(at_eight + timedelta(days=5))
    assert len(await called(services)) == 2
    await services.user_settings.prefer(ANNA, "digest", "off")
    await services.timers.tick(at_eight + timedelta(days=9))
    assert len(await called(services)) == 2 and match_id


async def test_a_list_that_an_outage_has_delayed_takes_the_place_of_the_next(services: Services, clock: Clock) -> None:
    """It was written on one day, and arrived on the next, shortly before the hour."""
    await services.user_settings.prefer(ANNA, "digest", "8")
    await begin(services, ANNA, BEN)
    at_eight = datetime(2026, 3, 2, 8, tzinfo=UTC)
    await services.timers.tick(at_eight)
    (late,) = await called(services)
    clock.now = at_eight + timedelta(days=1)
    await services.store.posts.sent(late, 1, clock.now - timedelta(minutes=1))

    await services.timers.tick(clock.now)

    assert await called(services) == [await services.store.posts.last(of_person(ANNA), "digest")]


async def test_who_takes_no_private_messages_is_told_so_once_in_a_game(services: Services, clock: Clock) -> None:
    """From then on no list is tried, until the person chooses again."""
    await services.user_settings.prefer(ANNA, "digest", "8")
    match = (await begin(services, ANNA, BEN)).match
    at_eight = datetime(2026, 3, 2, 8, tzinfo=UTC)
    await services.timers.tick(at_eight)
    (letter,) = await called(services)

    await services.outbox._give_up(letter, "user-unreachable", at_eight)
    await services.timers.tick(at_eight + timedelta(days=1))

    ping = next(post for post in await called(services) if post.kind == "morning")
    assert (ping.topic, dict(ping.payload)) == (of_match(match.id), {"why": "blocked", "others": 0})
    assert len(await called(services)) == 2 and (await services.user_settings.person(ANNA)).prefs["unreachable"] is True
    await services.user_settings.prefer(ANNA, "digest", "9")
    await services.timers.tick(at_eight + timedelta(days=2, hours=1))
    assert len(await called(services)) == 3


async def test_nobody_is_called_on_vacation(services: Services, clock: Clock) -> None:
    await services.user_settings.prefer(ANNA, "digest", "8")
    await begin(services, ANNA, BEN)
    await services.vacations.start(ANNA, None, EVENING + timedelta(days=5), now=EVENING)

    for day in range(1, 4):
        await services.timers.tick(EVENING + timedelta(days=day))
        assert await services.notifications.rests(ANNA, EVENING + timedelta(days=day))
    assert await called(services) == []
    await services.timers.tick(EVENING + timedelta(days=6))
    assert len(await called(services)) == 1


@pytest.mark.parametrize(
    ("now", "zone", "hour", "then"),
    [
        ("2026-03-01T06:00+00:00", "UTC", "8", "2026-03-01T08:00+00:00"),
        ("2026-03-01T08:00+00:00", "UTC", "8", "2026-03-02T08:00+00:00"),
        ("2026-03-28T08:00+01:00", "Europe/Berlin", "8", "2026-03-29T08:00+02:00"),
        ("2026-10-24T12:00+02:00", "Europe/Berlin", "8", "2026-10-25T08:00+01:00"),
    ],
)
def test_the_hour_is_that_on_the_wall(now: str, zone: str, hour: str, then: str) -> None:
    person = PersonRow(ANNA, None, {"digest": hour, "zone": zone})

    assert next_daily_list_at(person, datetime.fromisoformat(now)) == datetime.fromisoformat(then)
    assert next_daily_list_at(PersonRow(ANNA), datetime.fromisoformat(now)) is None


def test_so_many_letters_are_no_bother_and_one_more_is() -> None:
    """One that could not be written is not counted, nor is one that was written long ago."""
    limits, now = DirectMessageLimits(), datetime(2026, 3, 1, 12, tzinfo=UTC)

    assert [limits.may_have(ANNA, now) for _ in range(MOST + 1)] == [True] * MOST + [False]
    assert limits.may_have(BEN, now)
    limits.unwritten(ANNA, now)
    assert [limits.may_have(ANNA, now) for _ in range(2)] == [True, False]
    assert limits.may_have(ANNA, now + WITHIN)
