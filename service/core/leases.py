"""The leases that divide the servers among the processes of one bot; each is held while its process lives.

A process with its own database holds all parts. Processes that share a database each want some shards (`BASTIDE_SHARDS`), and take
those that are free. `Leases.held` is the present part; `Leases.all` asks the database who holds what. Posts, timers, computer
players and other background work follow the leases; user actions are guarded by the revisions of matches and events.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from service.core.background_tasks import BackgroundTasks
from storage.errors import StorageError
from storage.outage import Outage
from storage.queries.cluster_events import LEASES, ProcessEvent
from storage.rows import Lease
from storage.sharding import LASTS, WHOLE, ProcessShare, ShardSet
from storage.store import LeaseStore
from telemetry.log_line import log_line

log = logging.getLogger("service.process.leases")

EVERY_S = 2.0
"""Seconds between two renewals of the leases."""

LOOK_S = 0.25
"""How often it is looked whether who holds what is wanted here is still there."""

POLL_S = 5.0
"""Seconds after which a process looks by itself for changes that it wasn't told about."""

MARGIN_S = 1.0
"""Seconds by which a process considers a lease expired before the database does, since answers take time to arrive."""

HANDOVER_S = 2.0
"""How long something that was heard waits for its lease: Discord wants to be answered within three seconds."""

Step = Callable[[ShardSet], Awaitable[None]]
"""Called with a part that is taken over."""


