"""Small pictures that change only on purpose: `python -m tests.render.test_golden` renews them; look at them before you commit.

Compared with a tolerance, because drawing libraries round differently; a moved figure or number is far beyond it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from games.carcassonne.view import BoardView, PieceView, SeatView, TileView
from render import pictures
from render.tournament import pictures as charts
from tournament.chart_data import (
    DRAWN,
    LOST,
    OPEN,
    WON,
    Bracket,
    BracketMatchView,
    BracketSide,
    Champion,
    CrossTableCell,
    ProfileCard,
    RatingCurve,
    TableGrid,
    TableLine,
)

FOLDER = Path(__file__).parent.parent / "golden" / "pictures"
WIDE = 240
TOLERANCE = 4.0
"""Mean difference of a channel, in steps of 0-255."""


def view() -> BoardView:
    """Five tiles laid by hand, with three figures."""
    lain = ((0, 0, "D", 0), (1, 0, "V", 1), (-1, 0, "U", 1), (0, -1, "E", 2), (1, -1, "B", 0))
    tiles = tuple(
        TileView(x, y, f"base/{tile}", turn, n, 0, None if n == 0 else n % 2) for n, (x, y, tile, turn) in enumerate(lain)
    )
    pieces = (
        PieceView(0, 0, "r1", "small", "highwayman", 0),
        PieceView(0, -1, "c1", "small", "knight", 1),
        PieceView(1, -1, "m", "small", "monk", 0),
    )
    seats = tuple(SeatView(seat, score, (("small", left),), meeples=left) for seat, score, left in ((0, 7, 5), (1, 58, 6)))
    return BoardView(tiles, pieces, seats, (), (1,), "place", "base/J", None, 5, 71, 66, (), False)


def grid() -> TableGrid:
    """Return a small cross-table: the reader second, the last one gone."""
    marks = ((WON, "+2"), (DRAWN, "=3")), ((LOST, "−1"), (WON, "(+)")), ((WON, "+4"), (DRAWN, "=1")), ((LOST, "−3"), (OPEN, "?2"))
    lines = tuple(
        TableLine(str(index), name, (points,), tuple(CrossTableCell(*mark) for mark in own), gone=index == 4, own=index == 2)
        for index, (name, points, own) in enumerate(
            zip(("Anna", "田中さん", "محمد علي", "Dora"), ("1½", "1", "1½", "0"), marks, strict=True), 1
        )
    )
    return TableGrid("Swiss", ("Points",), lines, ("1", "2"))


def knock_out() -> Bracket:
    """Return a bracket with a bye, a result and a final that waits."""
    semis = (
        BracketMatchView(BracketSide("Anna"), None),
        BracketMatchView(BracketSide("Ben", "71", won=True, own=True), BracketSide("Χρήστος", "64", won=False)),
    )
    return Bracket(("Semi-finals", "Final"), (semis, (BracketMatchView(BracketSide("Anna"), BracketSide("Ben", own=True)),)))


CASES: Mapping[str, Callable[[], pictures.PngPicture]] = {
    "board": lambda: pictures.board(view(), last=[(1, -1, "1", 0)]),
    "board-winter-dark": lambda: pictures.board(view(), theme="winter", dark=True),
    "ghosts": lambda: pictures.board(view(), ghosts=[(2, 0, "1"), (-2, 0, "2")], crop="turn"),
    "score-card": lambda: pictures.score_card(view()),
    "end-card": lambda: pictures.end_card(view(), sums={0: {"road": 7}, 1: {"city": 40, "cloister": 18}}),
    "cross-table": lambda: charts.table([grid()]),
    "bracket": lambda: charts.bracket(knock_out()),
    "champion": lambda: charts.champion(Champion("Spring Cup", (("1", "Zoë"), ("2", "Ben")), "8")),
    "profile": lambda: charts.card(
        ProfileCard("Zoë", (("12", "Games"), ("7", "Won")), (RatingCurve("Duels", "1104", (990, 1060, 1020, 1104)),))
    ),
}


def small(picture: pictures.PngPicture) -> Image.Image:
    """Return the picture as it is kept."""
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    return image.resize((WIDE, round(image.height * WIDE / image.width)), Image.Resampling.BOX)


@pytest.mark.parametrize("name", CASES)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    approved = Image.open(FOLDER / f"{name}.png").convert("RGB")

    drawn = small(CASES[name]())

    assert drawn.size == approved.size
    assert np.abs(np.asarray(drawn).astype(int) - np.asarray(approved)).mean() < TOLERANCE


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for each, make in CASES.items():
        small(make()).save(FOLDER / f"{each}.png", optimize=True)
