"""The plan of a double elimination: its slots, and the earlier slot whose winner or loser fills each of them.

The first round is that of a knock-out. The losers of the upper bracket continue in the lower one; losers in the lower bracket are
out. The winners of both meet in the final; if the winner of the lower bracket wins it, both have lost once, and a second final
decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

UPPER, LOWER, FINAL = "upper", "lower", "final"
"""The parts of the plan."""


@dataclass(frozen=True, slots=True)
class BracketSource:
    """The origin of an entrant in a slot: the winner or the loser of an earlier slot."""

    round: int
    """Of the stage, from 0."""
    at: int
    """The place of that round, from 0."""
    loses: bool = False
    """Whether its loser comes, and not its winner."""


@dataclass(frozen=True, slots=True)
class BracketSlot:
    """One slot of the plan: a match and where its two entrants come from."""

    part: str
    sources: tuple[BracketSource, ...] = ()
    """Of its two sides; none in the first round, which the seeding fills."""


def rounds_for(room: int) -> int:
    """Return the number of rounds of a plan whose first round has `room` places, a power of two. The last is a second final."""
    return 2 * (room.bit_length() - 1) + 1


@cache
def plan(room: int) -> tuple[tuple[BracketSlot, ...], ...]:
    """Return the slots of every round, those of the upper bracket first, then those of the lower one.

    `room`: the number of places in the first round, a power of two. The upper bracket plays in rounds 1, 2, 4, 6 ..., the lower one
    in all from the second on, so that neither runs ahead.
    """
    depth = room.bit_length() - 1
    rounds: list[list[BracketSlot]] = [[] for _ in range(rounds_for(room))]
    rounds[0] = [BracketSlot(UPPER)] * (room // 2)
    for k in range(2, depth + 1):
        before = _upper_round(k - 1)
        rounds[_upper_round(k)] = [BracketSlot(UPPER, _pair(before, 2 * index)) for index in range(room >> k)]
    if depth > 1:
        rounds[1] += [
            BracketSlot(LOWER, (BracketSource(0, 2 * index, loses=True), BracketSource(0, 2 * index + 1, loses=True)))
            for index in range(room // 4)
        ]
    for k, mask in enumerate(crossings(depth), 2):
        _add_lower(rounds, k, room >> k, mask)
    last = len(rounds) - 2
    below = BracketSource(last - 1, 0) if depth > 1 else BracketSource(0, 0, loses=True)
    rounds[last] = [BracketSlot(FINAL, (BracketSource(_upper_round(depth), 0), below))]
    rounds[last + 1] = [BracketSlot(FINAL, (BracketSource(last, 0), BracketSource(last, 0, loses=True)))]
    return tuple(map(tuple, rounds))


def _add_lower(rounds: list[list[BracketSlot]], k: int, size: int, mask: int) -> None:
    """Add the lower-bracket slots after upper round `k`: losers meet the remaining entrants, then the winners meet."""
    come, first = 2 * k - 2, _first_lower(rounds[2 * k - 3])
    rounds[come] = [
        BracketSlot(LOWER, (BracketSource(come - 1, first + index), BracketSource(_upper_round(k), index ^ mask, loses=True)))
        for index in range(size)
    ]
    if size > 1:
        rounds[come + 1] += [BracketSlot(LOWER, _pair(come, 2 * index)) for index in range(size // 2)]


def crossings(depth: int) -> tuple[int, ...]:
    """Return for each upper round from the second on a bit mask, XORed with the index of its losers as they drop down.

    The masks let entrants who met in the upper bracket meet again in the lower one as late as possible; the latest meetings are
    kept apart first.
    """
    masks = [0]  # those who lose the first round stay where they are
    for k in range(2, depth + 1):
        behind = [(k - j, mask >> (k - j) if j > 1 else 0) for j, mask in enumerate(masks, 1)]
        masks.append(min(range(1 << (depth - k)), key=partial(_closeness, behind)))
    return tuple(masks[1:])


def _first_lower(slots: list[BracketSlot]) -> int:
    return next(index for index, slot in enumerate(slots) if slot.part == LOWER)


def _closeness(behind: Sequence[tuple[int, int]], mask: int) -> tuple[float, int]:
    """Return a key for how soon losers moved by `mask` would meet an earlier opponent again; a lower key means later.

    `behind` lists earlier losers as (rounds ago, mask).
    """
    return sum(16.0 ** -(mask ^ other).bit_length() / 4**ago for ago, other in behind), -mask


def _upper_round(k: int) -> int:
    """Return the index (from 0) of the stage's round in which the upper bracket plays its round `k`."""
    return 0 if k == 1 else 2 * k - 3


def _pair(round_: int, at: int) -> tuple[BracketSource, BracketSource]:
    return BracketSource(round_, at), BracketSource(round_, at + 1)
