"""The puzzle of the day: once a day and once only, answered in drafts, counted, forgotten with who answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from ai.game_analysis import AnalysedDecision, GameAnalysis
from ai.puzzle_search import ALIKE, Puzzle
from games.core.game import Seat
from service.errors import Refusal
from service.guilds.server_settings import PUZZLES
from service.history.analyses import ESTIMATES, dump
from service.puzzles.daily_puzzle import EVERY, PUZZLE, SOLUTION, loss, match_of
from service.puzzles.puzzle_generator import AHEAD, RESTS, STOCK, unknown_audience
from service.wiring.services import Services
from storage.changes import EraseGuild, MarkPuzzlePosted, SaveAnalysis, SavePuzzle, SavePuzzleAnswer
from storage.puzzle_rows import COUNTED_DAYS, FOR_ALL, SOLVED_TENTHS, PuzzleAnswer, PuzzleDay, PuzzleRow, SolverRow
from storage.rows import MatchId, Post, UserId, of_server
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, PLACE, begin, make_services, play_turn, refused
from workers.pool import Pool
from workers.puzzle_task import recalled

GUILD, CHANNEL = 7, 70
GOOD, BAD = ("keep", "bank"), ("pass", "bank")


@pytest.fixture
async def services(store: Store) -> Services:
    """Return services with two puzzles of the tiny game in stock, making none."""
    services = make_services(store, clock=lambda: NOW)
    services.puzzles.making.game_id = ""
    for _ in range(2):
        await store.commit(SavePuzzle(puzzle(), NOW))
    return services


def puzzle() -> dict[str, object]:
    """Return a puzzle in which the first player has drawn a three."""
    choices = [[GOOD, 0.0], [BAD, 3.0]]
    return {"game": "tiny", "rules_version": 1, "seats": 2, "seat": 0, "rows": [[-1, "draw 3"]], "choices": choices}


async def told(services: Services) -> list[tuple[str, int]]:
    return [(post.kind, post.payload["number"]) for post in await posts(services)]


async def posts(services: Services) -> tuple[Post, ...]:
    return await services.store.posts.of(of_server(GUILD))


async def answer(services: Services, number: int, user: UserId, *texts: str) -> None:
    day = await services.puzzles.still_open(GUILD, number, now=NOW)
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
        await services.puzzles.newest(GUILD, now=NOW)
    await services.stop()


async def test_a_server_that_has_put_the_bot_out_gets_none(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.guild_lifecycle.left(GUILD, now=NOW)

    await services.timers.tick(NOW)

    assert await told(services) == []
    await services.stop()


async def test_an_answer_is_judged_at_once_and_for_good(services: Services) -> None:
    """Nobody who has seen the best turn can give it as their answer; a streak is told with the judgement."""
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    day, puzzles = await services.puzzles.newest(GUILD, now=NOW), services.puzzles
    assert await puzzles.result(day, ANNA) is None
    await answer(services, 1, ANNA, *BAD)
    await answer(services, 1, BEN, *GOOD)

    wrong, right = await puzzles.result(day, ANNA), await puzzles.result(day, BEN)
    assert wrong is not None and right is not None
    assert (wrong.is_right, wrong.lost, wrong.draft.texts, wrong.best.texts, wrong.streak) == (False, 3.0, BAD, GOOD, 0)
    assert (right.is_right, right.lost, right.draft.texts, right.streak) == (True, 0.0, GOOD, 1)
    assert await refused(answer(services, 1, ANNA, *GOOD)) == "puzzle-answered"
    assert (await puzzles.result(day, ANNA) or right).draft.texts == BAD, "the first answer stands"
    await services.timers.tick(NOW + EVERY)
    await answer(services, 2, BEN, *GOOD)
    again = await puzzles.result(await puzzles.newest(GUILD, now=NOW + EVERY), BEN)
    assert again is not None and again.streak == 2
    await services.stop()


async def test_who_has_solved_most_is_told(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    await answer(services, 1, ANNA, *GOOD)
    await answer(services, 1, BEN, *BAD)
    await services.timers.tick(NOW + EVERY)
    await answer(services, 2, ANNA, *GOOD)
    await answer(services, 2, BEN, *GOOD)

    given = [await services.puzzles.answer_of(GUILD, 1, who) for who in (ANNA, BEN)]
    assert [puzzle_answer and puzzle_answer.tenths for puzzle_answer in given] == [0, 30]
    assert await services.puzzles.solvers(GUILD) == (SolverRow(ANNA, 1, 1),), "nothing of what is open"
    assert await refused(services.puzzles.answer(GUILD, 1, BEN, based_on="", now=NOW)) == "puzzle-over"
    assert [(day.answers, day.solved) for day in await services.store.puzzles.days(GUILD, 9)] == [(2, 2), (2, 1)]
    await services.stop()


async def test_only_the_last_puzzles_count_and_a_miss_ends_a_streak(store: Store) -> None:
    await store.commit(*(SavePuzzle(puzzle(), NOW) for _ in range(COUNTED_DAYS + 3)))
    for number, puzzle_id in enumerate(await store.puzzles.behind(0), 1):
        await store.commit(MarkPuzzlePosted(PuzzleDay(GUILD, number, puzzle_id, NOW)))
        results = {solver.user_id: (solver.solved, solver.streak) for solver in await store.puzzles.solvers(GUILD, 5)}
        assert results.get(ANNA) == ((min(number - 1, COUNTED_DAYS), number - 1) if number > 1 else None)
        assert results.get(BEN) == ((1, 1) if number == 2 else (1, 0) if 2 < number <= COUNTED_DAYS + 1 else None)
        for who in (ANNA, BEN) if number == 1 else (ANNA,):
            await store.commit(SavePuzzleAnswer(PuzzleAnswer(GUILD, number, who, GOOD, 0, NOW)))


async def test_only_a_whole_turn_is_an_answer(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    day = await services.puzzles.newest(GUILD, now=NOW)
    await services.puzzles.drafts.push(match_of(day), ANNA, ["keep"], now=NOW)

    assert await refused(services.puzzles.answer(GUILD, 1, ANNA, based_on="", now=NOW)) == "draft-incomplete"
    assert (await services.puzzles.day(GUILD, 1)).seat == Seat(0)
    await services.stop()


class Recalling(Pool):
    """Finds the same puzzle in every game; keeps what was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[Any] = []

    async def run(self, function: Any, *questions: Any, **how: Any) -> Any:
        if function is not recalled:
            return None
        self.asked += questions
        return Puzzle(((-1, "draw 3"),), Seat(0), ((GOOD, 0.0), (BAD, 3.0)))


