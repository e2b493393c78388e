"""The pool: calls run elsewhere, in order of priority, never too many; what dies or hangs is replaced; what is stopped stops."""

from __future__ import annotations

import asyncio
import os
import pickle
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.workers import calls
from workers.pool import Pool, Priority, WorkerClosedError, WorkerUnavailableError
from workers.worker_main import CallFailed

LONG_S = 60.0
"""A limit that nothing here reaches."""


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    """Open a pool of one place, as on a machine with one core."""
    opened = Pool(1)
    yield opened
    await opened.close()


class Gate:
    """Calls that began are written down, and wait until the gate is opened."""

    def __init__(self, folder: Path) -> None:
        self._gate = folder / "open"
        self._book = folder / "book"
        self._book.touch()

    def began(self) -> list[str]:
        return self._book.read_text().splitlines()

    async def has_begun(self, number: int) -> None:
        while len(self.began()) < number:  # noqa: ASYNC110  # another process writes
            await asyncio.sleep(0.005)

    def open(self) -> None:
        self._gate.touch()

    def call(self, pool: Pool, text: str, priority: Priority = Priority.MOVE) -> asyncio.Task[str]:
        waiting = pool.run(calls.waits_for, str(self._gate), text, str(self._book), kind="test", limit_s=LONG_S, priority=priority)
        return asyncio.ensure_future(waiting)

    def patiently(self, pool: Pool, text: str, guild_id: int) -> asyncio.Task[str]:
        asked = (calls.waits_for, str(self._gate), text, str(self._book))
        return asyncio.ensure_future(pool.run_patiently(*asked, kind="test", limit_s=LONG_S, guild_id=guild_id))


async def ran(pool: Pool, function: object, *arguments: object, limit_s: float = LONG_S) -> object:
    return await pool.run(function, *arguments, kind="test", limit_s=limit_s)  # type: ignore[arg-type]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_call_is_carried_out_in_another_process_that_is_used_again(pool: Pool) -> None:
    assert await ran(pool, calls.doubled, 21) == 42
    first = await ran(pool, calls.where)

    assert first == await ran(pool, calls.where)
    assert first != os.getpid()
    assert pool.processes == (first,)


async def test_no_process_is_started_before_one_is_needed(pool: Pool) -> None:
    assert pool.processes == ()


async def test_a_process_gets_nothing_of_the_environment_that_it_does_not_need(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "the secret of all secrets")

    given = await ran(pool, calls.environment)

    assert isinstance(given, dict)
    assert "DISCORD_TOKEN" not in given
    assert "the secret of all secrets" not in given.values()


async def test_a_process_imports_nothing_that_the_call_does_not_name(pool: Pool) -> None:
    there = await ran(pool, calls.imported)

    assert isinstance(there, list)
    assert {"workers", "tests"} <= set(there)
    assert not {"discord", "PIL", "numpy", "sqlite3", "asyncio", "service", "storage", "render", "text", "cogs"} & set(there)


async def test_what_a_calculation_prints_is_not_taken_for_its_answer(pool: Pool) -> None:
    assert await ran(pool, calls.chatter) == "done"
    assert await ran(pool, calls.doubled, 4) == 8


async def test_what_a_call_raises_is_raised_here_with_the_place_where_it_happened(pool: Pool) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        await ran(pool, calls.divided, 0)

    assert "in divided" in "".join(caught.value.__notes__)
    assert await ran(pool, calls.divided, 2) == 0.5, "and the process goes on"


async def test_what_cannot_travel_is_told_as_text(pool: Pool) -> None:
    with pytest.raises(CallFailed, match="Picky"):
        await ran(pool, calls.picky)


