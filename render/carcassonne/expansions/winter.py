"""The pictures of the winter edition: a theme, and animals that its tiles bear."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork(
    samples={"winter": ("winter/WT01",)},
)
