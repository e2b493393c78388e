"""Vacations: announced ahead, within a budget, for all games, ended by a move after one question."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import pytest

from games.core.game import Seat
from service.clocks.vacations import VACATION
from service.lobby.quotas import Quotas
from service.records import MatchLocation
from service.wiring.services import Services
from storage.rows import MatchId, of_match, of_person
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, Clock, begin, make_services, play_turn, refused

DAY = timedelta(days=1)


@pytest.fixture
async def services(store: Store, clock: Clock) -> AsyncIterator[Services]:
    service = make_services(store, clock=clock)
    yield service
    await service.stop()


async def pass_to(services: Services, clock: Clock, moment: datetime) -> None:
    """Everything that falls due until then does."""
    clock.now = moment
    await services.timers.tick(moment)


async def notices(services: Services, match_id: MatchId) -> list[dict[str, object]]:
    """Return the notices of vacations in a match."""
    told = [dict(post.payload) for post in await services.store.posts.of(of_match(match_id)) if post.kind == "notice"]
    return [notice for notice in told if notice["code"] == VACATION]


async def test_a_vacation_that_is_announced_begins_and_ends_by_itself(services: Services, clock: Clock) -> None:
    begins, ends = NOW + 2 * DAY, NOW + 9 * DAY

    planned = await services.vacations.start(ANNA, begins, ends, now=NOW)

    assert (planned.begin, planned.end) == (begins, ends)
    assert await services.vacations.away(ANNA, NOW) is None and await services.vacations.coming(ANNA, NOW) == planned
    await pass_to(services, clock, begins)
    assert await services.vacations.away(ANNA, begins) == planned
    await pass_to(services, clock, ends)
    assert await services.vacations.away(ANNA, ends) is None and await services.vacations.coming(ANNA, ends) is None
    assert await services.vacations.left(ANNA, ends) == 23 * DAY
    assert await services.store.timers.of(of_person(ANNA)) == ()


async def test_every_game_that_waits_is_told_once(services: Services, clock: Clock) -> None:
    """Also after a restart and with further choices; games in which it is somebody else's turn are not."""
    of_anna = (await begin(services, ANNA, BEN)).match.id
    of_ben = (await begin(services, BEN, ANNA, place=MatchLocation(7, 71))).match.id
    live = await begin(services, ANNA, BEN, place=MatchLocation(7, 72), terms={"pace": "evening"})
    begins = NOW + 2 * DAY
    await services.vacations.start(ANNA, begins, begins + 5 * DAY, now=NOW)

    await services.user_settings.prefer(ANNA, "typed", "at-once")
    for moment in (begins, begins + DAY):
        await pass_to(services, clock, moment)

    assert await notices(services, of_anna) == [
        {"code": VACATION, "user": ANNA, "until": int((begins + 5 * DAY).timestamp())},
    ]
    assert await notices(services, of_ben) == await notices(services, live.match.id) == []


