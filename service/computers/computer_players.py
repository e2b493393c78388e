"""Computer players in matches: one task per match after a commit, which computes in other processes what their seats may see."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ai import PATIENT
from ai.player_protocol import Player
from games.core.game import Seat
from games.core.uploads import NONE, OPTION, Uploads
from service.core.change_scope import Decision
from service.errors import Refusal
from service.match import match_session as lives
from service.match import sealed_bag
from service.match.match_changes import MatchChange, MatchDetailsChange
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, TentativePosition
from service.match.match_transaction import MatchTransaction
from storage.errors import StorageError
from storage.rows import RUNNING, MatchId, MatchRow
from storage.sharding import WHOLE, ShardSet
from workers import move_task
from workers.move_task import MoveResult, MoveTask, UploadedContent
from workers.pool import Pool, WorkerUnavailableError

LOG = logging.getLogger("bastide.service")

LIMIT_S = 60.0
"""A move that takes longer hangs: budgets count positions, and even the strongest player needs five seconds at most."""

FIRST_WAIT_S = 2.0
"""After a move that failed, until the next try; each further wait is twice as long."""

LONGEST_WAIT_S = 300.0

EXPECTED = (StorageError, WorkerUnavailableError, Refusal)
"""What may happen to a sound program: a database that is locked, a process that was killed."""


def utc_now() -> datetime:
    """Return the present time."""
    return datetime.now(UTC)


class Computers:
    """The background tasks in which computers choose their moves."""

    def __init__(
        self,
        repository: MatchRepository,
        players: Mapping[str, Player],
        stand_in: str,
        pool: Pool,
        *,
        uploads: Mapping[str, Uploads] | None = None,
        clock: Callable[[], datetime] = utc_now,
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        """Set the services; `players` are the computer players by level, and `stand_in` is the level that plays vacant seats.

        `clock` returns the time of their moves; `first_wait_s` is the wait before the first retry, in seconds.
        """
        assert stand_in in players, stand_in
        self._repository = repository
        self.players = players
        self.stand_in = stand_in
        self._pool = pool
        self._uploads = uploads or {}
        self._clock = clock
        self._first_wait_s = first_wait_s
        self._thinking: dict[MatchId, asyncio.Task[None]] = {}
        self._acting: set[MatchId] = set()
        """Matches in which a computer has thought, and its move is being written: it looks again by itself."""
        self._failed: dict[MatchId, int] = {}
        """How often in a row the computers of a match have failed."""
        self._retries: dict[MatchId, asyncio.TimerHandle] = {}
        self._took: dict[MatchId, dict[Seat, float]] = {}
        self._closed = False
        self.is_ours: Callable[[MatchRow], bool] = lambda _match: True
        """Whether this process lets the computers of a match play; where several share a database one does."""

    def think(self, match_id: MatchId) -> None:
        """Start the task in which the computers of a match act until a user must act."""
        known = self._thinking.get(match_id)
        if self._closed or (known is not None and not known.done()):
            return
        if (retry := self._retries.pop(match_id, None)) is not None:
            retry.cancel()
        task = asyncio.get_running_loop().create_task(self._play_on(match_id), name=f"computers of match {match_id}")
        self._thinking[match_id] = task
        task.add_done_callback(lambda done: self._end_thought(match_id, done))

    def stop(self, match_id: MatchId) -> None:
        """Stop the computing for a match, which frees its process."""
        task = self._thinking.get(match_id)
        if task is not None and match_id not in self._acting:
            del self._thinking[match_id]
            task.cancel()

    def took(self, match_id: MatchId) -> Mapping[Seat, float]:
        """Return the processor seconds of each computer's last move in a running match, for moves made by this process."""
        return self._took.get(match_id, {})

    async def wake(self, part: ShardSet = WHOLE) -> None:
        """Start the tasks of all matches in a part of the servers that this process has become responsible for."""
        for match_id in await self._repository.store.matches.with_computers(part):
            self.think(match_id)

    def lost(self, _part: ShardSet) -> None:
        """Stop the tasks of matches for which another process is responsible now."""
        for match_id in list(self._thinking):
            if (known := self._repository.remembered(match_id)) is None or not self.is_ours(known):
                self.stop(match_id)
        self._took.clear()  # what is seen elsewhere is not known here

    async def turn(self, live: MatchSession, seat: Seat) -> TentativePosition | None:
        """Return a computer's moves in a player's place, until that seat need not act any more; None if it need not act now.

        Slow: the caller must hold no lock.
        """
        start_position: TentativePosition | None = None
        while seat in live.game.to_act(state := live.state if start_position is None else start_position.state):
            asked = question(
                replace(live, state=state), seat, self.players[self.stand_in], uploaded_content(live.match, self._uploads)
            )
            thought = await self._pool.run(move_task.turn, asked, kind=f"a turn in match {live.match.id}", limit_s=LIMIT_S)
            start_position = lives.try_actions(live, seat, thought.texts, start_position)
        return start_position

    async def settled(self) -> None:
        """Wait until no task is running; for tests and before closing. Tasks waiting for a retry are left out."""
        while tasks := [t for t in self._thinking.values() if not t.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop all tasks permanently; committed moves stay. The store and the pool stay open."""
        self._closed = True
        for retry in self._retries.values():
            retry.cancel()
        self._retries.clear()
        tasks = [t for t in self._thinking.values() if not t.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def look(self, of: MatchChange, _now: datetime) -> None:
        """Restart the task of a match that has changed."""
        live = of.step.live
        self.stop(live.match.id)
        if live.match.status != RUNNING:
            self._took.pop(live.match.id, None)
        elif live.computers_asked():
            self.think(live.match.id)

    def rest(self, of: MatchDetailsChange, _now: datetime) -> None:
        """Stop the task of a match that was cancelled or lost."""
        match = of.commit.match
        if match.status != RUNNING:
            self.stop(match.id)
            self._took.pop(match.id, None)

    async def _play_on(self, match_id: MatchId) -> None:
        while True:
            live = await self._repository.unit_of_work.look(self._repository.of(match_id))
            seats = live.computers_asked()
            if live.match.status != RUNNING or not seats or not self.is_ours(live.match):
                return
            level = self._level(live, seats[0])
            asked = question(live, seats[0], live.teaching or self.players[level], uploaded_content(live.match, self._uploads))
            kind = f"a turn in match {match_id}"
            if level in PATIENT and not live.teaching:
                turn = self._pool.run_patiently(move_task.turn, asked, kind=kind, limit_s=LIMIT_S, guild_id=live.match.guild_id)
            else:
                turn = self._pool.run(move_task.turn, asked, kind=kind, limit_s=LIMIT_S)
            thought = await turn
            self._acting.add(match_id)
            try:
                await self._act_if_unchanged(live, seats[0], thought)
            finally:
                self._acting.discard(match_id)
            self._failed.pop(match_id, None)

    async def _act_if_unchanged(self, seen: MatchSession, seat: Seat, thought: MoveResult) -> None:
        now = self._clock()

        def decide(live: MatchSession) -> Decision[Any]:
            if live.version != seen.version or live.match.status != RUNNING:
                return Decision(lambda: None)  # somebody acted while it was thinking: it looks again
            step = MatchTransaction(live, now)
            if live.teaching is None:
                step.weigh()
            for text in thought.texts:
                step.act(seat, text)
            return self._repository.decided(step)

        update = await self._repository.unit_of_work.change(self._repository.of(seen.match.id), decide, now=now)
        if update is not None and update.match.status == RUNNING and seen.teaching is None:
            self._took.setdefault(seen.match.id, {})[seat] = thought.cpu_s

    def _level(self, live: MatchSession, seat: Seat) -> str:
        level = live.seats[seat].level
        # A level that this program no longer has is played by the one that plays vacant seats.
        return level if level in self.players else self.stand_in  # type: ignore[return-value]  # only computers come here

    def _end_thought(self, match_id: MatchId, task: asyncio.Task[None]) -> None:
        if self._thinking.get(match_id) is task:
            del self._thinking[match_id]
        if task.cancelled():
            return
        error = task.exception()
        if error is None:
            self._failed.pop(match_id, None)
        elif isinstance(error, Refusal) and error.code != "stale":
            LOG.warning("the computers of match %s cannot play: %s", match_id, error.code)  # nor could they in a minute
        else:
            self._try_again(match_id, error)

    def _try_again(self, match_id: MatchId, error: BaseException) -> None:
        """Schedule a retry after some seconds, more after each failure."""
        failed = self._failed[match_id] = self._failed.get(match_id, 0) + 1
        wait_s = min(self._first_wait_s * 2 ** (failed - 1), LONGEST_WAIT_S)
        retry = asyncio.get_running_loop().call_later(wait_s, self.think, match_id)
        self._retries[match_id] = retry
        message = "the computers of match %s failed (%s: %s) and try again in %g s"
        told = (match_id, type(error).__name__, error, wait_s)
        if isinstance(error, EXPECTED):
            LOG.warning(message, *told)
        else:
            LOG.error(message, *told, exc_info=error if failed == 1 else None)


def question(live: MatchSession, seat: Seat, player: Player, added: UploadedContent | None = None) -> MoveTask:
    """Return the task for a computer to choose a move of `seat`, without the secret and whatever the seat may not see."""
    imagined = live.game.imagine(live.state, seat, sealed_bag.derived_chance(live.secret, f"imagine {live.version}"))
    seed = sealed_bag.derived_seed(live.secret, f"computer {live.version}")
    return MoveTask(live.game, player, live.game.dump(imagined), seat, seed, added)


def uploaded_content(match: MatchRow, all_uploads: Mapping[str, Uploads]) -> UploadedContent | None:
    """Return the content of a match that other processes lack, a map added by a server; None without one."""
    uploads, upload_id = all_uploads.get(match.game), match.options.get(OPTION, NONE)
    if uploads is None or upload_id == NONE or upload_id in uploads.built_in():
        return None
    return UploadedContent(uploads, upload_id, uploads.find(upload_id).text)