class Making(Pool):
    """Finds one puzzle in the games that it plays with itself, and looks for a second one for ever."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0

    async def run(self, function: Any, *questions: Any, **how: Any) -> Any:
        self.asked += 1
        await asyncio.sleep(0.01 if self.asked == 1 else 1000)
        return Puzzle(((-1, "draw 3"),), Seat(0), ((GOOD, 0.0), (BAD, 3.0)))


@pytest.fixture
async def played(store: Store) -> Services:
    """Return a server with enough ended games for puzzles; none for everyone is in stock or made."""
    services = make_services(store, clock=lambda: NOW + RESTS, thinking=Recalling())
    making = services.puzzles.making
    making.is_shown, making.enough = _always_shown, 3
    for _ in range(making.enough):
        await finished(services)
    for _ in range(STOCK):
        await store.commit(SavePuzzle(puzzle(), NOW))
    return services


async def _always_shown(guild_id: int, channel_id: int, beside: int) -> bool:
    assert (guild_id, channel_id, beside) == (GUILD, PLACE.channel_id, CHANNEL)
    return True


async def finished(services: Services) -> MatchId:
    """Return a game of one round; its one computer needs no thinking."""
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    for person in (ANNA, BEN):
        await play_turn(services, match_id, person)
    return match_id


async def own(services: Services) -> list[PuzzleRow]:
    """Return the next puzzles from the server's games, once all needed ones are made."""
    await services.puzzles.making.ready(GUILD, CHANNEL)
    await services.puzzles.making.settled()
    rows = [await services.store.puzzles.get(number) for number in await services.store.puzzles.own(GUILD)]
    return [row for row in rows if row is not None]


