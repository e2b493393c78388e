"""The texts of Traders & Builders with The Tower."""

from __future__ import annotations

from text.carcassonne.phrasebook import Phrasebook
from text.translator import phrase

WORDS = Phrasebook(
    options={
        "tower_piece_in_part_2": (phrase("Tower in second part"), phrase("Whether you can raise a tower with the second tile.")),
    },
)
