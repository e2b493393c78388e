"""The texts of the tile-laying game as `GameTexts`; each part is a module of plain functions."""

from __future__ import annotations

from text.carcassonne import (
    feature_list,
    guide,
    highlights,
    lessons,
    maps,
    move_parser,
    narrator,
    questions,
    remaining_tiles,
    score_explanations,
    settings,
    standings,
    terms,
    turn_comparison,
)
from text.protocol import GameTexts

WORDS = GameTexts(
    say=narrator,
    read=move_parser,
    explain=guide,
    questions=questions,
    stock=remaining_tiles,
    holes=remaining_tiles,
    forecast=standings,
    scores=score_explanations,
    highlights=highlights,
    compare=turn_comparison,
    holdings=feature_list,
    legend=terms,
    lessons=lessons,
    uploads=maps,
    views=settings.VIEWS,
    overlays=settings.OVERLAYS,
    former_views=settings.FORMER_VIEWS,
)
"""All of them."""
