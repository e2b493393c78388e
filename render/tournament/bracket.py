"""The picture of a knock-out bracket from left to right: pairings with points, and lines to the winners' next pairings."""

from __future__ import annotations

from dataclasses import dataclass

from render.palette import Palette
from render.palette_image import PaletteImage
from render.png import PngPicture
from render.stamps import BoxStamp
from render.style import CARD_WIDTH, Style
from render.tournament.profile_card import fit_text
from render.typefaces import NameGraphic, width
from tournament.chart_data import Bracket, BracketMatchView, BracketSide

EDGE = 20
HEAD = 52
TITLE = 56
"""Height of a title, where there is one."""
GAP = 12
"""Between two places of the first round."""
LINK = 22
"""Between two rounds, for the lines."""
FIRST = 280
"""Width of the first round where there are many: later rounds repeat its names."""
MANY = 4
ROW = 52
"""Height of the field of a name, whose letters a phone shows 12 pixels high."""
LEAST = 0.92
"""How small a name may become before it is cut."""


@dataclass(frozen=True)
class _Plan:
    """Geometry of a bracket in pixels."""

    wests: tuple[int, ...]
    wide: tuple[int, ...]
    row: int
    pitch: int
    """From one place of the first round to the next."""
    spans: tuple[int, ...]
    """For each round, beside how many places of the first one each of its own stands."""
    head: int
    """Height of everything above the first place."""

    def middle(self, depth: int, place: int) -> float:
        """Return the vertical position in pixels of a pairing of a round."""
        return self.head + EDGE + self.pitch * (place + 0.5) * self.spans[depth]

    @property
    def third(self) -> float:
        """Vertical position in pixels of the game for the third place, below the final."""
        return self.middle(len(self.wests) - 1, 0) + self.pitch + HEAD


def bracket(palette: Palette, style: Style, shown: Bracket) -> PngPicture:
    """Return the picture of a bracket, one column per round."""
    plan = _plan(shown)
    tall = plan.head + 2 * EDGE + plan.pitch * len(shown.rounds[0]) - GAP
    if shown.third is not None:
        tall = max(tall, round(plan.third) + plan.row + GAP + EDGE)
    sheet = PaletteImage(CARD_WIDTH, tall, palette, style.table)
    if shown.title:
        sheet.put(fit_text(shown.title, 40, CARD_WIDTH - 2 * EDGE, style.ink), EDGE, EDGE + TITLE / 2 - 8, by=(0, 0.5))
    for depth, (head, matches) in enumerate(zip(shown.heads, shown.rounds, strict=True)):
        middle = plan.wests[depth] + plan.wide[depth] / 2
        sheet.put(fit_text(head, 40, plan.wide[depth], style.faint), middle, plan.head - HEAD / 2 + EDGE - 8, by=(0.5, 0.5))
        for place, match in enumerate(matches):
            if match.lower is not None:  # anyone who has a bye stands in the next round
                _match(sheet, style, match, plan, (plan.wests[depth], plan.wide[depth]), plan.middle(depth, place))
                _links(sheet, style, plan, depth, place, len(shown.rounds))
    if shown.third is not None:
        west, wide = plan.wests[-1], plan.wide[-1]
        above = plan.third - plan.row - GAP / 2 - HEAD / 2 + 4
        sheet.put(fit_text(shown.third_head, 40, wide, style.faint), west + wide / 2, above, by=(0.5, 0.5))
        _match(sheet, style, shown.third, plan, (west, wide), plan.third)
    return sheet.picture()


def _plan(shown: Bracket) -> _Plan:
    number, room = len(shown.rounds), CARD_WIDTH - 2 * EDGE + LINK
    first = FIRST + LINK if number >= MANY else room // number
    later = (room - first) // (number - 1) if number > 1 else 0
    wide = tuple((first if depth == 0 else later) - LINK for depth in range(number))
    wests = tuple(EDGE + (0 if depth == 0 else first + later * (depth - 1)) for depth in range(number))
    spans = tuple(len(shown.rounds[0]) // len(round_) for round_ in shown.rounds)
    return _Plan(wests, wide, ROW, 2 * ROW + GAP, spans, HEAD + (TITLE if shown.title else 0))


def _match(sheet: PaletteImage, style: Style, match: BracketMatchView, plan: _Plan, column: tuple[int, int], middle: float) -> None:
    (west, wide), row = column, plan.row
    top = round(middle - row - GAP / 2)
    sheet.put(BoxStamp(wide, 2 * row, 9, style.card, style.line, 2), west, top)
    for number, side in enumerate((match.upper, match.lower)):
        if side is not None:
            _side(sheet, style, side, (west, top + number * row), (wide, row))
    sheet.fill((west + 2, top + row, west + wide - 2, top + row + 1), style.line)


def _side(sheet: PaletteImage, style: Style, side: BracketSide, corner: tuple[int, int], size: tuple[int, int]) -> None:
    """Draw a name with its points: winners lit, losers faint, the reader with a dark rim."""
    (x, y), (wide, row) = corner, size
    if side.won or side.own:
        fill = style.chosen if side.won else style.card
        sheet.put(BoxStamp(wide, row, 9, fill, style.ink if side.own else style.line, 3 if side.own else 2), x, y)
    ink = style.faint if side.won is False else style.ink
    high = round(row * 0.84)
    score = width(side.score, high) + 20 if side.score else 8
    sheet.put(fit_text(side.name, high, wide - score - 12, ink, LEAST), x + 10, y + row / 2, by=(0, 0.5))
    if side.score:
        sheet.put(NameGraphic(side.score, high, score, ink), x + wide - 10, y + row / 2, by=(1, 0.5))


def _links(sheet: PaletteImage, style: Style, plan: _Plan, depth: int, place: int, rounds: int) -> None:
    """Draw the line from a pairing to its winner's next pairing."""
    if depth + 1 == rounds:
        return
    following = place * plan.spans[depth] // plan.spans[depth + 1]
    here, there = plan.middle(depth, place) - GAP / 2, plan.middle(depth + 1, following) - GAP / 2
    east = plan.wests[depth] + plan.wide[depth]
    bend = east + LINK // 2 - 1
    sheet.fill((east, round(here) - 1, bend + 2, round(here) + 2), style.line)
    sheet.fill((bend, round(min(here, there)) - 1, bend + 3, round(max(here, there)) + 2), style.line)
    sheet.fill((bend, round(there) - 1, plan.wests[depth + 1], round(there) + 2), style.line)
