"""The pictures of events: every entrant is on them, anyone who they are called, and what is told in colour is told in signs too."""

from __future__ import annotations

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from render.style import CARD_WIDTH, DARK, LIGHT
from render.tournament import bracket
from render.tournament.curves import CurveLine as CurveLine
from render.tournament.painter import CHARTS
from render.tournament.profile_card import SMALLEST, fit_text
from render.typefaces import width
from tests.render.test_names import NAMES
from tournament.chart_data import (
    DRAWN,
    LOST,
    OPEN,
    SELF,
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

LONG = "Wolfeschlegelsteinhausenbergerdorff"
MARKS = (
    CrossTableCell(WON, "+3"),
    CrossTableCell(DRAWN, "=12"),
    CrossTableCell(LOST, "−1"),
    CrossTableCell(WON, "(+)"),
    CrossTableCell(OPEN, "?7"),
)


def pixels(png: bytes) -> NDArray[np.uint8]:
    """Return a picture as colours."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def grid(*names: str, marks: tuple[CrossTableCell, ...] = (), **more: bool) -> TableGrid:
    """Return a table of these names."""
    lines = tuple(TableLine(str(each_name), name, ("3½", "+40"), marks, **more) for each_name, name in enumerate(names, 1))
    return TableGrid("", ("Points", "Difference"), lines, tuple(str(index) for index in range(1, len(marks) + 1)))


def differs(one: bytes, other: bytes) -> bool:
    """Return whether two pictures of one size differ."""
    first, second = pixels(one), pixels(other)
    return first.shape != second.shape or bool((first != second).any())


@pytest.mark.parametrize("name", [*NAMES, LONG])
def test_every_name_is_written_in_every_chart(name: str) -> None:
    """Another name is another picture, in whatever script."""
    other = "Anna"
    for paint, made in (
        (CHARTS.table, lambda who: [grid(who)]),
        (CHARTS.bracket, lambda who: Bracket(("Final",), ((BracketMatchView(BracketSide(who), BracketSide("Ben")),),))),
        (CHARTS.champion, lambda who: Champion("Cup", (("1", who), ("2", "Ben")), "")),
        (CHARTS.card, lambda who: ProfileCard(who, (("1", "Games"),), ())),
    ):
        assert differs(paint(made(name)), paint(made(other)))  # type: ignore[operator]  # each with its own kind


def test_a_text_becomes_smaller_before_it_is_cut() -> None:
    fits, smaller, cut = (fit_text(LONG, 40, room, LIGHT.ink) for room in (900, width(LONG, 40) - 60, 120))

    assert fits.height == 40
    assert 40 * SMALLEST <= smaller.height < 40 and width(LONG, smaller.height) <= smaller.room
    assert cut.height == round(40 * SMALLEST) and cut.draw().width <= 120


def test_no_name_runs_into_the_results_beside_it() -> None:
    """Whatever is left of the first mark, marks and values look the same for a short and a very long name."""
    few, many = (tuple(CrossTableCell(WON, "1") for _ in range(number)) for number in (5, 32))
    for marks in (few, many):
        short, long = (pixels(CHARTS.table([grid(name, marks=marks)])) for name in ("Bo", LONG * 2))
        changed = np.flatnonzero((short != long).any(axis=(0, 2)))
        cell = np.flatnonzero(
            (short != pixels(CHARTS.table([grid("Bo", marks=(CrossTableCell(LOST, "0"), *marks[1:]))]))).any(axis=(0, 2))
        )
        assert changed.max() < cell.min()


@pytest.mark.parametrize("number", [1, 4, 20])
def test_a_table_is_as_high_as_it_has_lines_and_has_one_width(number: int) -> None:
    first, more = (pixels(CHARTS.table([grid(*(["Anna"] * lines))])) for lines in (1, number))

    assert first.shape[1] == more.shape[1] == CARD_WIDTH
    assert more.shape[0] - first.shape[0] == (number - 1) * 48


def test_results_differ_in_sign_and_in_colour() -> None:
    for charts, ground in ((CHARTS, LIGHT), (CHARTS.dark, DARK)):
        assert charts is not None
        drawn = [charts.table([grid("Anna", marks=(mark,))]) for mark in (*MARKS, CrossTableCell(SELF))]
        assert len(set(drawn)) == len(drawn)
        same_sign = [charts.table([grid("Anna", marks=(CrossTableCell(kind, "x"),))]) for kind in (WON, DRAWN, LOST, OPEN)]
        assert len(set(same_sign)) == 4
        assert (pixels(drawn[0])[2, 2].astype(int) - ground.table == 0).all()


def test_the_readers_line_is_lit_and_who_has_left_is_struck_through() -> None:
    plain, own, gone = (CHARTS.table([grid("Anna", "Ben", **more)]) for more in ({}, {"own": True}, {"gone": True}))

    assert differs(plain, own) and differs(plain, gone) and differs(own, gone)


def test_a_bracket_lights_the_winner_and_leaves_byes_to_the_next_round() -> None:
    open_ = BracketMatchView(BracketSide("Anna", "40"), BracketSide("Ben", "30"))
    won = BracketMatchView(BracketSide("Anna", "40", won=True), BracketSide("Ben", "30", won=False))
    bye, free = BracketMatchView(BracketSide("Anna"), None), BracketMatchView(BracketSide(""), None)
    final = (BracketMatchView(BracketSide("Anna"), BracketSide("")),)

    def drawn(*first: BracketMatchView) -> bytes:
        return CHARTS.bracket(Bracket(("Semi-finals", "Final"), (first, final)))

    assert differs(drawn(open_, open_), drawn(won, open_))
    assert not differs(drawn(bye, open_), drawn(free, open_)), "an entrant with a bye stands in the next round"


def test_names_of_a_bracket_are_12_pixels_high_on_a_phone() -> None:
    """Even long ones, which are cut rather than made small."""
    assert round(bracket.ROW * 0.84) * 299 / CARD_WIDTH >= 11.9
    assert round(bracket.ROW * 0.84 * bracket.LEAST) * 299 / CARD_WIDTH >= 10.8


@pytest.mark.parametrize("leaves", [1, 2, 4, 8, 16])
def test_every_place_of_a_bracket_lies_within_the_picture(leaves: int) -> None:
    """The last name of each round can be seen, however many there are."""
    sizes = [leaves >> depth for depth in range(leaves.bit_length())]

    def drawn(last: str) -> bytes:
        rounds = tuple(
            tuple(BracketMatchView(BracketSide("A"), BracketSide(last if index + 1 == size else "B")) for index in range(size))
            for size in sizes
        )
        return CHARTS.bracket(Bracket(tuple(f"R{size}" for size in sizes), rounds))

    changed = (pixels(drawn("Anna")) != pixels(drawn("Zoë"))).any(axis=2)
    columns = np.flatnonzero(changed.any(axis=0))
    assert np.count_nonzero(np.diff(columns) > 60) >= len(sizes) - 1, "each round shows its own"


def test_a_curve_goes_from_its_lowest_to_its_highest_value() -> None:
    line = CurveLine(200, 100, (10.0, 30.0, 20.0), (200, 22, 34), (0, 0, 0))

    (_, low), (_, high), (_, middle) = line.points()

    assert (low, high) == (100 - CurveLine.RIM, CurveLine.RIM) and low > middle > high
    assert np.asarray(line.draw())[..., 3].any()
    assert [y for _, y in CurveLine(200, 100, (5.0,), (0, 0, 0), (0, 0, 0)).points()] == [92, 92]


def test_a_profile_shows_a_curve_where_a_rating_has_one() -> None:
    facts = (("12", "Games"), ("7", "Won"))
    bare, first, curve = (
        pixels(CHARTS.card(ProfileCard("Anna", facts, curves)))
        for curves in ((), (RatingCurve("Duel", "provisional", ()),), (RatingCurve("Duel", "1104", (1090.0, 1104.0)),))
    )

    assert bare.shape[0] < first.shape[0] < curve.shape[0]
