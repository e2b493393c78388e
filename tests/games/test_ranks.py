"""Places at the end of a game."""

from __future__ import annotations

import pytest

from games.core.game import ranking


@pytest.mark.parametrize(
    ("points", "below", "places"),
    [
        ((5, 9, 7), (), [(1, 1), (2, 2), (3, 0)]),
        ((7, 9, 7), (), [(1, 1), (2, 0), (2, 2)]),
        ((5, 9, 7), (1,), [(1, 2), (2, 0), (3, 1)]),
        ((5, 9, 7, 9), (3, 1), [(1, 2), (2, 0), (3, 1), (4, 3)]),
        (((5, 1), (5, 2)), (), [(1, 1), (2, 0)]),
    ],
)
def test_who_has_lost_by_time_stands_below_all_who_stayed(
    points: tuple[object, ...], below: tuple[int, ...], places: list[tuple[int, int]]
) -> None:
    ranked = ranking(points, below)

    assert [place for place, _ in ranked] == [place for place, _ in places]
    assert sorted(ranked) == sorted(places)
