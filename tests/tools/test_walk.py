"""The way of one move stays short."""

from __future__ import annotations

from tools.bench.walk import MOST_FILES, MOST_HOPS, MOST_LOCKS, walked


async def test_a_confirmed_move_is_posted_under_one_lock_and_in_few_hops() -> None:
    walk = await walked()

    assert walk.locks == MOST_LOCKS
    assert len(walk.hops) <= MOST_HOPS, walk.hops
    assert len(walk.flow()) <= MOST_FILES, sorted(walk.flow())
    assert {"service/play/turns.py", "cogs/background/message_builders.py", "storage/queries/outbox.py"} <= set(walk.files)
