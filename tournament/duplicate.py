"""Rounds in which every table gets the same bag: each seat is compared with all others that had the same tiles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from tournament.records import PLAYED, EntrantId, Result


def compared(results: Iterable[Result]) -> Mapping[tuple[int, EntrantId], float]:
    """By round and entrant: his points less the average of everyone in the same seat of tables as large in that round.

    Only games that were played to their end count, and nobody is compared where there is no other such table.
    """
    seats: dict[tuple[int, int, int], list[tuple[EntrantId, int]]] = defaultdict(list)
    for result in results:
        if result.how == PLAYED and result.score is not None:
            for seat, (who, points) in enumerate(zip(result.seats, result.score, strict=True)):
                seats[result.round, len(result.seats), seat].append((who, points))
    found: dict[tuple[int, EntrantId], float] = {}
    for (round_, _, _), there in seats.items():
        average = sum(points for _, points in there) / len(there)
        found |= {(round_, who): points - average for who, points in there if len(there) > 1}
    return found
