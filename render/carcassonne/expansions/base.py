"""The pictures of the base game: they stand where they are drawn."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork(
    samples={"base": ("base/D", "base/M")},
)
