"""Dear work waits in a short line: one job a person, few of a server, and one at a time."""

from __future__ import annotations

import asyncio

import pytest

from cogs.admission import IN_LINE, OF_SERVER, Admission
from cogs.refused import Declined


async def job(line: Admission, user_id: int, guild_id: int | None, done: asyncio.Event, under_way: list[int]) -> None:
    async with line.admitted(user_id, guild_id):
        under_way.append(user_id)
        await done.wait()
        under_way.remove(user_id)


async def waiting(line: Admission, jobs: list[tuple[int, int | None]]) -> tuple[list[asyncio.Task[None]], asyncio.Event, list[int]]:
    done, under_way = asyncio.Event(), list[int]()
    tasks = [asyncio.create_task(job(line, user, guild, done, under_way)) for user, guild in jobs]
    await asyncio.sleep(0)
    return tasks, done, under_way


async def test_jobs_are_done_one_after_the_other_in_the_order_of_coming() -> None:
    line = Admission()
    tasks, done, under_way = await waiting(line, [(1, 7), (2, 7), (3, 8)])

    assert under_way == [1] and line.length == 3
    done.set()
    await asyncio.gather(*tasks)
    assert under_way == [] and line.length == 0


async def test_nobody_has_two_jobs_and_is_told_where_the_first_one_stands() -> None:
    line = Admission()
    tasks, done, _ = await waiting(line, [(1, 7), (2, 7), (3, 8)])

    with pytest.raises(Declined) as refused:
        async with line.admitted(3, 9):
            raise AssertionError

    assert (refused.value.code, refused.value.params["place"]) == ("in-line", 3)
    done.set()
    await asyncio.gather(*tasks)


@pytest.mark.parametrize(
    ("there", "guild", "enters"),
    [
        ([(user, 7) for user in range(OF_SERVER)], 7, False),
        ([(user, 7) for user in range(OF_SERVER)], 8, True),
        ([(user, None) for user in range(OF_SERVER)], None, True),
        ([(user, user) for user in range(100, 100 + IN_LINE)], 8, False),
    ],
)
async def test_the_line_is_short_for_a_server_and_for_all(
    there: list[tuple[int, int | None]], guild: int | None, enters: bool
) -> None:
    line = Admission()
    tasks, done, _ = await waiting(line, there)
    late, *_ = (await waiting(line, [(99, guild)]))[0]

    assert late.done() is not enters
    if not enters:
        assert isinstance(late.exception(), Declined)
    else:
        late.cancel()
    done.set()
    await asyncio.gather(*tasks, late, return_exceptions=True)


async def test_whoever_stops_waiting_leaves_the_line() -> None:
    line = Admission()
    tasks, done, under_way = await waiting(line, [(1, 7), (2, 7), (3, 7)])

    tasks[1].cancel()
    await asyncio.wait({tasks[1]})
    assert line.length == 2
    done.set()
    await asyncio.gather(tasks[0], tasks[2])
    assert line.length == 0 and under_way == []
