"""Timers: each is done once by its owner, across restarts; what fails or is unknown holds up nothing else."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from service.core.timers import Timers
from service.core.unit_of_work import UnitOfWork
from service.wiring.services import Services
from storage.changes import CompleteTimer, QueuePosts, SetTimers
from storage.rows import EVENT, NewPost, NewTimer, Subject, TimerRow
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, NOW, PLACE

CUP = Subject(EVENT, 5)
HOUR = timedelta(hours=1)


class Announcer:
    """The owner of the timers `announce` of events: a message and the timer's end in one transaction."""

    def __init__(self, store: Store, *, fails: int = 0) -> None:
        self.store, self.fails, self.called = store, fails, 0

    async def __call__(self, timer: TimerRow, now: datetime) -> None:
        self.called += 1
        if self.called <= self.fails:
            raise ValueError("no such picture")
        news = NewPost("news", {"text": timer.payload["text"]}, f"n{timer.id}", 70)
        await self.store.commit(QueuePosts(timer.subject, now, (news,)), CompleteTimer(timer, now))


async def set_timer(store: Store, kind: str, due: datetime, subject: Subject = CUP) -> None:
    await store.commit(SetTimers(subject, NOW, (NewTimer(kind, due, {"text": "Round 1"}),)))


async def told(store: Store) -> list[str]:
    return [p.payload["text"] for p in await store.posts.of(CUP)]


async def test_a_timer_of_an_event_is_done_once_when_it_is_due(store: Store) -> None:
    timers = Timers(UnitOfWork(store))
    timers.register("announce", Announcer(store))
    await set_timer(store, "announce", NOW + HOUR)

    await timers.tick(NOW)
    assert await told(store) == []
    for _ in range(2):
        await timers.tick(NOW + HOUR)

    assert await told(store) == ["Round 1"]
    assert await timers.next_at() is None


async def test_a_timer_outlives_the_program(path: Path) -> None:
    first = await open_sqlite(path)
    await set_timer(first, "announce", NOW + HOUR)
    await first.close()

    second = await open_sqlite(path)
    timers = Timers(UnitOfWork(second))
    timers.register("announce", Announcer(second))
    await timers.tick(NOW + 2 * HOUR)

    assert await told(second) == ["Round 1"]
    await second.close()


async def test_what_fails_is_tried_again_with_growing_waits_and_holds_up_nothing(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    timers = Timers(UnitOfWork(store))
    timers.register("announce", Announcer(store, fails=2))
    timers.register("other", other := Announcer(store))
    await set_timer(store, "announce", NOW)
    await set_timer(store, "other", NOW + timedelta(seconds=1))

    await timers.tick(NOW + timedelta(seconds=1))

    assert other.called == 1
    assert await timers.next_at() == NOW + timedelta(seconds=6)
    await timers.tick(NOW + timedelta(seconds=6))
    assert await timers.next_at() == NOW + timedelta(seconds=16)
    await timers.tick(NOW + timedelta(seconds=16))
    assert await told(store) == ["Round 1", "Round 1"]
    assert len([r for r in caplog.records if "failed; trying again" in r.message]) == 2


async def test_an_owner_who_forgets_to_note_the_end_is_told_so(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async def forgets(timer: TimerRow, now: datetime) -> None:
        pass

    timers = Timers(UnitOfWork(store))
    timers.register("announce", forgets)
    await set_timer(store, "announce", NOW)

    await timers.tick(NOW)

    assert "did not note" in caplog.text
    assert await timers.next_at() == NOW + timedelta(seconds=5)


async def test_a_kind_of_a_newer_program_waits_for_that_program(store: Store) -> None:
    await set_timer(store, "announce", NOW)
    await Timers(UnitOfWork(store)).tick(NOW + HOUR)
    assert await Timers(UnitOfWork(store)).next_at() is None

    newer = Timers(UnitOfWork(store))
    newer.register("announce", Announcer(store))
    await newer.tick(NOW + HOUR)

    assert await told(store) == ["Round 1"]


async def test_the_hosts_log_names_the_kinds_of_a_newer_program_once(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    timers = Timers(UnitOfWork(store))
    timers.register("announce", Announcer(store))
    for kind in ("announce", "firework", "parade"):
        await set_timer(store, kind, NOW + HOUR)

    for _ in range(2):
        timers.start(lambda: NOW)
        await timers.settled()
    await timers.close()

    lines = [record.getMessage() for record in caplog.records if "timer-put-aside" in record.getMessage()]
    assert [line.partition("kind=")[2] for line in lines] == ["firework", "parade"]


async def test_the_worker_sleeps_until_the_next_is_due_and_hears_of_sooner_ones(store: Store) -> None:
    called = asyncio.Event()

    async def owner(timer: TimerRow, now: datetime) -> None:
        await timers.done(timer, now)
        called.set()

    timers = Timers(UnitOfWork(store))
    store.after_timers.append(timers.was_set)
    timers.register("announce", owner)
    await set_timer(store, "announce", NOW + 100 * HOUR)
    timers.start(lambda: NOW)
    for _ in range(100):
        await asyncio.sleep(0)
    assert not called.is_set()

    await set_timer(store, "announce", NOW)
    await called.wait()

    assert await timers.next_at() == NOW + 100 * HOUR
    await timers.close()


async def test_a_timer_that_comes_again_is_set_once(store: Store) -> None:
    timers, seen = Timers(UnitOfWork(store)), list[datetime]()

    async def again(timer: TimerRow, now: datetime) -> None:
        seen.append(now)
        await timers.done(timer, now, again=HOUR)

    timers.register("round", again)
    for _ in range(2):
        await timers.keep("round", (CUP,), HOUR, NOW)

    for hours in (1, 2, 3):
        await timers.tick(NOW + hours * HOUR)

    assert seen == [NOW + hours * HOUR for hours in (1, 2, 3)]
    assert len(await store.timers.of(CUP)) == 1


async def test_a_lobby_opened_by_a_clock_that_ran_ahead_still_has_its_week(services: Services) -> None:
    ahead = NOW + timedelta(days=365)
    match_id = (await services.lobbies.open(PLACE, ANNA, "tiny", {}, now=ahead)).match.id
    await services.timers.tick(NOW)

    await services.timers.tick(NOW + timedelta(days=6))
    assert (await services.match_queries.match(match_id)).status == "lobby"
    await services.timers.tick(NOW + timedelta(days=7))

    assert (await services.match_queries.match(match_id)).status == "expired"
