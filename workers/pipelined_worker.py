"""A single lasting worker process whose next calls are sent while it runs the first, so that it is never idle in between.

For many short calls to a warm process. A cancelled caller stops waiting, but a call that was sent still runs, because stopping it
would end the process; only with `stops` (for long calls) is that done. If the process dies or hangs, it's replaced and its calls
are sent once more.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ai import game_analysis
from ai.game_analysis import FinishedGame, GameAnalysis
from workers.move_task import UploadedContent, remember
from workers.worker_main import unpacked
from workers.worker_process import TRIES, WorkerDiedError, WorkerProcess, WorkerProcesses, WorkerUnavailableError

T = TypeVar("T")
LOG = logging.getLogger("bastide.thinking")

AHEAD = 3
"""So many calls are sent before the first is answered: on a busy machine the way there and back takes longer than a call."""


class PipelinedWorker:
    """One lasting worker process that is sent its next calls while it still runs the first.

    `name` and `niceness` describe the process in the log and to the scheduler; after `idle_s` without a call it is ended. With
    `stops`, meant for long calls, it is also ended when the call it runs has no waiting caller any more.
    """

    def __init__(self, name: str, *, niceness: int, idle_s: float, ahead: int = AHEAD, stops: bool = False) -> None:
        assert ahead == 1 or not stops, "other calls would be lost"
        self._name = name
        self._processes = WorkerProcesses(niceness)
        self._idle_s = idle_s
        self._places = asyncio.Semaphore(ahead)
        self._stops = stops
        self._starting = asyncio.Lock()
        self._thinker: WorkerProcess | None = None
        self._sent = 0
        self._leaving: asyncio.TimerHandle | None = None

    @property
    def process(self) -> int | None:
        """Operating-system id of the process; None if it isn't running."""
        return self._thinker.pid if self._thinker is not None and self._thinker.is_alive else None

    async def run(self, function: Callable[..., T], *arguments: Any, kind: str, limit_s: float) -> T:
        """Run `function(*arguments)` in the process and return its result.

        Raises what the function raises, `WorkerUnavailableError`, or `WorkerClosedError` after closing. `kind` names the call in
        the log. `limit_s`: seconds after sending at which a call counts as hung.
        """
        request = pickle.dumps((function, arguments))
        await self._places.acquire()
        call = asyncio.ensure_future(self._carry_out(request, kind, limit_s))
        call.add_done_callback(self._make_room)
        try:
            return unpacked(await asyncio.shield(call))  # type: ignore[no-any-return]  # the type of the function, by contract
        except asyncio.CancelledError:
            if self._stops:
                call.cancel()
            raise

    def _make_room(self, call: asyncio.Future[bytes]) -> None:
        self._places.release()
        if not call.cancelled():
            call.exception()  # of anyone who has stopped waiting nobody else asks for it

    async def close(self) -> None:
        """End the process at once and permanently; waiting and running calls raise `WorkerClosedError`."""
        self._thinker = None
        if self._leaving is not None:
            self._leaving.cancel()
        await self._processes.close()

    async def _carry_out(self, request: bytes, kind: str, limit_s: float) -> bytes:
        for _ in range(TRIES):
            thinker = await self._wake_process()
            self._sent += 1
            try:
                async with asyncio.timeout(limit_s):
                    return await thinker.ask(request)
            except WorkerDiedError:
                self._processes.check_open()
                LOG.warning("a %s process died (%s)", self._name, kind)
                await self._dismiss(thinker)
            except TimeoutError:
                LOG.warning("a %s process took longer than %g s and was ended (%s)", self._name, limit_s, kind)
                await self._dismiss(thinker)
            except asyncio.CancelledError:
                await self._dismiss(thinker)
                raise
            finally:
                self._sent -= 1
                self._rest()
        raise WorkerUnavailableError(f"{TRIES} processes died or took longer than {limit_s:g} s ({kind})")

    async def _wake_process(self) -> WorkerProcess:
        async with self._starting:
            self._processes.check_open()
            if self._thinker is None or not self._thinker.is_alive:
                self._thinker = await self._processes.start()
            return self._thinker

    def _rest(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
        self._leaving = None if self._processes.is_closed else asyncio.get_running_loop().call_later(self._idle_s, self._leave)

    def _leave(self) -> None:
        if not self._sent and self._thinker is not None:
            self._processes.retire(self._thinker)
            self._thinker = None

    async def _dismiss(self, thinker: WorkerProcess) -> None:
        if self._thinker is thinker:
            self._thinker = None
        if self._leaving is not None:
            self._leaving.cancel()
        await self._processes.end(thinker)


@dataclass(frozen=True)
class WorkerRequest:
    """A request to analyse a finished game, limited to `leaves` positions."""

    past: FinishedGame
    leaves: int
    """How many positions may be judged."""
    added: UploadedContent | None = None


def judged(question: WorkerRequest) -> GameAnalysis:
    """Return the analysis of a finished game. Deterministic: the same request always has the same result."""
    remember(question.added)
    return game_analysis.analyse_game(question.past, question.leaves)
