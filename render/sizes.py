"""Tile sizes in pixels that pictures use: few, so that a sprite is drawn once and found again."""

from __future__ import annotations

SIZES = (128, 112, 96, 80, 64, 56, 48, 40, 32, 24)
"""On boards, largest first."""

HAND_SIZES = (224, 192, 176, 160, 144, 128, 112, 104, 96, 88, 80, 72, 64, 48, 40, 32)
"""Of the tile in hand, largest first; these tiles lie as they were printed."""


def fitting(room: int) -> int:
    """The largest size for a tile in hand that fits into so many pixels; the smallest one if none does."""
    return next((size for size in HAND_SIZES if size <= room), HAND_SIZES[-1])
