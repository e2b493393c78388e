"""A quick simulation of the rest of a round by simple players, to estimate which seat will claim which cards.

Each simulated player places a card or takes the end of a row, whichever leaves the most to itself and the least to the others. It
follows no rule, and is many times quicker than trying all legal moves. Used by searches, so it works on lists in place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.cardcassonne.cards import ANIMAL, ANIMAL_JOKER, BUILDING, BUILDING_JOKER, COLOURED, COLOURS, card_in, number_of, sort_of
from games.cardcassonne.scoring import FIGURE, WRONG_CARD_POINTS
from games.cardcassonne.state import CardState

Pile = list[int]
"""Cards of one row: persons in their own row, the sum of their numbers, points for wrongly laid cards, dragon and fairy; animals in
their own row, animal jokers, buildings in their own row, building jokers."""

PERSONS, NUMBERS, CERTAIN, ANIMALS, JOKERS, BUILDINGS, BUILDING_JOKERS = range(7)

Gain = Callable[[int, int, Pile], float]
"""What (seat, row, pile) is worth."""

_ROWS = range(len(COLOURS))


def put(pile: Pile, card: int, row: int) -> None:
    """Add a card to the pile at the end of a row."""
    if card < COLOURED:
        if card // 5 != row:
            pile[CERTAIN] += WRONG_CARD_POINTS
        elif (sort := sort_of(card)) < BUILDING:
            pile[PERSONS] += 1
            pile[NUMBERS] += number_of(card)
        else:
            pile[ANIMALS if sort == ANIMAL else BUILDINGS] += 1
    elif card == ANIMAL_JOKER:
        pile[JOKERS] += 1
    elif card == BUILDING_JOKER:
        pile[BUILDING_JOKERS] += 1
    else:
        pile[CERTAIN] += FIGURE


def claimed(state: CardState) -> tuple[dict[int, tuple[int, Pile]], list[Pile]]:
    """Return the claims of placed meeples as (row, pile) by seat, and the open ends of the rows behind them.

    Face-down cards are read as the state has them.
    """
    claims, ends = dict[int, tuple[int, Pile]](), list[Pile]()
    for row, items in enumerate(state.rows):
        pile = [0] * 7
        for item in items:
            if item < 0:
                claims[-1 - item] = (row, pile)
                pile = [0] * 7
            else:
                put(pile, card_in(item), row)
        ends.append(pile)
    return claims, ends


class Playout:
    """Simulation of the rest of the current round."""

    def __init__(self, state: CardState, ends: list[Pile], gain: Gain, *, taken_first: float, waiting: float) -> None:
        """Prepare to play out the current round.

        `taken_first` is the probability that opponents take the best end first; `waiting` is the value in points of a meeple at
        hand for each card still to be laid.
        """
        self._gain = gain
        self._share, self._waiting = taken_first, waiting / state.seats
        self._seats = state.seats
        self._next: int = state.asked[0]
        self._hands = [hand[:] for hand in state.hands]
        self._left = sum(map(len, self._hands))
        self._began = state.began
        self._ends = ends
        self._free = [not state.claimed >> seat & 1 for seat in range(state.seats)]
        self._gains = [[gain(seat, row, end) for row, end in enumerate(ends)] for seat in range(state.seats)]
        self.taken = [0.0] * state.seats
        """By seat what it takes, once it has."""

    def play(self) -> list[float]:
        """Play the round out and return what each seat takes; 0 for seats whose meeple was already placed."""
        while any(self._free):
            self._turn(self._next)
            self._next = (self._next + 1) % self._seats
        return self.taken

    def _turn(self, seat: int) -> None:
        hand = self._hands[seat]
        waiting = [(seat + n) % self._seats for n in range(1, self._seats)]
        waiting = [other for other in waiting if self._free[other]]
        if not self._free[seat]:
            if hand:
                self._lay_card(seat, *self._choose_card(seat, waiting)[1:])
            return
        row, worth = self._choose_claim(seat, waiting)
        if hand:
            hoped, card, place = self._choose_card(seat, waiting)
            if hoped + self._waiting * (self._left - 1) > worth:
                self._lay_card(seat, card, place)
                return
        self._claim(seat, row)

    def _choose_claim(self, seat: int, waiting: Sequence[int]) -> tuple[int, float]:
        """Return the best row to claim and the lead over the others that it leaves to the seat, as (row, lead)."""
        best, most = 0, float("-inf")
        for row in _ROWS:
            worth = self._gains[seat][row]
            if waiting:
                kept = [self._gains[other][row] for other in waiting]
                for other in waiting:
                    self._gains[other][row] = 0.0
                worth -= self._hopes_of_others(waiting)
                for other, gain in zip(waiting, kept, strict=True):
                    self._gains[other][row] = gain
            if worth > most:
                best, most = row, worth
        return best, most

    def _choose_card(self, seat: int, waiting: Sequence[int]) -> tuple[float, int, int]:
        """Return the best card as (lead that it leaves to the seat, card, row)."""
        best, last = (float("-inf"), 0, 0), -1
        is_hidden = not self._began >> seat & 1
        favourite = max(_ROWS, key=self._gains[seat].__getitem__)
        for card in self._hands[seat]:
            if card == last:
                continue
            last = card
            rows: Sequence[int] = _ROWS if card >= COLOURED else (card // 5,)
            if is_hidden and card < COLOURED and favourite != card // 5:
                rows = (card // 5, favourite)
            for row in rows:
                worth = self._lead_after(seat, card, row, waiting)
                if worth > best[0]:
                    best = worth, card, row
        return best

    def _lead_after(self, seat: int, card: int, row: int, waiting: Sequence[int]) -> float:
        """Return the lead over the opponents that laying a card leaves to the seat."""
        pile = self._ends[row][:]
        put(pile, card, row)
        kept = [gains[row] for gains in self._gains]
        for other in waiting:
            self._gains[other][row] = self._gain(other, row, pile)
        worth = 0.0
        if self._free[seat]:
            self._gains[seat][row] = self._gain(seat, row, pile)
            worth = self._last_chooser_gain(seat, waiting)
        worth -= self._hopes_of_others(waiting)
        for gains, gain in zip(self._gains, kept, strict=True):
            gains[row] = gain
        return worth

    def _last_chooser_gain(self, seat: int, waiting: Sequence[int]) -> float:
        """Return the expected gain from the row ends for a seat that chooses after all others with a meeple at hand."""
        gains = self._gains[seat]
        if not waiting:
            return max(gains)
        free = list(_ROWS)
        for other in waiting:
            if len(free) > 1:
                free.remove(max(free, key=self._gains[other].__getitem__))
        return (1 - self._share) * max(gains) + self._share * max([gains[row] for row in free])

    def _hopes_of_others(self, waiting: Sequence[int]) -> float:
        """Return the opponents' average expected gain from the row ends."""
        if not waiting:
            return 0.0
        if len(waiting) == 1:
            return max(self._gains[waiting[0]]) / (self._seats - 1)
        free, hopes = list(_ROWS), 0.0
        for other in waiting:
            gains = self._gains[other]
            best = max(free, key=gains.__getitem__)
            hopes += (1 - self._share) * max(gains) + self._share * gains[best]
            if len(free) > 1:
                free.remove(best)
        return hopes / (self._seats - 1)

    def _lay_card(self, seat: int, card: int, row: int) -> None:
        self._hands[seat].remove(card)
        self._left -= 1
        self._began |= 1 << seat
        put(self._ends[row], card, row)
        for other, free in enumerate(self._free):
            if free:
                self._gains[other][row] = self._gain(other, row, self._ends[row])

    def _claim(self, seat: int, row: int) -> None:
        self.taken[seat] = self._gains[seat][row]
        self._free[seat] = False
        self._ends[row] = [0] * 7
        for gains in self._gains:
            gains[row] = 0.0
