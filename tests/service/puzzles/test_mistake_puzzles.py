"""Puzzles from one's own turns: made once, private, due on their days, gone with forgotten people."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from ai.game_analysis import AnalysedDecision, GameAnalysis
from ai.puzzle_search import PastTurnPuzzle, Puzzle
from games.core.game import Seat
from service.errors import Refusal
from service.history.analyses import ESTIMATES, dump
from service.puzzles.daily_puzzle import match_of
from service.puzzles.mistake_puzzles import AFTER_A_MISS, AGAIN, MISTAKES, MOST, SPACED, TRIES
from service.wiring.services import Services
from storage.changes import EraseMatch, SaveAnalysis, SaveMistakes
from storage.puzzle_rows import FOR_ALL, OWN, PuzzleDay
from storage.rows import MatchId, UserId, of_person
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW, begin, make_services, play_turn
from workers.pool import Pool, WorkerUnavailableError

GOOD, BAD = ("keep", "bank"), ("pass", "bank")
TURNS = (5, 1, 9, 13)
"""Where the turns of the judgement below begin, the dearest first."""


class Reliving(Pool):
    """Finds that the first two turns it is asked about are puzzles; fails so many times before."""

    def __init__(self, fails: int = 0) -> None:
        super().__init__(1)
        self.asked: list[Any] = []
        self.fails = fails

    async def run(self, function: Any, *questions: Any, **how: Any) -> Any:  # as the pool has it
        self.asked += questions
        if len(self.asked) <= self.fails:
            raise WorkerUnavailableError("no process")
        riddle = Puzzle(((-1, "draw 3"),), Seat(0), ((GOOD, 0.0), (BAD, 3.0)))
        return tuple(PastTurnPuzzle(since, riddle, BAD) for since in questions[0].turns[:2])


def made(store: Store, fails: int = 0) -> Services:
    return make_services(store, clock=lambda: NOW, thinking=Reliving(fails))


@pytest.fixture
async def services(store: Store) -> Services:
    return made(store)


async def judged(services: Services) -> MatchId:
    """Return a finished game of anna and ben, with an analysis in which anna's second turn was the costliest."""
    match_id = (await begin(services, ANNA, BEN, rounds="1")).match.id
    for person in (ANNA, BEN):
        await play_turn(services, match_id, person)
    losses = {1: 4.0, 5: 9.0, 9: 3.0, 13: 2.5, 17: 1.0}
    of_anna = [AnalysedDecision(Seat(0), since, since + 2, BAD, GOOD, loss, 0.0) for since, loss in losses.items()]
    of_ben = AnalysedDecision(Seat(1), 3, 5, BAD, GOOD, 20.0, 0.0)
    dumped = dump(GameAnalysis((), (*of_anna, of_ben), None))
    await services.store.commit(SaveAnalysis(match_id, {**dumped, ESTIMATES: 0}, NOW))
    return match_id


async def looked_at(services: Services, *, late: timedelta = timedelta(0)) -> None:
    await services.timers.tick(NOW + late)
    await services.mistake_puzzles.settled()


async def kept(services: Services, user: UserId = ANNA) -> list[timedelta]:
    """Return when each puzzle of this person is due."""
    return [row.due_at - NOW for row in await services.store.puzzles.of_user(user) if row.due_at is not None]


async def answered(services: Services, day: PuzzleDay, *texts: str, late: timedelta) -> Any:
    now = NOW + late
    await services.puzzles.drafts.push(match_of(day), ANNA, texts, now=now)
    return await services.mistake_puzzles.answer(ANNA, day.number, based_on="", now=now)


async def test_the_dearest_turns_come_back_on_their_days_until_they_are_answered_rightly(services: Services) -> None:
    """Of nobody else, and not as a puzzle for all."""
    match_id = await judged(services)
    await services.mistake_puzzles.ask(match_id, ANNA, now=NOW)
    await looked_at(services)

    assert [question.turns for question in services.thinking.asked] == [TURNS]  # type: ignore[attr-defined]
    assert await kept(services) == list(SPACED[:2]) and await kept(services, BEN) == []
    assert await services.store.timers.of(of_person(ANNA)) == ()
    assert await services.store.puzzles.behind(0) == () and await services.store.puzzles.furthest(FOR_ALL) == 0
    mistakes, (first, second) = services.mistake_puzzles, SPACED[:2]
    assert await mistakes.due(ANNA, NOW + first - timedelta(seconds=1)) is None
    day = await mistakes.due(ANNA, NOW + first)
    assert day is not None and day.guild_id == OWN and await mistakes.due(BEN, NOW + first) is None
    with pytest.raises(Refusal, match="mistake-done"):
        await mistakes.still_open(BEN, day.number, now=NOW + first)

    wrong = await answered(services, day, *BAD, late=first)
    assert (wrong.is_right, wrong.lost, wrong.again_at) == (False, 3.0, NOW + first + AFTER_A_MISS)
    assert (wrong.best.texts, wrong.played.texts) == (GOOD, BAD)
    with pytest.raises(Refusal, match="mistake-done"):
        await mistakes.still_open(ANNA, day.number, now=NOW + first)
    assert await kept(services) == [second, first + AFTER_A_MISS]
    again = await mistakes.still_open(ANNA, day.number, now=NOW + first + AFTER_A_MISS)
    empty = await services.puzzles.drafts.open(match_of(again), ANNA, now=NOW + first + AFTER_A_MISS)
    assert empty.texts == (), "what was answered is not tried out yet"

    assert (await answered(services, again, *GOOD, late=first + AFTER_A_MISS)).is_right
    assert await kept(services) == [second]
    await services.stop()


