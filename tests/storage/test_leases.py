"""Several processes on one PostgreSQL: who holds what, and what each is told to do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from storage.backends.postgresql_probe import driver_address
from storage.changes import QueuePosts, SetTimers
from storage.database_url import PostgresUrl, read
from storage.opening import open_store
from storage.queries.cluster_events import LEASES, MISSED
from storage.rows import PROGRAM, NewPost, NewTimer, Subject, UserId, of_match, of_person, of_server
from storage.sharding import COMMON, ShardSet
from storage.store import LeaseStore, Store
from tests.storage.test_store_contract import new_match
from tests.waiting import until

NOW = datetime(2026, 9, 1, 12, 0, tzinfo=UTC)
EVEN, ODD = 2 << 22, 3 << 22
"""Servers on the two shards."""

Opened = Callable[[], Awaitable[Store]]


@pytest.fixture
async def another(ready_database: str) -> AsyncIterator[Opened]:
    """Return a function that opens the store of one more process."""
    opened: list[Store] = []

    async def open_() -> Store:
        opened.append(await open_store(read(ready_database)))
        return opened[-1]

    yield open_
    for store in opened:
        await store.close()


def leases(store: Store) -> LeaseStore:
    assert store.leases is not None
    return store.leases


async def hold(store: Store, *names: str) -> set[str]:
    """Hold what is to be had, and attend it."""
    assert store.share is not None
    have = {lease.name for lease in await leases(store).hold(names)}
    store.share.attended = ShardSet.named(have)
    return have


def run_out(address: str) -> None:
    """Let the leases run out, as if unrenewed for a while."""
    server = read(address)
    assert isinstance(server, PostgresUrl)
    with psycopg.connect(driver_address(server.address)) as con:
        con.execute("UPDATE lease SET until = clock_timestamp() - interval '1 second'")


async def test_a_lease_is_held_by_one_until_it_runs_out(another: Opened, ready_database: str) -> None:
    """Renewing keeps its epoch; taking it over counts on."""
    first, second = await another(), await another()

    assert await hold(first, "shard 0/2", COMMON) == {"shard 0/2", COMMON}
    assert await hold(first, "shard 0/2", COMMON) == {"shard 0/2", COMMON}
    assert await hold(second, "shard 0/2", "shard 1/2", COMMON) == {"shard 1/2"}
    run_out(ready_database)
    assert await hold(second, "shard 0/2") == {"shard 0/2"}

    (lease,) = await leases(first).all()
    assert second.share is not None
    assert (lease.name, lease.holder, lease.epoch) == ("shard 0/2", second.share.holder, 2)


async def test_what_is_given_back_is_to_be_had_at_once(another: Opened) -> None:
    """Anyone who waits for it is told."""
    first, second = await another(), await another()
    await hold(first, COMMON)
    await hold(second, "shard 0/1")

    assert [told.kind for told in await leases(second).heard(0.0)] == [MISSED]
    await leases(first).release()

    assert [told.kind for told in await leases(second).heard(30.0)] == [LEASES]
    assert await hold(second, COMMON, "shard 0/1") == {COMMON, "shard 0/1"}


async def test_what_was_heard_is_taken_by_one_also_where_that_one_leaves(another: Opened) -> None:
    """A typed move is answered once: the process that takes over finds it taken, though everything else is given back."""
    first, second = await another(), await another()
    await hold(first, COMMON)
    assert await leases(first).claim(7)

    await leases(first).release()

    assert not await leases(second).claim(7)
    assert await hold(second, COMMON) == {COMMON}


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases that run out long after the test, and anyone who is missed counts as gone at once."""
    monkeypatch.setattr("storage.queries.leases.LASTS", timedelta(hours=1))
    monkeypatch.setattr("storage.backends.lease_sessions.GONE_S", 0.0)


async def test_what_a_process_held_that_is_gone_is_to_be_had(another: Opened, endless: None) -> None:
    """Its connection ended with it; anyone who lives keeps theirs."""
    dead, alive, heir = await another(), await another(), await another()
    await hold(dead, "shard 0/2")
    await hold(alive, "shard 1/2", COMMON)
    wanted = ("shard 0/2", "shard 1/2", COMMON)
    assert await hold(heir, *wanted) == set()
    assert not await leases(heir).is_deserted(wanted)

    await leases(dead).close()

    await until(lambda: leases(heir).is_deserted(wanted))
    assert await hold(heir, *wanted) == {"shard 0/2"}
    assert await hold(dead, "shard 0/2") == set(), "it lived, and has lost it all the same"


