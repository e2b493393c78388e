"""The empty set of drawings of the base game, whose pictures are in the modules that use them."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork(
    samples={"base": ("base/D", "base/M")},
)
