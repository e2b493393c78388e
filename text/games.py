"""Which games have words. Whoever shows a game asks `WORDS[game.id]`, and never which game it is."""

from __future__ import annotations

from collections.abc import Mapping

from text.carcassonne.words import CarcassonneWords
from text.cardcassonne.words import CardcassonneWords
from text.protocol import GameWords

WORDS: Mapping[str, GameWords] = {"carcassonne": CarcassonneWords(), "cardcassonne": CardcassonneWords()}
"""The words of every game, by the game's id."""
