"""Emojis of the card game: the players' meeples, and for every card the corner that identifies it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from games.cardcassonne.view import card_emojis
from render import emojis
from render.lazy_module import LazyModule
from render.protocol import EmojiArt

if TYPE_CHECKING:
    from render.cardcassonne import face
else:
    face = LazyModule("render.cardcassonne.face")

SHARE = 0.82
"""How much of a card's width is shown, and as much of its height: the index, its colour's symbol, most of the painting."""


def names() -> tuple[str, ...]:
    """Return the names of all emojis, meeples first."""
    return (*emojis.seats(), *card_emojis())


def draw(name: str) -> bytes:
    """Return the PNG of an emoji; raises `KeyError` for an unknown name."""
    if name in emojis.seats():
        return emojis.square(emojis.figure("small", "knight", emojis.seats()[name]))
    card = face.CardFace(card_emojis()[name], 2 * emojis.SIZE).draw()
    side = round(card.width * SHARE)
    return emojis.square(card.crop((0, 0, side, side)))


def drawn(wanted: Sequence[str]) -> list[tuple[str, bytes]]:
    """Implement `EmojiArt.drawn`."""
    return emojis.drawn(draw, wanted)


def named() -> Sequence[str]:
    """Implement `EmojiArt.names`."""
    return emojis.list_of("cardcassonne", names())


SIGNS = EmojiArt(named, draw, drawn, emojis.known, emojis.remember, partial(emojis.listed, "cardcassonne"))
"""All of them."""
