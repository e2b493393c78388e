"""Figures: readable small, told apart by colour, mark, posture and size."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from render.art.figures import COLOURS, figure_sprite

KINDS = ("small", "big", "builder", "pig")


@pytest.mark.parametrize(("kind", "colour"), list(product(KINDS, range(6))))
def test_every_figure_exists_in_every_colour(kind: str, colour: int) -> None:
    sprite = figure_sprite(kind, "knight", colour, 128)
    rgba = np.asarray(sprite.image)
    near = np.abs(rgba[..., :3].astype(int) - np.array(COLOURS[colour].rgb)).max(axis=2) < 6

    assert sprite.image.mode == "RGBA"
    assert (near & (rgba[..., 3] == 255)).sum() > 80
    assert 0 <= sprite.hot[0] < sprite.image.width
    assert 0 <= sprite.hot[1] < sprite.image.height


def test_a_farmer_lies_and_a_knight_stands() -> None:
    standing, lying = figure_sprite("small", "knight", 0, 128).image, figure_sprite("small", "farmer", 0, 128).image

    assert standing.height > standing.width
    assert lying.width > lying.height


def test_the_big_follower_is_clearly_bigger() -> None:
    small, big = figure_sprite("small", "knight", 0, 128).image, figure_sprite("big", "knight", 0, 128).image

    assert big.height > 1.25 * small.height


def test_a_follower_is_20_pixels_high_on_a_phone() -> None:
    """550 pixels show nine columns of tiles and a frame: 58 pixels a tile."""
    assert figure_sprite("small", "knight", 0, 58).image.height >= 20


def test_six_colours_have_six_marks() -> None:
    assert {c.mark for c in COLOURS} == {"dot", "bar", "cross", "ring", "chevron", "square"}


def test_the_mark_is_seen_on_the_figure_even_in_grey() -> None:
    """Two figures of the same grey would still differ by the shape on their chest."""
    shapes = set()
    for colour in range(6):
        sprite = figure_sprite("small", "knight", colour, 128)
        grey = np.asarray(sprite.image.convert("L"), dtype=int)
        x, y = sprite.hot
        chest = grey[y - 6 : y + 14, x - 8 : x + 8]
        light, dark = int(chest.max()), int(chest.min())
        assert light - dark > 70
        shapes.add((chest > (light + dark) / 2).tobytes())
    assert len(shapes) == 6


def test_a_tower_grows_with_its_height_and_says_it() -> None:
    heights = [figure_sprite("tower", "guard", None, 128, height=h).image.height for h in (1, 2, 3, 4, 5)]

    assert heights == sorted(set(heights))
    assert (
        figure_sprite("tower", "guard", None, 128, height=6).image.tobytes()
        != figure_sprite("tower", "guard", None, 128, height=7).image.tobytes()
    )


def test_a_tower_without_floors_is_no_figure() -> None:
    with pytest.raises(ValueError, match="at least one floor"):
        figure_sprite("tower", "guard", None, 128, height=0)


@pytest.mark.parametrize("kind", ["dragon", "fairy"])
def test_neutral_figures_need_no_colour(kind: str) -> None:
    assert figure_sprite(kind, kind, None, 96).image.getbbox() is not None


def test_an_unknown_figure_is_refused() -> None:
    with pytest.raises(KeyError):
        figure_sprite("bishop", "monk", 0, 96)
