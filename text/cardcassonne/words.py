"""The words of the card game, each part a module of plain functions."""

from __future__ import annotations

from text.cardcassonne import guide, highlights, reading, saying, standing, table, why
from text.protocol import GameWords

WORDS = GameWords(
    say=saying,
    read=reading,
    explain=guide,
    hands=table,
    stock=standing,
    forecast=standing,
    highlights=highlights,
    scores=why,
)
"""All of them."""
