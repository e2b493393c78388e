"""The weekly paper: when it comes, that it comes once, and what stands in it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from service.guilds import weekly_paper
from service.guilds.server_settings import PAPER, PAPER_DAY, ZONE
from service.guilds.weekly_paper import Rivalry
from service.users.preferences import RATING
from service.wiring.services import Services
from storage.rows import Post, ServerRow, of_server
from tests.service.conftest import ANNA, BEN, CHI, NOW
from tests.service.ratings.test_leaderboards import ended

FIRST = datetime(2026, 3, 1, 18, tzinfo=UTC)
"""The evening of a Sunday: `NOW` is its noon."""


async def papers(services: Services) -> list[Post]:
    return [post for post in await services.store.posts.of(of_server(7)) if post.kind == weekly_paper.WEEKLY]


async def chosen(services: Services, **more: str) -> None:
    await services.server_settings.choose_all(7, {PAPER: ["70"], **{key: [value] for key, value in more.items()}})


@pytest.mark.parametrize(
    ("day", "zone", "now", "due"),
    [
        ("6", "UTC", "2026-03-01T12:00", "2026-03-01T18:00"),
        ("6", "UTC", "2026-03-01T18:00", "2026-03-08T18:00"),
        ("0", "UTC", "2026-03-01T12:00", "2026-03-02T18:00"),
        ("6", "Europe/Berlin", "2026-03-22T17:30", "2026-03-29T16:00"),
        ("6", "Europe/Berlin", "2026-10-18T16:30", "2026-10-25T17:00"),
        ("5", "Pacific/Auckland", "2026-03-07T04:00", "2026-03-07T05:00"),
    ],
    ids=str,
)
def test_it_comes_at_six_by_the_clock_on_the_wall(day: str, zone: str, now: str, due: str) -> None:
    """Also in the night in which that is moved."""
    row = ServerRow(7, {PAPER_DAY: day, ZONE: zone})
    at = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert weekly_paper._next(row, at) == datetime.fromisoformat(due).replace(tzinfo=UTC)


async def test_a_paper_comes_once_a_week_if_three_games_have_ended(services: Services) -> None:
    services.server_settings._clock = lambda: NOW
    await chosen(services)
    for days in (1, 2):
        await ended(services, (ANNA, BEN), (40, 30), days=days)
    await ended(services, (ANNA, BEN), (40, 30), days=8)

    await services.timers.tick(FIRST)
    assert await papers(services) == [], "two games in this week"
    await ended(services, (ANNA, BEN), (40, 30), days=-1)
    await ended(services, (ANNA, BEN), (40, 30), days=-2)
    await ended(services, (ANNA, BEN), (40, 30), days=-3)
    await asyncio.gather(*(services.timers.tick(FIRST + timedelta(days=7)) for _ in range(3)))

    (paper,) = await papers(services)
    assert paper.channel_id == 70
    assert paper.payload == {"since": FIRST.isoformat(), "until": (FIRST + timedelta(days=7)).isoformat()}
    await services.timers.tick(FIRST + timedelta(days=30))
    assert len(await papers(services)) == 1, "weeks without games, and an outage of weeks"
    assert await services.timers.next_at() == FIRST + timedelta(days=35)


async def test_no_paper_comes_once_the_channel_is_taken_back(services: Services) -> None:
    services.server_settings._clock = lambda: NOW
    await chosen(services)
    await services.server_settings.choose(7, PAPER, [])

    assert weekly_paper.WEEKLY not in [timer.kind for timer in await services.store.timers.of(of_server(7))]


async def test_what_has_changed_in_the_week_is_told_of_people_who_show_their_ratings(services: Services) -> None:
    for _ in range(12):
        await ended(services, (ANNA, BEN), (40, 30), days=20)
    await ended(services, (CHI, BEN), (30, 40), days=20)
    await ended(services, (CHI, BEN), (30, 30), days=20)
    for _ in range(2):
        await ended(services, (CHI, BEN), (60, 30), days=1)
    paper, leaderboards = services.weekly_paper, services.leaderboards
    games = await paper.games(7, NOW - timedelta(days=7), NOW)

    assert len(games) == 2
    broken = paper.broken(await services.leaderboards.records(7), games)
    assert [(server.what, server.value, server.before) for server in broken] == [("tiny score", 60, 40)]
    assert await paper.rivalries(7, games, leaderboards) == (Rivalry(CHI, BEN, 2, 1),)
    assert [(each.user_id, each.points > 0) for each in await paper.climbs(games, leaderboards)] == [], (
        "a provisional rating climbs nowhere"
    )
    for _ in range(10):
        await ended(services, (CHI, BEN), (60, 30), days=1)
    games = await paper.games(7, NOW - timedelta(days=7), NOW)
    (climb,) = await paper.climbs(games, leaderboards)
    assert climb.user_id == CHI and climb.value == (await services.leaderboards.rating(7, CHI, climb.kind)).value  # type: ignore[union-attr]  # has played

    await services.user_settings.prefer(BEN, RATING, "hidden")
    assert await paper.rivalries(7, games, leaderboards) == ()
