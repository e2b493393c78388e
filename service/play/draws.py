"""Use-cases of a match that rests: the house is asked, and has not drawn yet."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from games.core.game import HOUSE
from journal.entry import entry
from service.errors import Refusal
from service.play.starting import BEGIN
from service.process.kernel import Kernel
from service.process.live import Live
from service.process.overtaken import retried
from service.process.step import LOOK_AGAIN, Step
from service.records import Update
from storage.changes import TimerDone
from storage.records import LOST, MATCH, RUNNING, MatchId, Post, TimerRow, UserId, of_match

log = logging.getLogger(__name__)

WHILE_CLOSED = timedelta(hours=1)
"""When it is looked again where the channel of a match is closed to us."""


@retried
class Draws:
    """Lets the house draw when its time has come, and for the first time when the message that the game begins is there."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def go_on(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> Update:
        """Somebody who plays here waits no longer. Refuses as `Turns.act`, and `not-waiting` where nothing rests."""
        async with self._kernel.lock(match_id):
            live, _ = await self._kernel.at_table(match_id, user_id)
            if not _rests(live) or _awaits_mix(live):
                raise Refusal("not-waiting")
            return await self._drawn(Step(live, now))

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """The time of a draw has come; a match that went another way only loses its timer."""
        async with self._kernel.lock(timer.match_id):
            live = await self._kernel.live(timer.match_id)
            if live.match.status not in (RUNNING, LOST) or not _rests(live):
                await self._kernel.store.commit(TimerDone(timer.id, now))
            elif not _awaits_mix(live):
                await self._drawn(Step(live, now))
            elif not await self._mixed(live, now):
                again = WHILE_CLOSED if live.match.status == LOST else LOOK_AGAIN
                await self._kernel.store.commit(TimerDone(timer.id, now, now + again))

    async def begun(self, post: Post, now: datetime) -> None:
        """A message has arrived: if it says that a game begins, the house draws from now on."""
        if post.topic.kind != MATCH or post.kind != BEGIN:
            return
        async with self._kernel.lock(post.match_id):
            try:
                live = await self._kernel.live(post.match_id)
            except Refusal as refused:  # erased, or under rules that are unknown here: the timer will know
                log.warning(entry("not-begun", match=post.match_id, reason=refused.code))
                return
            if live.match.status in (RUNNING, LOST) and _rests(live) and _awaits_mix(live):
                await self._mixed(live, now)

    async def _mixed(self, live: Live, now: datetime) -> bool:
        """Draw, if the message is there from which draws follow; whether it is."""
        told = [post for post in await self._kernel.store.posts.of(of_match(live.match.id)) if post.kind == BEGIN]
        there = next((post for post in told if post.message_id is not None), None)
        if there is None or there.message_id is None:
            return False
        step = Step(live, now)
        step.mix(there.message_id, there.payload["words"])
        await self._drawn(step)
        return True

    async def _drawn(self, step: Step) -> Update:
        step.house()
        return await self._kernel.write(step)


def _rests(live: Live) -> bool:
    return live.asked == (HOUSE,)


def _awaits_mix(live: Live) -> bool:
    return live.known.awaits_mix(live.match.bag)
