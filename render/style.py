"""Colours of everything around the land: table, panel, text and highlights, in light and in dark mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.core.emoji_names import RGB
from render.maps.colours import RESERVED
from render.palette import Colour


@dataclass(frozen=True)
class Style:
    """Set of colours for everything around the land of a picture."""

    table: Colour
    """Where no tile lies."""
    shade: Colour
    """The shadow that tiles throw on the table."""
    grid: Colour
    """Faint corners of empty squares."""
    margin: Colour
    """Under column letters and row numbers."""
    ink: Colour
    """Writing."""
    faint: Colour
    """Writing that matters less."""
    card: Colour
    """A player's field in the panel."""
    chosen: Colour
    """The field of the player who is to act."""
    line: Colour
    """Thin rims."""


LIGHT = Style(
    table=(244, 236, 219),
    shade=(205, 193, 170),
    grid=(221, 210, 188),
    margin=(233, 222, 200),
    ink=(48, 40, 34),
    faint=(122, 108, 92),
    card=(250, 245, 234),
    chosen=(255, 226, 140),
    line=(176, 160, 134),
)

SNOW = replace(
    LIGHT,
    table=(226, 230, 239),
    shade=(186, 193, 208),
    grid=(202, 208, 221),
    margin=(212, 218, 230),
    ink=(38, 42, 56),
    faint=(100, 108, 128),
    card=(242, 245, 250),
    line=(152, 162, 184),
)

DARK = Style(
    table=(43, 45, 49),
    shade=(24, 25, 28),
    grid=(62, 65, 71),
    margin=(33, 34, 38),
    ink=(240, 236, 226),
    faint=(164, 162, 156),
    card=(56, 58, 64),
    chosen=(112, 88, 26),
    line=(92, 95, 103),
)

LIGHTS: Mapping[str, Style] = {"summer": LIGHT, "winter": SNOW, "map": LIGHT}
"""The light style that suits each theme."""

CARD_WIDTH = 1100
"""Pixels of every card that stands for itself: twice what a chat shows."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (22, 20, 20)
OFFER: Colour = (255, 214, 64)
"""Whatever is on offer: ghosts and numbered places."""
ADVISED: Colour = RGB[3]
"""What is highlighted among that, with white writing: green as a seat's figures are, so every palette has it."""
CHANCE: Colour = (150, 142, 130)
"""Moves that nobody made."""


def style(theme: str, *, dark: bool) -> Style:
    """Return the style of a theme in light or dark mode; raises `KeyError` for an unknown theme."""
    light = LIGHTS[theme]
    return DARK if dark else light


def reserved_colours(theme: str, players: Sequence[Colour]) -> tuple[Colour, ...]:
    """Return the colours that a theme's palette contains exactly.

    These are frames, text with its soft edges, highlights and the players' colours.
    """
    colours: list[Colour] = [WHITE, BLACK, OFFER, CHANCE, *players]
    for each in (LIGHTS[theme], DARK):
        colours += framing(each)
    colours += [mix_colours(player, WHITE, 0.35) for player in players] + [mix_colours(player, BLACK, 0.4) for player in players]
    colours += [mix_colours(OFFER, BLACK, share) for share in (0.3, 0.6)]
    if theme == "map":
        colours += RESERVED
    return tuple(dict.fromkeys(colours))


def framing(style: Style) -> list[Colour]:
    """Return every colour of a style, and those of the soft edges of its text, always in the same order."""
    each = style
    colours = [each.table, each.shade, each.grid, each.margin, each.ink, each.faint, each.card, each.chosen, each.line]
    colours += [mix_colours(each.card, each.ink, share) for share in (0.25, 0.5, 0.75)]
    colours += [mix_colours(each.margin, each.ink, share) for share in (0.3, 0.6)]
    colours += [mix_colours(each.chosen, each.ink, share) for share in (0.3, 0.6)]
    return [*colours, mix_colours(each.table, each.shade, 0.5)]


@lru_cache(maxsize=1024)
def mix_colours(first: Colour, second: Colour, share: float) -> Colour:
    """Return `first` mixed with a share (0-1) of `second`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def ink_on(colour: Colour) -> Colour:
    """Return black or white, whichever is more readable on a colour."""
    red, green, blue = colour
    return BLACK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else WHITE