async def test_a_process_back_in_time_keeps_what_it_has(another: Opened, endless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is cut, and stands again before anybody misses it for long."""
    monkeypatch.setattr("storage.backends.lease_sessions.GONE_S", 3600.0)
    first, second = await another(), await another()
    await hold(first, COMMON)
    await hold(second, COMMON)
    await leases(first).close()

    assert await hold(second, COMMON) == set()
    await hold(first, COMMON)
    monkeypatch.setattr("storage.backends.lease_sessions.GONE_S", 0.0)

    assert await hold(second, COMMON) == set()


async def test_nobody_is_missed_who_was_never_seen(another: Opened, endless: None) -> None:
    """As after a restart of the server, where others may be back a little later; nor a program that knows no such sign."""
    first, second = await another(), await another()
    await hold(first, COMMON)
    await leases(first).close()

    assert await hold(second, COMMON) == set()
    assert not await leases(second).is_deserted([COMMON])


async def test_servers_are_not_dealt_in_two_ways_at_once(another: Opened, ready_database: str) -> None:
    """Whose shards are counted otherwise waits until all others are gone."""
    first, second = await another(), await another()
    await hold(first, "shard 0/2")

    assert await hold(second, "shard 1/4", COMMON) == set()
    run_out(ready_database)
    assert await hold(second, "shard 1/4", COMMON) == {"shard 1/4", COMMON}


async def posted(store: Store, guild_id: int | None, channel_id: int) -> Subject:
    """Store a post and a timer of a match in this server."""
    new = new_match()
    match = await store.matches.open(replace(new, match=replace(new.match, guild_id=guild_id, channel_id=channel_id)))
    await tell(store, of_match(match.id))
    return of_match(match.id)


async def tell(store: Store, topic: Subject) -> None:
    post = NewPost("notice", {}, f"{topic.kind}{topic.id}", 70, None)
    await store.commit(QueuePosts(topic, NOW, (post,)), SetTimers(topic, NOW, (NewTimer("due", NOW),)))


async def test_each_process_is_told_of_its_own_part_alone(another: Opened) -> None:
    """Messages and timers of a match and of a server are those of its shard; what belongs to no server is common."""
    first, second = await another(), await another()
    await hold(first, "shard 0/2", COMMON)
    await hold(second, "shard 1/2", COMMON)
    even, odd, alone = [await posted(first, guild, number) for number, guild in enumerate((EVEN, ODD, None), 70)]
    person, here, there = of_person(UserId(5)), of_server(EVEN), of_server(ODD)
    for topic in (person, here, there, Subject(PROGRAM, 0), Subject(PROGRAM, 1)):
        await tell(first, topic)

    mine = {post.topic for post in await first.posts.take(NOW, 20)}
    theirs = {post.topic for post in await second.posts.take(NOW, 20)}

    assert mine == {even, alone, person, here, Subject(PROGRAM, 0)}
    assert theirs == {odd, there, Subject(PROGRAM, 1)}
    assert {timer.subject for timer in await first.timers.due(NOW, ("due",), 20)} == mine
    assert {timer.subject for timer in await second.timers.due(NOW, ("due",), 20)} == theirs


async def test_a_process_that_has_lost_its_lease_begins_nothing(another: Opened, ready_database: str) -> None:
    """The database itself says so, whatever the process believes."""
    store = await another()
    await hold(store, "shard 0/1", COMMON)
    await posted(store, EVEN, 70)

    run_out(ready_database)

    assert await store.posts.take(NOW, 10) == ()
    assert await store.timers.due(NOW, ("due",), 10) == ()
    assert await store.posts.next_at() is None and await store.timers.next_at(("due",)) is None
    await hold(store, "shard 0/1", COMMON)
    assert len(await store.posts.take(NOW, 10)) == 1


async def test_one_of_those_who_have_heard_something_takes_it(another: Opened) -> None:
    """Nobody takes it once more; what others have heard is another matter, and no lease of theirs."""
    first, second = await another(), await another()

    assert [await leases(store).claim(number) for number in (5, 6) for store in (first, second)] == [True, False, True, False]
    assert await leases(first).all() == ()
