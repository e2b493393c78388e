"""The pictures of Traders & Builders with The Tower: there is nothing to see."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork()
