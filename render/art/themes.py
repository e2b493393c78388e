"""Themes: colours and settings of the drawings for each season, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

Colour = tuple[int, int, int]
"""Red, green, blue, each 0-255."""


@dataclass(frozen=True)
class Theme:
    """Colours and settings of all drawings in one season.

    Colours are meant for flat areas; drawing functions lighten and darken them.
    """

    name: str
    grass: Colour
    grass_spread: float
    """How far the ground wanders from `grass`, in steps of 0-255."""
    field: tuple[Colour, ...]
    """Colours of tilled plots in the meadows."""
    city: Colour
    plaza: Colour
    road: Colour
    road_edge: Colour
    wall: Colour
    wall_light: Colour
    wall_dark: Colour
    outline: Colour
    """Thin line around buildings and marks."""
    roofs: tuple[Colour, ...]
    house: Colour
    """House fronts."""
    cone: Colour
    """Roofs of the wall's towers."""
    leaves: tuple[Colour, ...]
    trunk: Colour
    water: Colour
    hedge: Colour
    seam: Colour
    """The thin line between tiles."""
    seam_strength: float
    shadow: Colour
    shadow_strength: float
    """Share of `shadow` in the darkest part of a shadow, 0-1."""
    snow: bool = False
    """Snow on roofs, firs and walls; bare trees; nothing grows in rows."""
    ink: bool = False
    """Printed on paper: flat plots, no soft variation."""


SUMMER = Theme(
    name="summer",
    grass=(130, 174, 80),
    grass_spread=9.0,
    field=((168, 194, 98), (196, 196, 106), (124, 168, 80), (182, 184, 92)),
    city=(216, 180, 134),
    plaza=(230, 204, 164),
    road=(242, 228, 192),
    road_edge=(150, 124, 84),
    wall=(172, 164, 152),
    wall_light=(220, 213, 200),
    wall_dark=(112, 103, 96),
    outline=(62, 48, 42),
    roofs=((196, 84, 54), (180, 70, 50), (208, 106, 66), (160, 66, 56), (186, 96, 74)),
    house=(240, 226, 196),
    cone=(104, 112, 136),
    leaves=((74, 128, 62), (88, 142, 62), (62, 112, 66), (108, 148, 62)),
    trunk=(104, 76, 52),
    water=(96, 158, 204),
    hedge=(84, 132, 62),
    seam=(92, 126, 58),
    seam_strength=0.55,
    shadow=(44, 52, 40),
    shadow_strength=0.42,
)

WINTER = replace(
    SUMMER,
    name="winter",
    grass=(232, 239, 246),
    grass_spread=6.0,
    field=((222, 231, 241), (240, 244, 249), (215, 226, 238)),
    city=(206, 170, 130),
    plaza=(220, 194, 162),
    road=(172, 158, 150),
    road_edge=(108, 98, 98),
    wall=(160, 160, 168),
    wall_light=(240, 244, 250),
    wall_dark=(98, 98, 110),
    outline=(52, 50, 62),
    roofs=((188, 86, 62), (172, 74, 58), (152, 70, 64), (180, 98, 80)),
    house=(226, 212, 194),
    cone=(98, 108, 138),
    leaves=((70, 112, 96), (84, 122, 102), (62, 100, 94)),
    trunk=(98, 80, 72),
    water=(158, 196, 222),
    hedge=(120, 142, 140),
    seam=(164, 180, 200),
    seam_strength=0.6,
    shadow=(70, 88, 124),
    shadow_strength=0.36,
    snow=True,
)

MAP = replace(
    SUMMER,
    name="map",
    grass=(224, 211, 168),
    grass_spread=4.0,
    field=((222, 212, 170), (216, 214, 172), (228, 208, 160)),
    city=(206, 156, 118),
    plaza=(220, 178, 142),
    road=(253, 248, 234),
    road_edge=(128, 98, 66),
    wall=(186, 162, 132),
    wall_light=(240, 226, 204),
    wall_dark=(112, 86, 62),
    outline=(84, 58, 40),
    roofs=((190, 112, 78), (176, 98, 70), (202, 130, 92)),
    house=(246, 234, 206),
    cone=(136, 110, 96),
    leaves=((134, 146, 96), (148, 154, 100), (122, 136, 92)),
    trunk=(120, 92, 64),
    water=(150, 182, 190),
    hedge=(146, 150, 102),
    seam=(186, 166, 124),
    seam_strength=0.6,
    shadow=(96, 74, 50),
    shadow_strength=0.3,
    ink=True,
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (SUMMER, WINTER, MAP)}
"""Every theme by its name."""
