"""The set of drawings of the maps expansion; the map paper itself is drawn by `render.maps`."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork()
