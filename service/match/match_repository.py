"""Matches for all use-cases: a bounded cache of live matches, how to read and change one, long work off the event loop."""

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
    """The cache of matches, given to every class of use-cases; it knows none of them."""

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
        """`executor` carries what `work` is given (None: the loop's own threads).

        `after_commit` is called whenever the outbox may hold something new; `keep` matches stay in memory. `unit_of_work` of
        another kernel, where this one only looks beside it. `unwanted_words`: see `FreeText`.
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
        """Number of matches in memory."""
        return len(self._live)

    async def work(self, function: Callable[..., T], *args: Any) -> T:
        """Return the result of `function`, run off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, partial(function, *args))

    def game_of(self, match: MatchRow) -> AnyGame:
        """Return the game under the rules of the match; refuse `rules-changed` where this program does not know them."""
        game = self.games.at(match.game, match.rules_version)
        if game is None:
            present = self.games.get(match.game)
            raise Refusal("rules-changed", had=match.rules_version, have=present and present.rules_version)
        return game

    def has_secrets(self, match: MatchRow) -> bool:
        """Return whether a log may hold secrets; an unknown game is assumed to have some."""
        game = self.games.at(match.game, match.rules_version) or self.games.get(match.game)
        return game is None or game.has_secrets

    async def loaded(self, match_id: MatchId) -> LoadedMatch:
        """Return the rows of a match; refuse `no-match`."""
        loaded = await self.store.matches.load(match_id)
        if loaded is None:
            raise Refusal("no-match", match=match_id)
        await self._prepare(loaded.match)
        return loaded

    async def _prepare(self, match: MatchRow) -> None:
        for prepare in self.before_use:
            await prepare(match)

    async def _remembered_session(self, match_id: MatchId) -> tuple[MatchSession, int] | None:
        """Return the match in memory if it equals the store's: another process that shares it may have changed it."""
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
        """Return one match as it stands; refuse `no-match`."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known[0].match
        if (match_row := await self.store.matches.row(match_id)) is None:
            raise Refusal("no-match", match=match_id)
        await self._prepare(match_row)
        return match_row

    async def seated(self, match_id: MatchId) -> tuple[MatchRow, tuple[SeatRow, ...]]:
        """Return one match as it stands, and its seats; refuse `no-match`."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known[0].match, known[0].seats
        loaded = await self.loaded(match_id)
        return loaded.match, loaded.seats

    def remembered(self, match_id: MatchId) -> MatchRow | None:
        """Return one match as it is in memory; None where it is not."""
        known = self._live.state(match_id)
        return None if known is None else known.match

    def known(self, game: str) -> AnyGame:
        """Return the game with this id, under its present rules; refuse `unknown-game`."""
        if game not in self.games:
            raise Refusal("unknown-game", game=game, choices=tuple(self.games))
        return self.games[game]

    async def live(self, match_id: MatchId) -> MatchSession:
        """Return the match in memory; refuse `no-match`, `not-running` (a lobby), `rules-changed`."""
        return (await self._live_at(match_id))[0]

    async def _live_at(self, match_id: MatchId) -> tuple[MatchSession, int]:
        """Return the match as `live` does, with the revision of the same reading."""
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
        """Return a match that has begun, whether or not its rules are known here; refuse `no-match`, `not-running` (a lobby)."""
        return (await self._rows_at(match_id))[0]

    async def _rows_at(self, match_id: MatchId) -> tuple[MatchRows, int]:
        if (known := await self._remembered_session(match_id)) is not None:
            return known
        loaded = await self.loaded(match_id)
        if loaded.match.started_at is None:
            raise Refusal("not-running", status=loaded.match.status)
        return MatchRows(loaded.match, loaded.seats, loaded.log), loaded.revision

    async def seen(self, match_id: MatchId) -> MatchSession:
        """Return the match as it was last committed, without its lock where it is in memory; refuse as `live`."""
        if (known := await self._remembered_session(match_id)) is not None:
            return known[0]
        return await self.unit_of_work.look(self.of(match_id))

    def of(self, match_id: MatchId) -> ChangeScope[MatchSession]:
        """Return the scope of a match that has begun; refuse as `live`."""
        return _scope_of(match_id, lambda: self._live_at(match_id))

    def of_rows(self, match_id: MatchId) -> ChangeScope[MatchRows]:
        """Return the scope of a match that has begun, whether or not its rules are known here; refuse as `rows`."""
        return _scope_of(match_id, lambda: self._rows_at(match_id))

    def of_played(self, match_id: MatchId) -> ChangeScope[MatchRows]:
        """Return the scope as `of_rows` does; where the rules are known here, its state is a `MatchSession`."""

        async def read() -> tuple[MatchRows, int]:
            try:
                return await self._live_at(match_id)
            except Refusal as refused:
                if refused.code != "rules-changed":
                    raise
            return await self._rows_at(match_id)

        return _scope_of(match_id, read)

    def of_loaded(self, match_id: MatchId) -> ChangeScope[LoadedMatch]:
        """Return the scope of a match or a lobby as its rows are; refuse `no-match`."""

        async def read() -> tuple[LoadedMatch, int]:
            loaded = await self.loaded(match_id)
            return loaded, loaded.revision

        return _scope_of(match_id, read)

    def of_running(self, match_id: MatchId) -> ChangeScope[MatchSession]:
        """Return the scope as `of` does; refuse `not-running` and `match-lost` where play is impossible."""
        return self.of(match_id).then(_running)

    def of_table(self, match_id: MatchId, user_id: UserId) -> ChangeScope[tuple[MatchSession, SeatRow]]:
        """Return the scope of a running match and the person's seat; refuse as `of_running`, `not-seated`, `seat-vacant`."""
        return self.of_running(match_id).then(lambda live: (live, live.played_by(user_id)))

    def of_mover(self, match_id: MatchId, user_id: UserId, now: datetime) -> ChangeScope[tuple[MatchSession, SeatRow]]:
        """Return the scope as `of_table` does for a move about to be carried out; refuse as all of `may_move` too."""

        async def checked(loaded: tuple[MatchSession, SeatRow]) -> None:
            for check in self.may_move:
                await check(loaded[0], user_id, now)

        return self.of_table(match_id, user_id).also(checked).then(lambda both: both[0])

    def told_more(self, live: MatchSession) -> MatchSession:
        """Remember more about a match that has not changed. The caller holds the lock."""
        if (known := self._live.get(live.match.id)) is not None:
            self._live.keep(live.match.id, live, known[1])
        return live

    def forget(self, match_id: MatchId) -> None:
        """Drop a match from the cache, which is out of date."""
        self._live.forget(match_id)

    def forget_all(self) -> None:
        """Forget every match."""
        self._live.forget_all()

    def step(self, step: MatchTransaction) -> MatchChange:
        """Return a step as a change of its match."""
        return MatchChange(step, self._live)

    def decided(self, step: MatchTransaction, *changes: Change) -> Decision[MatchUpdate]:
        """Return the decision for a step with further `changes`; its result is what the step did."""
        return Decision(lambda: update(step), (self.step(step),), changes)

    def putting(self, commit: CommitMatch) -> MatchDetailsChange:
        """Return a change of a match that is no action."""
        return MatchDetailsChange(commit, self._live)

    def woken(self, step: MatchChange | MatchDetailsChange | ClockAdvance, _now: datetime) -> None:
        """Wake the poster after a step."""
        self.committed(MatchId(step.subject.id))

    def committed(self, match_id: MatchId) -> None:
        """Wake the poster, because there may be posts to send."""
        if self.after_commit is not None:
            self.after_commit(match_id)


async def _unnoted(_guild_id: int | None, _channel_id: int) -> str | None:
    """Return None: where nothing knows of channels, it is not noted."""
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
