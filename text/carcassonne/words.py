"""The words of the tile-laying game, each part a module of plain functions."""

from __future__ import annotations

from text.carcassonne import (
    chances,
    comparing,
    guide,
    highlights,
    holdings,
    lessons,
    maps,
    reading,
    saying,
    scorings,
    settings,
    standing,
    terms,
)
from text.protocol import GameWords

WORDS = GameWords(
    say=saying,
    read=reading,
    explain=guide,
    stock=chances,
    holes=chances,
    forecast=standing,
    scores=scorings,
    highlights=highlights,
    compare=comparing,
    holdings=holdings,
    legend=terms,
    lessons=lessons,
    uploads=maps,
    views=settings.VIEWS,
    overlays=settings.OVERLAYS,
    former_views=settings.FORMER_VIEWS,
)
"""All of them."""
