"""Dear work waits in a short line: one job a person, few of a server, one at a time, and not more than memory allows."""

from __future__ import annotations

import asyncio

import pytest

from service.core import job_queue
from service.core.job_queue import BYTES, FILM, PERSON, RECORD, JobCancelled, JobKind, JobQueue
from service.errors import Refusal
from tests.waiting import until


class Jobs:
    """People who have asked for jobs, each of which lasts until `done`."""

    def __init__(self) -> None:
        self.line = JobQueue()
        self.done = asyncio.Event()
        self.under_way: list[int] = []
        self.places: dict[int, int] = {}
        self.tasks: dict[int, asyncio.Task[None]] = {}

    async def ask(self, user_id: int, guild_id: int | None = None, kind: JobKind = FILM, size: int = 0) -> asyncio.Task[None]:
        task = self.tasks[user_id] = asyncio.create_task(self._run_job(user_id, guild_id, kind, size))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return task

    async def _run_job(self, user_id: int, guild_id: int | None, kind: JobKind, size: int) -> None:
        async def told(place: int) -> None:
            self.places[user_id] = place

        async with self.line.admitted(kind, user_id, guild_id, size=size, told=told):
            self.under_way.append(user_id)
            await self.done.wait()
            self.under_way.remove(user_id)

    async def end(self) -> None:
        self.done.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


@pytest.fixture
async def jobs() -> Jobs:
    return Jobs()


async def test_jobs_are_done_one_after_the_other_in_the_order_of_coming(jobs: Jobs) -> None:
    for user, guild in ((1, 7), (2, 7), (3, 8)):
        await jobs.ask(user, guild)

    assert jobs.under_way == [1] and jobs.line.length(FILM) == 3
    await jobs.end()
    assert jobs.under_way == [] and jobs.line.length(FILM) == 0


async def test_kinds_do_not_wait_for_each_other(jobs: Jobs) -> None:
    await jobs.ask(1)
    await jobs.ask(2, kind=PERSON)
    for user in (3, 4, 5):
        await jobs.ask(user, kind=RECORD)

    assert jobs.under_way == [1, 2, 3, 4], "two records at once"
    await jobs.end()


async def test_what_holds_much_waits_for_what_does_so_whatever_its_kind(jobs: Jobs) -> None:
    await jobs.ask(1, size=BYTES)
    await jobs.ask(2, kind=RECORD, size=1)
    await jobs.ask(3, kind=RECORD)
    assert jobs.under_way == [1, 3]

    await jobs.end()
    await jobs.ask(4, size=BYTES + 1)
    assert jobs.tasks[4].done() and jobs.tasks[4].exception() is None, "it would never be let in among others, but alone it is"


async def test_nobody_has_two_jobs_and_is_told_where_the_first_one_stands(jobs: Jobs) -> None:
    for user, guild in ((1, 7), (2, 7), (3, 8)):
        await jobs.ask(user, guild)

    with pytest.raises(Refusal) as refused:
        async with jobs.line.admitted(FILM, 3, 9):
            raise AssertionError

    assert (refused.value.code, refused.value.params["place"]) == ("in-line", 3)
    await jobs.end()


async def test_who_waits_long_is_told_where_and_may_leave(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "PATIENCE_S", 0.0)
    for user in (1, 2, 3):
        await jobs.ask(user)

    await until(lambda: jobs.places == {2: 2, 3: 3})  # the first one is under way
    assert not jobs.line.leave(FILM.name, 9) and not jobs.line.leave(RECORD.name, 2)
    assert jobs.line.leave(FILM.name, 2)
    await asyncio.wait({jobs.tasks[2]})
    assert isinstance(jobs.tasks[2].exception(), JobCancelled)
    assert jobs.line.place(FILM, 3) == 2 and jobs.under_way == [1]
    await jobs.end()


async def test_a_film_under_way_is_stopped_and_the_next_one_begins(jobs: Jobs) -> None:
    await jobs.ask(1)
    await jobs.ask(2)

    assert jobs.line.leave(FILM.name, 1)
    assert not jobs.line.leave(FILM.name, 1), "it is being stopped"
    await asyncio.wait({jobs.tasks[1]})

    assert isinstance(jobs.tasks[1].exception(), JobCancelled)
    assert jobs.under_way[-1] == 2 and jobs.line.length(FILM) == 1
    await jobs.end()


async def test_nothing_about_a_person_is_stopped_half_way(jobs: Jobs) -> None:
    await jobs.ask(1, kind=PERSON)

    assert not jobs.line.leave(PERSON.name, 1)
    await jobs.end()
    assert jobs.tasks[1].exception() is None


async def test_who_is_cancelled_by_others_has_not_left(jobs: Jobs) -> None:
    """The program ends while somebody stops their film."""
    await jobs.ask(1)

    jobs.line.leave(FILM.name, 1)
    jobs.tasks[1].cancel()
    await asyncio.wait({jobs.tasks[1]})

    assert jobs.tasks[1].cancelled()


async def test_what_was_let_in_before_gets_in_again(jobs: Jobs) -> None:
    for user in range(FILM.in_line):
        await jobs.ask(user)

    waits = asyncio.create_task(_run_again(jobs, 1))
    await asyncio.sleep(0)

    assert jobs.line.length(FILM) == FILM.in_line + 1
    waits.cancel()
    await asyncio.wait({waits})
    await jobs.end()


async def _run_again(jobs: Jobs, user_id: int) -> None:
    async with jobs.line.admitted(FILM, user_id, None, again=True):
        pass


async def test_nobody_is_told_what_does_not_wait(jobs: Jobs) -> None:
    await jobs.ask(1)
    await jobs.ask(2)
    await jobs.end()

    assert jobs.places == {}


@pytest.mark.parametrize(
    ("there", "guild", "enters"),
    [
        ([(user, 7) for user in range(FILM.of_server)], 7, False),
        ([(user, 7) for user in range(FILM.of_server)], 8, True),
        ([(user, None) for user in range(FILM.of_server)], None, True),
        ([(user, user) for user in range(100, 100 + FILM.in_line)], 8, False),
    ],
)
async def test_the_line_is_short_for_a_server_and_for_all(
    jobs: Jobs, there: list[tuple[int, int | None]], guild: int | None, enters: bool
) -> None:
    for user, its in there:
        await jobs.ask(user, its)

    late = await jobs.ask(99, guild)

    assert late.done() is not enters
    assert enters or isinstance(late.exception(), Refusal)
    await jobs.end()


async def test_who_stops_waiting_leaves_the_line(jobs: Jobs) -> None:
    for user in (1, 2, 3):
        await jobs.ask(user)

    jobs.tasks[2].cancel()
    await asyncio.wait({jobs.tasks[2]})

    assert jobs.line.length(FILM) == 2
    await jobs.end()
    assert jobs.line.length(FILM) == 0 and jobs.under_way == []
