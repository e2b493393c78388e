"""Use-cases of a match whose next chance draw waits for the public message that the game begins."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from games.core.game import CHANCE
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import read
from service.errors import Refusal
from service.lobby.match_start import BEGIN, GameBegin
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import LOOK_AGAIN, MatchTransaction
from service.records import MatchUpdate
from storage.changes import CompleteTimer
from storage.rows import LOST, MATCH, RUNNING, MatchId, Post, TimerRow, of_match
from telemetry.log_line import log_line

log = logging.getLogger("service.play.draws")

WHILE_CLOSED = timedelta(hours=1)
"""When it is looked again where the channel of a match is closed to us."""


class ChanceDraws:
    """The first chance draw of a match, made once the message that the game begins has its id."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Make the draws that are due; if the match no longer waits for a draw, only complete the timer."""

        def decide(loaded: tuple[MatchSession, tuple[Post, ...]]) -> Decision[Any]:
            live, posts = loaded
            if live.match.status not in (RUNNING, LOST) or not _is_at_rest(live):
                return Decision(lambda: None)
            if not _awaits_mix(live):
                return self._draw_decision(MatchTransaction(live, now))
            if (step := _draw_for_house(live, posts, now)) is not None:
                return self._draw_decision(step)
            again = WHILE_CLOSED if live.match.status == LOST else LOOK_AGAIN
            return Decision(lambda: None, changes=(CompleteTimer(timer, now, now + again),))

        await self._repository.unit_of_work.change(self._scope_of(timer.match_id), decide, now=now, timer=timer)

    async def begun(self, post: Post, now: datetime) -> None:
        """Make the waiting draws once the message that the game begins has been sent."""
        if post.topic.kind != MATCH or post.kind != BEGIN:
            return

        def decide(loaded: tuple[MatchSession, tuple[Post, ...]]) -> Decision[Any]:
            live, posts = loaded
            begins = live.match.status in (RUNNING, LOST) and _is_at_rest(live) and _awaits_mix(live)
            step = _draw_for_house(live, posts, now) if begins else None
            return Decision(lambda: None) if step is None else self._draw_decision(step)

        try:
            await self._repository.unit_of_work.change(self._scope_of(post.match_id), decide, now=now)
        except Refusal as refused:  # erased, or under rules that are unknown here: the timer will know
            log.warning(log_line("not-begun", match=post.match_id, reason=refused.code))

    def _scope_of(self, match_id: MatchId) -> ChangeScope[tuple[MatchSession, tuple[Post, ...]]]:
        """Return the scope of a match, with its posts as long as its draws wait for a message's id."""

        async def posts(live: MatchSession) -> tuple[Post, ...]:
            return await self._repository.store.posts.of(of_match(match_id)) if _is_at_rest(live) and _awaits_mix(live) else ()

        return self._repository.of(match_id).also(posts)

    def _draw_decision(self, step: MatchTransaction) -> Decision[MatchUpdate]:
        step.house()
        return self._repository.decided(step)


def _draw_for_house(live: MatchSession, posts: Iterable[Post], now: datetime) -> MatchTransaction | None:
    """Return the transaction that logs the id of the message that the game begins; None while there is no such message."""
    has_rival = any(seat.is_rival for seat in live.seats)  # else it goes on alone, and by its own message
    told = (p for p in posts if p.kind == BEGIN and p.message_id is not None and not (has_rival and read(p, GameBegin).mirrors))
    if (there := next(told, None)) is None or there.message_id is None:
        return None
    step = MatchTransaction(live, now)
    step.mix(there.message_id, read(there, GameBegin).words)
    return step


def _is_at_rest(live: MatchSession) -> bool:
    return live.asked == (CHANCE,)


def _awaits_mix(live: MatchSession) -> bool:
    return live.known.awaits_mix(live.match.bag)
