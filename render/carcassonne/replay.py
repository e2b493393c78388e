"""The animation of a whole game: one frame per turn with its tile, its figures and the scores below.

All frames show the window of the final board, so that the picture does not move; scorings and the end are shown longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from games.carcassonne.events import FigureReturned, TilePlaced
from games.carcassonne.ledger import is_final, ledger
from games.carcassonne.view import BoardView
from games.core.game import ranking
from render import layout as layouts
from render.animation import Animation, frame_seconds
from render.art.artwork import artwork
from render.board import BoardRequest, paint_board_at
from render.highlights import LastMove
from render.layout import Layout
from render.movement_overlay import ReturnArrow, steps
from render.score_strip import ScoreStrip
from render.sprites import SIZES, process_sprites
from render.style import style

Frame = tuple[BoardView, Sequence[Any]]
"""The board after a turn, and what happened in it."""

MOST_PX = 900
"""Pixels that the land is wide or high at most where a smaller tile size can help it: a chat shows 550 of them."""


def replay(course: Sequence[Frame], below: Sequence[int] = (), *, dark: bool = False) -> bytes:
    """Return the GIF of a game.

    `course` begins with the board before the first turn; seats `below` rank behind all others at the end.
    """
    last = _last_turn(*course[-1])
    length, place = len(course) - 1 + len(last), _layout(last[-1][0])
    scores = ([seat.score for seat in view.seats] for view, _ in course)
    widest = tuple(map(max, zip(*scores, strict=True)))
    made: Animation | None = None
    before = course[0][0]
    for number, (view, events) in enumerate(chain(course[:-1], last)):
        points = _points(before, view, events, widest, below)
        wanted = _board_of_turn(view, events)
        sheet = paint_board_at(wanted, process_sprites(), style(wanted.theme, dark=dark), place, points)
        made = made or Animation(sheet.width, sheet.height, sheet.palette)
        made.add(sheet.pixels, frame_seconds(length, scored=any(points.gains), is_last=number + 1 == length))
        sheet.given_back()
        before = view
    assert made is not None, "a course has a beginning"
    return made.gif()


def _last_turn(view: BoardView, events: Sequence[Any]) -> list[Frame]:
    """Return the frames of the last turn; two if it ends the game: the turn itself, and the final scoring."""
    final = next((number for number, event in enumerate(events) if is_final(event)), None)
    if final is None:
        return [(view, events)]
    late = ledger(events[final:]).points(len(view.seats))
    early = [replace(seat, score=seat.score - late[seat.seat]) for seat in view.seats]
    return [(replace(view, seats=tuple(early)), events[:final]), (view, events[final:])]


def _layout(last: BoardView) -> Layout:
    """Return the largest layout at which the whole board of the last frame stays within the size limit."""
    window = layouts.whole_window(last, ())
    px = next((px for px in SIZES if max(window.columns, window.rows) * px <= MOST_PX), SIZES[-1])
    return layouts.layout(window, px, BoardRequest(view=last).rim())


def _board_of_turn(view: BoardView, events: Sequence[Any]) -> BoardRequest:
    """Return the contents of a board picture that highlights the events of one turn."""
    moves = [LastMove(event.x, event.y, "", event.seat) for event in events if isinstance(event, TilePlaced)]
    homes = [ReturnArrow(event.x, event.y, event.part, event.seat) for event in events if isinstance(event, FigureReturned)]
    way = steps([(event.x, event.y) for event in events if isinstance(event, artwork().walks)])
    return BoardRequest(view=view, last=moves, homes=homes, way=way, theme=view.theme, panel=False)


def _points(
    before: BoardView, view: BoardView, events: Sequence[Any], widest: tuple[int, ...], below: Sequence[int] = ()
) -> ScoreStrip:
    gains = tuple(seat.score - had.score for had, seat in zip(before.seats, view.seats, strict=True))
    winners = [seat for place, seat in ranking([seat.score for seat in view.seats], below) if place == 1]
    movers = [event.seat for event in events if isinstance(event, TilePlaced) and event.seat is not None]
    number = str(sum(tile.seat is not None for tile in view.tiles))
    return ScoreStrip(view.seats, gains, number, winners if view.over and not movers else movers, widest)
