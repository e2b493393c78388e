"""The set of drawings of The River with The Abbot, empty because each expansion draws its own."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork()
