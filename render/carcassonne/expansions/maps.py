"""The pictures of the maps: `render.maps` draws the paper."""

from __future__ import annotations

from render.art.artwork import Artwork

ART = Artwork()
