"""What all use-cases stand on: one lock per match, a bounded cache of live matches, the one way to write, work elsewhere."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from games.core.game import HOUSE, AnyGame, Outcome, Seat
from service import live as lives
from service import log as logs
from service.errors import Refusal
from service.live import Live
from service.players import Player
from service.records import Entry, Update
from service.step import Step
from storage.errors import Conflict
from storage.records import FINISHED, LOST, RUNNING, Loaded, MatchId, MatchRow, SeatRow, UserId
from storage.store import Store

T = TypeVar("T")
LOG = logging.getLogger("bastide.service")

LONG_LOG = 30
"""Logs of more rows than this are replayed off the event loop."""


class Tables(ABC):
    """Holds the matches in memory; the use-cases are in the classes that build on it."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        players: Mapping[str, Player],
        *,
        stand_in: str = "greedy",
        executor: Executor | None = None,
        after_commit: Callable[[MatchId], None] | None = None,
        keep: int = 256,
    ) -> None:
        """`players` by level; `stand_in` is the level that plays vacant seats; `executor` carries replays and computers (None: the
        loop's own threads); `after_commit` is called whenever the outbox may hold something new; `keep` matches stay in memory.
        """
        assert stand_in in players, stand_in
        self.store = store
        self.games = games
        self.players = players
        self.stand_in = stand_in
        self.executor = executor
        self.after_commit = after_commit
        self._keep = keep
        self._live: OrderedDict[MatchId, Live] = OrderedDict()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._thinking: dict[MatchId, asyncio.Task[None]] = {}
        self._stalled: set[MatchId] = set()

    def lock(self, match_id: MatchId) -> asyncio.Lock:
        """The lock of a match; it lives as long as somebody holds it or waits for it."""
        lock = self._locks.get(match_id)
        if lock is None:
            self._locks[match_id] = lock = asyncio.Lock()
        return lock

    async def work(self, function: Callable[..., T], *args: Any) -> T:
        """What `function` answers, found off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, partial(function, *args))

    def game_of(self, match: MatchRow) -> AnyGame:
        """The game under the rules that the match was begun with: `game@version` among the games, or the present one."""
        pinned = self.games.get(f"{match.game}@{match.rules_version}")
        game = pinned or self.games.get(match.game)
        if game is None:
            raise Refusal("unknown-game", game=match.game, choices=tuple(self.games))
        if pinned is None and game.rules_version != match.rules_version:
            raise Refusal("rules-changed", had=match.rules_version, have=game.rules_version)
        return game

    async def loaded(self, match_id: MatchId) -> Loaded:
        """The rows of a match; refuses `no-match`."""
        found = await self.store.load(match_id)
        if found is None:
            raise Refusal("no-match", match=match_id)
        return found

    async def live(self, match_id: MatchId) -> Live:
        """The match in memory. The caller holds its lock. Refuses `no-match`, `not-running` (a lobby), `rules-changed`."""
        if (known := self._live.get(match_id)) is not None:
            self._live.move_to_end(match_id)
            return known
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        secret = await self.store.secret(match_id)
        game = self.game_of(loaded.match)
        if len(loaded.log) > LONG_LOG:
            return self.keep(await self.work(lives.revive, game, loaded, secret))
        return self.keep(lives.revive(game, loaded, secret))

    async def running(self, match_id: MatchId) -> Live:
        """As `live`, and refuses `not-running` and `match-lost` where nobody can play."""
        live = await self.live(match_id)
        if live.match.status == LOST:
            raise Refusal("match-lost", match=match_id)
        if live.match.status != RUNNING:
            raise Refusal("not-running", status=live.match.status)
        return live

    def keep(self, live: Live) -> Live:
        """Remember a match, forgetting the one that was looked at longest ago if there are too many."""
        self._live[live.match.id] = live
        self._live.move_to_end(live.match.id)
        while len(self._live) > self._keep:
            self._live.popitem(last=False)
        return live

    def forget(self, match_id: MatchId) -> None:
        """Drop a match from memory: the store knows better."""
        self._live.pop(match_id, None)

    async def write(self, step: Step) -> Update:
        """Commit a step; from here on it has happened. The caller holds the lock."""
        commit = step.commit()
        match_id = commit.match.id
        try:
            await self.store.commit(commit)
        except Conflict as error:
            self.forget(match_id)
            raise Refusal("stale", version=None, expected=commit.expected_version) from error
        except BaseException:
            # Cancelled or failed in mid-air: whether it was written is for the store to say.
            self.forget(match_id)
            raise
        self.keep(step.live)
        self.committed(match_id)
        if step.live.match.status == RUNNING and step.live.computers_asked():
            self.think(match_id, step.now)
        return update(step)

    def committed(self, match_id: MatchId) -> None:
        """Tell whoever posts that there may be something to post."""
        if self.after_commit is not None:
            self.after_commit(match_id)

    @abstractmethod
    def think(self, match_id: MatchId, now: datetime) -> None:
        """Let the computers of a match act, soon; see `Computers`."""

    def seated(self, live: Live, user_id: UserId) -> SeatRow:
        """The seat that this person plays; refuses `not-seated`, `seat-vacant`."""
        seat = live.seat_of(user_id)
        if seat is None:
            raise Refusal("not-seated", match=live.match.id)
        if not seat.is_human:
            raise Refusal("seat-vacant", left=seat.left, level=seat.level)
        return seat


def entry(live: Live, seq: int, undone: bool) -> Entry:
    """One row of the log with everything that it caused, for no one's eyes in particular."""
    row = live.log[seq]
    kind = logs.kind_of(row)
    events = () if undone else live.told.get(seq, ())
    return Entry(seq, row.seat, kind, row.text, row.at, events, undone, _params(live, seq, kind))


def _params(live: Live, seq: int, kind: str) -> Mapping[str, Any] | None:
    row = live.log[seq]
    if kind == logs.VACATE:
        _, why, level = row.text.split(" ", 2)
        return {"why": why, "level": level}
    if kind == logs.UNDO:
        target = logs.undo_target(row)
        texts = [r.text for r in logs.standing(live.log[:seq]) if r.seq >= target]
        return {"to": target, "texts": texts}
    return None


def update(step: Step) -> Update:
    """What a step did, as the service answers it."""
    live = step.live
    back = logs.taken_back(live.log) if any(logs.kind_of(r) == logs.UNDO for r in live.log) else frozenset()
    rows = tuple(entry(live, seq, seq in back) for seq in range(step.before.version, live.version))
    return Update(live.match, live.seats, live.version, rows, asked_people(live), outcome_of(live))


def asked_people(live: Live) -> tuple[Seat, ...]:
    """The seats that are asked; nobody where the match is over or the house is at work."""
    return () if live.match.status not in (RUNNING, LOST) else tuple(s for s in live.asked if s != HOUSE)


def outcome_of(live: Live) -> Outcome | None:
    """The result of a finished match."""
    return live.game.outcome(live.state) if live.match.status == FINISHED else None
