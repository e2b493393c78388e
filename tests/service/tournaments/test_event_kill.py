"""Killed after one of its transactions again and again, the program loses nothing of an event, does nothing twice, and goes on."""

from __future__ import annotations

import contextlib
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from service.errors import Refusal
from storage.backends.database import T, Work
from storage.backends.sqlite import SqliteDatabase
from storage.rows import Post, UserId
from storage.store import Store
from storage.tournament_rows import EventId, of_event
from tests.service.conftest import make_services
from tests.service.tournaments.conftest import ORGANISER, Fair

STRIDE = 3
"""Each life lasts so many transactions longer than the one before; the first ones of several runs begin one after the other."""


class Killed(BaseException):
    """The process is gone."""


class Mortal:
    """A `Database` whose process dies with its `last` transaction: that is on the disk, and nothing that comes after it."""

    def __init__(self, db: SqliteDatabase, last: int | None) -> None:
        self._db = db
        self.outage, self.after_write, self.deferred = db.outage, db.after_write, None
        self._last = last
        self.written = 0

    async def write(self, work: Work[T]) -> T:
        self._must_live()
        done = await self._db.write(work)
        self.written += 1
        self._must_live()
        return done

    async def read(self, work: Work[T]) -> T:
        self._must_live()
        return await self._db.read(work)

    async def close(self) -> None:
        await self._db.close()

    def _must_live(self) -> None:
        if self._last is not None and self.written >= self._last:
            raise Killed


class Lives(Fair):
    """An event of two people that is played by a program which dies and comes back."""

    def __init__(self, db: Mortal, path: Path) -> None:
        super().__init__(Store(db), path)
        self.deaths = 0
        self.sent: dict[str, str] = {}
        """What Discord has got, by nonce: each once, however often it was tried."""

    async def post(self, post: Post) -> int:
        number = await super().post(post)
        self.sent[post.nonce] = post.payload.get("code", post.kind)
        return number

    async def reborn(self, last: int | None) -> Mortal:
        """Begin another process on the same file."""
        with contextlib.suppress(Killed, ExceptionGroup, BaseExceptionGroup):
            await self.services.stop()
        await self.store.close()
        db = Mortal(await SqliteDatabase.open(self.path), last)
        self.store = Store(db)
        self.services = make_services(self.store, clock=lambda: self.now)
        return db

    async def go_on(self, event_id: EventId) -> None:
        """Whatever is left to do, from wherever it stands."""
        events = self.services.tournaments
        await events.round_scheduler.wake_all(self.now)
        if (await self.state(event_id)).row.status == "open":
            await events.registration.start(event_id, ORGANISER, now=self.now)
        await self.settle()
        if not await events.queries.rulings(event_id):
            with contextlib.suppress(Refusal):  # it may be over
                rule, day = events.referee_actions.rule, timedelta(days=1)
                await rule(event_id, ORGANISER, "more-time", UserId(1), "power cut", now=self.now, length=day)
        await self.settle()
        assert (await self.play_out(event_id)).row.status == "finished"


async def lived(path: Path, deaths: int, first: int) -> tuple[Lives, EventId]:
    """Return an event whose program dies so often: `first` after so many transactions, then a little later each time."""
    there = Lives(Mortal(await SqliteDatabase.open(path), None), path)
    event_id = await there.opened(2, "swiss:1")
    last = first
    for _ in range(deaths):
        await there.reborn(last)
        try:
            await there.go_on(event_id)
            break
        except* Killed:
            there.deaths += 1
            last += STRIDE
    await there.reborn(None)
    if (await there.state(event_id)).row.status != "finished":
        await there.go_on(event_id)
    await there.settle()
    return there, event_id


async def test_players_at_a_table_are_told_though_the_program_dies_before_it_wakes_the_event(tmp_path: Path) -> None:
    """The event slept until its next heartbeat, six hours later."""
    for last in (1, 2):  # the game is kept; it has begun
        there = Lives(Mortal(await SqliteDatabase.open(tmp_path / f"{last}.db"), None), tmp_path / f"{last}.db")
        event_id = await there.opened(2, "swiss:1", first_turn=timedelta(hours=2))
        await there.services.tournaments.registration.start(event_id, ORGANISER, now=there.now)
        await there.services.timers.tick(there.now)
        await there.services.outbox.drain(there, there.now)
        (table,) = await there.services.tournaments.tables.unseated()

        await there.reborn(last)
        with pytest.raises(Killed):
            await there.services.tournaments.tables.seat(table, table.message_id, now=there.now)
        await there.reborn(None)
        await there.wait(minutes=2)

        assert sorted(user for user, _, _ in there.called) == [1, 2]
        timers = await there.store.timers.of(of_event(event_id))
        assert [there.now < timer.due_at <= there.now + timedelta(hours=1) for timer in timers] == [True], "somebody may be late"
        await there.services.stop()
        await there.store.close()


async def test_an_event_whose_program_dies_again_and_again_goes_its_way_once(tmp_path: Path) -> None:
    for first in range(1, STRIDE + 1):
        there, event_id = await lived(tmp_path / f"{first}.db", 40, first)

        assert there.deaths >= 4
        state = await there.state(event_id)
        (match,) = await there.services.tournaments.queries.matches(event_id)
        assert (state.row.status, match.status) == ("finished", "finished")
        counter = Counter(there.sent.values())
        assert [counter[code] for code in ("event-started", "round", "pairing", "champion")] == [1, 1, 1, 1], counter
        assert counter["ruled"] == 2 * len(await there.services.tournaments.queries.rulings(event_id)) == 2
        await there.services.stop()
        await there.store.close()
