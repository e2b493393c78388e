"""The explanations agree with the rules."""

from __future__ import annotations

import pytest

from games.carcassonne.geometry import CHAT, xy
from games.carcassonne.illegal_move_reasons import (
    EdgeMismatch,
    IllegalMoveReason,
    demands,
    empty_squares,
    feature_at,
    fitting_turns,
    illegal_move_reason,
)
from games.carcassonne.tile import BASE_KINDS
from games.carcassonne.view import BoardView, TileView
from tests.text.played import played


def view(*tiles: tuple[int, int, str, int]) -> BoardView:
    """Return a board of (x, y, id, turn) only."""
    lying = tuple(TileView(x, y, tile, turn, n, 0, None) for n, (x, y, tile, turn) in enumerate(tiles))
    return BoardView(lying, (), (), (), (), "", None, None, 0, 0, 0, (), over=False)


START = view((0, 0, "base/D", 0))
"""City to the north, a road from east to west, a field to the south."""


def test_a_tile_that_agrees_with_its_neighbours_needs_no_reason() -> None:
    assert illegal_move_reason(START, "base/D", (0, -1), 2) is None


def test_every_clashing_side_is_named() -> None:
    board = view((0, 0, "base/D", 0), (1, 0, "base/U", 0), (1, -1, "base/E", 3))

    reason = illegal_move_reason(board, "base/D", (0, -1), 0)

    assert reason == IllegalMoveReason("edges", (EdgeMismatch(1, "R", "C", (1, -1)), EdgeMismatch(2, "F", "C", (0, 0))), ())


def test_a_misfit_says_which_turns_would_fit() -> None:
    reason = illegal_move_reason(START, "base/E", (0, -1), 0)

    assert reason is not None
    assert reason.clashes == (EdgeMismatch(2, "F", "C", (0, 0)),)
    assert reason.fitting == (2,)


@pytest.mark.parametrize(("square", "reason"), [((0, 0), "taken"), ((1, 1), "apart"), ((9, 9), "apart")])
def test_a_square_may_be_taken_or_apart(square: tuple[int, int], reason: str) -> None:
    assert illegal_move_reason(START, "base/E", square, 0) == IllegalMoveReason(reason, (), ())
    assert fitting_turns(START, "base/E", square) == ()


def test_a_hole_demands_the_edges_around_it() -> None:
    assert demands(START, (0, -1)) == ("", "", "C", "")
    assert demands(START, (1, 0)) == ("", "", "", "R")


def test_holes_are_read_from_north_to_south_and_west_to_east() -> None:
    assert [CHAT.name(*hole) for hole in empty_squares(START)] == ["M14", "L13", "N13", "M12"]


@pytest.mark.parametrize("seed", range(3))
def test_what_fits_is_exactly_what_is_legal(seed: int) -> None:
    for position in played(seed).positions:
        if position.view.decision == "place":
            assert position.view.hand is not None
            fitting = {
                (hole, turn)
                for hole in empty_squares(position.view)
                for turn in fitting_turns(position.view, position.view.hand, hole)
            }
            assert fitting == {(action.square, action.turn) for action in position.legal}


@pytest.mark.parametrize("options", [{}, {"expansions": "river,abbot"}], ids=str)
def test_every_tile_left_fits_where_the_rules_think_that_it_may_come(options: dict[str, str]) -> None:
    """Those with a river at its end alone, while it is laid."""
    for position in played(1, 2, **options).positions[:60:4]:
        rules, view = position.state.rules, position.view
        for cell, demand in position.state.frontier.items():
            for tile_id, _ in view.bag:
                assert bool(rules.fits[rules.kind_of[tile_id]][demand]) == bool(fitting_turns(view, tile_id, xy(cell)))


def test_a_feature_is_found_by_any_of_its_segments() -> None:
    position = next(p for p in played(1).positions if p.view.pieces)
    piece = position.view.pieces[0]

    feature = feature_at(position.view, piece.x, piece.y, piece.part)

    assert feature is not None
    assert feature.kind in set(BASE_KINDS)
    assert (piece.x, piece.y, piece.part) in feature.segments
