"""Pure functions for knock-out stages: the first round, the next pairings, the entrants who advance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.results import EntrantId, InvalidTournamentError, Pairing

SEEDED, CHAMPIONSHIP = "seeded", "championship"
"""`seeded`: 1-16, 8-9 ...; `championship`: 1-5, 2-6, 3-7, 4-8, where the winners of the outer and of the inner two meet."""

_CHAMPIONSHIP = ((0, 4), (3, 7), (1, 5), (2, 6))
"""Places of the eight in the order in which neighbouring winners meet."""


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """One slot of a bracket: a pairing, or an entrant with a bye."""

    high: EntrantId
    """The higher placed, who begins."""
    low: EntrantId | None
    """None: a bye for `high`."""

    @property
    def pairing(self) -> Pairing | None:
        """Pairing to be played; None for a bye."""
        return None if self.low is None else Pairing(self.high, self.low)


def first_round(places: Sequence[EntrantId], shape: str = SEEDED) -> tuple[BracketPairing, ...]:
    """Return the first round in bracket order, in which winners of neighbours meet; the best places get the byes.

    `places`: the entrants, best first. With fewer than eight, the shape of the championship falls back to a seeded bracket. Raises
    `InvalidTournamentError`: `too-few`; `not-eight` for more than eight in the shape of the championship.
    """
    if len(places) <= 1:
        raise InvalidTournamentError("too-few", have=len(places), least=2)
    if shape == CHAMPIONSHIP and len(places) > 2 * len(_CHAMPIONSHIP):
        raise InvalidTournamentError("not-eight", have=len(places))
    if shape == CHAMPIONSHIP and len(places) == 2 * len(_CHAMPIONSHIP):
        return tuple(BracketPairing(places[high], places[low]) for high, low in _CHAMPIONSHIP)
    order = seeds(room_for(len(places)))
    entrants = [places[seed] if seed < len(places) else None for seed in order]
    return tuple(tie(entrant, other, places) for entrant, other in zip(entrants[::2], entrants[1::2], strict=True))


def seeds(room: int) -> tuple[int, ...]:
    """Return the seeds (from 0) of a bracket from top to bottom, so that the best two meet last.

    `room`: number of places, a power of two.
    """
    order = [0]
    while len(order) < room:
        order = [seed for high in order for seed in (high, 2 * len(order) - 1 - high)]
    return tuple(order)


def next_round(winners: Sequence[EntrantId], places: Sequence[EntrantId]) -> tuple[BracketPairing, ...]:
    """Return the next round, from the winners of the last one in the order of the bracket."""
    return tuple(tie(entrant, other, places) for entrant, other in zip(winners[::2], winners[1::2], strict=True))


def third_place(losers: Sequence[EntrantId], places: Sequence[EntrantId]) -> BracketPairing:
    """Return the pairing of the losers of the semi-finals, for third place."""
    entrant, other = losers
    return tie(entrant, other, places)


def goes_on(tie: BracketPairing, halves: int | None) -> EntrantId:
    """Return the entrant who advances; the higher placed one after a draw, the only one in a bye.

    `halves`: points of `high` (2 win, 1 draw, 0 loss), None for a bye.
    """
    return tie.high if tie.low is None or halves is None or halves >= 1 else tie.low


def halves_apart(groups: Sequence[Sequence[EntrantId]]) -> tuple[EntrantId, ...]:
    """Return the best of several groups as places for a bracket, so that members of one group are in opposite halves.

    `groups`: the advancing entrants of each group, best first, the same number from each. All group winners come first, then all
    second places, each moved as little as possible.
    """
    tiers = [list(tier) for tier in zip(*groups, strict=True)]
    room = room_for(sum(len(tier) for tier in tiers))
    upper = {seed: place < room // 2 for place, seed in enumerate(seeds(room))}
    group_of = {who: number for number, group in enumerate(groups) for who in group}
    halves: dict[int, list[bool]] = {number: [] for number in range(len(groups))}
    placed: list[EntrantId] = []
    for depth, tier in enumerate(tiers):
        # Weaker ones are turned round, so that the best of one group meets the last of another.
        wanted = tier if depth % 2 == 0 else tier[::-1]
        for who in _place_tier(wanted, len(placed), upper, group_of, halves):
            halves[group_of[who]].append(upper[len(placed)])
            placed.append(who)
    return tuple(placed)


def _place_tier(
    tier: Sequence[EntrantId],
    first: int,
    upper: Mapping[int, bool],
    group_of: Mapping[EntrantId, int],
    halves: Mapping[int, Sequence[bool]],
) -> list[EntrantId]:
    """Return the entrants of one tier in the order of its seeds.

    Fewest members of a group in the same half come first, then the nearest to the original order.
    """
    import rustworkx  # and with it numpy, for the one draw in which groups lead to a bracket

    number = len(tier)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (2 * number))
    crowd = number**3 + 1
    most = crowd * (max(len(there) for there in halves.values()) + 1)
    for place, who in enumerate(tier):
        for slot in range(number):
            mates = halves[group_of[who]].count(upper[first + slot])
            graph.add_edge(place, number + slot, most - crowd * mates - (place - slot) ** 2)
    couples = (sorted(couple) for couple in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))
    return [tier[place] for place, _ in sorted(couples, key=lambda couple: couple[1])]


def tie(entrant: EntrantId | None, other: EntrantId | None, places: Sequence[EntrantId]) -> BracketPairing:
    """Return the pairing of two entrants, the higher placed first; a bye if only one is there."""
    there = sorted((who for who in (entrant, other) if who is not None), key=places.index)
    return BracketPairing(there[0], there[1] if len(there) > 1 else None)


def room_for(number: int) -> int:
    """Return the size of a bracket for `number` entrants: the next power of two."""
    return 1 << (number - 1).bit_length()
