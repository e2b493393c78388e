"""A database that fails in the middle: what people were told is true, and nothing in memory is ahead of the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest

from service.users.direct_message_limits import MOST
from storage.backends.database import Database
from storage.backends.sqlite import SqliteDatabase
from storage.changes import Change
from storage.errors import DatabaseUnavailableError
from storage.rows import Subject, of_match
from storage.store import Store
from tests.service.conftest import ANNA, BEN, NOW, PLACE, begin, make_services, play_turn


class FailingStore(Store):
    """A real store whose next commit fails, before or after it is written."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self.before: Callable[[], None] | None = None
        self.after: Callable[[], None] | None = None

    async def commit(self, *changes: Change) -> Mapping[Subject, int]:
        before, self.before = self.before, None
        if before is not None:
            before()
        revisions = await super().commit(*changes)
        after, self.after = self.after, None
        if after is not None:
            after()
        return revisions


def full() -> None:
    raise DatabaseUnavailableError("database or disk is full")


def cancelled() -> None:
    raise asyncio.CancelledError


async def test_a_move_that_could_not_be_written_has_not_happened() -> None:
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store)
    match_id = (await begin(services, ANNA, BEN)).match.id
    store.before = full

    with pytest.raises(DatabaseUnavailableError):
        await play_turn(services, match_id, ANNA)

    assert (await services.match_queries.table(match_id, ANNA)).is_asked
    assert (await services.match_queries.match(match_id)).version == 1
    assert (await play_turn(services, match_id, ANNA)).version == 4
    await store.close()


async def test_letters_that_could_not_be_written_do_not_count() -> None:
    """However often it is tried while the disk is full, who must know that their game rests is told in the end."""
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store)
    match_id = (await begin(services, ANNA, BEN)).match.id
    for _ in range(MOST + 1):
        store.before = full
        with pytest.raises(DatabaseUnavailableError):
            await services.channel_changes.vanished(PLACE.channel_id, NOW)

    await services.channel_changes.vanished(PLACE.channel_id, NOW)

    posts = await store.posts.of(of_match(match_id))
    await store.close()
    assert {post.user_id for post in posts if post.kind == "lost"} == {ANNA}


async def test_a_request_that_is_cancelled_after_its_commit_counts() -> None:
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store)
    match_id = (await begin(services, ANNA, BEN)).match.id
    store.after = cancelled

    with pytest.raises(asyncio.CancelledError):
        await play_turn(services, match_id, ANNA)

    assert (await services.match_queries.table(match_id, BEN)).is_asked
    assert [p.seat for p in await store.posts.of(of_match(match_id))] == [0, 1]
    await store.close()


async def test_a_choice_that_is_cancelled_after_its_commit_counts() -> None:
    """Also with whom it was remembered before."""
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store)
    await services.user_settings.speak(ANNA, "de")
    store.after = cancelled

    with pytest.raises(asyncio.CancelledError):
        await services.user_settings.speak(ANNA, "nl")

    assert (await services.user_settings.person(ANNA)).locale == "nl"
    await store.close()


async def test_a_lobby_that_could_not_be_written_is_as_before() -> None:
    store = FailingStore(await SqliteDatabase.open(":memory:"))
    services = make_services(store)
    match_id = (await begin(services, ANNA, BEN)).match.id
    store.before = full

    with pytest.raises(DatabaseUnavailableError):
        await services.resignations.cancel(match_id, ANNA, now=NOW)

    assert (await services.match_queries.match(match_id)).status == "running"
    await store.close()
