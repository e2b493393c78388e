"""Spots of a large board in parts: each spot in one of them, none too wide or too high for one picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cogs.messages.play.draft import ranges
from render.highlights import COLUMNS, ROWS, split_into_regions
from text.protocol import NamedSpot

SQUARES = st.sets(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=1, max_size=90)


def numbered(squares: set[tuple[int, int]]) -> list[NamedSpot]:
    """Spots as boards number them: north to south, west to east."""
    ordered = sorted(squares, key=lambda square: (square[1], square[0]))
    return [NamedSpot(number, square, f"{square}", ()) for number, square in enumerate(ordered, 1)]


@given(SQUARES)
def test_every_spot_is_in_one_part_that_a_picture_can_hold(squares: set[tuple[int, int]]) -> None:
    spots = numbered(squares)

    parts = split_into_regions(spots)

    assert sorted(spot.number for part in parts for spot in part) == [spot.number for spot in spots]
    for part in parts:
        assert part
        assert [spot.number for spot in part] == sorted(spot.number for spot in part)
        for axis, most in enumerate((COLUMNS, ROWS)):
            places = [spot.square[axis] for spot in part]
            assert max(places) - min(places) < most
    assert split_into_regions(spots) == parts, "the same parts at every press"


def test_few_spots_near_together_are_one_part() -> None:
    near, wide = numbered({(0, 0), (5, 3), (COLUMNS - 1, 0)}), numbered({(0, 0), (COLUMNS, 0)})

    assert split_into_regions(near) == [near]
    assert split_into_regions(wide) == [[wide[0]], [wide[1]]]
    assert split_into_regions([]) == [[]]


def test_a_board_is_cut_at_its_widest_gap_near_the_middle() -> None:
    left, right = {(0, 0), (7, 0)}, {(12, 0), (20, 0)}

    assert split_into_regions(numbered(left | right)) == [numbered(left | right)[:2], numbered(left | right)[2:]]


def test_numbers_are_told_with_neighbours_together() -> None:
    spots = numbered({(x, 0) for x in range(9)})

    assert ranges(spots) == "1–9"
    assert ranges([spots[0], spots[1], spots[3], spots[5], spots[6], spots[7]]) == "1–2, 4, 6–8"