async def test_a_server_with_games_enough_has_its_own_puzzles_before_those_for_all(played: Services) -> None:
    """Each out of another game, which is named nowhere; in between, and where they run out, it goes on with those for all."""
    first, second = await own(played)
    assert first.match_id != second.match_id and {first.guild_id, second.guild_id} == {GUILD}
    assert str(ANNA) not in json.dumps(first.data)
    await played.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])

    days = []
    for number in range(1, 5):
        await played.timers.tick(NOW + RESTS + (number - 1) * EVERY)
        played.puzzles.making.game_id = ""  # no more are made from now on
        days.append(await played.puzzles.day(GUILD, number))

    assert [day.day.puzzle_id for day in days] == [first.id, second.id, 1, 2]
    assert [day.is_from_here for day in days] == [True, True, False, False]
    assert await played.store.puzzles.furthest() == 2
    await played.stop()


async def test_one_game_less_is_too_few_and_none_is_used_twice(played: Services) -> None:
    """Of the games that there are two have given a puzzle: the rest could be guessed."""
    first = await own(played)
    assert len(first) == AHEAD and len(played.thinking.asked) == AHEAD  # type: ignore[attr-defined]
    for row in first:
        await played.store.commit(MarkPuzzlePosted(PuzzleDay(GUILD, row.id, row.id, NOW)))

    asked: list[int] = []

    async def noted(guild_id: int, channel_id: int, beside: int) -> bool:
        asked.append(channel_id)
        return await _always_shown(guild_id, channel_id, beside)

    played.puzzles.making.is_shown = noted
    assert await own(played) == [] and asked == [], "nobody is asked who can read them"
    for _ in range(AHEAD):
        await finished(played)
    assert {row.match_id for row in await own(played)}.isdisjoint(row.match_id for row in first)
    await played.stop()


