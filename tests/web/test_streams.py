"""Pages that wait for news: each is woken by what it may show, and by nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from storage.rows import MatchId, of_match, of_server
from storage.tournament_rows import of_event
from web.shared_answers import SharedAnswers
from web.streams import AT_ONCE, MOST_OF_PAGE, Streams

ONE, OTHER = MatchId(1), MatchId(2)


@pytest.mark.parametrize(
    ("happens", "woken"),
    [
        (lambda streams: streams.written({of_match(ONE): 4}), (True, False)),
        (lambda streams: streams.written({of_event(1): 4}), (False, False)),
        (lambda streams: streams.written({of_server(1): 4}), (True, True)),
        (lambda streams: streams.heard(OTHER), (False, True)),
        (lambda streams: streams.heard(None), (True, True)),
    ],
)
async def test_what_wakes_a_page(happens: Callable[[Streams], None], woken: tuple[bool, bool]) -> None:
    streams = Streams(together_s=0)
    with streams.opened(ONE, "a") as first, streams.opened(OTHER, "b") as second:
        assert first is not None and second is not None
        happens(streams)
        await asyncio.sleep(0.001)
        assert (first.is_set(), second.is_set()) == woken
    assert len(streams) == 0


async def test_one_page_opens_only_so_many_streams() -> None:
    streams = Streams()
    opened = [streams.opened(ONE, "a") for _ in range(MOST_OF_PAGE + 1)]
    assert [stream.__enter__() is not None for stream in opened] == [*[True] * MOST_OF_PAGE, False]
    with streams.opened(ONE, "b") as other:
        assert other is not None
    for stream in opened:
        stream.__exit__(None, None, None)
    assert len(streams) == 0


async def test_a_great_many_streams_are_woken_a_few_at_a_time_and_all_of_them() -> None:
    streams = Streams(together_s=0)
    opened = [streams.opened(ONE, f"page {number}") for number in range(3 * AT_ONCE)]
    news = [stream.__enter__() for stream in opened]

    streams.wake(ONE)
    for _ in range(10):  # until its timer has come due
        if any(each is not None and each.is_set() for each in news):
            break
        await asyncio.sleep(0)

    woken = [sum(each is not None and each.is_set() for each in news)]
    for _ in range(4):
        await asyncio.sleep(0)
        woken.append(sum(each is not None and each.is_set() for each in news))
    assert woken[0] == AT_ONCE and sorted(woken) == woken and woken[-1] == 3 * AT_ONCE
    streams.wake(ONE)
    for stream in opened:
        stream.__exit__(None, None, None)


async def test_changes_that_come_together_are_one_piece_of_news() -> None:
    streams = Streams(together_s=0.005)
    with streams.opened(ONE, "a") as news:
        assert news is not None
        streams.wake(ONE)
        await asyncio.sleep(0)
        streams.wake(ONE)
        assert not news.is_set()
        await news.wait()
        news.clear()
        await asyncio.sleep(0.02)
        assert not news.is_set()


async def test_every_change_of_a_match_has_a_number_of_its_own() -> None:
    streams = Streams()
    numbers = [streams.news_of(ONE)]
    for happens in (lambda: streams.wake(ONE), lambda: streams.heard(None), lambda: streams.written({of_match(ONE): 2})):
        happens()
        numbers.append(streams.news_of(ONE))
    assert len(set(numbers)) == len(numbers)
    other = streams.news_of(OTHER)
    streams.wake(ONE)
    assert streams.news_of(OTHER) == other


async def test_what_many_ask_at_once_is_found_out_once_and_a_mistake_is_nobodys_for_long() -> None:
    answers: SharedAnswers[int] = SharedAnswers(0.05)
    made = []

    async def make() -> int:
        made.append(1)
        await asyncio.sleep(0.01)
        if len(made) == 2:
            raise ZeroDivisionError
        return len(made)

    first = asyncio.create_task(answers.get("a", make))
    others = [asyncio.create_task(answers.get("a", make)) for _ in range(50)]
    await asyncio.sleep(0)
    first.cancel()  # who asked first leaves
    assert await asyncio.gather(*others) == [1] * 50 and len(made) == 1
    await asyncio.sleep(0.1)
    failed = await asyncio.gather(*(answers.get("a", make) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(each, ZeroDivisionError) for each in failed) and len(made) == 2
    await asyncio.sleep(0.1)
    assert await answers.get("a", make) == 3
