"""The unit of work: the one way to change a match, an event, a user or a server.

A use-case names what it reads (`ChangeScope`) and passes a function without side effects that decides on what was read.
`UnitOfWork.change` takes the locks, reads, calls that function, writes everything in one transaction and carries out the
consequences. If another process has written first, nothing is written here and all steps are repeated on the newer state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

from service.core.background_tasks import BackgroundTasks
from service.core.change_scope import AggregateCache, ChangeScope, Decision, LoadedAggregates
from service.errors import Refusal
from storage.changes import Change, CompleteTimer, ExpectRevision, Unguarded
from storage.errors import StaleRevisionError
from storage.rows import EVENT, Subject, TimerRow
from storage.store import Store

LOG = logging.getLogger("bastide.service")

TRIES = 4
"""How often a change is tried before it is refused. A try fails only if another process wrote a few milliseconds earlier."""

S = TypeVar("S")
T = TypeVar("T")
F = TypeVar("F")
R = TypeVar("R")


class RetriesExhaustedError(Refusal):
    """Raised when a change was overtaken by other processes at every attempt; nothing was written."""


class PostCommitHook(Protocol):
    """The consequences of each step, in its transaction and after it; `service.wiring.post_commit` lists them."""

    async def along(self, step: Any, now: datetime) -> Sequence[Change]:
        """Return further changes to write in the transaction of a step."""

    def after(self, step: Any, now: datetime) -> None:
        """Carry out the consequences of a step that was written.

        They must be repeatable by a later check, because the process may end at any moment.
        """


class _Nothing:
    """The hook without consequences, in use until the real one is set."""

    async def along(self, step: Any, now: datetime) -> Sequence[Change]:  # noqa: ARG002
        return ()

    def after(self, step: Any, now: datetime) -> None:
        pass


Write = Callable[..., Awaitable[Mapping[Subject, int]]]
"""Writes changes in one transaction, as `Store.commit`."""


class UnitOfWork:
    """The locks, caches and transactions of a store, as described by the module."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.following: PostCommitHook = _Nothing()
        self._memory: dict[str, AggregateCache[Any]] = {}
        """By kind of subject."""
        self._locks: WeakValueDictionary[Subject, asyncio.Lock] = WeakValueDictionary()
        # A change that failed is also logged where its caller was cancelled and nobody waits for it any more.
        self._under_way = BackgroundTasks(lambda error: LOG.debug("a change was not written: %r", error))
        store.after_writes.append(self._note_revisions)
        store.after_transactions.append(_note)

    def remembers(self, kind: str, memory: AggregateCache[Any]) -> None:
        """Register the cache of one kind of aggregate, which is updated after every write."""
        assert kind not in self._memory, kind
        self._memory[kind] = memory

    def _note_revisions(self, revisions: Mapping[Subject, int]) -> None:
        for subject, revision in revisions.items():
            if (memory := self._memory.get(subject.kind)) is not None:
                memory.advance(subject.id, revision)

    def lock(self, subject: Subject) -> asyncio.Lock:
        """Return the lock of an aggregate; the same object as long as it is held or waited for."""
        lock = self._locks.get(subject)
        if lock is None:
            self._locks[subject] = lock = asyncio.Lock()
        return lock

    async def look(self, of: ChangeScope[S]) -> S:
        """Return the last written state of a scope, without changing anything."""
        async with self._hold_locks(of.keys):
            return (await of.read()).state

    async def change(
        self, of: ChangeScope[S], decide: Callable[[S], Decision[R]], *, now: datetime, timer: TimerRow | None = None
    ) -> R:
        """Read a scope, decide and write; return the result of the decision.

        `decide` must have no side effects, because it is called again if another process has written first; an exception of it
        leaves everything unchanged. `timer` is completed in any case, and raises `ConflictError` if it was completed already.
        Refuses `stale` or `event-changed` after too many attempts.
        """

        async def decided(read: LoadedAggregates[S]) -> Decision[R]:
            return decide(read.state)

        for _ in range(TRIES):
            if (decision := await self._try_once(of, decided, now, timer)) is not None:
                return decision.answer()
        raise _overtaken(of.keys)

    async def change_with_precomputed(
        self,
        of: ChangeScope[S],
        facts: Callable[[S], Awaitable[F]],
        decide: Callable[[S, F], Decision[R]],
        *,
        now: datetime,
        timer: TimerRow | None = None,
    ) -> R:
        """Change as `change` does, where the decision needs facts that are slow to compute, such as a replay.

        `facts` is called without a lock; if the aggregates were written meanwhile it is called again, at the last attempt inside
        the locks.
        """
        for tries_left in reversed(range(TRIES)):
            known = await self._known_facts(of, facts) if tries_left else None

            async def decided(
                read: LoadedAggregates[S], known: tuple[Mapping[Subject, int], F] | None = known
            ) -> Decision[R] | None:
                if known is not None and known[0] != read.revisions:
                    return None
                return decide(read.state, await facts(read.state) if known is None else known[1])

            if (decision := await self._try_once(of, decided, now, timer)) is not None:
                return decision.answer()
        raise _overtaken(of.keys)

    async def open(
        self, counted: Subject, check: Callable[[], Awaitable[None]], keep: Callable[[ExpectRevision], Awaitable[R]]
    ) -> R:
        """Create an object that is limited in number under an aggregate, such as a lobby of a server; return the result of `keep`.

        `check` raises `Refusal` when there are too many. `keep` writes the object in one transaction with its argument; if another
        process created one meanwhile, the limit is checked again.
        """
        for _ in range(TRIES):
            async with self.lock(counted):
                revised = ExpectRevision(counted, await self.store.revision(counted))
                await check()
                with suppress(StaleRevisionError):
                    return await keep(revised)
        raise _overtaken((counted,))

    async def write(self, *changes: Unguarded) -> None:
        """Write changes in one transaction without a decision, as they don't depend on any state."""
        await self.store.commit(*changes)

    async def settled(self) -> None:
        """Wait until all decided changes are written; call it before closing the store."""
        await self._under_way.settled()

    async def _known_facts(self, of: ChangeScope[S], facts: Callable[[S], Awaitable[F]]) -> tuple[Mapping[Subject, int], F]:
        async with self._hold_locks(of.keys):
            seen = await of.read()
        return seen.revisions, await facts(seen.state)

    def exclusive(self, keys: Iterable[Subject]) -> AbstractAsyncContextManager[Write]:
        """Lock these aggregates while the block runs, so that it can erase them with the yielded write function.

        They are dropped from the caches afterwards.
        """
        return self._write_alone(tuple(keys))

    @asynccontextmanager
    async def _write_alone(self, keys: tuple[Subject, ...]) -> AsyncIterator[Write]:
        async with self._hold_locks(keys):
            try:
                yield self.store.commit
            finally:
                for key in keys:
                    self.forget(key)

    @asynccontextmanager
    async def _hold_locks(self, keys: Iterable[Subject]) -> AsyncIterator[None]:
        async with AsyncExitStack() as locks:
            await self._hold(locks, keys)
            yield

    async def _hold(self, locks: AsyncExitStack, keys: Iterable[Subject]) -> None:
        """Take the locks in one fixed order (events, matches, users, servers, each by id), so that no deadlock can arise."""
        for key in sorted(set(keys), key=lambda key: (key.kind, key.id)):
            await locks.enter_async_context(self.lock(key))

    async def _try_once(
        self,
        of: ChangeScope[S],
        decided: Callable[[LoadedAggregates[S]], Awaitable[Decision[R] | None]],
        now: datetime,
        timer: TimerRow | None,
    ) -> Decision[R] | None:
        """Lock, read, decide and write once; return None, with nothing written, if another process has written first."""
        async with AsyncExitStack() as stack:
            await self._hold(stack, of.keys)
            read = await of.read()
            decision = await decided(read)
            if decision is None or not (decision.steps or decision.changes or timer):
                return decision
            # The task that writes has the locks until it is done: its caller may be cancelled meanwhile, and what
            # follows from a commit is never left out.
            task = self._under_way.begin(self._write(stack.pop_all(), read, decision, now, timer), "changing")
        try:
            await asyncio.shield(task)
        except StaleRevisionError:
            return None
        return decision

    async def _write(
        self, locks: AsyncExitStack, read: LoadedAggregates[S], decision: Decision[R], now: datetime, timer: TimerRow | None
    ) -> None:
        async with locks:
            try:
                revisions = await self.store.commit(*await self._changes(read, decision, now, timer))
            except BaseException:
                # Cancelled or failed in mid-air: whether it was written is for the store to say.
                for key in read.revisions:
                    self.forget(key)
                raise
            for step in decision.steps:
                step.keep(revisions[step.subject])
            for step in decision.steps:
                self.following.after(step, now)

    async def _changes(
        self, read: LoadedAggregates[S], decision: Decision[R], now: datetime, timer: TimerRow | None
    ) -> list[Change]:
        changes: list[Change] = []
        for step in decision.steps:
            changes += step.changes()
            changes += await self.following.along(step, now)
        changes += decision.changes
        is_guarded = bool(changes)  # that a timer is done needs no guard but its own
        if timer is not None and not any(isinstance(change, CompleteTimer) and change.timer.id == timer.id for change in changes):
            changes.append(CompleteTimer(timer, now))
        changes.sort(key=lambda change: not isinstance(change, CompleteTimer))  # before others take its place
        return [*(ExpectRevision(*of) for of in read.revisions.items()), *changes] if is_guarded else changes

    def forget(self, subject: Subject) -> None:
        """Drop an aggregate from its cache, because the stored state may be newer."""
        if (memory := self._memory.get(subject.kind)) is not None:
            memory.forget(subject.id)


def _overtaken(keys: Iterable[Subject]) -> RetriesExhaustedError:
    if (event := next((key for key in keys if key.kind == EVENT), None)) is not None:
        return RetriesExhaustedError("event-changed", event=event.id)
    return RetriesExhaustedError("stale", version=None, expected=None)


class _Noted:
    """The flag, shared by a task and the tasks it starts, for whether rows were written."""

    anything = False


_here: ContextVar[_Noted] = ContextVar("written")


def watch_writing() -> None:
    """Begin to record whether this task, or one it starts, writes any rows."""
    _here.set(_Noted())


def _note() -> None:
    """Record that a transaction has written rows."""
    if (noted := _here.get(None)) is not None:
        noted.anything = True


def has_written() -> bool:
    """Return whether rows may have been written since `watch_writing`; True if that was never called."""
    noted = _here.get(None)
    return noted is None or noted.anything
