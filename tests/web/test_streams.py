"""Pages that wait for news: each is woken by what it may show, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from storage.rows import MatchId, of_match, of_server
from storage.tournament_rows import of_event
from web.streams import MOST_OF_PAGE, Streams

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
    streams = Streams()
    with streams.opened(ONE, "a") as first, streams.opened(OTHER, "b") as second:
        assert first is not None and second is not None
        happens(streams)
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
