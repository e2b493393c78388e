"""Squares that no tile still to come fits, hatched where that may be told."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from PIL import Image

from clocks.assistance import SHOWN, AssistLevel
from cogs.images import match_images
from cogs.match_context import MatchContext
from editions.registry import EDITIONS
from editions.restricted_edition import restrict_to_aids
from games.carcassonne.illegal_move_reasons import empty_squares, fitting_turns, unfillable_squares
from games.carcassonne.view import BoardView
from render import board, layout
from render.board import BoardRequest
from render.carcassonne import painter
from tests.text.played import played


def test_a_hole_is_dead_when_nothing_still_to_come_fits() -> None:
    """The bag, the tile in hand and those set aside count; with the bag unknown or at the end nothing is said."""
    seen = 0
    for position in played(1, 3, expansions="dragon").positions[20::40]:
        view = position.view
        dead = unfillable_squares(view)
        kinds = {*(tile for tile, _ in view.bag), *view.aside, *([view.hand] if view.hand else [])}
        assert set(dead) == {hole for hole in empty_squares(view) if not any(fitting_turns(view, kind, hole) for kind in kinds)}
        seen += len(dead)
    assert seen
    assert unfillable_squares(replace(view, over=True)) == ()


def test_the_tile_in_hand_keeps_its_hole_open() -> None:
    view = next(p.view for p in played(1).positions[40:] if p.view.hand and unfillable_squares(replace(p.view, bag=())))
    assert view.hand is not None

    open_for_it = [hole for hole in empty_squares(view) if fitting_turns(view, view.hand, hole)]

    assert open_for_it and not set(open_for_it) & set(unfillable_squares(replace(view, bag=())))


def _dead() -> tuple[BoardView, tuple[int, int]]:
    """Return a board, and a dead hole within it."""
    for position in played(1).positions[30:]:
        window = layout.whole_window(position.view, ())
        for x, y in unfillable_squares(position.view):
            if window.west < x < window.east - 1 and window.north < y < window.south - 1:
                return position.view, (x, y)
    raise AssertionError("none died")


def test_only_dead_holes_are_hatched(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[BoardRequest] = []
    real = board.paint_board
    monkeypatch.setattr("render.pictures.paint_board", lambda wants, *rest: wanted.append(wants) or real(wants, *rest))
    view, _ = _dead()

    plain, marked = (
        np.asarray(Image.open(io.BytesIO(painter.whole(each, "whole", 1))).convert("RGB")).astype(int)
        for each in (view, painter.with_holes(view))
    )

    window = wanted[0].window()
    place = layout.layout(window, next(px for px in range(8, 400) if layout.layout(window, px).width == plain.shape[1]))
    changed = np.abs(plain - marked).sum(axis=2) > 0
    dead = [hole for hole in unfillable_squares(view) if place.shows(*hole)]
    for x, y in dead:
        west, north = place.corner(x, y)
        square = changed[north : north + place.px, west : west + place.px]
        assert 0.05 < square.mean() < 0.6, "lines with room between them"
        square[:] = False
    assert dead and not changed.any()


@pytest.mark.parametrize("level", ["all", "club", "purist"])
def test_they_are_marked_only_where_the_terms_tell_odds(level: str) -> None:
    view, hole = _dead()
    edition = restrict_to_aids(EDITIONS["carcassonne"], SHOWN[level])
    context = cast(MatchContext, SimpleNamespace(steps=None, view=view, names=["A", "B", "C"], edition=edition))

    shown: Any = match_images._painted_view(context)

    assert (hole in shown.dead) == (AssistLevel.ODDS in SHOWN[level])
