"""The access to matches for all use-cases: a bounded cache of replayed matches, their scopes, and work off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from concurrent.futures import Executor
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from games.core.action_gateway import GameRegistry
from games.core.errors import IllegalActionError
from games.core.game import AnyGame
from service.core.change_scope import AggregateCache, ChangeScope, Decision, LoadedAggregates
from service.core.free_text import FreeText
from service.core.job_queue import JobQueue
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.match import match_session as lives
from service.match.match_changes import ClockAdvance, MatchChange, MatchDetailsChange, update
from service.match.match_rows import MatchRows
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.records import MatchUpdate
from storage.changes import Change, CommitMatch
from storage.rows import MATCH, LoadedMatch, MatchId, MatchRow, SeatRow, UserId, of_match
from storage.store import Store

LOG = logging.getLogger("bastide.service")

T = TypeVar("T")

LONG_LOG = 30
"""Logs of more rows than this are replayed off the event loop."""


class MatchRepository:
    """The cache of replayed matches, and the scopes in which use-cases read and change them."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        *,
        executor: Executor | None = None,
        after_commit: Callable[[MatchId], None] | None = None,
        keep: int = 256,
        unit_of_work: UnitOfWork | None = None,
        unwanted_words: Collection[str] = (),
    ) -> None:
        """Set up the cache of `keep` matches.

        `executor` runs the functions passed to `work` (None: the default threads). `after_commit` is called whenever the outbox may
        have something to send. `unit_of_work` is given where another repository already has one. `unwanted_words`: see `FreeText`.
        """
        self.store = store
        self.games = games if isinstance(games, GameRegistry) else GameRegistry(games)
        self.executor = executor
        self.after_commit = after_commit
        self.job_queue = JobQueue()
        """The line for expensive work."""
        self.free_text = FreeText(unwanted_words)
        """The filter of what people write and others read: `checked`."""
        self.told_to: Callable[[int | None, int], Awaitable[str | None]] = _unnoted
        """Whose readers may be told of a match that begins in this channel of a server (`storage.told_to`)."""
        self.before_use: list[Callable[[MatchRow], Awaitable[None]]] = []
        """Called with every match that was read, before anything is done with it: what its options name may have to be learnt."""
        self.may_move: list[Callable[[MatchSession, UserId, datetime], Awaitable[None]]] = []
        """Asked before somebody's move is carried out; each may refuse it."""
        self.unit_of_work = unit_of_work or UnitOfWork(store)
        self._live: AggregateCache[MatchSession] = AggregateCache(keep)
        if unit_of_work is None:
            self.unit_of_work.remembers(MATCH, self._live)

    @property
    def in_memory(self) -> int:
        """Number of cached matches."""
        return len(self._live)

    async def work(self, function: Callable[..., T], *args: Any) -> T:
        """Return the result of `function`, run off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, partial(function, *args))

    def game_of(self, match: MatchRow) -> AnyGame:
        """Return the game with the rules version of the match.

        Refuses `rules-changed` if this program does not have that version.
        """
        game = self.games.at(match.game, match.rules_version)
        if game is None:
            present = self.games.get(match.game)
            raise Refusal("rules-changed", had=match.rules_version, have=present and present.rules_version)
        return game

    def has_secrets(self, match: MatchRow) -> bool:
        """Return whether a match's log may contain hidden information; True for unknown games."""
        game = self.games.at(match.game, match.rules_version) or self.games.get(match.game)
        return game is None or game.has_secrets

    async def loaded(self, match_id: MatchId) -> LoadedMatch:
        """Return the stored rows of a match; refuse `no-match`."""
        loaded = await self.store.matches.load(match_id)
        if loaded is None:
            raise Refusal("no-match", match=match_id)
        await self._prepare(loaded.match)
        return loaded

    async def _prepare(self, match: MatchRow) -> None:
        for prepare in self.before_use:
            await prepare(match)

    async def _remembered_session(self, match_id: MatchId) -> tuple[MatchSession, int] | None:
        """Return the cached match and its revision, if another process sharing the database hasn't changed it since."""
        known = self._live.get(match_id)
        if known is None or self.store.share is None:
            return known
        live, revision = known
        if await self.store.revision(of_match(match_id)) == revision:
            return known
        if self._live.state(match_id) is live:
            self.forget(match_id)
        return None

    async def match(self, match_id: MatchId) -> MatchRow:
        """Return the row of one match as stored now; refuse `no-match`."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known[0].match
        if (match_row := await self.store.matches.row(match_id)) is None:
            raise Refusal("no-match", match=match_id)
        await self._prepare(match_row)
        return match_row

    async def seated(self, match_id: MatchId) -> tuple[MatchRow, tuple[SeatRow, ...]]:
        """Return the row of one match and its seats as stored now; refuse `no-match`."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known[0].match, known[0].seats
        loaded = await self.loaded(match_id)
        return loaded.match, loaded.seats

    def remembered(self, match_id: MatchId) -> MatchRow | None:
        """Return the row of a match from the cache; None if it is not cached."""
        known = self._live.state(match_id)
        return None if known is None else known.match

    def known(self, game: str) -> AnyGame:
        """Return the game with this id, with its newest rules; refuse `unknown-game`."""
        if game not in self.games:
            raise Refusal("unknown-game", game=game, choices=tuple(self.games))
        return self.games[game]

    async def live(self, match_id: MatchId) -> MatchSession:
        """Return a replayed match, from the cache if possible.

        Refuses `no-match`, `not-running` (a lobby), `rules-changed`.
        """
        return (await self._live_at(match_id))[0]

    async def _live_at(self, match_id: MatchId) -> tuple[MatchSession, int]:
        """Return a match as `live` does, with its revision in the same reading."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        secret = await self.store.matches.secret(match_id)
        game = self.game_of(loaded.match)
        try:
            # Off the event loop, however short the log is: its rules may have to be compiled first.
            live = await self.work(lives.revive, game, loaded, secret)
        except IllegalActionError as error:
            LOG.error("the log of match %s does not replay under rules %s: %s", match_id, game.rules_version, error)
            raise Refusal("rules-changed", had=loaded.match.rules_version, have=game.rules_version) from error
        self._live.keep(match_id, live, loaded.revision)
        return live, loaded.revision

    async def rows(self, match_id: MatchId) -> MatchRows:
        """Return a begun match without replaying it, so that its rules need not be known here.

        Refuses `no-match`, `not-running` (a lobby).
        """
        return (await self._rows_at(match_id))[0]

    async def _rows_at(self, match_id: MatchId) -> tuple[MatchRows, int]:
        if (known := await self._remembered_session(match_id)) is not None:
            return known
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        return MatchRows(loaded.match, loaded.seats, loaded.log), loaded.revision

    async def seen(self, match_id: MatchId) -> MatchSession:
        """Return a match as last committed, to read only; without its lock if it is cached. Refuse as `live`."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known[0]
        return await self.unit_of_work.look(self.of(match_id))

    def of(self, match_id: MatchId) -> ChangeScope[MatchSession]:
        """Return the scope of a begun match, replayed; refuse as `live`."""
        return _scope_of(match_id, lambda: self._live_at(match_id))

    def of_rows(self, match_id: MatchId) -> ChangeScope[MatchRows]:
        """Return the scope of a begun match, not replayed, so that its rules need not be known here; refuse as `rows`."""
        return _scope_of(match_id, lambda: self._rows_at(match_id))

    def of_played(self, match_id: MatchId) -> ChangeScope[MatchRows]:
        """Return the scope as `of_rows` does, with a replayed `MatchSession` as its state if the rules are known here."""

        async def read() -> tuple[MatchRows, int]:
            try:
                return await self._live_at(match_id)
            except Refusal as refused:
                if refused.code != "rules-changed":
                    raise
            return await self._rows_at(match_id)

        return _scope_of(match_id, read)

    def of_loaded(self, match_id: MatchId) -> ChangeScope[LoadedMatch]:
        """Return the scope of the stored rows of a match or lobby; refuse `no-match`."""

        async def read() -> tuple[LoadedMatch, int]:
            loaded = await self.loaded(match_id)
            return loaded, loaded.revision

        return _scope_of(match_id, read)

    def of_running(self, match_id: MatchId) -> ChangeScope[MatchSession]:
        """Return the scope of a running match, replayed.

        Refuses as `of`, `not-running`, and `match-lost` if its channel is gone.
        """
        return self.of(match_id).then(_running)

    def of_table(self, match_id: MatchId, user_id: UserId) -> ChangeScope[tuple[MatchSession, SeatRow]]:
        """Return the scope of a running match and the seat that the user plays.

        Refuses as `of_running`, `not-seated`, `seat-vacant`.
        """
        return self.of_running(match_id).then(lambda live: (live, live.played_by(user_id)))

    def of_mover(self, match_id: MatchId, user_id: UserId, now: datetime) -> ChangeScope[tuple[MatchSession, SeatRow]]:
        """Return the scope as `of_table` does, for a move about to be carried out.

        Also refuses what any check in `may_move` refuses.
        """

        async def checked(loaded: tuple[MatchSession, SeatRow]) -> None:
            for check in self.may_move:
                await check(loaded[0], user_id, now)

        return self.of_table(match_id, user_id).also(checked).then(lambda both: both[0])

    def told_more(self, live: MatchSession) -> MatchSession:
        """Cache further computed facts about a match whose state has not changed; the caller holds its lock."""
        if (known := self._live.get(live.match.id)) is not None:
            self._live.keep(live.match.id, live, known[1])
        return live

    def forget(self, match_id: MatchId) -> None:
        """Drop a match from the cache, because the stored state may be newer."""
        self._live.forget(match_id)

    def forget_all(self) -> None:
        """Forget every match."""
        self._live.forget_all()

    def step(self, step: MatchTransaction) -> MatchChange:
        """Return the finished transaction as a change of its match."""
        return MatchChange(step, self._live)

    def decided(self, step: MatchTransaction, *changes: Change) -> Decision[MatchUpdate]:
        """Return the decision that writes a transaction and further `changes`, with a `MatchUpdate` as its result."""
        return Decision(lambda: update(step), (self.step(step),), changes)

    def putting(self, commit: CommitMatch) -> MatchDetailsChange:
        """Return a change of a match that adds no action."""
        return MatchDetailsChange(commit, self._live)

    def woken(self, step: MatchChange | MatchDetailsChange | ClockAdvance, _now: datetime) -> None:
        """Wake the outbox after a step was written."""
        self.committed(MatchId(step.subject.id))

    def committed(self, match_id: MatchId) -> None:
        """Wake the outbox after a commit to this match."""
        if self.after_commit is not None:
            self.after_commit(match_id)


async def _unnoted(_guild_id: int | None, _channel_id: int) -> str | None:
    """Return None: the default where no record of lost channels exists."""
    return None


def _scope_of(match_id: MatchId, read: Callable[[], Awaitable[tuple[T, int]]]) -> ChangeScope[T]:
    its = of_match(match_id)

    async def seen() -> LoadedAggregates[T]:
        state, revision = await read()
        return LoadedAggregates(state, {its: revision})

    return ChangeScope((its,), seen)


def _running(live: MatchSession) -> MatchSession:
    live.must_run()
    return live
