"""The signs of the card game: the players' meeples, and of every card the corner that tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.cardcassonne.view import card_emojis
from render import signs
from render.later import Later
from render.protocol import Signs

if TYPE_CHECKING:
    from render.cardcassonne import face
else:
    face = Later("render.cardcassonne.face")

SHARE = 0.82
"""How much of a card's width is shown, and as much of its height: the index, its colour's symbol, most of the painting."""


def names() -> tuple[str, ...]:
    """Every sign, the meeples first."""
    return (*signs.seats(), *card_emojis())


def draw(name: str) -> bytes:
    """One of them; `KeyError` for another name."""
    if name in signs.seats():
        return signs.square(signs.figure("small", "knight", signs.seats()[name]))
    card = face.Face(card_emojis()[name], 2 * signs.SIZE).draw()
    side = round(card.width * SHARE)
    return signs.square(card.crop((0, 0, side, side)))


def drawn(wanted: Sequence[str]) -> list[tuple[str, bytes]]:
    """See `Signs.drawn`."""
    return signs.drawn(draw, wanted)


SIGNS = Signs(names, draw, drawn, signs.known, signs.remember)
"""All of them."""
