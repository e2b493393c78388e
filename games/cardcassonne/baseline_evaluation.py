"""Fixed estimate of the final points of a card game, for computer players: points, chests, herds, and claims of meeples.

Nothing here is a rule; the weights come from games between greedy players with different weights. Face-down cards count as what the
state holds: a computer player passes a state that was imagined for its seat, so what it can't know is a fair guess there. Hands are
not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne.cards import (
    ANIMAL,
    ANIMAL_JOKER,
    BUILDING,
    BUILDING_JOKER,
    COLOURED,
    COLOURS,
    HANDS,
    card_in,
    number_of,
    sort_of,
)
from games.cardcassonne.round_scoring import round_lines
from games.cardcassonne.scoring import FIGURE, LONE_JOKER, WRONG_CARD_POINTS, points, series_lines
from games.cardcassonne.state import CardState

HERD_GROWS = 4.0
"""Worth of one more animal in a herd, with all rounds to come: every later card of the species pays for it again."""

BUILDING_SHARE = 6.0
"""Worth of a building under a chest beyond the series that stand already."""

JOKER_SHARE = 9.0
"""The same for a building joker."""

TAKEN_FIRST = 0.25
"""How likely everybody before a player in turn takes the best end of a row before they do."""

WAITING = 5.0
"""Worth of a meeple still at hand for every card that its owner has still to play, or so: rows grow, their worth more so."""


def guess(state: CardState) -> list[float]:
    """Return a rough guess of the final points by seat."""
    guess = [float(score) for score in state.scores]
    if not state.asked:
        return guess
    late = _lateness(state)
    for seat in range(state.seats):
        guess[seat] += _kept_points(state, seat, late)
        if state.hauls:
            guess[seat] += _haul_points(state, seat)
    if state.phase in ("turn", "reveal"):
        _add_claims(state, guess, late)
    return guess


def _lateness(state: CardState) -> float:
    return (HANDS[state.seats][1] - state.round) / HANDS[state.seats][1]


def _haul_points(state: CardState, seat: int) -> float:
    return points(round_lines(state, seat)) + WRONG_CARD_POINTS * len(state.hauls[seat].undecided)


def _kept_points(state: CardState, seat: int, late: float) -> float:
    """Return the expected points of a seat's chest and herds."""
    *buildings, jokers = state.chests[seat]
    standing = points(series_lines(state.chests[seat]))
    loose = late * (BUILDING_SHARE * sum(buildings) + JOKER_SHARE * jokers)
    herds = sum(state.animals[seat]) + sum(state.joined[seat]) + state.loose[seat]
    return standing + max(0.0, loose - standing * late) + late * HERD_GROWS * herds


def _add_claims(state: CardState, guess: list[float], late: float) -> None:
    """Add the expected points of placed meeples and of those at hand, in the order of the coming turns."""
    ends: list[list[int]] = []
    for row, items in enumerate(state.rows):
        start = 0
        for place, item in enumerate(items):
            if item < 0:
                guess[-1 - item] += _row_points(state, -1 - item, row, items[start:place], late)
                start = place + 1
        ends.append(items[start:])
    left = sum(map(len, state.hands))
    free = list(range(len(COLOURS)))
    for number in range(state.seats):
        seat = (state.asked[0] + number) % state.seats
        if state.claimed >> seat & 1:
            continue
        worths = [_row_points(state, seat, row, end, late) for row, end in enumerate(ends)]
        guess[seat] += (1 - TAKEN_FIRST) * max(worths) + WAITING * left / state.seats
        if free:
            best = max(free, key=worths.__getitem__)
            guess[seat] += TAKEN_FIRST * worths[best]
            free.remove(best)


def _row_points(state: CardState, seat: int, row: int, items: Sequence[int], late: float) -> float:
    """Return the points of these cards for `seat` if it takes them from this row."""
    numbers: list[int] = []
    animals = jokers = 0
    worth = 0.0
    for item in items:
        card = card_in(item)
        if card == ANIMAL_JOKER:
            jokers += 1
        elif card >= COLOURED:
            worth += JOKER_SHARE if card == BUILDING_JOKER else FIGURE
        elif card // 5 != row:
            worth += WRONG_CARD_POINTS
        elif sort_of(card) == ANIMAL:
            animals += 1
        elif sort_of(card) == BUILDING:
            worth += BUILDING_SHARE
        else:
            numbers.append(number_of(card))
    worth += sum(numbers) * len(numbers)
    return worth + _animals(state, seat, row, animals, jokers, late)


def _animals(state: CardState, seat: int, row: int, new: int, jokers: int, late: float) -> float:
    """Return the points for `new` animals of the row's species, plus jokers with them or with the largest herd."""
    herds = [own + joined for own, joined in zip(state.animals[seat], state.joined[seat], strict=True)]
    promise = late * HERD_GROWS * (new + jokers)
    if not new:
        if not jokers:
            return 0.0
        largest = max(herds)
        return promise + (state.table[largest + jokers - 1] if largest else LONE_JOKER * jokers)
    return promise + state.table[herds[row] + new + jokers + state.loose[seat] - 1]
