"""Round-robins, in one group or in several of equal strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from tournament.results import EntrantId, InvalidTournamentError, Pairing, Result

_REST = -1
"""Anyone who meets this rests."""


def snake(places: Sequence[EntrantId], number: int) -> tuple[tuple[EntrantId, ...], ...]:
    """Return groups of equal strength: 1 2 3 / 6 5 4 / 7 8 9 ...

    Raises `InvalidTournamentError("too-few")` if a group would have only one entrant.
    """
    if number < 1 or len(places) < 2 * number:
        raise InvalidTournamentError("too-few", have=len(places), least=2 * max(number, 1))
    groups: list[list[EntrantId]] = [[] for _ in range(number)]
    for place, who in enumerate(places):
        row, column = divmod(place, number)
        groups[column if row % 2 == 0 else number - 1 - column].append(who)
    return tuple(tuple(group) for group in groups)


def divisions_by_strength(places: Sequence[EntrantId], number: int) -> tuple[tuple[EntrantId, ...], ...]:
    """Return divisions by strength, the best entrants in the first; the larger divisions come first.

    Raises `InvalidTournamentError("too-few")` if a division would have only one entrant.
    """
    if number < 1 or len(places) < 2 * number:
        raise InvalidTournamentError("too-few", have=len(places), least=2 * max(number, 1))
    small, more = divmod(len(places), number)
    ends = [small * index + min(index, more) for index in range(number + 1)]
    return tuple(tuple(places[low:high]) for low, high in pairwise(ends))


def rounds(group: Sequence[EntrantId], *, twice: bool = False) -> tuple[tuple[Pairing, ...], ...]:
    """Return every round of a group by the circle method, with balanced starts.

    With an odd number, one entrant rests in each round. `twice`: all rounds are repeated with swapped starts.
    """
    circle = [*range(len(group)), *([_REST] if len(group) % 2 else [])]
    all_rounds: list[tuple[Pairing, ...]] = []
    for turn in range(len(circle) - 1):
        turned = [circle[0], *circle[1 + turn :], *circle[1 : 1 + turn]]
        couples = zip(turned[: len(turned) // 2], reversed(turned), strict=False)
        all_rounds.append(tuple(_pair_places(group, first, other) for first, other in couples if _REST not in (first, other)))
    if twice:
        all_rounds += [tuple(Pairing(pairing.second, pairing.first) for pairing in round_) for round_ in all_rounds]
    return tuple(all_rounds)


def _pair_places(group: Sequence[EntrantId], one: int, other: int) -> Pairing:
    """Return the pairing of two places of the group with its first player.

    In an odd circle each entrant begins against those an odd number of steps ahead. In an even group the last entrant stands
    outside the circle and begins against every second entrant of it.
    """
    odd = len(group) - 1 + len(group) % 2
    low, high = min(one, other), max(one, other)
    begins = low if (low % 2 == 0 if high == odd else (high - low) % 2) else high
    return Pairing(group[begins], group[low + high - begins])


def comparable_results(
    groups: Sequence[Sequence[EntrantId]], ranked: Mapping[int, Sequence[EntrantId]], results: Sequence[Result]
) -> tuple[Result, ...]:
    """Return the results by which members of groups of different sizes can be compared.

    Games against the last of the larger groups are left out. `ranked`: for each group number, its members in the order of rank.
    """
    least = min(len(group) for group in groups)
    left_out = {who for number in ranked for who in ranked[number][least:]}
    return tuple(r for r in results if r.first not in left_out and r.second not in left_out)


def next_divisions(divisions: Sequence[Sequence[EntrantId]], moving: int) -> tuple[tuple[EntrantId, ...], ...]:
    """Return the divisions of the next season, with `moving` entrants relegated and promoted between neighbours.

    `divisions`: the highest first, each in the order of its final table. Raises `InvalidTournamentError("too-many-move")`.
    """
    if any(len(division) < 2 * moving for division in divisions[1:-1]) or any(len(d) < moving for d in divisions):
        raise InvalidTournamentError("too-many-move", moving=moving)
    after = [list(division) for division in divisions]
    for upper, lower in zip(range(len(after)), range(1, len(after)), strict=False):
        down, up = divisions[upper][len(divisions[upper]) - moving :], divisions[lower][:moving]
        after[upper] = [who for who in after[upper] if who not in down] + list(up)
        after[lower] = list(down) + [who for who in after[lower] if who not in up]
    return tuple(tuple(division) for division in after)
