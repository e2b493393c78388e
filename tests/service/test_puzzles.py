"""The puzzle of the day: once a day and once only, answered in drafts, counted, forgotten with who answered."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.core.game import Seat
from service.errors import Refusal
from service.puzzles import EVERY, PUZZLE, SOLUTION, loss, match_of
from service.server_settings import PUZZLES
from service.services import Services
from storage.changes import PuzzleMade, ServerErased
from storage.records import Post, UserId, of_server
from storage.sql_store import SqlStore
from tests.service.conftest import ANNA, BEN, NOW, make_services

GUILD, CHANNEL = 7, 70
GOOD, BAD = ("keep", "bank"), ("pass", "bank")


@pytest.fixture
async def services(store: SqlStore) -> Services:
    """With two puzzles in stock, of the tiny game; none is made."""
    services = make_services(store, clock=lambda: NOW)
    services.puzzles.game_id = ""
    for _ in range(2):
        await store.commit(PuzzleMade(puzzle(), NOW))
    return services


def puzzle() -> dict[str, object]:
    """The first player has drawn a three."""
    choices = [[GOOD, 0.0], [BAD, 3.0]]
    return {"game": "tiny", "rules_version": 1, "seats": 2, "seat": 0, "rows": [[-1, "draw 3"]], "choices": choices}


async def told(services: Services) -> list[tuple[str, int]]:
    return [(post.kind, post.payload["number"]) for post in await posts(services)]


async def posts(services: Services) -> tuple[Post, ...]:
    return await services.store.posts.of(of_server(GUILD))


async def answer(services: Services, number: int, user: UserId, *texts: str) -> None:
    day = await services.puzzles.still_open(GUILD, number)
    await services.puzzles.drafts.discard(match_of(day), user, now=NOW)
    draft = await services.puzzles.drafts.push(match_of(day), user, texts, now=NOW)
    assert draft.may_confirm
    await services.puzzles.answer(GUILD, number, user, based_on="", now=NOW)


async def test_a_puzzle_comes_each_day_with_the_solution_of_the_last(services: Services) -> None:
    """Once, however often it is looked, and at the same time each day, however late somebody looked."""
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    for _ in range(2):
        await services.timers.tick(NOW)
    assert await told(services) == [(PUZZLE, 1)]

    late = NOW + EVERY + timedelta(hours=5)
    await services.timers.tick(late)

    assert await told(services) == [(PUZZLE, 1), (SOLUTION, 1), (PUZZLE, 2)]
    assert {post.channel_id for post in await posts(services)} == {CHANNEL}
    (timer,) = await services.store.timers.of(of_server(GUILD))
    assert timer.due_at == NOW + 2 * EVERY
    await services.stop()


async def test_where_no_channel_is_chosen_any_more_it_stops(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)

    await services.server_settings.choose(GUILD, PUZZLES, [])
    await services.timers.tick(NOW + EVERY)

    assert await told(services) == [(PUZZLE, 1)]
    assert await services.store.timers.of(of_server(GUILD)) == ()
    with pytest.raises(Refusal):
        await services.puzzles.newest(GUILD)
    await services.stop()


async def test_a_server_that_has_put_the_bot_out_gets_none(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.servers.left(GUILD, now=NOW)

    await services.timers.tick(NOW)

    assert await told(services) == []
    await services.stop()


async def test_the_last_answer_counts_and_who_has_solved_most_is_told(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    await answer(services, 1, ANNA, *BAD)
    await answer(services, 1, ANNA, *GOOD)
    await answer(services, 1, BEN, *BAD)
    await services.timers.tick(NOW + EVERY)
    await answer(services, 2, ANNA, *GOOD)
    await answer(services, 2, BEN, *GOOD)

    assert [(one.user_id, one.tenths) for one in await services.puzzles.answers(GUILD, 1)] == [(ANNA, 0), (BEN, 30)]
    table = await services.puzzles.solvers(GUILD, 2)
    assert [(one.user_id, one.solved, one.streak) for one in table] == [(ANNA, 2, 2), (BEN, 1, 1)]
    assert [one.user_id for one in await services.puzzles.solvers(GUILD, 1)] == [ANNA], "nothing of what is open"
    with pytest.raises(Refusal) as over:
        await services.puzzles.answer(GUILD, 1, BEN, based_on="", now=NOW)
    assert over.value.code == "puzzle-over"
    await services.stop()


async def test_only_a_whole_turn_is_an_answer(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    day = await services.puzzles.newest(GUILD)
    await services.puzzles.drafts.push(match_of(day), ANNA, ["keep"], now=NOW)

    with pytest.raises(Refusal) as refused:
        await services.puzzles.answer(GUILD, 1, ANNA, based_on="", now=NOW)

    assert refused.value.code == "draft-incomplete"
    assert (await services.puzzles.day(GUILD, 1)).seat == Seat(0)
    await services.stop()


async def test_answers_go_with_who_gave_them_and_with_the_server(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    await answer(services, 1, ANNA, *GOOD)
    await answer(services, 1, BEN, *GOOD)
    assert len((await services.privacy.export(ANNA))["puzzles"]) == 1

    await services.privacy.forget(ANNA, now=NOW)
    assert [one.user_id for one in await services.puzzles.answers(GUILD, 1)] == [BEN]

    await services.store.commit(ServerErased(GUILD, NOW))
    assert await services.puzzles.answers(GUILD, 1) == ()
    assert await services.store.puzzles.days(GUILD, 5) == ()
    await services.stop()


def test_what_nobody_has_looked_at_whole_loses_as_what_begins_alike() -> None:
    choices = {("a", "x"): 0.0, ("a", "y"): 2.0, ("b",): 7.0}

    assert loss(choices, ("a", "y")) == 2
    assert loss(choices, ("a", "z")) == 2, "as the worst of those that begin so"
    assert loss(choices, ("b", "x")) == 7
    assert loss(choices, ("c",)) == 7
