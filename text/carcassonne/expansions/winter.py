"""The texts of the winter edition."""

from __future__ import annotations

from text.carcassonne.phrasebook import Phrasebook
from text.translator import phrase

WORDS = Phrasebook(
    options={
        "animal_tiles": (phrase("Animal tiles"), phrase("Whether to shuffle in the twelve winter tiles with animals.")),
    },
    values={
        ("edition", "winter"): phrase("Winter edition"),
    },
)
