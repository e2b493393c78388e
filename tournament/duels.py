"""A pairing of several games: who begins the next one, whether it is decided, and what it counts for.

Games are points of `first` and `second` of the pairing, in the order in which they were played; starts go A-B-A-B-A.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.records import DUEL, FLAG, PLAYED, RESIGNED, EntrantId, Pairing, Result
from tournament.starts import lot
from tournament.tallies import LEAST_BY_RESIGNATION


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


def counted(game: DuelGame, pairing: Pairing) -> tuple[int, int]:
    """The points that a game of a duel counts with: one that was given up is won by its margin, by ten at least."""
    if game.how not in (RESIGNED, FLAG):
        return game.score[0], game.score[1]
    won = 0 if game.winner == pairing.first else 1
    lead = max(game.score[won] - game.score[1 - won], LEAST_BY_RESIGNATION)
    lost = game.score[1 - won]
    return (lost + lead, lost) if won == 0 else (lost, lost + lead)


def next_start(
    pairing: Pairing, games: Sequence[DuelGame], best_of: int, *, must_decide: bool, seed: str, round_: int
) -> EntrantId | None:
    """Who begins the next game; None: the pairing is decided.

    It is stopped as soon as nobody can catch up. Level after all games: the total difference decides, then, where it `must_decide`,
    one more game in which lots are drawn for the start.
    """
    if pairing.is_table:
        return None if games else pairing.first
    points = [counted(game, pairing) for game in games]
    lead = sum((one > other) - (one < other) for one, other in points)
    left = best_of - len(games)
    if left > 0:
        return None if abs(lead) > left else (pairing.first if len(games) % 2 == 0 else pairing.second)
    if lead or sum(one - other for one, other in points) or not must_decide or len(games) > best_of:
        return None
    return max((pairing.first, pairing.second), key=lambda who: lot(seed, "extra-game", round_, who))


def result(pairing: Pairing, games: Sequence[DuelGame], round_: int, best_of: int) -> Result:
    """What a pairing counts that has been decided by its games."""
    if best_of == 1 and len(games) == 1:
        game = games[0]
        played = pairing.result(round_, game.how, game.winner)
        return replace(played, score=game.score, gone=game.gone)
    return Result(round_, pairing.first, pairing.second, DUEL, games=tuple(counted(game, pairing) for game in games))
