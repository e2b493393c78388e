"""What all use-cases stand on: one lock per match, a bounded cache of live matches, the one way to write, work elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakValueDictionary

from games.core.errors import IllegalAction
from games.core.game import AnyGame
from games.core.registry import Registry
from service.computers.draw_policy import Policy, at_once
from service.errors import Refusal
from service.process import answers
from service.process import live as lives
from service.process.live import Live
from service.process.overtaken import Overtaken
from service.process.rows import Rows
from service.process.step import Step
from service.records import Update
from storage.changes import Change, Commit, Told
from storage.errors import Conflict, Outdated
from storage.records import Head, Loaded, MatchId, MatchRow, NewPost, SeatRow, UserId, of_match
from storage.store import Store

LOG = logging.getLogger("bastide.service")

T = TypeVar("T")

LONG_LOG = 30
"""Logs of more rows than this are replayed off the event loop."""


class Kernel:
    """The matches in memory, handed to every class of use-cases. Knows none of them."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        executor: Executor | None = None,
        after_commit: Callable[[MatchId], None] | None = None,
        keep: int = 256,
    ) -> None:
        """`executor` carries what `work` is given (None: the loop's own threads); `after_commit` is called whenever the outbox may
        hold something new; `keep` matches stay in memory.
        """
        self.store = store
        self.games = games if isinstance(games, Registry) else Registry(games)
        self.executor = executor
        self.after_commit = after_commit
        self.before_use: list[Callable[[MatchRow], Awaitable[None]]] = []
        """Called with every match that was read, before anything is done with it: what its options name may have to be learnt."""
        self.draws: Policy = at_once
        """When the house draws, asked after every step that ends with it."""
        self.along: list[Callable[[Step], Sequence[Change]]] = []
        """Asked with every step before it is written: what else must happen in the same transaction, such as standings."""
        self.may_move: list[Callable[[Live, UserId, datetime], Awaitable[None]]] = []
        """Asked before somebody's move is carried out; each may refuse it."""
        self.beside: list[Callable[[Step], Awaitable[Sequence[Change]]]] = []
        """As `along`, for who must look something up first; after the step itself knows its rows."""
        self.beside_put: list[Callable[[Commit], Awaitable[Sequence[Change]]]] = []
        """As `beside`, for changes of a match that are no action."""
        self.after_step: list[Callable[[Live, datetime], None]] = []
        """Called with every match that a step has changed, and when: who acts next may be a computer."""
        self.after_put: list[Callable[[MatchRow], None]] = []
        """Called with every match of which something else has changed: it may rest now, or be over."""
        self._keep = keep
        self._live: OrderedDict[MatchId, Live] = OrderedDict()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()
        self._read: WeakKeyDictionary[asyncio.Task[Any], dict[MatchId, Head]] = WeakKeyDictionary()

    @property
    def in_memory(self) -> int:
        """How many matches are remembered."""
        return len(self._live)

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
        """The game under the rules that the match goes by. Refuses `rules-changed` where this program does not know them."""
        game = self.games.at(match.game, match.rules_version)
        if game is None:
            present = self.games.get(match.game)
            raise Refusal("rules-changed", had=match.rules_version, have=present and present.rules_version)
        return game

    def has_secrets(self, match: MatchRow) -> bool:
        """Whether a log may hold what is not for everybody's eyes; of a game that is not known here, that must be supposed."""
        game = self.games.at(match.game, match.rules_version) or self.games.get(match.game)
        return game is None or game.has_secrets

    async def loaded(self, match_id: MatchId) -> Loaded:
        """The rows of a match; refuses `no-match`."""
        found = await self.store.matches.load(match_id)
        if found is None:
            raise Refusal("no-match", match=match_id)
        for prepare in self.before_use:
            await prepare(found.match)
        self._noted(Head(found.match, found.seats))
        return found

    async def _remembered(self, match_id: MatchId) -> Live | None:
        """The match in memory, where it is so in the store too: another process that shares it may have changed it."""
        known = self._live.get(match_id)
        if known is None or self.store.share is None:
            return known
        head = await self.store.matches.head(match_id)
        if head == Head(known.match, known.seats):
            self._noted(head)
            return known
        if self._live.get(match_id) is known:
            self.forget(match_id)
        return None

    def _noted(self, head: Head) -> None:
        """What a use-case has read last of a match, for the transaction in which it writes."""
        task = asyncio.current_task()
        if self.store.share is not None and task is not None:
            self._read.setdefault(task, {})[head.match.id] = head

    def _was(self, match_id: MatchId) -> Head | None:
        task = asyncio.current_task()
        return None if task is None else self._read.get(task, {}).pop(match_id, None)

    async def match(self, match_id: MatchId) -> MatchRow:
        """One match as it stands; refuses `no-match`."""
        if (known := await self._remembered(match_id)) is not None:
            return known.match
        return (await self.loaded(match_id)).match

    async def seated(self, match_id: MatchId) -> tuple[MatchRow, tuple[SeatRow, ...]]:
        """One match as it stands, and who sits where; refuses `no-match`."""
        if (known := await self._remembered(match_id)) is not None:
            return known.match, known.seats
        found = await self.loaded(match_id)
        return found.match, found.seats

    def remembered(self, match_id: MatchId) -> MatchRow | None:
        """One match as it is in memory; None where it is not."""
        known = self._live.get(match_id)
        return None if known is None else known.match

    def known(self, game: str) -> AnyGame:
        """The game with this id, under its present rules; refuses `unknown-game`."""
        if game not in self.games:
            raise Refusal("unknown-game", game=game, choices=tuple(self.games))
        return self.games[game]

    async def live(self, match_id: MatchId) -> Live:
        """The match in memory. The caller holds its lock. Refuses `no-match`, `not-running` (a lobby), `rules-changed`."""
        if (known := await self._remembered(match_id)) is not None:
            return self.keep(known)
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        secret = await self.store.matches.secret(match_id)
        game = self.game_of(loaded.match)
        try:
            # Off the event loop, however short the log is: its rules may have to be compiled first.
            return self.keep(await self.work(lives.revive, game, loaded, secret))
        except IllegalAction as error:
            LOG.error("the log of match %s does not replay under rules %s: %s", match_id, game.rules_version, error)
            raise Refusal("rules-changed", had=loaded.match.rules_version, have=game.rules_version) from error

    async def rows(self, match_id: MatchId) -> Rows:
        """A match that has begun, whether or not its rules are known here. Refuses `no-match`, `not-running` (a lobby)."""
        if (known := await self._remembered(match_id)) is not None:
            return known
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        return Rows(loaded.match, loaded.seats, loaded.log)

    async def seen(self, match_id: MatchId) -> Live:
        """The match as it was last committed, for looking: without its lock where it is in memory. Refuses as `live`."""
        if (known := await self._remembered(match_id)) is not None:
            return known
        async with self.lock(match_id):
            return await self.live(match_id)

    async def running(self, match_id: MatchId) -> Live:
        """As `live`, and refuses `not-running` and `match-lost` where nobody can play."""
        live = await self.live(match_id)
        live.must_run()
        return live

    async def at_table(self, match_id: MatchId, user_id: UserId) -> tuple[Live, SeatRow]:
        """A running match and the seat that this person plays. Refuses as `running`, `not-seated`, `seat-vacant`."""
        live = await self.running(match_id)
        return live, live.played_by(user_id)

    async def mover(self, match_id: MatchId, user_id: UserId, now: datetime) -> tuple[Live, SeatRow]:
        """As `at_table`, for somebody whose move is about to be carried out. Refuses as all of `may_move` too."""
        live, seat = await self.at_table(match_id, user_id)
        for check in self.may_move:
            await check(live, user_id, now)
        return live, seat

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

    def forget_all(self) -> None:
        """As `forget`, of every match."""
        self._live.clear()

    async def write(self, step: Step) -> Update:
        """Commit a step; from here on it has happened. The caller holds the lock."""
        was = self._was(step.live.match.id)
        step.proceed(self.draws)
        commit = step.commit()
        match_id = commit.match.id
        try:
            along = [change for also in self.along for change in also(step)]
            along += [change for also in self.beside for change in await also(step)]
            await self.store.commit(replace(commit, was=was), step.timers, *step.more, *along)
        except Conflict as error:
            self.forget(match_id)
            raise Overtaken("stale", version=None, expected=commit.expected_version) from error
        except BaseException:
            # Cancelled or failed in mid-air: whether it was written is for the store to say.
            self.forget(match_id)
            raise
        self.keep(lives.remembered(step.live))
        self.committed(match_id)
        for heard in self.after_step:
            heard(step.live, step.now)
        return answers.update(step)

    async def put(self, commit: Commit, *others: Change) -> None:
        """Write a change of the match that is no action, and `others` with it; what is in memory is forgotten. The caller holds
        the lock.
        """
        was = self._was(commit.match.id)
        self.forget(commit.match.id)
        beside = [change for also in self.beside_put for change in await also(commit)]
        try:
            await self.store.commit(replace(commit, was=was), *others, *beside)
        except Outdated as error:
            raise Overtaken("stale", version=None, expected=commit.expected_version) from error
        self.committed(commit.match.id)
        for heard in self.after_put:
            heard(commit.match)

    async def tell(self, match: MatchRow, posts: Sequence[NewPost], now: datetime, *more: Change) -> None:
        """Write messages of a match and what goes with them, while the match stays as it is. The caller holds the lock."""
        await self.store.commit(Told(of_match(match.id), now, tuple(posts)), *more)
        self.committed(match.id)

    def committed(self, match_id: MatchId) -> None:
        """Tell whoever posts that there may be something to post."""
        if self.after_commit is not None:
            self.after_commit(match_id)
