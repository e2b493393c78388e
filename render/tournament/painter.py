"""The painter of events, in light and in dark mode, as the Discord layer uses it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from render import high_contrast_painter
from render.lazy_module import LazyModule
from render.protocol import Charts
from tournament.chart_data import Bracket, Champion, ExpectedCourse, FrontPage, ProfileCard, TableGrid

if TYPE_CHECKING:
    from render.tournament import pictures
else:
    pictures = LazyModule("render.tournament.pictures")


def table(grids: Sequence[TableGrid], *, dark: bool = False) -> bytes:
    """Return a PNG of standings and cross-tables, one below the other."""
    return pictures.table(grids, dark=dark).png


def bracket(shown: Bracket, *, dark: bool = False) -> bytes:
    """Return a PNG of a knock-out bracket, or a part of one."""
    return pictures.bracket(shown, dark=dark).png


def champion(shown: Champion, *, dark: bool = False) -> bytes:
    """Return a PNG of the champion's card."""
    return pictures.champion(shown, dark=dark).png


def card(shown: ProfileCard, *, dark: bool = False) -> bytes:
    """Return a PNG of a user's profile."""
    return pictures.card(shown, dark=dark).png


def course(shown: ExpectedCourse, *, dark: bool = False) -> bytes:
    """Return a PNG of the chart of a game's expected outcome."""
    return pictures.course(shown, dark=dark).png


def paper(shown: FrontPage, *, dark: bool = False) -> bytes:
    """Return a PNG of a weekly paper."""
    return pictures.paper(shown, dark=dark).png


_DARK = Charts(
    partial(table, dark=True),
    partial(bracket, dark=True),
    partial(champion, dark=True),
    partial(card, dark=True),
    partial(course, dark=True),
    partial(paper, dark=True),
)
CHARTS = high_contrast_painter.charts(Charts(table, bracket, champion, card, course, paper, _DARK))
