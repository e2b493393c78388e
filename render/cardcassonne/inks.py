"""The colours of the card game as data. Row colours also differ in lightness, and each has its own symbol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from render.palette import Colour


class Suit(NamedTuple):
    """One of the four row colours."""

    strong: Colour
    """The band of its cards and its row."""
    pale: Colour
    """The ground of its cards and its row."""
    ink: Colour
    """Symbols and digits on the band."""
    symbol: str
    """sun, wheel, leaf or drop."""


SUITS: Mapping[str, Suit] = {
    "yellow": Suit((242, 190, 46), (252, 239, 200), (62, 42, 10), "sun"),
    "red": Suit((186, 44, 40), (249, 222, 210), (255, 248, 240), "wheel"),
    "green": Suit((72, 148, 76), (222, 240, 212), (255, 255, 250), "leaf"),
    "blue": Suit((30, 76, 158), (213, 228, 248), (250, 252, 255), "drop"),
}
"""By the colour's name, in the order of the rows."""

JOKER = Suit((92, 74, 110), (240, 234, 246), (255, 250, 236), "star")
"""Cards that fit every row."""

PAPER: Colour = (255, 252, 243)
OUTLINE: Colour = (44, 34, 32)
BACK: Colour = (122, 84, 58)
BACK_LIGHT: Colour = (166, 122, 84)
BACK_DARK: Colour = (84, 54, 38)
FRESH: Colour = (255, 120, 0)
"""What has happened since the reader's last turn."""


def suit_of(card: str) -> Suit:
    """Return the suit of a card's code."""
    return next((suit for colour, suit in SUITS.items() if colour[0] == card[0]), JOKER)
