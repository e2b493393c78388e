"""The texts of The River with The Abbot, which are sold in one box."""

from __future__ import annotations

from text.carcassonne.phrasebook import Phrasebook
from text.translator import phrase

WORDS = Phrasebook(values={("expansions", "new-box"): phrase("The new box")})
