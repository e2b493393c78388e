"""A turn is one transaction: the move with its timers and messages, and what is known of messages that were sent before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from service.core.outbox import Outbox, PostRetryLater
from service.records import MatchLocation
from service.wiring.services import Services
from storage.backends.sqlite import SqliteDatabase
from storage.changes import ExpectRevision
from storage.errors import DatabaseUnavailableError, StaleRevisionError
from storage.rows import MatchId, Post, of_match
from storage.store import Store, open_sqlite
from tests.service.conftest import ANNA, BEN, NOW, begin, make_services, play_turn
from tests.service.core.test_outbox import ForgetfulRecorder, Recorder, unsent


class Transactions:
    """The transactions of a store that change a row."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        database = store._db
        assert isinstance(database, SqliteDatabase)
        self.writer = database.writer
        self.number = 0
        carry_out = self.writer.carry_out

        async def counted(work: Callable[[Connection], Any]) -> Any:
            before = self.writer._conn.total_changes
            done = await carry_out(work)
            self.number += self.writer._conn.total_changes > before
            return done

        monkeypatch.setattr(self.writer, "carry_out", counted)


@pytest.fixture
def transactions(store: Store, monkeypatch: pytest.MonkeyPatch) -> Transactions:
    return Transactions(store, monkeypatch)


async def asked(services: Services, channel: int = 70) -> MatchId:
    """Return a match whose first turn message has gone out."""
    match_id = (await begin(services, ANNA, BEN, place=MatchLocation(7, channel))).match.id
    await services.outbox.drain(Recorder(), NOW)
    return match_id


async def test_a_turn_and_its_message_are_one_transaction(services: Services, store: Store, transactions: Transactions) -> None:
    match_id, recorder = await asked(services), Recorder()

    for turn in range(4):
        transactions.number = 0
        await play_turn(services, match_id, (ANNA, BEN)[turn % 2])
        assert await services.outbox.drain(recorder, NOW) == 1
        assert await services.outbox.next_at() is None
        assert transactions.number == 1, turn

    assert [post.seat for post in recorder.messages] == [1, 0, 1, 0]
    assert await unsent(store, match_id) == []


async def test_turns_of_many_games_are_a_transaction_each(services: Services, transactions: Transactions) -> None:
    games = [await asked(services, channel) for channel in range(70, 75)]
    transactions.number = 0

    for match_id in games:
        await play_turn(services, match_id, ANNA)
    assert await services.outbox.drain(Recorder(), NOW) == 5

    assert transactions.number == 5


async def test_who_asks_for_a_message_learns_that_it_has_arrived(services: Services) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id

    class Numbered(Recorder):
        async def post(self, post: Post) -> int:
            return 40 + await super().post(post)

    await services.outbox.drain(Numbered(), NOW)

    last = await services.outbox.last(match_id, "turn")
    assert last is not None and (last.message_id, last.sent_at) == (40, NOW)


@pytest.fixture
async def killed(path: Path, new_file: Path) -> AsyncIterator[Callable[[], Awaitable[Services]]]:
    """Return what begins a life of the program; each ends as if killed when the next one begins."""
    stores: list[Store] = []

    async def reborn() -> Services:
        for store in stores:
            assert store._db.deferred is not None
            store._db.deferred.stop()
        stores.append(await open_sqlite(path))
        return make_services(stores[-1])

    yield reborn
    for store in reversed(stores):
        await store.close()


async def test_what_a_killed_program_has_sent_is_found_in_its_channel(killed: Callable[[], Awaitable[Services]]) -> None:
    """Neither that it was tried nor that it arrived is written yet, and Discord has forgotten its nonce."""
    services, recorder = await killed(), ForgetfulRecorder()
    match_id = (await begin(services, ANNA, BEN)).match.id
    assert await services.outbox.drain(recorder, NOW) == 1

    again = await killed()
    assert await unsent(again.store, match_id), "it is not marked yet"
    assert await again.outbox.drain(recorder, NOW + timedelta(hours=1)) == 1

    assert recorder.told() == [("turn", 0, 1)]
    assert await unsent(again.store, match_id) == []


async def test_what_a_killed_program_has_not_sent_is_sent(killed: Callable[[], Awaitable[Services]]) -> None:
    match_id, recorder = (await begin(await killed(), ANNA, BEN)).match.id, ForgetfulRecorder()

    again = await killed()
    assert await again.outbox.drain(recorder, NOW + timedelta(hours=1)) == 1
    await play_turn(again, match_id, ANNA)
    recorder.find = _asked_for_nothing  # type: ignore[method-assign]  # what this life has queued needs no look
    assert await again.outbox.drain(recorder, NOW + timedelta(hours=1)) == 1

    assert recorder.told() == [("turn", 0, 1), ("turn", 1, 4)]


async def _asked_for_nothing(_post: Post) -> int | None:
    raise AssertionError("looked for")


async def test_a_message_is_marked_soon_where_nothing_else_is_written(services: Services, store: Store) -> None:
    assert store._db.deferred is not None
    slept: list[float] = []

    async def asleep(length: float) -> None:
        slept.append(length)

    store.pass_time(asleep)
    match_id = await asked(services)
    for _ in range(100):
        await asyncio.sleep(0.01)
        if not store._db.deferred.any_left:
            break

    assert slept == [10.0]
    sent = await store._db.read(lambda con: con.exec_driver_sql(f"SELECT sent_at FROM outbox WHERE topic_id = {match_id}").scalar())
    assert sent is not None


async def test_marks_wait_on_where_the_transaction_that_carries_them_fails(services: Services, store: Store) -> None:
    match_id = await asked(services)

    with pytest.raises(StaleRevisionError):
        await store.commit(ExpectRevision(of_match(match_id), 99))

    assert store._db.deferred is not None and store._db.deferred.any_left
    assert await unsent(store, match_id) == []


async def test_a_message_is_read_although_nothing_can_be_written(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = await asked(services)

    async def refused(_work: object) -> None:
        raise DatabaseUnavailableError("full")

    assert isinstance(store._db, SqliteDatabase)
    with monkeypatch.context() as full:
        full.setattr(store._db.writer, "carry_out", refused)
        assert len(await store.posts.of(of_match(match_id))) == 1
    assert await unsent(store, match_id) == []


async def test_how_often_a_message_was_tried_is_written_with_its_delay(services: Services, store: Store) -> None:
    match_id = (await begin(services, ANNA, BEN)).match.id
    recorder = Recorder()
    recorder.failures = [PostRetryLater("503"), PostRetryLater("429", retry_after_s=60)]

    for minute in range(2):
        await Outbox(store.posts).drain(recorder, NOW + timedelta(minutes=minute))

    (post,) = await store.posts.of(of_match(match_id))
    assert (post.attempts, post.tried_at) == (2, NOW)
