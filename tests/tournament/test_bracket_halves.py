"""Places of a bracket that follows groups: mates are kept apart as well as can be, each moved no further than needed."""

from __future__ import annotations

from itertools import permutations

import pytest

from tournament.knockout import halves_apart, room_for, seeds
from tournament.results import EntrantId


def _cost(order: tuple[int, ...], first: int, upper: dict[int, bool], had: list[list[bool]]) -> tuple[int, int]:
    """Return how many mates would share a half, and how far all are moved, if the groups take the seeds of a tier in this order."""
    mates = sum(had[group].count(upper[first + slot]) for slot, group in enumerate(order))
    return mates, sum((place - slot) ** 2 for slot, place in enumerate(_places(order, first)))


def _places(order: tuple[int, ...], first: int) -> list[int]:
    """Return where each came from: the even tiers in the order of groups, the others turned round."""
    number = len(order)
    return [group if (first // number) % 2 == 0 else number - 1 - group for group in order]


@pytest.mark.parametrize(("groups", "deep"), [(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (5, 3), (6, 3), (4, 4), (7, 2)])
def test_no_other_order_keeps_more_mates_apart_or_moves_them_less(groups: int, deep: int) -> None:
    """Found by trying every order of each tier."""
    placed = halves_apart([[EntrantId(f"{group}.{rank}") for rank in range(deep)] for group in range(groups)])

    upper = {seed: place < room_for(groups * deep) // 2 for place, seed in enumerate(seeds(room_for(groups * deep)))}
    had: list[list[bool]] = [[] for _ in range(groups)]
    for rank in range(deep):
        first = rank * groups
        tier = tuple(int(who.split(".")[0]) for who in placed[first : first + groups])
        assert sorted(tier) == list(range(groups)) and all(who.endswith(f".{rank}") for who in placed[first : first + groups])
        assert _cost(tier, first, upper, had) == min(_cost(order, first, upper, had) for order in permutations(range(groups)))
        for slot, group in enumerate(tier):
            had[group].append(upper[first + slot])


def test_two_of_a_group_meet_in_the_final_at_the_earliest() -> None:
    for groups in (2, 4, 8):
        placed = halves_apart([[EntrantId(f"{group}.{rank}") for rank in range(2)] for group in range(groups)])
        upper = {seed: place < groups for place, seed in enumerate(seeds(2 * groups))}
        halves = {who: upper[seed] for seed, who in enumerate(placed)}
        assert all(halves[EntrantId(f"{group}.0")] != halves[EntrantId(f"{group}.1")] for group in range(groups))
