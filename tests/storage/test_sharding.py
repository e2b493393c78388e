"""Parts of everything, as those who watch read them."""

from __future__ import annotations

import pytest

from storage.sharding import WHOLE, ShardSet


@pytest.mark.parametrize(
    ("part", "shown"),
    [
        (ShardSet(), ""),
        (ShardSet(common=True), "common"),
        (WHOLE, "0/1, common"),
        (ShardSet(16, frozenset({0, 1, 2, 3, 8, 14, 15}), common=True), "0-3,8,14-15/16, common"),
    ],
)
def test_a_part_is_told_in_runs_of_shards(part: ShardSet, shown: str) -> None:
    assert str(part) == shown