async def test_games_that_are_private_of_an_event_or_fresh_give_no_puzzle(
    played: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single one of so many is enough to be too few."""
    making, matches = played.puzzles.making, await store.matches.ended(GUILD, 100)

    async def all_but_one(guild_id: int, channel_id: int, beside: int) -> bool:
        asked.append(channel_id)
        return len(asked) > 1

    asked: list[int] = []
    making.is_shown = all_but_one
    assert await own(played) == [] and len(asked) == len(matches)
    making.is_shown = unknown_audience
    assert await own(played) == []
    making.is_shown = _always_shown
    with monkeypatch.context() as at_an_event:
        at_an_event.setattr(store.events, "event_of", _event_of_the_first(matches[0].id))
        assert await own(played) == []
    fresh = make_services(store, clock=lambda: NOW + RESTS - timedelta(seconds=1), thinking=Recalling())
    fresh.puzzles.making.is_shown, fresh.puzzles.making.enough = _always_shown, making.enough
    assert await own(fresh) == []
    await fresh.stop()
    await played.stop()


def _event_of_the_first(match_id: MatchId) -> Callable[[MatchId], Awaitable[int | None]]:
    async def event_of(asked: MatchId) -> int | None:
        return 1 if asked == match_id else None

    return event_of


async def test_an_analysis_says_where_to_look(played: Services, store: Store) -> None:
    """Of what was clearly best or clearly missed; one by other estimates says nothing."""
    clear = [AnalysedDecision(Seat(0), 1, 3, GOOD, GOOD, 0.0, 5.0), AnalysedDecision(Seat(1), 4, 6, BAD, GOOD, 6.0, 0.0)]
    game_analysis = GameAnalysis((), (*clear, AnalysedDecision(Seat(0), 9, 11, GOOD, GOOD, 0.0, 1.0)), None)
    for number, match in enumerate(await store.matches.ended(GUILD, 100)):
        version = 1 if number else 0
        await store.commit(SaveAnalysis(match.id, {**dump(game_analysis), ESTIMATES: version}, NOW))

    await own(played)

    first = min(match.id for match in await store.matches.ended(GUILD, 100))
    sources = [row.match_id for row in await own(played)]
    expected = [() if source == first else (1, 4) for source in sources]
    assert [question.among for question in played.thinking.asked] == expected  # type: ignore[attr-defined]
    await played.stop()


async def test_puzzles_out_of_its_games_go_with_the_server(played: Services) -> None:
    (row, _) = await own(played)
    await played.store.commit(MarkPuzzlePosted(PuzzleDay(GUILD, 1, row.id, NOW)))

    await played.store.commit(EraseGuild(GUILD, NOW))

    assert await played.store.puzzles.get(row.id) is None and await played.store.puzzles.own(GUILD) == ()
    assert len(await played.store.puzzles.behind(0)) == STOCK, "those for all stay"
    await played.stop()


async def test_without_a_server_there_is_a_new_puzzle_for_everybody_each_day(services: Services) -> None:
    """For the first who asks, and the same for all who ask at that moment; anyone who answers each one has a streak."""
    puzzles, tomorrow = services.puzzles, NOW + EVERY
    first, again = await asyncio.gather(puzzles.newest(FOR_ALL, now=NOW), puzzles.newest(FOR_ALL, now=NOW))
    assert first == again == PuzzleDay(FOR_ALL, 1, first.puzzle_id, NOW)
    assert await puzzles.whose(None) == await puzzles.whose(GUILD) == FOR_ALL
    await _solve(services, 1, NOW)
    with pytest.raises(Refusal, match="puzzle-open"):
        await puzzles.over(FOR_ALL, 1, now=NOW)

    second = await puzzles.newest(FOR_ALL, now=tomorrow)
    await _solve(services, 2, tomorrow)

    assert second.number == 2 and second.puzzle_id != first.puzzle_id
    assert await puzzles.newest(FOR_ALL, now=tomorrow + 2 * EVERY) == second, "until another one is made"
    assert (await puzzles.over(FOR_ALL, 1, now=tomorrow)).day == first
    own = await puzzles.answer_of(FOR_ALL, 2, ANNA)
    assert own is not None and own.streak == 2
    assert await puzzles.answer_of(FOR_ALL, 2, BEN) is None
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    assert await puzzles.whose(GUILD) == FOR_ALL, "the channel has none yet"
    await services.timers.tick(NOW)
    assert await puzzles.whose(GUILD) == GUILD
    await services.stop()


async def _solve(services: Services, number: int, now: datetime) -> None:
    day = await services.puzzles.still_open(FOR_ALL, number, now=now)
    await services.puzzles.drafts.push(match_of(day), ANNA, GOOD, now=now)
    await services.puzzles.answer(FOR_ALL, number, ANNA, based_on="", now=now)


async def test_who_asks_before_a_puzzle_is_ready_waits_until_one_is_made(store: Store) -> None:
    services = make_services(store, clock=lambda: NOW, thinking=Making())
    assert (await services.puzzles.newest(FOR_ALL, now=NOW)).number == 1
    await services.stop()


async def test_where_none_can_be_made_that_is_said(store: Store) -> None:
    services = make_services(store, clock=lambda: NOW)
    services.puzzles.making.game_id = ""
    with pytest.raises(Refusal, match="puzzle-not-made"):
        await services.puzzles.newest(FOR_ALL, now=NOW)
    await services.stop()


async def test_answers_go_with_who_gave_them_and_with_the_server(services: Services) -> None:
    await services.server_settings.choose(GUILD, PUZZLES, [str(CHANNEL)])
    await services.timers.tick(NOW)
    await answer(services, 1, ANNA, *GOOD)
    await answer(services, 1, BEN, *GOOD)
    assert len((await services.privacy.export(ANNA))["puzzles"]) == 1

    await services.privacy.forget(ANNA, now=NOW)
    day = await services.puzzles.newest(GUILD, now=NOW)
    assert await services.puzzles.solved_by(day) == (BEN,)

    await services.store.commit(EraseGuild(GUILD, NOW))
    assert await services.puzzles.solved_by(day) == ()
    assert await services.store.puzzles.days(GUILD, 5) == ()
    await services.stop()


def test_what_nobody_has_looked_at_whole_loses_as_what_begins_alike() -> None:
    choices = {("a", "x"): 0.0, ("a", "y"): 2.0, ("b",): 7.0}

    assert loss(choices, ("a", "y")) == 2
    assert loss(choices, ("a", "z")) == 2, "as the worst of those that begin so"
    assert loss(choices, ("b", "x")) == 7
    assert loss(choices, ("c",)) == 7


@pytest.mark.parametrize(("tenths", "solved"), [(0, True), (20, True), (21, False)])
def test_an_answer_within_two_points_of_the_best_is_right_too(tenths: int, *, solved: bool) -> None:
    """Estimates that are so near say nothing of which is better."""
    assert SOLVED_TENTHS == 10 * ALIKE
    assert PuzzleAnswer(GUILD, 1, ANNA, GOOD, tenths, NOW).is_solved == solved
