"""The way of one move stays short."""

from __future__ import annotations

from tools.walk import MOST_HOPS, MOST_LOCKS, walked


async def test_a_confirmed_move_is_posted_under_one_lock_and_in_few_hops() -> None:
    """One hop more answers the player himself: which other games wait for him."""
    walk = await walked()

    assert walk.locks == MOST_LOCKS
    on_the_way = [hop for hop in walk.hops if hop != "SqlMatches.waiting_for"]
    assert len(on_the_way) <= MOST_HOPS, walk.hops
    assert {"service/turns.py", "cogs/background/posts.py", "storage/outbox.py"} <= set(walk.files)
