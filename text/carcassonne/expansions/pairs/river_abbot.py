"""The words of The River with The Abbot: each says its own."""

from __future__ import annotations

from text.carcassonne.phrasebook import Phrasebook

WORDS = Phrasebook()
