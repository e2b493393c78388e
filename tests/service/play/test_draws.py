"""The house draws when a policy says so: at once, at a time, when somebody presses on. Until then nothing of it exists."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from games.core.game import CHANCE
from service.errors import Refusal
from service.process.match_session import DrawAt, DrawNow, MatchSession, Policy
from service.process.match_transaction import DRAW
from service.process.services import Services
from storage.records import MatchId, TimerRow, of_match
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn

SOON = timedelta(seconds=60)


def a_minute_later(_live: MatchSession, now: datetime) -> DrawAt:
    return DrawAt(now + SOON)


def when_pressed(_live: MatchSession, _now: datetime) -> DrawNow:
    return DrawNow.WHEN_PRESSED


async def resting(services: Services, policy: Policy) -> MatchId:
    """A match after Anna's first turn, in which the house is asked."""
    match_id = (await begin(services, ANNA, BEN)).match.id
    services.repository.draws = policy
    await play_turn(services, match_id, ANNA)
    return match_id


async def due(store: Store, match_id: MatchId) -> list[TimerRow]:
    """The timers of draws; clocks have their own."""
    return [timer for timer in await store.timers.of(of_match(match_id)) if timer.kind == DRAW]


async def asked(services: Services, match_id: MatchId) -> tuple[int, ...]:
    return tuple((await services.looking.table(match_id, None)).asked)


@pytest.fixture
async def reopened(path: Path, store: Store) -> AsyncIterator[Store]:
    """What another process sees of the same file."""
    other = await open_sqlite(path)
    yield other
    await other.close()


@pytest.mark.parametrize("policy", [a_minute_later, when_pressed])
async def test_a_resting_match_holds_nothing_of_what_comes_next(services: Services, store: Store, policy: Policy) -> None:
    match_id = await resting(services, policy)

    loaded = await store.matches.load(match_id)
    assert loaded is not None
    assert [row.text for row in loaded.log][1:] == ["keep", "bank"]
    assert loaded.match.status == "running"
    assert [p.seat for p in await store.posts.of(of_match(match_id))] == [0]
    assert [s.waiting_since for s in loaded.seats] == [None, None]
    assert await asked(services, match_id) == ()
    assert (await services.repository.live(match_id)).asked == (CHANCE,)


async def test_it_draws_at_its_time_and_tells_who_is_asked_then(services: Services, store: Store) -> None:
    match_id = await resting(services, a_minute_later)

    await services.timers.tick(NOW + SOON - timedelta(seconds=1))
    assert await asked(services, match_id) == ()
    for _ in range(2):
        await services.timers.tick(NOW + SOON)

    assert await asked(services, match_id) == (1,)
    assert [row.seat for row in await services.looking.history(match_id)] == [CHANCE, 0, 0, CHANCE]
    assert [p.seat for p in await store.posts.of(of_match(match_id))] == [0, 1]
    assert await due(store, match_id) == []


async def test_it_rests_across_a_restart(services: Services, reopened: Store) -> None:
    match_id = await resting(services, a_minute_later)
    restarted = make_services(reopened)

    await restarted.computers.wake()
    assert await asked(restarted, match_id) == ()
    await restarted.timers.tick(NOW + SOON)

    assert await asked(restarted, match_id) == (1,)
    await restarted.stop()


@pytest.mark.parametrize("policy", [a_minute_later, when_pressed])
async def test_who_plays_may_press_on_once(services: Services, store: Store, policy: Policy) -> None:
    match_id = await resting(services, policy)
    with pytest.raises(Refusal, match="not-seated"):
        await services.draws.go_on(match_id, CHI, now=NOW)

    update = await services.draws.go_on(match_id, BEN, now=NOW)

    assert (update.asked, update.version) == ((1,), 4)
    assert await due(store, match_id) == []
    with pytest.raises(Refusal, match="not-waiting"):
        await services.draws.go_on(match_id, BEN, now=NOW)


async def test_a_turn_may_be_taken_back_while_it_rests_and_draws_what_it_would_have(services: Services, store: Store) -> None:
    match_id = await resting(services, a_minute_later)

    await services.turns.undo(match_id, ANNA, now=NOW)

    assert await asked(services, match_id) == (0,)
    assert await due(store, match_id) == []
    await services.timers.tick(NOW + 2 * SOON)
    assert await asked(services, match_id) == (0,)
    await play_turn(services, match_id, ANNA)
    assert len(await due(store, match_id)) == 1


async def test_a_rest_that_goes_on_keeps_its_time(services: Services, store: Store) -> None:
    match_id = await resting(services, a_minute_later)
    (timer,) = await due(store, match_id)

    await services.departures.resign(match_id, BEN, now=NOW + timedelta(seconds=30))

    assert await due(store, match_id) == [timer]
    assert (await services.repository.live(match_id)).asked == (CHANCE,)
    await services.timers.tick(NOW + SOON)
    await services.computers.settled()
    assert [row.seat for row in await services.looking.history(match_id) if row.kind == "action"][:4] == [CHANCE, 0, 0, CHANCE]


async def test_even_the_first_draw_may_wait(services: Services, store: Store) -> None:
    services.repository.draws = a_minute_later
    update = await begin(services, ANNA, BEN)

    assert (update.asked, update.version) == ((), 0)
    await services.timers.tick(NOW + SOON)

    assert await asked(services, update.match.id) == (0,)


async def test_a_cancelled_match_draws_no_more(services: Services, store: Store) -> None:
    match_id = await resting(services, a_minute_later)
    await services.departures.cancel(match_id, ANNA, now=NOW)

    await services.timers.tick(NOW + SOON)

    assert (await services.looking.match(match_id)).status == "cancelled"
    assert len([row for row in await services.looking.history(match_id) if row.seat == CHANCE]) == 1
    assert await due(store, match_id) == []
