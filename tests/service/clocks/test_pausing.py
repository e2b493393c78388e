"""Agreed pauses: clocks stand from the last consent until the end, or until a player ends it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from service.clocks.pausing import pause_length
from service.wiring.services import Services
from storage.rows import MatchId, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, begin, refused

AGREED = NOW + timedelta(hours=2)
DAY = timedelta(days=1)


async def game_with_pause_request(services: Services, days: float = 3, pace: str = "daily") -> tuple[MatchId, Any]:
    """Return a game of Anna and Ben in which Anna is on turn and asks for a pause."""
    match_id = (await begin(services, ANNA, BEN, terms={"pace": pace})).match.id
    return match_id, await services.requests.ask(match_id, ANNA, "pause", {"minutes": round(1440 * days)}, now=NOW)


async def paused(services: Services, days: int = 3) -> MatchId:
    match_id, request = await game_with_pause_request(services, days)
    await services.requests.answer(match_id, BEN, request.request.number, agrees=True, now=AGREED)
    await services.timers.tick(AGREED)
    return match_id


async def left(services: Services, match_id: MatchId, at: datetime) -> timedelta:
    """Return the time left for Anna, whose turn it is."""
    match, seats = await services.match_queries.seated(match_id)
    return (await services.clocks.shown(match, seats, at))[0].left


async def test_the_clock_stands_from_consent_to_the_end_of_the_pause(services: Services) -> None:
    match_id = await paused(services)
    bank = timedelta(days=5)

    assert await left(services, match_id, AGREED) == bank - timedelta(hours=2)
    assert await left(services, match_id, AGREED + 2 * DAY) == bank - timedelta(hours=2)
    assert await left(services, match_id, AGREED + 4 * DAY) == bank - timedelta(hours=2) - DAY


async def test_anybody_may_end_it_and_everybody_is_told(services: Services, store: Store) -> None:
    match_id = await paused(services, 30)
    early = AGREED + DAY

    ended = await services.pausing.end(match_id, BEN, now=early)
    await services.timers.tick(early)

    assert ended.request.detail["ended_by"] == 1
    assert await left(services, match_id, early + DAY) == timedelta(days=5) - timedelta(hours=2) - DAY
    assert [post.kind for post in await store.posts.of(of_match(match_id))][-2:] == ["answered", "pause"]
    assert await refused(services.pausing.end(match_id, BEN, now=early)) == "not-paused"


async def test_its_end_is_told_once_by_itself(services: Services, store: Store) -> None:
    match_id = await paused(services)

    for _ in range(2):
        await services.timers.tick(AGREED + 3 * DAY)

    posts = [post for post in await store.posts.of(of_match(match_id)) if post.kind == "pause"]
    assert [post.payload for post in posts] == [{"number": 1}]
    assert await refused(services.pausing.end(match_id, BEN, now=AGREED + 3 * DAY)) == "not-paused"


async def test_nobody_loses_by_time_in_a_pause(services: Services) -> None:
    match_id = await paused(services, 30)

    await services.timers.tick(AGREED + 20 * DAY)

    assert [seat.is_human for seat in await services.match_queries.seats(match_id)] == [True, True]
    assert (await services.match_queries.table(match_id)).version == (await services.match_queries.match(match_id)).version
    log = [row.text for row in (await services.repository.rows(match_id)).log]
    assert log[-1] == "request pause granted 1"


async def test_without_consent_the_clock_runs_on(services: Services) -> None:
    match_id, request = await game_with_pause_request(services)

    await services.requests.answer(match_id, BEN, request.request.number, agrees=False, now=AGREED)

    assert await left(services, match_id, AGREED + DAY) == timedelta(days=5) - timedelta(hours=2) - DAY


async def test_a_live_game_pauses_for_minutes(services: Services) -> None:
    match_id, request = await game_with_pause_request(services, 10 / 1440, "live")
    await services.requests.answer(match_id, BEN, request.request.number, agrees=True, now=NOW)
    before = await left(services, match_id, NOW)

    assert await services.pausing.lasts_until(match_id, NOW) == NOW + timedelta(minutes=10)
    assert await left(services, match_id, NOW + timedelta(minutes=11)) == before - timedelta(minutes=1)


def test_a_pause_that_an_older_version_wrote_lasts_its_days() -> None:
    assert pause_length({"days": 3}) == 3 * DAY and pause_length({}) == timedelta()


async def test_what_cannot_be_paused_is_refused(services: Services) -> None:
    match_id = await paused(services)
    ask = services.requests.ask

    assert await refused(ask(match_id, BEN, "pause", {"minutes": 3 * 1440}, now=AGREED + DAY)) == "paused-already"
    for minutes in (0, 30 * 1440 + 1):
        assert await refused(ask(match_id, BEN, "pause", {"minutes": minutes}, now=AGREED + DAY)) == "bad-pause"
    await services.resignations.cancel(match_id, ANNA, now=AGREED)
    assert await refused(game_with_pause_request(services, pace="none")) == "no-clock"
