"""Players and edges stay apart for people who see colours differently. Distances are CIELAB, 10 is plain to see."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from render.art.colour_blindness import SIMULATIONS, distance, simulate_vision, simulated_colour
from render.art.figures import COLOURS, mark_colour
from render.art.themes import THEMES, Theme

VISIONS = (None, *SIMULATIONS)
PLAYERS_APART = 20
"""Any two player colours, for every vision; the marks come on top."""
EDGES_APART = 14
"""Land, city and road of one theme."""
OUTLINE_APART = 40
"""A figure's dark outline or light rim against any ground: what makes its shape stand out."""
MARK_APART = 30
"""A mark against the colour that it is drawn on."""


@pytest.mark.parametrize("vision", VISIONS)
def test_six_player_colours_stay_apart(vision: str | None) -> None:
    for player_colour, other in combinations(COLOURS, 2):
        assert distance(player_colour.rgb, other.rgb, vision) >= PLAYERS_APART, (player_colour.name, other.name)


@pytest.mark.parametrize("vision", VISIONS)
def test_every_mark_stands_out_from_its_colour(vision: str | None) -> None:
    for colour in COLOURS:
        assert distance(colour.rgb, mark_colour(colour), vision) >= MARK_APART


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=sorted(THEMES))
def test_the_three_kinds_of_edges_stay_apart(theme: Theme, vision: str | None) -> None:
    for first, other in combinations((theme.grass, theme.city, theme.road), 2):
        assert distance(first, other, vision) >= EDGES_APART


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=sorted(THEMES))
def test_figures_stand_out_on_every_ground(theme: Theme, vision: str | None) -> None:
    """The outline is dark and the rim is light: one of the two contrasts with whatever lies below."""
    for ground in (theme.grass, theme.city, theme.road):
        assert max(distance((24, 18, 20), ground, vision), distance((255, 252, 240), ground, vision)) >= OUTLINE_APART
        assert distance((24, 18, 20), (255, 252, 240), vision) > 80


def test_grey_looks_the_same_to_everyone() -> None:
    for vision in SIMULATIONS:
        assert max(abs(a - b) for a, b in zip(simulated_colour((128, 128, 128), vision), (128, 128, 128), strict=True)) <= 1


def test_a_picture_is_simulated_pixel_by_pixel() -> None:
    picture = Image.new("RGB", (2, 1))
    picture.putpixel((0, 0), (200, 20, 40))
    picture.putpixel((1, 0), (0, 140, 84))

    seen = np.asarray(simulate_vision(picture, "deuteranopia"))

    assert tuple(int(v) for v in seen[0, 0]) == simulated_colour((200, 20, 40), "deuteranopia")
    assert tuple(int(v) for v in seen[0, 1]) == simulated_colour((0, 140, 84), "deuteranopia")
