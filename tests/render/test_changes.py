"""The closer picture of a turn: only where the spots need far more room than what has changed."""

from __future__ import annotations

from games.carcassonne.events import Placed, Returned
from games.carcassonne.view import BoardView
from games.core.game import HOUSE
from render import pictures
from render.carcassonne import painter
from render.highlights import LastMove
from render.traces import Home, Step, steps
from text.carcassonne.choices import spots
from text.protocol import Spot
from tools.positions import reached


def late(tiles: int) -> tuple[BoardView, tuple[Spot, ...]]:
    """A table, and everything that the one who is asked may do."""
    at = reached({}, 2, tiles)
    assert at.game.to_act(at.state)[0] != HOUSE
    return at.view, spots(at.view, at.game.legal(at.state, at.game.to_act(at.state)[0]))


def test_a_small_board_needs_no_second_picture_and_a_large_one_does() -> None:
    for tiles, needed in ((6, False), (60, True)):
        view, offered = late(tiles)
        newest = view.tiles[-1]
        assert newest.seat is not None
        laid = [Placed(newest.seat, newest.tile, newest.x, newest.y, newest.turn)]

        assert (painter.changes(view, laid, offered, 1) is not None) is needed
        assert painter.changes(view, [], offered, 1) is None, "nothing has changed"


def test_ways_and_figures_that_went_home_are_marked() -> None:
    view, _ = late(60)
    tile = view.tiles[-1]
    square = (tile.x, tile.y)
    plain = pictures.board(view, crop="turn", near=[square], last=[LastMove(*square, "1", 0)])

    walked = pictures.board(view, crop="turn", near=[square], last=[LastMove(*square, "1", 0)], way=[Step(*square, 1, 0)])
    left = pictures.board(view, crop="turn", near=[square], last=[LastMove(*square, "1", 0)], homes=[Home(*square, "", 1)])

    assert len({plain.png, walked.png, left.png}) == 3
    assert steps([(0, 0), (0, 1), (1, 1), (5, 5)]) == [Step(0, 0, 0, 1), Step(0, 1, 1, 0)]


def test_a_figure_that_went_home_is_reason_enough() -> None:
    view, offered = late(60)
    tile = view.tiles[-1]

    assert painter.changes(view, [Returned(1, "small", tile.x, tile.y, "", "scored")], offered, 1)
