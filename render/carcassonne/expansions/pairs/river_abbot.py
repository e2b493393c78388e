"""The pictures of The River with The Abbot: each draws its own."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork()
