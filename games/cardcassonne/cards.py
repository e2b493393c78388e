"""The deck of 130 cards as small ints, and how it is dealt.

A *card* is an int below `KINDS`: equal cards are the same number, because nothing tells them apart. Its *code* (`yP3`,
`gA`, `JA`) is what logs, views and people see. A *row* and a *colour* are the same int 0-3 in the order of the table.
A card that lies face down in a row is marked with the seat that laid it (`face_down`); a meeple is a negative int.
"""

from __future__ import annotations

from games.core.game import Seat

COLOURS = ("yellow", "red", "green", "blue")
"""The rows in their order on the table (section 2.1), which are also the card colours."""

ROW = {colour: row for row, colour in enumerate(COLOURS)}

SPECIES = ("chickens", "horses", "sheep", "pigs")
"""The animals of each colour (section 1.1, ruling for horses and pigs): labels, colour is what counts."""

_PER_COLOUR = (("P1", 8), ("P2", 5), ("P3", 3), ("H", 5), ("A", 9))
_JOKERS = (("DR", 1), ("FA", 1), ("JA", 4), ("JH", 4))

CODES: tuple[str, ...] = (
    *(colour[0] + kind for colour in COLOURS for kind, _ in _PER_COLOUR),
    *(code for code, _ in _JOKERS),
)
"""The code of every card, by its int: `yP1` is 0."""

COPIES: tuple[int, ...] = (*([n for _, n in _PER_COLOUR] * len(COLOURS)), *(n for _, n in _JOKERS))
"""How many of each card the deck holds."""

KINDS = len(CODES)
DECK = sum(COPIES)
CARD = {code: card for card, code in enumerate(CODES)}

COLOURED = len(COLOURS) * len(_PER_COLOUR)
"""Cards below this number have a colour, the others are jokers and fit every row."""

DRAGON, FAIRY, ANIMAL_JOKER, BUILDING_JOKER = range(COLOURED, KINDS)

BUILDING, ANIMAL = 3, 4
"""What `sort_of` answers for buildings and animals; persons answer less than `BUILDING`."""

OPENING = 10
"""Cards that the dealer turns up before the first round (section 2.3)."""

HANDS: dict[int, tuple[int, int]] = {2: (6, 10), 3: (5, 8), 4: (5, 6), 5: (4, 6)}
"""For each number of seats the cards in a hand and the rounds (section 2.4)."""

_MARK = 5
_CARD_BITS = (1 << _MARK) - 1


def colour_of(card: int) -> int:
    """Return the colour of a card, or -1 for a joker."""
    return card // 5 if card < COLOURED else -1


def sort_of(card: int) -> int:
    """Return the sort of a coloured card: 0-2 for a person with the number one higher, `BUILDING` or `ANIMAL`."""
    return card % 5


def number_of(card: int) -> int:
    """Return the number on a person: 1-3."""
    return card % 5 + 1


def is_wrong(card: int, row: int) -> bool:
    """Return whether a card lies in a row of another colour; jokers never do (section 4.5)."""
    return card < COLOURED and card // 5 != row


def face_down(card: int, seat: int) -> int:
    """Return the item that stands in a row for a card placed face down by `seat`."""
    return card | (seat + 1) << _MARK


def card_in(item: int) -> int:
    """Return the card of a row item, face up or face down."""
    return item & _CARD_BITS


def laid_by(item: int) -> int:
    """Return the seat that placed this card face down; -1 for a face-up card."""
    return (item >> _MARK) - 1


def meeple_of(seat: int) -> int:
    """Return the item that stands in a row for the large meeple of a seat."""
    return -1 - seat


SEATS: tuple[Seat, ...] = tuple(Seat(n) for n in range(max(HANDS)))
