"""The places of the numbers of moves: those that cover least, by weight, and the first of equals."""

from __future__ import annotations

from random import Random

from render.recent_moves import Rectangle, _least_covering, _touches


def _common(rectangle: Rectangle, other: Rectangle) -> float:
    """Return the area that two rectangles share, as a definition says it."""
    wide, high = (
        min(rectangle[2], other[2]) - max(rectangle[0], other[0]),
        min(rectangle[3], other[3]) - max(rectangle[1], other[1]),
    )
    return max(0.0, wide) * max(0.0, high)


def _box(chance: Random) -> Rectangle:
    west, north = chance.randrange(40) / 2, chance.randrange(40) / 2
    return west, north, west + chance.randrange(1, 12), north + chance.randrange(1, 12)


def test_a_number_lies_where_the_definition_says() -> None:
    chance, crowded = Random(49), 0
    for _ in range(500):
        places = [_box(chance) for _ in range(27)]
        near = [(chance.choice((1.0, 3.0, 20.0)), _box(chance)) for _ in range(chance.randrange(30))]
        covered = [sum(weight * _common(place, box) for weight, box in near) for place in places]
        assert _least_covering(places, near) == places[covered.index(min(covered))]
        assert all(_touches(places[0], box) == (_common(places[0], box) > 0) for _, box in near)
        crowded += min(covered) > 0
    assert crowded > 50, "in many cases something is covered"
