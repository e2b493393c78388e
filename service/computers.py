"""Computer players at the table: one-shot tasks after a commit, thinking off the event loop, seeing only what their seat sees."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime

from games.core.game import Seat
from service import sealed_bag
from service.errors import Refusal
from service.kernel import Kernel
from service.live import Live
from service.players import Player
from service.step import Step
from storage.records import RUNNING, MatchId

LOG = logging.getLogger("bastide.service")


class Computers:
    """Lets seats without a person act."""

    def __init__(self, kernel: Kernel, players: Mapping[str, Player], stand_in: str) -> None:
        """`players` by level; `stand_in` is the level that plays vacant seats."""
        assert stand_in in players, stand_in
        self._kernel = kernel
        self.players = players
        self.stand_in = stand_in
        self._thinking: dict[MatchId, asyncio.Task[None]] = {}
        self._stalled: set[MatchId] = set()
        kernel.after_step.append(self._look)

    def think(self, match_id: MatchId, now: datetime) -> None:
        """Let the computers of a match act until a person is asked; moves are dated `now`."""
        known = self._thinking.get(match_id)
        if known is not None and not known.done():
            return
        task = asyncio.get_running_loop().create_task(self._play_on(match_id, now), name=f"computers of match {match_id}")
        self._thinking[match_id] = task
        task.add_done_callback(lambda done: self._thought(match_id, done))

    def retry(self, now: datetime) -> None:
        """Let computers that failed try again."""
        for match_id in tuple(self._stalled):
            self.think(match_id, now)

    async def wake(self, now: datetime) -> None:
        """After a start of the program: computers whose turn it is go on."""
        for match_id in await self._kernel.store.with_computers():
            self.think(match_id, now)

    async def settled(self) -> None:
        """Wait until no computer is thinking: for tests and before closing."""
        while tasks := [t for t in self._thinking.values() if not t.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop the computers; what they have committed stays. The store stays open."""
        tasks = [t for t in self._thinking.values() if not t.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _look(self, live: Live, now: datetime) -> None:
        if live.match.status == RUNNING and live.computers_asked():
            self.think(live.match.id, now)

    async def _play_on(self, match_id: MatchId, now: datetime) -> None:
        while True:
            async with self._kernel.lock(match_id):
                live = await self._kernel.live(match_id)
            seats = live.computers_asked()
            if live.match.status != RUNNING or not seats:
                return
            text = await self._kernel.work(chosen, live, seats[0], self.players[self._level(live, seats[0])])
            async with self._kernel.lock(match_id):
                await self._act_if_unchanged(live, seats[0], text, now)

    async def _act_if_unchanged(self, seen: Live, seat: Seat, text: str, now: datetime) -> None:
        live = await self._kernel.live(seen.match.id)
        if live.version != seen.version or live.match.status != RUNNING:
            return  # somebody acted while it was thinking: it looks again
        step = Step(live, now)
        step.act(seat, text)
        await self._kernel.write(step)

    def _level(self, live: Live, seat: Seat) -> str:
        level = live.seats[seat].level
        # A level that this program no longer has is played by the one that plays vacant seats.
        return level if level in self.players else self.stand_in  # type: ignore[return-value]  # only computers come here

    def _thought(self, match_id: MatchId, task: asyncio.Task[None]) -> None:
        if self._thinking.get(match_id) is task:
            del self._thinking[match_id]
        self._stalled.discard(match_id)
        if task.cancelled() or (error := task.exception()) is None:
            return
        # The match stands still until `retry`; the log has the reason.
        self._stalled.add(match_id)
        if not isinstance(error, Refusal):
            LOG.error("the computers of match %s failed", match_id, exc_info=error)


def chosen(live: Live, seat: Seat, player: Player) -> str:
    """The text of the action that a computer takes for `seat`; the same position always gives the same one."""
    imagined = live.game.imagine(live.state, seat, sealed_bag.chance(live.secret, f"imagine {live.version}"))
    choose = sealed_bag.chance(live.secret, f"computer {live.version}")
    return live.game.write(player.choose(live.game, live.game.clone(imagined), seat, choose))