class Leases:
    """The leases of this process, renewed in the background from `begin` until `release`."""

    def __init__(
        self,
        store: LeaseStore | None,
        share: ProcessShare | None,
        outage: Outage | None = None,
        *,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Use this lease store; without a store or a `share` the process always holds all parts.

        `outage` is the state of the database; `clock_s` returns monotonic seconds.
        """
        self.wanted = WHOLE
        """The parts that this process wants, if no other process holds them."""
        self.after_loss: list[Callable[[ShardSet], None]] = []
        """Called with parts that were lost."""
        self.after_event: list[Callable[[ProcessEvent], None]] = []
        """Called with notifications of other processes."""
        self.after_poll: list[Callable[[], None]] = []
        """Called every few seconds, in case a notification was lost."""
        self._store = store
        self._share = share
        self._outage = outage or Outage()
        self._clock_s = clock_s
        self._until_s = 0.0
        self._hears = False
        """Whether the connection for notifications was up at the last check."""
        self._changed = asyncio.Event()
        self._keeping: asyncio.Task[None] | None = None
        self._taking = BackgroundTasks()
        self._had = ShardSet()
        """Parts that this process holds according to the database, prepared or not."""
        self._steps: tuple[Step, Step] | None = None

    def look_again(self) -> None:
        """Wake a process that waits for a lease, so that it checks again."""
        self._changed.set()

    @property
    def held(self) -> ShardSet:
        """The part of the shards that this process is responsible for now; empty once its leases have expired."""
        if self._store is None or self._share is None:
            return WHOLE
        return self._share.attended if self._clock_s() < self._until_s else ShardSet()

    async def all(self) -> tuple[Lease, ...]:
        """Return all leases; empty for an unshared database. Raise `DatabaseUnavailableError`."""
        return () if self._store is None else await self._store.all()

    async def hears(self, guild_id: int | None) -> bool:
        """Return whether this process answers user actions in a server, after waiting for a lease being handed over.

        During a handover two processes receive the same event, and the holder of the lease answers. Private messages (`guild_id`
        None) belong to the first shard. While the database is down no lease can be held, and the receiving process reports that.
        """
        if self.covers(guild_id):
            return True
        try:
            async with asyncio.timeout(HANDOVER_S):
                while not self.covers(guild_id) and not self._outage.reason:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def covers(self, guild_id: int | None) -> bool:
        """Return whether this process is responsible for a server now; None stands for private messages, on the first shard."""
        shards = self.held
        return 0 in shards.shards if guild_id is None else shards.covers(guild_id)

    async def takes(self, guild_id: int | None, number: int) -> bool:
        """Return whether this process handles an unacknowledged message, so that only one of its receivers does.

        `number` is the message's id at Discord.
        """
        return await self.hears(guild_id) and (self._store is None or await self._store.claim(number))

    async def begin(self, prepare: Step, look_after: Step) -> None:
        """Take the free leases that this process wants, and keep renewing them in the background.

        Each new part is passed to `prepare` before its timers and posts are handled here, and to `look_after` from then on. The
        leases that are free are held when this returns.
        """
        if self._steps is not None:
            return
        self._steps = prepare, look_after
        if self._store is None:
            await self._take_over(WHOLE)
            return
        await self._round(self._store)
        if not self._had:
            log.warning(log_line("standing-by", wanted=", ".join(self.wanted.names)))
        self._keeping = asyncio.get_running_loop().create_task(self._keep(self._store), name="leases")
        await self._taking.succeeded()  # which may take longer than a lease lasts

    async def release(self, finish: Callable[[], Awaitable[None]] | None = None) -> None:
        """Give all leases back after `finish` is done, so that other processes can take them.

        Work that has begun here goes on; nothing new begins.
        """
        if self._store is None:
            return
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._taking.close()
        self._lose(self._had)
        if finish is not None:
            await finish()
        try:
            await self._store.release()
        except StorageError as error:
            log.warning(log_line("leases-left", reason=str(error)))  # they run out by themselves

    async def _keep(self, store: LeaseStore) -> None:
        renew_s, poll_s = self._clock_s() + EVERY_S, self._clock_s() + POLL_S
        while True:
            try:
                told = await self._listen(store, self._pause_s(renew_s))
                if LEASES in told or self._clock_s() >= renew_s or await self._is_deserted(store):
                    renew_s = self._clock_s() + EVERY_S
                    await self._round(store)
                if self._clock_s() >= poll_s:
                    poll_s = self._clock_s() + POLL_S
                    for polled in self.after_poll:
                        polled()
            except Exception:  # whatever is wrong must not end the renewing
                log.exception("leases cannot be looked at; trying again")
                await asyncio.sleep(EVERY_S)

    def _pause_s(self, renew_s: float) -> float:
        """Return the seconds until the leases are checked again."""
        until_s = renew_s - self._clock_s()
        return min(until_s, LOOK_S) if _difference(self.wanted, self._had) else until_s

    async def _is_deserted(self, store: LeaseStore) -> bool:
        """Return whether a wanted part is free because its holder is gone."""
        lacking = _difference(self.wanted, self._had)
        if not lacking:
            return False
        try:
            return await store.is_deserted(lacking.names)
        except StorageError as error:
            self._log_failure("leases-out-of-reach", error)
            return False

    async def _listen(self, store: LeaseStore, wait_s: float) -> frozenset[str]:
        """Wait up to `wait_s` seconds for notifications; return the kinds of those received."""
        try:
            process_events = await store.heard(max(wait_s, 0.0))
        except StorageError as error:
            self._log_failure("leases-out-of-reach", error)
            if self._hears:  # back at once: who is missed for long counts as gone
                self._hears = False
                return frozenset((LEASES,))
            await asyncio.sleep(min(max(wait_s, 0.1), EVERY_S))
            return frozenset()
        self._hears = True
        for tiding in process_events:
            for heard in self.after_event:
                heard(tiding)
        return frozenset(tiding.kind for tiding in process_events)

    async def _round(self, store: LeaseStore) -> None:
        """Renew the leases and take free ones once; report lost parts and prepare new ones while renewing goes on."""
        # Counted from before the question: however long the answer takes, this process gives up before the database hands it on.
        asked_s = self._clock_s()
        try:
            have = ShardSet.named(lease.name for lease in await store.hold(self.wanted.names))
        except StorageError as error:
            self._log_failure("leases-not-renewed", error)
            have = None
        if asked_s >= self._until_s:  # another process may have had it meanwhile, even if it is ours again
            self._lose(self._had)
        if have is None:
            return
        self._lose(_difference(self._had, have))
        self._until_s = asked_s + LASTS.total_seconds() - MARGIN_S
        new = _difference(have, self._had)
        # Noted before it is prepared, so that the next round doesn't take the same part over a second time meanwhile.
        self._had = have
        if new:
            self._taking.begin(self._take_over(new), "taking over")

    def _log_failure(self, event: str, error: StorageError) -> None:
        """Log a failure of the leases; outages of the database are reported elsewhere."""
        log.log(logging.DEBUG if self._outage.reason else logging.WARNING, log_line(event, reason=str(error)))

    async def _take_over(self, new: ShardSet) -> None:
        assert self._steps is not None
        prepare, look_after = self._steps
        if self._share is not None:
            log.info(log_line("leases-taken", names=", ".join(new.names)))
        await self._outage.end()  # leases have a connection of their own, which may be back before all others
        try:
            await prepare(new)
        except Exception:
            log.exception("%s cannot be prepared; trying again", ", ".join(new.names))
            self._had = _difference(self._had, new)
            return
        if self._share is not None:
            self._share.attended = _union(self._share.attended, _intersection(new, self._had))
            self._changed.set()
        try:
            await look_after(new)
        except Exception:
            log.exception("%s cannot be looked after", ", ".join(new.names))

    def _lose(self, part: ShardSet) -> None:
        if not part or self._share is None:
            return
        log.info(log_line("leases-lost", names=", ".join(part.names)))
        self._had = _difference(self._had, part)
        self._share.attended = _difference(self._share.attended, part)
        for told in self.after_loss:
            told(part)


def _union(shards: ShardSet, other: ShardSet) -> ShardSet:
    return replace(other, shards=shards.shards | other.shards, common=shards.common or other.common) if other else shards


def _intersection(shards: ShardSet, other: ShardSet) -> ShardSet:
    return replace(shards, shards=shards.shards & other.shards, common=shards.common and other.common)


def _difference(shards: ShardSet, other: ShardSet) -> ShardSet:
    return replace(shards, shards=shards.shards - other.shards, common=shards.common and not other.common)