async def test_a_process_that_dies_is_replaced_and_the_call_repeated(
    pool: Pool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert await ran(pool, calls.dies_once, str(tmp_path / "marker")) == "answered"
    assert [record.getMessage() for record in caplog.records] == ["a thinking process died (test)"]


async def test_a_process_that_hangs_is_ended_and_the_call_repeated(
    pool: Pool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The limit must be long enough for the process to start."""
    hung = await ran(pool, calls.where)

    assert await ran(pool, calls.hangs_once, str(tmp_path / "marker"), limit_s=3) == "answered"

    assert isinstance(hung, int)
    assert not is_alive(hung)
    assert [record.getMessage() for record in caplog.records] == ["a thinking process took longer than 3 s and was ended (test)"]


async def test_a_call_that_kills_every_process_fails(pool: Pool) -> None:
    with pytest.raises(WorkerUnavailableError, match="test"):
        await ran(pool, calls.dies)

    assert await ran(pool, calls.doubled, 1) == 2
    assert len(pool.processes) == 1


async def test_a_process_that_died_at_rest_is_replaced(pool: Pool) -> None:
    first = await ran(pool, calls.where)
    assert isinstance(first, int)
    os.kill(first, 9)

    second = await ran(pool, calls.where)

    assert second != first


async def test_as_many_calls_run_at_once_as_there_are_places(tmp_path: Path) -> None:
    pool, gate = Pool(2), Gate(tmp_path)
    waiting = [gate.call(pool, text) for text in "abc"]
    await gate.has_begun(2)

    assert sorted(gate.began()) == ["a", "b"]
    gate.open()
    assert await asyncio.gather(*waiting) == ["a", "b", "c"]
    assert len(pool.processes) == 2
    await pool.close()


async def test_who_is_waited_for_goes_first_and_then_who_came_first(pool: Pool, tmp_path: Path) -> None:
    gate = Gate(tmp_path)
    waiting = [gate.call(pool, "first")]
    await gate.has_begun(1)
    for text, priority in (("move", Priority.MOVE), ("next move", Priority.MOVE), ("hint", Priority.WAITED_FOR)):
        waiting.append(gate.call(pool, text, priority))
    await asyncio.sleep(0)

    gate.open()
    await asyncio.gather(*waiting)

    assert gate.began() == ["first", "hint", "move", "next move"]


async def test_what_runs_in_the_background_keeps_no_move_waiting(pool: Pool, tmp_path: Path) -> None:
    gate = Gate(tmp_path)
    analyses = [gate.call(pool, label, Priority.BACKGROUND) for label in ("one", "two")]
    await gate.has_begun(1)

    assert await ran(pool, calls.doubled, 3) == 6
    assert gate.began() == ["one"], "one at a time"
    gate.open()
    assert await asyncio.gather(*analyses) == ["one", "two"]


async def test_a_call_that_is_stopped_ends_its_process_and_gives_its_place_to_the_next(pool: Pool, tmp_path: Path) -> None:
    gate = Gate(tmp_path)
    stopped = gate.call(pool, "stopped")
    await gate.has_begun(1)
    (pid,) = pool.processes
    following = asyncio.ensure_future(ran(pool, calls.doubled, 5))
    await asyncio.sleep(0)

    stopped.cancel()

    assert await following == 10
    assert stopped.cancelled()
    assert not is_alive(pid)


async def test_a_call_that_is_stopped_while_it_waits_takes_no_place(pool: Pool, tmp_path: Path) -> None:
    gate = Gate(tmp_path)
    running = gate.call(pool, "running")
    await gate.has_begun(1)
    waiting = gate.call(pool, "waiting")
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    gate.open()

    assert await running == "running"
    assert await ran(pool, calls.doubled, 5) == 10
    assert gate.began() == ["running"]


async def test_closing_ends_every_process_and_fails_every_call(tmp_path: Path) -> None:
    pool, gate = Pool(1), Gate(tmp_path)
    waiting = [gate.call(pool, "running"), gate.call(pool, "waiting")]
    await gate.has_begun(1)
    (pid,) = pool.processes

    await pool.close()

    assert [type(answer) for answer in await asyncio.gather(*waiting, return_exceptions=True)] == [
        WorkerClosedError,
        WorkerClosedError,
    ]
    assert not is_alive(pid)
    assert pool.processes == ()
    with pytest.raises(WorkerUnavailableError, match="closing"):
        await ran(pool, calls.doubled, 1)


async def test_a_process_that_nobody_needs_is_ended() -> None:
    pool = Pool(1, idle_s=0.0)
    pid = await ran(pool, calls.where)
    assert isinstance(pid, int)

    while is_alive(pid):  # noqa: ASYNC110  # it ends on its own
        await asyncio.sleep(0.005)

    assert pool.processes == ()
    assert await ran(pool, calls.doubled, 2) == 4
    await pool.close()


async def test_sets_have_one_order_in_all_processes(tmp_path: Path) -> None:
    """The same position gives the same move whichever process is asked, also after a restart."""
    orders = []
    for _ in range(2):
        pool = Pool(1)
        orders.append(await ran(pool, calls.names))
        await pool.close()

    assert orders[0] == orders[1]


async def test_only_functions_of_modules_can_be_called(pool: Pool) -> None:
    """And it is noticed at once, not in the other process."""
    with pytest.raises((pickle.PicklingError, AttributeError)):
        await ran(pool, lambda: 1)


async def test_one_server_holds_one_place_of_those_for_turns_that_take_seconds(tmp_path: Path) -> None:
    """Its second turn waits although there is room, another server's goes first, and a quick move has a place of its own."""
    pool, gate = Pool(2), Gate(tmp_path)
    try:
        tasks = [gate.patiently(pool, text, guild_id) for text, guild_id in (("first", 1), ("second", 1), ("other", 2))]
        await gate.has_begun(2)
        assert sorted(gate.began()) == ["first", "other"]
        quick = gate.call(pool, "quick")
        await gate.has_begun(3)
        assert "second" not in gate.began()

        gate.open()

        await asyncio.gather(quick, *tasks)
        assert gate.began()[-1] == "second"
    finally:
        await pool.close()


async def test_a_turn_that_is_given_up_leaves_the_place_to_others(tmp_path: Path) -> None:
    pool, gate = Pool(1), Gate(tmp_path)
    try:
        first, given_up, last = (gate.patiently(pool, label, 1) for label in ("first", "given up", "last"))
        await gate.has_begun(1)
        given_up.cancel()
        gate.open()

        await asyncio.gather(first, last)
        assert gate.began() == ["first", "last"]
    finally:
        await pool.close()


async def test_in_a_simulated_world_a_process_rests_by_its_time(pool: Pool) -> None:
    """That world would wait for a timer of real seconds, and a press with it."""
    naps, over = list[float](), asyncio.Event()

    async def asleep(seconds: float) -> None:
        naps.append(seconds)
        await over.wait()

    pool.pass_time(asleep)
    pid = await ran(pool, os.getpid)
    again = await ran(pool, os.getpid)
    await asyncio.sleep(0)
    assert pid == again and pool.processes == (pid,) and naps

    over.set()
    async with asyncio.timeout(LONG_S):
        while pool.processes:  # noqa: ASYNC110  # it is being ended
            await asyncio.sleep(0.005)
