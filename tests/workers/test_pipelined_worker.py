"""The pipelined worker: calls are sent ahead and answered in order, each to its own caller."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.workers import calls
from workers.pipelined_worker import AHEAD, PipelinedWorker
from workers.worker_main import framed, unpacked
from workers.worker_process import (
    WorkerClosedError,
    WorkerDiedError,
    WorkerProcess,
    WorkerProcesses,
    WorkerUnavailableError,
    program,
)

LONG_S = 60.0
"""A limit that nothing here reaches."""


@pytest.fixture
async def line() -> AsyncIterator[PipelinedWorker]:
    """Open one process."""
    opened = PipelinedWorker("testing", niceness=0, idle_s=LONG_S)
    yield opened
    await opened.close()


async def ran(line: PipelinedWorker, function: object, *arguments: object, limit_s: float = LONG_S) -> object:
    return await line.run(function, *arguments, kind="test", limit_s=limit_s)  # type: ignore[arg-type]


def noted(folder: Path) -> list[str]:
    """Return the calls that have begun."""
    book = folder / "book"
    return book.read_text().splitlines() if book.exists() else []


async def has_begun(folder: Path) -> None:
    while not noted(folder):  # noqa: ASYNC110  # another process writes
        await asyncio.sleep(0.005)


def waits(line: PipelinedWorker, folder: Path, text: str) -> asyncio.Task[object]:
    return asyncio.create_task(ran(line, calls.waits_for, str(folder / "open"), text, str(folder / "book")))


async def test_everybody_gets_their_own_answer_from_one_process(line: PipelinedWorker) -> None:
    answers = await asyncio.gather(*(ran(line, calls.doubled, number) for number in range(20)))

    assert answers == [2 * number for number in range(20)]
    assert await ran(line, calls.where) == line.process


async def test_some_are_sent_before_the_first_is_answered_and_no_more(line: PipelinedWorker, tmp_path: Path) -> None:
    """Anyone who leaves before they were sent is never carried out, and who leaves later is; the process goes on."""
    waiting = [waits(line, tmp_path, f"call {number}") for number in range(AHEAD + 2)]
    await has_begun(tmp_path)
    before = line.process

    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    (tmp_path / "open").touch()

    assert await ran(line, calls.where) == before
    assert noted(tmp_path) == [f"call {number}" for number in range(AHEAD)]


async def test_a_long_call_is_ended_when_nobody_waits_for_it(tmp_path: Path) -> None:
    line = PipelinedWorker("testing", niceness=0, idle_s=LONG_S, ahead=1, stops=True)
    waiting = waits(line, tmp_path, "a film")
    await has_begun(tmp_path)
    before = line.process

    waiting.cancel()
    await asyncio.wait({waiting})

    assert waiting.cancelled()
    assert await ran(line, calls.where) != before
    await line.close()


async def test_nobody_gets_the_answer_of_one_who_has_left(tmp_path: Path) -> None:
    thinker = await WorkerProcess.start(0)
    gate = tmp_path / "open"
    first = asyncio.create_task(thinker.ask(calls.request(calls.waits_for, str(gate), "one", str(tmp_path / "book"))))
    second = asyncio.create_task(thinker.ask(calls.request(calls.doubled, 2)))
    await has_begun(tmp_path)

    first.cancel()
    gate.touch()

    with pytest.raises(WorkerDiedError):
        unpacked(await second)
    thinker.end()
    await thinker.ended()


async def test_all_that_a_dead_process_had_been_sent_is_sent_once_more(line: PipelinedWorker, tmp_path: Path) -> None:
    waiting = [waits(line, tmp_path, "one"), waits(line, tmp_path, "two")]
    await has_begun(tmp_path)
    assert line.process is not None

    os.kill(line.process, signal.SIGKILL)
    (tmp_path / "open").touch()

    assert await asyncio.gather(*waiting) == ["one", "two"]


async def test_what_hangs_or_dies_twice_fails_and_the_next_call_does_not(
    line: PipelinedWorker, caplog: pytest.LogCaptureFixture
) -> None:
    hung = await ran(line, calls.where)

    with pytest.raises(WorkerUnavailableError, match="test"):
        await ran(line, calls.hangs, limit_s=0.2)
    with pytest.raises(WorkerUnavailableError, match="test"):
        await ran(line, calls.dies)

    assert await ran(line, calls.where) != hung
    late, dead = "a testing process took longer than 0.2 s and was ended (test)", "a testing process died (test)"
    assert [record.getMessage() for record in caplog.records] == [late, late, dead, dead]


async def test_a_process_that_nobody_needs_is_ended_and_started_again() -> None:
    line = PipelinedWorker("testing", niceness=0, idle_s=0.01)
    first = await ran(line, calls.where)
    while line.process is not None:  # noqa: ASYNC110  # the system tells of its end
        await asyncio.sleep(0.005)

    assert await ran(line, calls.where) != first
    await line.close()


async def test_a_closed_line_fails_those_who_wait_and_those_who_come(line: PipelinedWorker, tmp_path: Path) -> None:
    waiting = [waits(line, tmp_path, f"call {number}") for number in range(AHEAD + 1)]
    await has_begun(tmp_path)

    await line.close()

    assert {type(outcome) for outcome in await asyncio.gather(*waiting, return_exceptions=True)} == {WorkerClosedError}
    with pytest.raises(WorkerClosedError):
        await ran(line, calls.doubled, 1)
    assert line.process is None


async def test_what_nobody_waits_for_any_more_fails_in_silence(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    line = PipelinedWorker("testing", niceness=0, idle_s=LONG_S)
    waiting = waits(line, tmp_path, "one")
    await has_begun(tmp_path)
    waiting.cancel()

    await asyncio.wait({waiting})
    await line.close()
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)
    del waiting
    gc.collect()

    assert caplog.text == ""


def test_a_process_whose_program_was_killed_ends_in_silence(tmp_path: Path) -> None:
    """Also while it works: the host finds no traceback of it among the last lines."""
    gate = tmp_path / "open"
    command, pipe = (sys.executable, "-c", program(0)), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write(framed(calls.request(calls.waits_for, str(gate), "one", str(tmp_path / "book"))))
        process.stdin.flush()
        process.stdout.close()
        gate.touch()

        assert process.stderr.read() == b""


async def test_closing_ends_a_process_that_is_still_starting() -> None:
    """Its caller is told; nothing is left for an event loop that is gone."""
    processes = WorkerProcesses(niceness=0)
    starting = asyncio.create_task(processes.start())
    await asyncio.sleep(0)
    await processes.close()

    with pytest.raises(WorkerClosedError):
        await starting
    assert processes.pids == ()
    assert _children() == set()


async def test_closing_waits_for_processes_that_are_ending() -> None:
    processes = WorkerProcesses(niceness=0)
    process = await processes.start()
    processes.retire(process)
    await processes.close()

    assert not process.is_alive
    assert _children() == set()


async def test_a_process_whose_caller_stopped_waiting_is_ended() -> None:
    processes = WorkerProcesses(niceness=0)
    starting = asyncio.create_task(processes.start())
    await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    await processes.close()

    assert _children() == set()


def _children() -> set[int]:
    """Return the process ids of this process's worker processes that have not ended."""
    listings = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    pids = {int(pid) for listing in listings for pid in listing.read_text().split()}
    return {pid for pid in pids if b"worker_main" in Path(f"/proc/{pid}/cmdline").read_bytes()}
