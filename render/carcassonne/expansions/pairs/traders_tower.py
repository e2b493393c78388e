"""The set of drawings of Traders & Builders with The Tower, empty because the pair shows nothing new."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork()
