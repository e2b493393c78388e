"""Queries keep to the rows they name: at the bound, and with rows of others beside them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from storage.changes import PutRow
from storage.queries import deletion, direct, users_and_guilds
from storage.rows import FOLLOWED_MATCH, FOLLOWED_PERSON, FollowRow, MatchId, UserId
from storage.store import Store
from storage.tournament_rows import EntrantRow
from tests.storage.test_events_store import ANNA, BEN, NOW, two_in
from tests.storage.test_store_contract import new_match


@pytest.mark.parametrize(
    ("lasts", "counts"),
    [(timedelta(0), False), (timedelta(seconds=1), True), (direct.LONGEST_PAUSE, True), (timedelta(hours=1, seconds=1), False)],
    ids=str,
)
async def test_a_pause_lasts_until_its_end_and_none_longer_than_any_is_made(store: Store, lasts: timedelta, counts: bool) -> None:
    assert await store._db.read(lambda con: direct.paused_until(con, NOW)) is None
    await store.posts.put_pause(NOW + lasts, 1)

    assert await store._db.read(lambda con: direct.paused_until(con, NOW)) == (NOW + lasts if counts else None)


async def test_an_erased_event_takes_only_its_own_entries_along(store: Store) -> None:
    erased, stays = await two_in(store), await two_in(store)

    await store._db.write(lambda con: deletion.erase_event(con, erased.id, NOW))

    left = await store.events.load(stays.id)
    assert left is not None and left[1] == (EntrantRow(1, ANNA), EntrantRow(2, BEN)) and len(left[2]) == 2
    assert await store.events.load(erased.id) is None


async def test_follows_end_for_the_match_or_person_they_are_of(store: Store) -> None:
    """A match and a person may have the same number."""
    chi = UserId(103)
    rows = {
        FollowRow(user, kind, number, 7)
        for user, kind, number in (
            *((ANNA, FOLLOWED_MATCH, 102), (ANNA, FOLLOWED_PERSON, 102), (BEN, FOLLOWED_MATCH, 102)),
            *((chi, FOLLOWED_MATCH, 102), (chi, FOLLOWED_PERSON, 101), (chi, FOLLOWED_PERSON, 102), (chi, FOLLOWED_MATCH, 5)),
        )
    }
    await store.commit(*(PutRow(row) for row in rows))

    async def left() -> set[FollowRow]:
        return {row for user in (ANNA, BEN, chi) for row in await store.people.follows(user)}

    assert await left() == rows
    await store._db.write(lambda con: users_and_guilds.unfollow_match(con, MatchId(102), BEN))
    rows -= {row for row in rows if row.kind == FOLLOWED_MATCH and row.followed_id == 102 and row.user_id <= BEN}
    assert await left() == rows and len(rows) == 5
    await store._db.write(lambda con: users_and_guilds.forget_follows(con, BEN))
    assert await left() == {row for row in rows if (row.kind, row.followed_id) != (FOLLOWED_PERSON, 102)}
    await store._db.write(lambda con: users_and_guilds.forget_follows(con, chi))
    assert await left() == set()


async def test_only_matches_under_older_rules_are_outdated(store: Store) -> None:
    ids = []
    for version in (1, 2, 3):
        new = new_match(70 + version)
        ids.append((await store.matches.open(replace(new, match=replace(new.match, rules_version=version)))).id)

    assert await store.matches.outdated({"tiny": 2}) == (ids[0],)
    assert await store.matches.outdated({"other": 9}) == ()