async def test_a_move_is_refused_until_the_vacation_is_ended(services: Services, clock: Clock) -> None:
    """Where everybody is present there are no vacations to be ended."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    live = await begin(services, ANNA, BEN, place=MatchLocation(7, 72), terms={"pace": "evening"})
    await services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW)

    assert await refused(play_turn(services, match_id, ANNA)) == "on-vacation"
    await services.drafts.push(match_id, ANNA, ["keep", "bank"], keep=0, now=NOW)
    assert await refused(services.turns.confirm(match_id, ANNA, now=NOW)) == "on-vacation"
    await play_turn(services, live.match.id, ANNA)

    clock.now = NOW + DAY
    await services.vacations.end(ANNA, now=clock.now)
    await services.turns.confirm(match_id, ANNA, now=clock.now)
    assert await services.vacations.left(ANNA, clock.now) == 29 * DAY


@pytest.mark.parametrize(
    ("begin_in", "lasts", "why"),
    [
        (timedelta(days=2), timedelta(hours=47), "vacation-too-short"),
        (timedelta(days=2), timedelta(days=31), "vacation-too-long"),
        (timedelta(days=400), timedelta(days=5), "vacation-too-late"),
        (timedelta(days=-1), timedelta(days=5), "vacation-too-soon"),
    ],
)
async def test_senseless_vacations_are_refused(services: Services, begin_in: timedelta, lasts: timedelta, why: str) -> None:
    assert await refused(services.vacations.start(ANNA, NOW + begin_in, NOW + begin_in + lasts, now=NOW)) == why
    assert await services.vacations.coming(ANNA, NOW) is None


async def test_only_two_vacations_of_a_year_begin_at_once(services: Services, clock: Clock) -> None:
    """And only one is planned at a time."""
    for number in range(2):
        clock.now = NOW + number * 30 * DAY
        await services.vacations.start(ANNA, None, clock.now + 3 * DAY, now=clock.now)
        assert await refused(services.vacations.start(ANNA, None, clock.now + 3 * DAY, now=clock.now)) == "on-vacation-already"
    clock.now = NOW + 60 * DAY

    assert await refused(services.vacations.start(ANNA, None, clock.now + 3 * DAY, now=clock.now)) == "vacation-too-soon"
    assert (
        await refused(services.vacations.start(ANNA, clock.now + timedelta(hours=22), clock.now + 4 * DAY, now=clock.now))
        == "vacation-too-soon"
    )
    await services.vacations.start(ANNA, clock.now + DAY, clock.now + 4 * DAY, now=clock.now)


async def test_the_budget_is_of_a_year_and_of_each_person(services: Services, clock: Clock) -> None:
    await services.vacations.start(ANNA, NOW + DAY, NOW + 26 * DAY, now=NOW)
    clock.now = NOW + 40 * DAY

    too_long = services.vacations.start(ANNA, clock.now + DAY, clock.now + 7 * DAY, now=clock.now)
    assert await refused(too_long) == "vacation-too-long"
    await services.vacations.start(BEN, clock.now + DAY, clock.now + 7 * DAY, now=clock.now)
    clock.now = NOW + 395 * DAY
    assert await services.vacations.left(ANNA, clock.now) == 30 * DAY


async def test_the_budget_counts_all_vacations_of_a_year_however_many(services: Services, clock: Clock) -> None:
    """Also of somebody who ends each of them soon and begins another one."""
    for _ in range(25):
        await services.vacations.start(ANNA, clock.now + DAY, clock.now + 3 * DAY, now=clock.now)
        clock.now += 2 * DAY
        await services.vacations.end(ANNA, now=clock.now)

    assert await services.vacations.left(ANNA, clock.now) == 5 * DAY


async def test_what_was_planned_is_called_off_for_nothing(services: Services) -> None:
    await services.vacations.start(ANNA, NOW + 5 * DAY, NOW + 20 * DAY, now=NOW)

    await services.vacations.end(ANNA, now=NOW + DAY)

    assert await services.vacations.left(ANNA, NOW + DAY) == 30 * DAY
    assert VACATION not in [timer.kind for timer in await services.store.timers.of(of_person(ANNA))]
    assert await refused(services.vacations.end(ANNA, now=NOW + DAY)) == "not-on-vacation"


async def test_clocks_know_each_vacation_as_it_really_was(services: Services, clock: Clock) -> None:
    """One that was ended early stands only until then, for ever."""
    match = (await begin(services, ANNA, BEN)).match
    await services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW)
    clock.now = NOW + 3 * DAY
    await services.vacations.end(ANNA, now=clock.now)

    spans = await services.vacations.spans(match, {Seat(0): ANNA, Seat(1): BEN}, NOW - DAY)

    assert {seat: [(span.begin, span.end) for span in its] for seat, its in spans.items()} == {0: [(NOW, NOW + 3 * DAY)]}
    assert await services.vacations.spans(match, {Seat(0): ANNA}, NOW + 4 * DAY) == {}


async def test_the_bots_owner_can_switch_vacations_off(store: Store) -> None:
    services = make_services(store, limits=Quotas(vacation_days=0))

    assert await refused(services.vacations.start(ANNA, None, NOW + 5 * DAY, now=NOW)) == "vacations-off"
    await services.stop()
