"""A pairing of several games: who begins the next one, whether it is decided, and what it counts for.

Games are points of `first` and `second` of the pairing, in the order in which they were played; starts go A-B-A-B-A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.first_player import lot
from tournament.result_points import LEAST_BY_RESIGNATION
from tournament.results import DUEL, FLAG, PLAYED, RESIGNED, EntrantId, Pairing, Result


@dataclass(frozen=True, slots=True)
class DuelGame:
    """One game of a pairing that has ended."""

    score: tuple[int, ...]
    """Points of `first` and `second` of the pairing, and of the others at its table."""
    how: str = PLAYED
    """`played`, `resigned` or `flag`."""
    winner: EntrantId | None = None
    """Who has won where it was not played to its end."""
    gone: tuple[EntrantId, ...] = ()
    """At a table of three to five: who gave up, or never came."""


def counted_points(game: DuelGame, pairing: Pairing) -> tuple[int, int]:
    """Return the points that a game of a duel counts with: one that was given up is won by its margin, by ten at least."""
    points = game.score[0], game.score[1]
    return given_up(points, 0 if game.winner == pairing.first else 1) if game.how in (RESIGNED, FLAG) else points


def given_up(points: tuple[int, int], won: int) -> tuple[int, int]:
    """Return the points of a game that one side gave up, or lost on time; `won`: which of the two has won."""
    lost = points[1 - won]
    lead = max(points[won] - lost, LEAST_BY_RESIGNATION)
    return (lost + lead, lost) if won == 0 else (lost, lost + lead)


def lead_of_first(games: Sequence[DuelGame], pairing: Pairing) -> tuple[int, int]:
    """Return how many games `first` has won more than `second`, and by how many points they are ahead in all games together."""
    points = [counted_points(game, pairing) for game in games]
    return sum((point > other) - (point < other) for point, other in points), sum(point - other for point, other in points)


def is_decided(best_of: int, played: int, lead: int, difference: int) -> bool:
    """Return whether a lead of `lead` games and `difference` points can't be caught up after `played` games."""
    left = best_of - played
    return abs(lead) > left if left > 0 else bool(lead or difference) or played > best_of


def next_start(
    pairing: Pairing, games: Sequence[DuelGame], best_of: int, *, must_decide: bool, seed: str, round_: int
) -> EntrantId | None:
    """Return the entrant who begins the next game; None if the pairing is decided.

    It is decided as soon as the trailing entrant can't catch up. Level after all games, the total difference of points decides,
    then, where it `must_decide`, one more game in which lots are drawn for the start.
    """
    if pairing.is_table:
        return None if games else pairing.first
    left = best_of - len(games)
    if is_decided(best_of, len(games), *lead_of_first(games, pairing)) or (left <= 0 and not must_decide):
        return None
    if left > 0:
        return pairing.first if len(games) % 2 == 0 else pairing.second
    return max((pairing.first, pairing.second), key=lambda who: lot(seed, "extra-game", round_, who))


def duel_result(pairing: Pairing, games: Sequence[DuelGame], round_: int, best_of: int) -> Result:
    """Return the result of a pairing that its games have decided."""
    if best_of == 1 and len(games) == 1:
        game = games[0]
        played = pairing.result(round_, game.how, game.winner)
        return replace(played, score=game.score, gone=game.gone)
    return Result(round_, pairing.first, pairing.second, DUEL, games=tuple(counted_points(game, pairing) for game in games))
