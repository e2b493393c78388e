"""Colours of the map paper. The palette of the map theme contains each of them exactly, so flat areas stay flat."""

from __future__ import annotations

Colour = tuple[int, int, int]

SEA: Colour = (150, 190, 204)
SHALLOWS: tuple[Colour, ...] = ((162, 200, 211), (177, 210, 218), (195, 221, 225))
"""Water nearer and nearer to a coast."""
WAVE: Colour = (116, 162, 182)
FOAM: Colour = (226, 239, 240)
COAST: Colour = (112, 96, 72)
PAPER: Colour = (246, 238, 214)
"""Land on which tiles may lie."""
GRID: Colour = (214, 198, 162)
RELIEF: Colour = (228, 215, 182)
"""Hills, tufts and furrows, faint enough to lie under anything."""
ABROAD: Colour = (219, 208, 184)
ABROAD_RELIEF: Colour = (205, 193, 167)
FRONTIER: Colour = (188, 92, 76)
FRONTIER_BAND: Colour = (236, 208, 182)
CLOUD: Colour = (250, 248, 242)
CLOUD_SHADE: Colour = (228, 222, 208)
ISLAND: Colour = (214, 210, 158)
BEACH: Colour = (240, 226, 182)
START: Colour = (196, 44, 44)
GOLD: Colour = (250, 200, 60)
GOLD_EDGE: Colour = (136, 92, 16)
SEA_INK: Colour = (30, 70, 96)
LAND_INK: Colour = (62, 44, 32)
ABROAD_INK: Colour = (98, 78, 58)
SAIL_IDLE: Colour = (222, 222, 216)
HULL: Colour = (122, 80, 48)

RESERVED: tuple[Colour, ...] = (
    SEA,
    *SHALLOWS,
    WAVE,
    FOAM,
    COAST,
    PAPER,
    GRID,
    RELIEF,
    ABROAD,
    ABROAD_RELIEF,
    FRONTIER,
    FRONTIER_BAND,
    CLOUD,
    CLOUD_SHADE,
    ISLAND,
    BEACH,
    START,
    GOLD,
    GOLD_EDGE,
    SEA_INK,
    LAND_INK,
    ABROAD_INK,
    SAIL_IDLE,
    HULL,
)
