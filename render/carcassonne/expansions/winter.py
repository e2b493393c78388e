"""The drawings of the winter edition: a theme, and the animals on its tiles."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork(
    samples={"winter": ("winter/WT01",)},
)
