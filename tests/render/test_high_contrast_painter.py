"""Strong contrast: the same places of another palette, in which writing is black or white and the land is pale."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from editions.registry import EDITIONS
from games.carcassonne.view import BoardView
from render import high_contrast_palette, pictures
from render.art.figures import COLOURS
from render.carcassonne import replay
from render.carcassonne.painter import PAINTER
from render.style import DARK, LIGHT
from tools.positions import course


def places(png: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Return the places of a picture, and the colours of its palette."""
    image = Image.open(io.BytesIO(png))
    image.load()
    return np.asarray(image), np.array(image.getpalette()).reshape(-1, 3)


@pytest.mark.parametrize(("dark", "ground", "ink"), [(False, 255, 0), (True, 0, 255)])
def test_only_the_palette_is_another(small: BoardView, dark: bool, ground: int, ink: int) -> None:
    usual = pictures.board(small, dark=dark).png

    before, had = places(usual)
    after, has = places(high_contrast_palette.strong(usual, 0.5))

    assert (before == after).all()
    style = DARK if dark else LIGHT
    seen = {tuple(map(int, old)): tuple(map(int, new)) for old, new in zip(had, has, strict=True)}
    assert seen[style.table] == seen[style.card] == (ground,) * 3 and seen[style.ink] == (ink,) * 3
    assert all(seen[each.rgb] == each.rgb for each in COLOURS[:2]), "players keep their colours"
    grass = max((old for old in seen if old[1] > max(old[0], old[2]) + 40 and old not in {each.rgb for each in COLOURS}), key=sum)
    assert min(seen[grass]) > min(grass) + 30, "the land is paler"


def test_dark_pictures_can_be_strong_too(small: BoardView) -> None:
    assert PAINTER.strong is not None and PAINTER.dark is not None and PAINTER.dark.strong is not None

    made = [paint.whole(small, "whole", 1) for paint in (PAINTER, PAINTER.strong, PAINTER.dark, PAINTER.dark.strong)]

    assert len(set(made)) == 4


def test_animations_have_another_palette_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frame by frame the same places; what is written is black on white."""
    monkeypatch.setattr(replay, "SIZES", (24,))
    assert PAINTER.strong is not None and PAINTER.replay is not None and PAINTER.strong.replay is not None
    played = course("base", 3)

    usual, strong = PAINTER.replay(played), PAINTER.strong.replay(played)

    (before, had), (after, has) = places(usual), places(strong)
    assert (before == after).all() and len(usual) == len(strong) and usual[781:] == strong[781:]
    seen = {tuple(map(int, old)): tuple(map(int, new)) for old, new in zip(had, has, strict=True)}
    assert seen[LIGHT.table] == (255,) * 3 and seen[LIGHT.ink] == (0,) * 3
    assert all(seen[each.rgb] == each.rgb for each in COLOURS[:2]), "players keep their colours"


def test_every_painter_has_it() -> None:
    for edition in EDITIONS.values():
        assert edition.painter.strong is not None and edition.painter.dark is not None and edition.painter.dark.strong is not None
    assert EDITIONS.charts is not None and EDITIONS.charts.strong is not None
