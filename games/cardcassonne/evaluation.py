"""Evaluation of positions in expected final points, for players that look ahead.

Learned weights value herds and chests; the current round is played out to find what each seat will take. Face-down cards and hands
are read as the state has them: pass states that were imagined for a seat. Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from operator import mul

from games.cardcassonne.cards import ANIMAL, COLOURS, COPIES, HANDS
from games.cardcassonne.playout import Pile, Playout, claimed
from games.cardcassonne.round_scoring import round_lines
from games.cardcassonne.scoring import LONE_JOKER, WRONG_CARD_POINTS, points, series_lines
from games.cardcassonne.state import CardState
from games.cardcassonne.weights import Weights, learned_sets, nearest

ANIMALS = tuple(colour * 5 + ANIMAL for colour in range(len(COLOURS)))
"""The animal card of each species."""

HERD = ("rounds", "worth", "cards", "to come", "worth and to come", "sooner", "worth and sooner")
"""What later points of a species depend on, each times the share of the rounds still to come: a constant, what it brings now, its
cards, cards not yet seen, the product of worth and these, then the constant and the worth once more times that share."""

CHEST = ("buildings", "jokers", "next building", "next joker", "rounds", "sooner")
"""What later points of a chest depend on, times the same share: its buildings and jokers, what one more would bring at once, a
constant, and that once more times the share."""


class Evaluator:
    """Evaluator of positions for one number of seats and one table of animal points."""

    def __init__(self, seats: int, table: tuple[int, ...], weights: Weights) -> None:
        self._rounds = HANDS[seats][1]
        self._points = (0, *table)
        self._weights = weights
        self._herds: dict[tuple[int, int, int], float] = {}
        self._chests: dict[tuple[int, ...], float] = {}

    def shares(self, state: CardState) -> dict[str, list[float]]:
        """Return the terms of the estimate by name, each with one value per seat.

        The terms are points, herds, chests, and the expected gain of this round.
        """
        shares = {name: [0.0] * state.seats for name in ("points", "herds", "chest", "taken")}
        shares["points"] = [float(score) for score in state.scores]
        if not state.asked:
            return shares
        left = self._rounds_left(state)
        shares["herds"] = [self.herds(state, seat, left) for seat in range(state.seats)]
        shares["chest"] = [self.chest(state.chests[seat], left) for seat in range(state.seats)]
        if state.hauls:
            shares["taken"] = [float(_haul_points(state, seat)) for seat in range(state.seats)]
        elif state.phase in ("turn", "reveal"):
            shares["taken"] = self._claim_points(state, left)
        return shares

    def estimate(self, state: CardState) -> list[float]:
        """Return the expected final points by seat."""
        return [sum(by_share) for by_share in zip(*self.shares(state).values(), strict=True)]

    def _claim_points(self, state: CardState, left: int) -> list[float]:
        """Return by seat the expected value of its claim in this round, of placed meeples and of those at hand."""
        gain = partial(self._gain, state, left)
        claims, ends = claimed(state)
        taken = [0.0] * state.seats
        if state.phase == "turn" and len(claims) < state.seats:
            taken = Playout(state, ends, gain, taken_first=self._weights.taken_first, waiting=self._weights.waiting).play()
        for seat, (row, pile) in claims.items():
            taken[seat] = gain(seat, row, pile)
        return taken

    def _rounds_left(self, state: CardState) -> int:
        """Return the number of rounds after the current one, if that has begun."""
        begins = state.phase in ("dealer", "open", "lay", "deal")
        return self._rounds - max(state.round, 1) + begins

    def herds(self, state: CardState, seat: int, left: int) -> float:
        """Return the points that a seat's species will bring in `left` rounds."""
        sizes, seen = _sizes(state, seat), state.seen
        return sum([self._herd(left, size, COPIES[card] - seen[card]) for size, card in zip(sizes, ANIMALS, strict=True)])

    def _herd(self, left: int, size: int, unseen: int) -> float:
        key = (left, size, unseen)
        known = self._herds.get(key)
        if known is None:
            known = self._herds[key] = sum(map(mul, self._weights.herd, self.herd_inputs(left, size, unseen)))
        return known

    def herd_inputs(self, left: int, size: int, unseen: int) -> tuple[float, ...]:
        """Return the inputs `HERD` of a species with `left` rounds to come."""
        share, worth = left / self._rounds, float(self._points[size])
        inputs = (1.0, worth, float(size), float(unseen), worth * unseen, share, worth * share)
        return tuple([share * value for value in inputs])

    def chest(self, chest: Sequence[int], left: int) -> float:
        """Return the expected points of a chest at the end, `left` rounds ahead."""
        key = (left, *chest)
        known = self._chests.get(key)
        if known is None:
            later = sum(map(mul, self._weights.chest, self.chest_inputs(chest, left)))
            known = self._chests[key] = series_points(chest) + later
        return known

    def chest_inputs(self, chest: Sequence[int], left: int) -> tuple[float, ...]:
        """Return the inputs `CHEST` of a chest with `left` rounds to come."""
        share, now = left / self._rounds, series_points(chest)
        grown = [series_points([n + (place == more) for place, n in enumerate(chest)]) - now for more in range(len(chest))]
        *coloured, joker = grown
        inputs = (float(sum(chest[:-1])), float(chest[-1]), sum(coloured) / len(coloured), float(joker), 1.0, share)
        return tuple([share * value for value in inputs])

    def _gain(self, state: CardState, left: int, seat: int, row: int, pile: Pile) -> float:
        """Return the value of a pile of cards for this seat, now and later."""
        persons, numbers, certain, animals, jokers, buildings, building_jokers = pile
        gain = float(certain + numbers * persons)
        if animals or jokers:
            gain += self._animals(state, left, seat, (row, animals, jokers))
        if buildings or building_jokers:
            chest = state.chests[seat]
            more = chest[:]
            more[row] += buildings
            more[-1] += building_jokers
            gain += self.chest(more, left) - self.chest(chest, left)
        return gain

    def _animals(self, state: CardState, left: int, seat: int, won: tuple[int, int, int]) -> float:
        """Return the value of `won`, which is (row, new animals of its species, jokers).

        Jokers join these animals or the largest herd.
        """
        row, animals, jokers = won
        sizes = _sizes(state, seat)
        if animals:
            species, more = row, animals + jokers + state.loose[seat]
        else:
            species, more = max(range(len(sizes)), key=sizes.__getitem__), jokers
            if not sizes[species]:
                return float(LONE_JOKER * jokers)
        size, unseen = sizes[species], COPIES[ANIMALS[species]] - state.seen[ANIMALS[species]]
        return self._points[size + more] + self._herd(left, size + more, unseen) - self._herd(left, size, unseen)


def series_points(chest: Sequence[int]) -> int:
    """Return the points for the series of a chest with its present cards."""
    return points(series_lines(chest))


def _sizes(state: CardState, seat: int) -> list[int]:
    return [own + joined for own, joined in zip(state.animals[seat], state.joined[seat], strict=True)]


def _haul_points(state: CardState, seat: int) -> int:
    return points(round_lines(state, seat)) + WRONG_CARD_POINTS * len(state.hauls[seat].undecided)


@lru_cache(maxsize=64)
def evaluator_for(seats: int, table: tuple[int, ...], known: tuple[Weights, ...] | None) -> Evaluator:
    """Return the evaluator for this number of seats with the nearest known weights (None: the package's own)."""
    return Evaluator(seats, table, nearest(seats, known or learned_sets()))
