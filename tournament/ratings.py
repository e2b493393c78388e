"""Skill ratings of players from the ranks in their rated games; the same games in the same order always give the same ratings.

Uses the Plackett-Luce model of openskill: games of any number of players, with ties. Each kind of game has its own ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any

SETTLED = 10
"""After so many games a rating says something; before it is provisional."""
FEW = 4
"""From this game of the same two on, each further one counts for much less than the one before."""
BASE, STEP = 1000, 20
"""What nobody has played yet counts, and what one unit of the model is shown as."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game that counts for ratings."""

    kind: str
    """What is rated by itself: the game, and whether it was a duel."""
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    """Of each of them, from 1; ties share one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's rating in one kind of game: mean, uncertainty, and number of games and wins."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def value(self) -> int:
        """The rating shown to players: a cautious estimate, three standard deviations below the mean."""
        return round(BASE + STEP * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether the player has played too few games for a reliable rating."""
        return self.games < SETTLED


START = Rating(25.0, 25 / 3)
"""What is believed of somebody who has not played yet."""


def ratings(games: Iterable[RatedGame]) -> Mapping[str, Mapping[int, Rating]]:
    """Return the ratings after these games, which are in the order of play: by kind of game, then by player."""
    by_pool: dict[str, dict[int, Rating]] = {}
    met: Counter[tuple[int, int]] = Counter()
    for game in games:
        own = by_pool.setdefault(game.kind, {})
        weights = [weight([met[each, other] for other in game.players if other != each]) for each in game.players]
        after = rated([own.get(player) for player in game.players], game.ranks, weights)
        own.update(zip(game.players, after, strict=True))
        met.update(permutations(game.players, 2))
    return by_pool


def weight(met: Sequence[int]) -> float:
    """Return how much of a game counts for a player, from 0 to 1.

    `met`: for each opponent, how many rated games the two have played before. Repeated games say less about other opponents: the
    second counts a half, the third a third, then a quarter, four twenty-fifths, a ninth, and so on, less than three whole games
    together.
    """
    return sum(min(1.0, FEW / (times + 1)) / (times + 1) for times in met) / len(met) if met else 1.0


def rated(before: Sequence[Rating | None], ranks: Sequence[int], weights: Sequence[float] | None = None) -> list[Rating]:
    """Return the players' ratings after one game.

    `before`: None for a player's first game of its kind. `weights`: how much of the game counts for each player; by default all of
    it.
    """
    after = _rate_table(before, ranks)
    return after if weights is None else [_partly(old or START, new, w) for old, new, w in zip(before, after, weights, strict=True)]


def _partly(old: Rating, new: Rating, part: float) -> Rating:
    """Return a rating moved by `part` (0 to 1) of the step from `old` to `new`, in mean and in certainty."""
    if part == 1:
        return new
    certainty = old.sigma**-2 + part * (new.sigma**-2 - old.sigma**-2)
    return Rating(old.mu + part * (new.mu - old.mu), certainty**-0.5, new.games, new.wins)


def _rate_table(before: Sequence[Rating | None], ranks: Sequence[int]) -> list[Rating]:
    model = _model()
    had = [old or START for old in before]
    teams = [[model.rating(mu=old.mu, sigma=old.sigma)] for old in had]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Rating(new.mu, new.sigma, old.games + 1, old.wins + (rank == 1))
        for old, (new,), rank in zip(had, after, ranks, strict=True)
    ]


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # only where a rated game has ended

    return PlackettLuce()


def combined(ratings: Sequence[Rating]) -> Rating:
    """Return one player's ratings in several servers as one.

    Each server's games are independent evidence, so their normal distributions are multiplied, with the common prior counted once.
    """
    more = [(rating, max(0.0, rating.sigma**-2 - START.sigma**-2)) for rating in ratings]
    weight = START.sigma**-2 + sum(gained for _, gained in more)
    mean = START.mu * START.sigma**-2 + sum(
        rating.mu * rating.sigma**-2 - START.mu * START.sigma**-2 for rating, gained in more if gained
    )
    return Rating(mean / weight, weight**-0.5, sum(rating.games for rating in ratings), sum(rating.wins for rating in ratings))


def ranks(scores: Iterable[int], winners: Iterable[int], below: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the rank of each seat: winners before the others, then by points; ties share the best of their ranks.

    The seats `below` rank behind all others whatever their points, in this order from the bottom.
    """
    won = set(winners)
    places = {seat: place - len(below) for place, seat in enumerate(below)}
    keys = [(places.get(seat, 0), seat in won, points if seat not in won else 0) for seat, points in enumerate(scores)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
