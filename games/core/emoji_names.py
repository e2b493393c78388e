"""Names of emojis: the small pictures shown in texts next to the name of a thing.

Texts write the names, painters draw the pictures. A name describes what is seen, because it is read aloud to people who can't see
it: letters, digits and underscores, at most LONGEST characters. Every game adds names of its own; the figures of the seats are the
same in all.
"""

from __future__ import annotations

from games.core.game import Seat

LONGEST = 25
"""Characters of a name: Discord takes 32, and what tells versions of a picture apart stands behind it."""

DIGEST = 6
"""Characters by which versions of a picture are told apart."""

COLOURS = ("red", "blue", "yellow", "green", "black", "pink")
"""The colours of the players' figures, by seat."""

RGB = ((200, 22, 34), (24, 82, 190), (255, 212, 20), (0, 140, 84), (38, 36, 42), (244, 142, 196))
"""The same as red, green and blue."""


def seat_colour(seat: Seat | int) -> int:
    """Return the colour of a seat as 0xRRGGBB."""
    red, green, blue = RGB[seat % len(RGB)]
    return red << 16 | green << 8 | blue


def seat_emoji(seat: Seat | int) -> str:
    """Return the emoji name of a seat's figure, such as `red_meeple`."""
    return owned_emoji("meeple", seat)


def owned_emoji(thing: str, seat: Seat | int) -> str:
    """Return the emoji name of a thing in the colour of a seat, such as `red_builder`."""
    return f"{COLOURS[seat % len(COLOURS)]}_{thing}"
