"""The texts of the card game as `GameTexts`; each part is a module of plain functions."""

from __future__ import annotations

from text.cardcassonne import guide, highlights, move_parser, narrator, score_reasons, standings, table
from text.protocol import GameTexts

WORDS = GameTexts(
    say=narrator,
    read=move_parser,
    explain=guide,
    hands=table,
    stock=standings,
    forecast=standings,
    highlights=highlights,
    scores=score_reasons,
)
"""All of them."""
