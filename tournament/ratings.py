"""Ratings of players, from the final scores of their rated games; the same games in the same order always give the same ratings.

Plackett and Luce's model, by openskill: games of any number of players, with ties. Each kind of game has its own ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

SETTLED = 10
"""After so many games a rating says something; before it is provisional."""
BASE, STEP = 1000, 20
"""What nobody has played yet counts, and what one unit of the model is shown as."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game that has ended."""

    kind: str
    """What is rated by itself: the game, and whether it was a duel."""
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    """Of each of them, from 1; ties share one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One person's rating in one kind of game."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def value(self) -> int:
        """A conservative number: with much certainty they are at least so strong."""
        return round(BASE + STEP * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether the player has played too few games for a reliable rating."""
        return self.games < SETTLED


START = Rating(25.0, 25 / 3)
"""What is believed of somebody who has not played yet."""


def ratings(games: Iterable[RatedGame]) -> Mapping[str, Mapping[int, Rating]]:
    """Return the ratings after these games, in their order: by kind of game and person."""
    found: dict[str, dict[int, Rating]] = {}
    for game in games:
        own = found.setdefault(game.kind, {})
        after = rated([own.get(player) for player in game.players], game.ranks)
        own.update(zip(game.players, after, strict=True))
    return found


def rated(before: Sequence[Rating | None], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings of the players of one game after it; `before` is None for a player's first game of its kind."""
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
    """Return one person's ratings in several servers as one.

    Each server's games are independent evidence, so their normal distributions are multiplied, with the common prior counted once.
    """
    more = [(one, max(0.0, one.sigma**-2 - START.sigma**-2)) for one in ratings]
    weight = START.sigma**-2 + sum(gained for _, gained in more)
    mean = START.mu * START.sigma**-2 + sum(one.mu * one.sigma**-2 - START.mu * START.sigma**-2 for one, gained in more if gained)
    return Rating(mean / weight, weight**-0.5, sum(one.games for one in ratings), sum(one.wins for one in ratings))


def ranks(scores: Iterable[int], winners: Iterable[int], below: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the rank of each seat: winners before the others, then by points; ties share the best of their ranks.

    The seats `below` rank behind all others whatever their points, in this order from the bottom.
    """
    won = set(winners)
    places = {seat: place - len(below) for place, seat in enumerate(below)}
    keys = [(places.get(seat, 0), seat in won, points if seat not in won else 0) for seat, points in enumerate(scores)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
