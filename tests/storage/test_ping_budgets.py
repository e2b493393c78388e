"""The budgets of pings: by pair, by sender and by receiver, kept in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage.changes import QueuePosts
from storage.queries.pings import PingLimit, PingLimits
from storage.rows import EVENT, Cause, NewPost, Subject, UserId
from storage.store import Store
from tests.service.conftest import ANNA, BEN, CHI, NOW

FEW = PingLimits(pair=PingLimit(2, 3), sender=PingLimit(4, 6), receiver=PingLimit(3, 5))
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


async def test_a_pair_has_a_budget_of_minutes_and_one_of_a_day(store: Store) -> None:
    def spend(nonce: str, later: timedelta) -> object:
        return store.posts.spend_pings(nonce, ANNA, (BEN,), NOW + later, FEW)

    assert [bool(await spend(f"a{number}", number * MINUTE)) for number in range(4)] == [True, True, False, False]  # type: ignore[misc]
    assert [bool(await spend(f"b{number}", (20 + number) * MINUTE)) for number in range(2)] == [True, False]  # type: ignore[misc]
    assert [bool(await spend(f"c{number}", DAY + (21 + number) * MINUTE)) for number in range(3)] == [True, True, False]  # type: ignore[misc]


async def test_a_message_that_is_tried_again_pings_whom_it_has_paid_for(store: Store) -> None:
    for _ in range(5):
        assert await store.posts.spend_pings("same", ANNA, (BEN, CHI), NOW, FEW) == (BEN, CHI)
    assert await store.posts.spend_pings("other", ANNA, (BEN, CHI), NOW, FEW) == (BEN, CHI)
    assert await store.posts.spend_pings("same", ANNA, (BEN, CHI), NOW, FEW) == (BEN, CHI), "after the budget is spent, too"


async def test_one_sender_reaches_so_many_and_one_receiver_hears_so_much(store: Store) -> None:
    many = tuple(UserId(500 + number) for number in range(6))
    assert await store.posts.spend_pings("all", ANNA, many, NOW, FEW) == many[:4]

    heard = [await store.posts.spend_pings(f"n{user}", user, (CHI,), NOW, FEW) for user in many]
    assert sum(map(len, heard)) == FEW.receiver.soon


@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_clock_that_jumps_an_hour_gives_back_at_most_one_budget(store: Store, hours: int) -> None:
    """And a row of a clock that ran ahead for more than a day doesn't silence anybody for good."""
    first = [bool(await store.posts.spend_pings(f"a{n}", ANNA, (BEN,), NOW, FEW)) for n in range(3)]
    after = [bool(await store.posts.spend_pings(f"b{n}", ANNA, (BEN,), NOW + timedelta(hours=hours), FEW)) for n in range(3)]

    assert sum(first) + sum(after) <= FEW.pair.a_day
    assert await store.posts.spend_pings("z", ANNA, (BEN,), NOW - 30 * DAY, FEW) == (BEN,)


async def test_who_is_forgotten_leaves_nothing_in_the_account(store: Store) -> None:
    await store.posts.spend_pings("a", ANNA, (BEN,), NOW, FEW)
    await store.posts.spend_pings("b", BEN, (ANNA,), NOW, FEW)
    known = await store.people.about(ANNA)
    assert len(known["pings"]) == len(known["pinged"]) == 1

    await store.people.forget(ANNA, UserId(-9), NOW)

    known = await store.people.about(ANNA)
    assert known["pings"] == known["pinged"] == [] and (await store.people.about(BEN))["pings"] == []


async def test_a_post_keeps_its_cause_and_is_found_by_its_matter(store: Store) -> None:
    topic = Subject(EVENT, 5)
    causes = [Cause("proposed", ANNA, "hours 1.1"), Cause("play"), None, Cause("agreed", BEN, "hours 1.1")]
    posts = tuple(NewPost("x", {}, f"n{number}", 70, cause=cause) for number, cause in enumerate(causes))
    await store.commit(QueuePosts(topic, NOW, posts))

    kept = await store.posts.of(topic)
    assert [post.cause for post in kept] == causes
    assert [post.nonce for post in await store.posts.of_matter(kept[0])] == ["n0", "n3"]

    await store.people.forget(ANNA, UserId(-9), NOW)
    assert (await store.posts.of(topic))[0].cause == Cause("proposed", UserId(-9), "hours 1.1")
