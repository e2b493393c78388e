"""The entry point to all pictures of events: plain data in, a PNG out. Pure and thread-safe; call it off the event loop."""

from __future__ import annotations

from collections.abc import Sequence

from render import margin_chart
from render.png import PngPicture
from render.sprites import process_sprites
from render.style import style
from render.tournament import bracket as brackets
from render.tournament import champion as champions
from render.tournament import front_page as papers
from render.tournament import profile_card as cards
from render.tournament import tables
from tournament.chart_data import Bracket, Champion, ExpectedCourse, FrontPage, ProfileCard, TableGrid

THEME = "summer"


def table(grids: Sequence[TableGrid], *, dark: bool = False) -> PngPicture:
    """Return a picture of standings and cross-tables, one below the other."""
    return tables.table(process_sprites().palette(THEME), style(THEME, dark=dark), grids)


def bracket(shown: Bracket, *, dark: bool = False) -> PngPicture:
    """Return a picture of a knock-out bracket, or a part of one."""
    return brackets.bracket(process_sprites().palette(THEME), style(THEME, dark=dark), shown)


def champion(shown: Champion, *, dark: bool = False) -> PngPicture:
    """Return a picture of the champion's card."""
    return champions.champion(process_sprites(), THEME, style(THEME, dark=dark), shown)


def card(shown: ProfileCard, *, dark: bool = False) -> PngPicture:
    """Return a picture of a user's profile."""
    return cards.card(process_sprites().palette(THEME), style(THEME, dark=dark), shown)


def paper(shown: FrontPage, *, dark: bool = False) -> PngPicture:
    """Return a picture of a weekly paper."""
    return papers.paper(style(THEME, dark=dark), shown)


def course(shown: ExpectedCourse, *, dark: bool = False) -> PngPicture:
    """Return the chart of a game's expected outcome."""
    return margin_chart.margins(process_sprites().palette(THEME), style(THEME, dark=dark), shown)
