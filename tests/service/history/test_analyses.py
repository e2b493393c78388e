"""The background analysis of finished games: once, told wherever asked for, over restarts and failures."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from games.core.game import Seat
from service.core.job_queue import ANALYSIS as ANALYSED
from service.errors import Refusal
from service.history.analyses import AGAIN, ANALYSIS, TRIES, best_move, mistakes
from service.lobby.quotas import UNLIMITED
from service.wiring.services import Services
from storage.changes import EraseMatch
from storage.rows import MatchId, Post, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, PLACE, begin, make_services, play_turn, refused
from tests.service.tiny_game import TinyGame
from tests.waiting import until
from workers.pool import Pool

HERE, THERE = PLACE.channel_id, 71


class Held(Pool):
    """Thinks about nothing before it is let go."""

    def __init__(self) -> None:
        super().__init__(1)
        self.free = asyncio.Event()

    async def run(self, *call: Any, **how: Any) -> Any:
        await self.free.wait()
        return await super().run(*call, **how)


class Newer(TinyGame):
    """A tiny game with other estimates."""

    estimates = 2


async def finished(services: Services) -> MatchId:
    """Return a game of two; Anna gives a tile away in the first turn."""
    match_id = (await begin(services, ANNA, BEN, rounds="2")).match.id
    await play_turn(services, match_id, ANNA, "pass", "bank")
    for person in (BEN, ANNA, BEN):
        await play_turn(services, match_id, person)
    return match_id


async def told(services: Services, match_id: MatchId) -> list[Post]:
    return [post for post in await services.store.posts.of(of_match(match_id)) if post.kind == ANALYSIS]


async def test_an_analysis_is_kept_and_told_where_it_was_asked_for(store: Store) -> None:
    services = make_services(store, thinking=(thinking_pool := Held()))
    match_id = await finished(services)

    for channel_id in (HERE, THERE, HERE):
        assert await services.analyses.ask(match_id, channel_id, now=NOW)
    assert await services.analyses.of(match_id) is None and not await services.analyses.stands(match_id)
    thinking_pool.free.set()
    await services.analyses.settled()

    assert await services.analyses.stands(match_id)
    game_analysis = await services.analyses.of(match_id)
    assert game_analysis is not None
    assert game_analysis.course[-1][1] == tuple(map(float, (await services.match_queries.table(match_id)).scores))
    assert [post.channel_id for post in await told(services, match_id)] == [HERE, THERE]
    assert await services.store.timers.of(of_match(match_id)) == (), "nobody waits any more"
    assert not await services.analyses.ask(match_id, HERE, now=NOW), "who asks now needs not wait"
    await services.stop()


async def test_what_was_given_away_is_found_with_the_tables_that_show_it(services: Services) -> None:
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, now=NOW)
    await services.analyses.settled()

    game_analysis = await services.analyses.of(match_id)
    assert game_analysis is not None
    given = next(decision for decision in game_analysis.decisions if decision.seat == 0)
    assert given.played[0] == "pass" and given.best[0] == "keep" and given.loss > 0
    (shown,) = await services.analyses.compared(match_id, [given])
    assert shown.played.view.scores[0] < shown.best.view.scores[0]
    assert given in mistakes(game_analysis) or given.loss < 2
    assert mistakes(game_analysis, Seat(1)) == []
    assert best_move(game_analysis) is None or best_move(game_analysis) in game_analysis.decisions


async def test_what_other_estimates_have_found_is_found_out_again(services: Services, store: Store) -> None:
    """It stays to be read until somebody asks, and what is told then is what the present estimates say."""
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, now=NOW)
    await services.analyses.settled()
    assert await services.analyses.stands(match_id)

    newer = make_services(store, games={"tiny": Newer()})
    assert await newer.analyses.of(match_id) is not None
    assert not await newer.analyses.stands(match_id)
    assert await newer.analyses.ask(match_id, HERE, now=NOW)
    await newer.analyses.settled()

    assert await newer.analyses.stands(match_id)
    assert len(await told(newer, match_id)) == 2
    await newer.stop()


async def test_after_a_restart_the_work_goes_on(store: Store) -> None:
    """The timer owns it: a program that ends in the middle of it loses nothing, and nothing is told twice."""
    services = make_services(store, thinking=Held())
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, now=NOW)
    await services.stop()
    assert await store.analyses.get(match_id) is None

    again = make_services(store)
    await again.timers.tick(NOW + AGAIN)
    await again.analyses.settled()
    await again.timers.tick(NOW + 2 * AGAIN)
    await again.analyses.settled()

    assert await again.analyses.of(match_id) is not None
    assert len(await told(again, match_id)) == 1
    await again.stop()


async def test_two_programs_tell_it_once(services: Services, store: Store) -> None:
    """Anyone who is later finds it written and tells nothing."""
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, now=NOW)
    other = make_services(store)
    await other.timers.tick(NOW + AGAIN)
    await services.analyses.settled()
    await other.analyses.settled()

    assert len(await told(services, match_id)) == 1
    await other.stop()


async def test_what_fails_again_and_again_is_told(services: Services) -> None:
    match_id = await finished(services)
    await services.thinking.close()

    await services.analyses.ask(match_id, HERE, now=NOW)
    await services.analyses.settled()
    assert await told(services, match_id) == []
    for number in range(1, TRIES):
        await services.timers.tick(NOW + number * AGAIN)
        await services.analyses.settled()

    (post,) = await told(services, match_id)
    assert post.payload == {"failed": True}
    assert await services.store.timers.of(of_match(match_id)) == ()


async def test_only_finished_games_are_analysed(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    assert await refused(services.analyses.ask(match_id, HERE, now=NOW)) == "not-finished"


async def test_so_many_wait_and_no_more(store: Store) -> None:
    services = make_services(store, limits=replace(UNLIMITED, analyses=1), thinking=Held())
    first, second = await finished(services), await finished(services)
    await services.analyses.ask(first, HERE, now=NOW)

    assert await refused(services.analyses.ask(second, HERE, now=NOW)) == "too-many-analyses"
    await services.stop()


async def test_each_person_waits_for_one_and_may_leave_the_line(store: Store) -> None:
    """Elsewhere somebody else waits for the same game, and will be told."""
    pool = Held()
    services = make_services(store, thinking=pool)
    first, second, third = [await finished(services) for _ in range(3)]
    await services.analyses.ask(first, HERE, BEN, now=NOW)
    await services.analyses.ask(second, HERE, ANNA, now=NOW)
    await services.analyses.ask(second, THERE, BEN, now=NOW)
    with pytest.raises(Refusal) as refused:
        await services.analyses.ask(third, HERE, ANNA, now=NOW)
    assert (refused.value.code, refused.value.params["place"]) == ("in-line", 2)

    assert services.job_queue.leave("analysis", ANNA)

    async def only_there() -> bool:
        return [timer.payload["channel"] for timer in await store.timers.of(of_match(second))] == [THERE]

    await until(lambda: services.job_queue.place(ANALYSED, ANNA) is None)
    await until(only_there)
    pool.free.set()
    await services.analyses.settled()
    await services.timers.tick(NOW)
    await services.analyses.settled()

    assert [post.channel_id for post in await told(services, second)] == [THERE]
    await services.stop()


async def test_who_asked_is_known_after_a_restart_and_may_stop_it(store: Store) -> None:
    services = make_services(store, thinking=Held())
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, ANNA, now=NOW)
    await services.analyses.close()

    again = make_services(store, thinking=Held())
    await again.timers.tick(NOW + AGAIN)
    await until(lambda: again.job_queue.place(ANALYSED, ANNA) == 1)
    assert again.job_queue.leave("analysis", ANNA)
    await again.analyses.settled()

    assert again.job_queue.length(ANALYSED) == 0
    assert await store.timers.of(of_match(match_id)) == () and await told(again, match_id) == []
    await again.stop()


async def test_who_is_forgotten_waits_for_no_analysis(store: Store) -> None:
    """It comes all the same, and its timer names a former member from then on."""
    services = make_services(store, thinking=Held())
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, ANNA, now=NOW)

    await services.privacy.forget(ANNA, now=NOW)

    (timer,) = await store.timers.of(of_match(match_id))
    assert (timer.payload["channel"], timer.payload["user"] < 0) == (HERE, True)
    await services.stop()


async def test_an_erased_match_leaves_no_analysis(services: Services) -> None:
    match_id = await finished(services)
    await services.analyses.ask(match_id, HERE, now=NOW)
    await services.analyses.settled()

    await services.store.commit(EraseMatch(match_id, NOW))

    assert await services.analyses.of(match_id) is None