async def test_who_presses_twice_has_them_once(services: Services) -> None:
    match_id = await judged(services)
    await asyncio.gather(*(services.mistake_puzzles.ask(match_id, ANNA, now=NOW) for _ in range(2)))
    assert len(await services.store.timers.of(of_person(ANNA))) == 1
    await looked_at(services)

    with pytest.raises(Refusal, match="mistakes-kept"):
        await services.mistake_puzzles.ask(match_id, ANNA, now=NOW)
    assert len(await kept(services)) == 2
    await services.stop()


async def test_two_answers_at_once_are_one(services: Services) -> None:
    """The second finds the puzzle gone."""
    await services.mistake_puzzles.ask(await judged(services), ANNA, now=NOW)
    await looked_at(services)
    day = await services.mistake_puzzles.due(ANNA, NOW + SPACED[0])
    assert day is not None
    await services.puzzles.drafts.push(match_of(day), ANNA, GOOD, now=NOW + SPACED[0])

    both = [services.mistake_puzzles.answer(ANNA, day.number, based_on="", now=NOW + SPACED[0]) for _ in range(2)]
    answers = await asyncio.gather(*both, return_exceptions=True)

    assert sorted(type(outcome).__name__ for outcome in answers) == ["AnswerResult", "Refusal"]
    await services.stop()


@pytest.mark.parametrize("fails", [TRIES - 1, TRIES])
async def test_what_fails_is_tried_again_a_few_times(store: Store, fails: int) -> None:
    services = made(store, fails)
    await services.mistake_puzzles.ask(await judged(services), ANNA, now=NOW)
    for number in range(TRIES):
        await looked_at(services, late=AGAIN * number)

    assert len(await kept(services)) == (2 if fails < TRIES else 0)
    assert await services.store.timers.of(of_person(ANNA)) == ()
    await services.stop()


async def test_after_a_restart_it_goes_on(store: Store, services: Services) -> None:
    await services.mistake_puzzles.ask(await judged(services), ANNA, now=NOW)
    services.thinking.fails = 1  # type: ignore[attr-defined]
    await looked_at(services)
    assert [timer.kind for timer in await services.store.timers.of(of_person(ANNA))] == [MISTAKES]

    later = made(store)
    await looked_at(later, late=AGAIN)

    assert len(await kept(later)) == 2
    await later.stop()
    await services.stop()


async def test_who_is_forgotten_keeps_none_and_gets_none(services: Services) -> None:
    """Also while a game is looked at."""
    await services.mistake_puzzles.ask(await judged(services), ANNA, now=NOW)
    await looked_at(services)
    await services.mistake_puzzles.ask(await judged(services), ANNA, now=NOW)
    about = await services.privacy.export(ANNA)
    assert len(about["own_puzzles"]) == 2

    await services.timers.tick(NOW)
    await services.privacy.forget(ANNA, now=NOW)
    await services.mistake_puzzles.settled()

    assert await kept(services) == []
    await services.stop()


async def test_they_go_with_their_game(services: Services) -> None:
    first, second = await judged(services), await judged(services)
    for match_id in (first, second):
        await services.mistake_puzzles.ask(match_id, ANNA, now=NOW)
        await looked_at(services)

    await services.store.commit(EraseMatch(first, NOW))

    assert {row.match_id for row in await services.store.puzzles.of_user(ANNA)} == {second}
    await services.stop()


async def test_a_game_that_is_erased_meanwhile_gives_none(services: Services) -> None:
    match_id = await judged(services)
    await services.mistake_puzzles.ask(match_id, ANNA, now=NOW)
    await services.store.commit(EraseMatch(match_id, NOW))
    services.repository.forget(match_id)

    await looked_at(services)

    assert await kept(services) == [] and await services.store.timers.of(of_person(ANNA)) == ()
    await services.stop()


async def test_who_may_not_is_told_why(services: Services) -> None:
    match_id = await judged(services)
    running = (await begin(services, ANNA, BEN, rounds="1")).match.id
    for match, user, code in ((running, ANNA, "not-finished"), (match_id, CHI, "not-seated")):
        with pytest.raises(Refusal, match=code):
            await services.mistake_puzzles.ask(match, user, now=NOW)
    for person in (ANNA, BEN):
        await play_turn(services, running, person)
    with pytest.raises(Refusal, match="mistakes-none"):
        await services.mistake_puzzles.ask(running, ANNA, now=NOW)
    many = tuple(({"played": BAD}, NOW) for _ in range(MOST - len(SPACED) + 1))
    await services.store.commit(SaveMistakes(ANNA, running, many, NOW))
    with pytest.raises(Refusal, match="mistakes-full"):
        await services.mistake_puzzles.ask(match_id, ANNA, now=NOW)
    await services.stop()
