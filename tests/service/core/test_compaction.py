"""Old matches are thinned after the start of a program, some at a time."""

from __future__ import annotations

from datetime import UTC, datetime

from service.match.match_rows import AT_ONCE, Compaction
from storage.rows import NewPost, UserId, of_match
from storage.store import open_sqlite
from tests.storage.test_store_contract import new_match


async def test_all_matches_are_gone_through_and_those_of_tomorrow_at_the_next_start() -> None:
    store, now = await open_sqlite(":memory:"), datetime.now(UTC)
    for channel in range(AT_ONCE + 2):
        match = await store.matches.open(new_match(1000 + channel))
    for number in (1, 2):
        await store.posts.note(of_match(match.id), NewPost("lobby", {}, f"n{number}", 1, UserId(5)), 900 + number, now)

    assert await Compaction(store).through(pause_s=0) == 2
    assert await Compaction(store).through(pause_s=0) == 1

    await store.matches.open(new_match(7))
    assert not await store.matches.thin(2)
    await store.close()
