"""What all use-cases stand on: one lock per match, a bounded cache of live matches, the one way to write, work elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from datetime import datetime
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from games.core.errors import IllegalAction
from games.core.game import AnyGame
from games.core.registry import Registry
from service.computers.draw_policy import Policy, at_once
from service.errors import Refusal
from service.process import answers
from service.process import live as lives
from service.process.changing import Changing
from service.process.live import Live
from service.process.match_steps import MatchPut, MatchStep
from service.process.overtaken import Overtaken
from service.process.remembered import Remembered
from service.process.rows import Rows
from service.process.step import Step
from service.records import Update
from storage.changes import Change, Commit, Revised, Told
from storage.errors import Conflict, Outdated
from storage.records import MATCH, Loaded, MatchId, MatchRow, NewPost, SeatRow, UserId, of_match
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
        changing: Changing | None = None,
    ) -> None:
        """`executor` carries what `work` is given (None: the loop's own threads); `after_commit` is called whenever the outbox may
        hold something new; `keep` matches stay in memory. `changing` of another kernel, where this one only looks beside it.
        """
        self.store = store
        self.games = games if isinstance(games, Registry) else Registry(games)
        self.executor = executor
        self.after_commit = after_commit
        self.before_use: list[Callable[[MatchRow], Awaitable[None]]] = []
        """Called with every match that was read, before anything is done with it: what its options name may have to be learnt."""
        self.draws: Policy = at_once
        """When the house draws, asked after every step that ends with it."""
        self.may_move: list[Callable[[Live, UserId, datetime], Awaitable[None]]] = []
        """Asked before somebody's move is carried out; each may refuse it."""
        self.changing = changing or Changing(store)
        self._live: Remembered[Live] = Remembered(keep)
        self._read: WeakKeyDictionary[asyncio.Task[Any], dict[MatchId, int]] = WeakKeyDictionary()
        if changing is None:
            self.changing.remembers(MATCH, self._live)

    @property
    def in_memory(self) -> int:
        """How many matches are remembered."""
        return len(self._live)

    def lock(self, match_id: MatchId) -> asyncio.Lock:
        """The lock of a match; it lives as long as somebody holds it or waits for it."""
        return self.changing.lock(of_match(match_id))

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
        self._noted(match_id, found.revision)
        return found

    async def _remembered(self, match_id: MatchId) -> Live | None:
        """The match in memory, where it is so in the store too: another process that shares it may have changed it."""
        known = self._live.get(match_id)
        if known is None or self.store.share is None:
            return None if known is None else known[0]
        live, revision = known
        if await self.store.revision(of_match(match_id)) == revision:
            self._noted(match_id, revision)
            return live
        if self._live.state(match_id) is live:
            self.forget(match_id)
        return None

    def _noted(self, match_id: MatchId, revision: int) -> None:
        """At which revision a use-case has read a match last, for the transaction in which it writes."""
        task = asyncio.current_task()
        if self.store.share is not None and task is not None:
            self._read.setdefault(task, {})[match_id] = revision

    def guard(self, match_id: MatchId) -> tuple[Change, ...]:
        """That a match is still what the present use-case has read."""
        task = asyncio.current_task()
        revision = None if task is None else self._read.get(task, {}).pop(match_id, None)
        return () if revision is None else (Revised(of_match(match_id), revision),)

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
        known = self._live.state(match_id)
        return None if known is None else known.match

    def known(self, game: str) -> AnyGame:
        """The game with this id, under its present rules; refuses `unknown-game`."""
        if game not in self.games:
            raise Refusal("unknown-game", game=game, choices=tuple(self.games))
        return self.games[game]

    async def live(self, match_id: MatchId) -> Live:
        """The match in memory. The caller holds its lock. Refuses `no-match`, `not-running` (a lobby), `rules-changed`."""
        if (known := await self._remembered(match_id)) is not None:
            return known
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        secret = await self.store.matches.secret(match_id)
        game = self.game_of(loaded.match)
        try:
            # Off the event loop, however short the log is: its rules may have to be compiled first.
            return self.keep(await self.work(lives.revive, game, loaded, secret), loaded.revision)
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

    def keep(self, live: Live, revision: int) -> Live:
        """Remember a match, forgetting the one that was looked at longest ago if there are too many."""
        self._live.keep(live.match.id, live, revision)
        return live

    def told_more(self, live: Live) -> Live:
        """Remember more about a match that has not changed. The caller holds the lock."""
        if (known := self._live.get(live.match.id)) is not None:
            self._live.keep(live.match.id, live, known[1])
        return live

    def forget(self, match_id: MatchId) -> None:
        """Drop a match from memory: the store knows better."""
        self._live.forget(match_id)

    def forget_all(self) -> None:
        """As `forget`, of every match."""
        self._live.forget_all()

    def step(self, step: Step) -> MatchStep:
        """A step as a change of its match."""
        return MatchStep(step, self.draws, self._live)

    def putting(self, commit: Commit) -> MatchPut:
        """A change of a match that is no action."""
        return MatchPut(commit, self._live)

    async def write(self, step: Step) -> Update:
        """Commit a step; from here on it has happened. The caller holds the lock."""
        match_id, expected = step.live.match.id, step.before.version
        guard, stepped = self.guard(match_id), self.step(step)
        following = self.changing.following
        try:
            changes = [*stepped.changes(), *await following.along(stepped, step.now)]
            revisions = await self.store.commit(*guard, *changes)
        except Conflict as error:
            self.forget(match_id)
            raise Overtaken("stale", version=None, expected=expected) from error
        except BaseException:
            # Cancelled or failed in mid-air: whether it was written is for the store to say.
            self.forget(match_id)
            raise
        stepped.keep(revisions[of_match(match_id)])
        following.after(stepped, step.now)
        return answers.update(step)

    async def put(self, commit: Commit, *others: Change) -> None:
        """Write a change of the match that is no action, and `others` with it; what is in memory is forgotten. The caller holds
        the lock.
        """
        put, guard = self.putting(commit), self.guard(commit.match.id)
        self.forget(commit.match.id)
        following = self.changing.following
        try:
            changes = [*put.changes(), *others, *await following.along(put, commit.at)]
            await self.store.commit(*guard, *changes)
        except Outdated as error:
            raise Overtaken("stale", version=None, expected=commit.expected_version) from error
        following.after(put, commit.at)

    async def also(self, match_id: MatchId, *changes: Change) -> None:
        """Write something about a match that is no step, and go on. The caller holds the lock."""
        try:
            revisions = await self.store.commit(*self.guard(match_id), *changes)
        except Outdated as error:
            self.forget(match_id)
            raise Overtaken("stale", version=None, expected=None) from error
        self._noted(match_id, revisions[of_match(match_id)])

    async def tell(self, match: MatchRow, posts: Sequence[NewPost], now: datetime, *more: Change) -> None:
        """Write messages of a match and what goes with them, while the match stays as it is. The caller holds the lock."""
        await self.store.commit(*(self.guard(match.id) if more else ()), Told(of_match(match.id), now, tuple(posts)), *more)
        self.committed(match.id)

    def woken(self, step: MatchStep | MatchPut, _now: datetime) -> None:
        """As `committed`, after a step."""
        self.committed(MatchId(step.subject.id))

    def committed(self, match_id: MatchId) -> None:
        """Tell whoever posts that there may be something to post."""
        if self.after_commit is not None:
            self.after_commit(match_id)
