"""Duels, pairings of several games: who begins the next game, whether the duel is decided, and its result.

Games are listed in the order in which they were played, as points of the pairing's `first` and `second`; starts alternate
A-B-A-B-A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.first_player import lot
from tournament.result_points import LEAST_BY_RESIGNATION
from tournament.results import DUEL, FLAG, PLAYED, RESIGNED, EntrantId, Pairing, Result


@dataclass(frozen=True, slots=True)
class DuelGame:
    """One finished game of a duel."""

    score: tuple[int, ...]
    """Points of `first` and `second` of the pairing, and of the others at its table."""
    how: str = PLAYED
    """`played`, `resigned` or `flag`."""
    winner: EntrantId | None = None
    """Who has won where it was not played to its end."""
    gone: tuple[EntrantId, ...] = ()
    """At a table of three to five: who gave up, or never came."""


def counted_points(game: DuelGame, pairing: Pairing) -> tuple[int, int]:
    """Return the points of both entrants with which a game of a duel counts.

    A game that was given up counts as won by its margin, but by ten points at least.
    """
    points = game.score[0], game.score[1]
    return given_up(points, 0 if game.winner == pairing.first else 1) if game.how in (RESIGNED, FLAG) else points


def given_up(points: tuple[int, int], won: int) -> tuple[int, int]:
    """Return the points that are counted for a game which one entrant gave up or lost on time.

    The loser keeps their points, and the winner leads by at least `LEAST_BY_RESIGNATION`. `won`: index of the winner, 0 or 1.
    """
    lost = points[1 - won]
    lead = max(points[won] - lost, LEAST_BY_RESIGNATION)
    return (lost + lead, lost) if won == 0 else (lost, lost + lead)


def lead_of_first(games: Sequence[DuelGame], pairing: Pairing) -> tuple[int, int]:
    """Return by how many games won and by how many points in total `first` leads; negative if behind."""
    points = [counted_points(game, pairing) for game in games]
    return sum((point > other) - (point < other) for point, other in points), sum(point - other for point, other in points)


def is_decided(best_of: int, played: int, lead: int, difference: int) -> bool:
    """Return whether a lead of `lead` games and `difference` points can't be caught up after `played` games."""
    left = best_of - played
    return abs(lead) > left if left > 0 else bool(lead or difference) or played > best_of


def next_start(
    pairing: Pairing, games: Sequence[DuelGame], best_of: int, *, must_decide: bool, seed: str, round_: int
) -> EntrantId | None:
    """Return the entrant who begins the next game; None if the duel is decided.

    A duel is decided as soon as the trailing entrant can't catch up. If games are level after all, the total points decide. If
    those are level too and `must_decide` is set, one more game is played, with the first player drawn by lot.
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
    """Return the result of a duel that its games have decided."""
    if best_of == 1 and len(games) == 1:
        game = games[0]
        played = pairing.result(round_, game.how, game.winner)
        return replace(played, score=game.score, gone=game.gone)
    return Result(round_, pairing.first, pairing.second, DUEL, games=tuple(counted_points(game, pairing) for game in games))
