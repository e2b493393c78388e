"""How strong people are, from the ends of their rated games: computed anew whenever it is asked for, and always the same.

Plackett and Luce's model, by openskill: games of any number of players, with ties. Each kind of game has ratings of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

SETTLED = 10
"""After so many games a rating says something; before it is provisional."""
BASE, STEP = 1000, 20
"""What nobody has played yet counts, and what one unit of the model is shown as."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A rated game that has ended."""

    kind: str
    """What is rated by itself: the game, and whether it was a duel."""
    players: tuple[int, ...]
    ranks: tuple[int, ...]
    """Of each of them, from 1; ties share one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """One person in one kind of game."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def value(self) -> int:
        """A conservative number: with much certainty he is at least so strong."""
        return round(BASE + STEP * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether he has played too little for the number to say much."""
        return self.games < SETTLED


def ratings(games: Iterable[Ended]) -> Mapping[str, Mapping[int, Rating]]:
    """The ratings after these games, in their order: by kind of game and person."""
    found: dict[str, dict[int, Rating]] = {}
    for kind, player, rating in _steps(games):
        found.setdefault(kind, {})[player] = rating
    return found


def curves(games: Iterable[Ended], player: int) -> Mapping[str, tuple[int, ...]]:
    """How one person's ratings went, by kind of game: what was shown of him after each of his games that counted, oldest first."""
    found: dict[str, tuple[int, ...]] = {}
    for kind, who, rating in _steps(games):
        if who == player and not rating.is_provisional:
            found[kind] = (*found.get(kind, ()), rating.value)
    return found


def _steps(games: Iterable[Ended]) -> Iterator[tuple[str, int, Rating]]:
    """Every change of a rating, in the order of the games: the kind of game, who, and what he has then."""
    from openskill.models import PlackettLuce  # only where somebody asks

    model = PlackettLuce()
    found: dict[str, dict[int, Rating]] = {}
    for game in games:
        own = found.setdefault(game.kind, {})
        before = [own.get(player) or _new(model) for player in game.players]
        teams = [[model.rating(mu=old.mu, sigma=old.sigma)] for old in before]
        after = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
        for player, old, (new,), rank in zip(game.players, before, after, game.ranks, strict=True):
            own[player] = Rating(new.mu, new.sigma, old.games + 1, old.wins + (rank == 1))
            yield game.kind, player, own[player]


def _new(model: object) -> Rating:
    fresh = model.rating()  # type: ignore[attr-defined]  # imported where it is used
    return Rating(fresh.mu, fresh.sigma)


def ranks(scores: Iterable[int], winners: Iterable[int], below: Sequence[int] = ()) -> tuple[int, ...]:
    """Ranks by seat: whoever has won before the others, then by points; ties share the best of their ranks. The seats `below` rank
    behind all others whatever they have, the last of all first.
    """
    won = set(winners)
    places = {seat: place - len(below) for place, seat in enumerate(below)}
    keys = [(places.get(seat, 0), seat in won, points if seat not in won else 0) for seat, points in enumerate(scores)]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
