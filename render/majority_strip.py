"""The strip below a picture that explains a scoring: each seat's votes, the majority, and the points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.carcassonne.events import ScoredFigure, ScoringLine
from render.layout import Layout
from render.palette_image import PaletteImage
from render.pieces import FigureIcon
from render.seat_fields import NAME
from render.stamps import BoxStamp, TextStamp, nearby
from render.style import Style
from render.typefaces import NameGraphic


@dataclass(frozen=True)
class MajorityStrip:
    """Contents of the strip: votes and points of each seat for one feature."""

    weights: tuple[tuple[int, int], ...]
    owners: tuple[int, ...]
    gains: tuple[tuple[int, int, tuple[ScoringLine, ...]], ...]
    figures: tuple[ScoredFigure, ...]
    """Those that stood there; figures without a vote, which play their own role, aren't drawn."""
    names: Mapping[int, str] = field(default_factory=dict)
    """What the players are called, where the picture writes it."""

    def height(self, place: Layout) -> int:
        """Return the height of the strip in pixels."""
        return round((52 + self._head_height) * place.unit)

    @property
    def _head_height(self) -> int:
        """Return the height of the line with the player's name, in units; 0 without names."""
        return NAME if any(self.names.get(seat) for seat, _ in self.weights) else 0

    def draw(self, sheet: PaletteImage, place: Layout, style: Style) -> None:
        """Draw one field per seat: its figures with votes, and the points if it is in the majority."""
        unit, top = place.unit, place.height
        sheet.fill((0, top, place.width, top + self.height(place)), style.margin)
        pad = round(6 * unit)
        across = max(1, len(self.weights))
        width = min((place.width - pad * (across + 1)) // across, round(190 * unit))
        x = (place.width - across * width - (across - 1) * pad) // 2
        points = {seat: gained for seat, gained, _ in self.gains}
        for seat, _ in self.weights:
            self._field(sheet, (x, top + pad), (width, self.height(place) - 2 * pad), unit, style, seat, points.get(seat))
            x += width + pad

    def _field(
        self,
        sheet: PaletteImage,
        corner: tuple[int, int],
        size: tuple[int, int],
        unit: float,
        style: Style,
        seat: int,
        points: int | None,
    ) -> None:
        lit = seat in self.owners
        rim = style.ink if lit else style.line
        sheet.put(BoxStamp(*size, 5 * unit, style.chosen if lit else style.card, rim, (1.6 if lit else 0.8) * unit), *corner)
        if name := self.names.get(seat):
            sheet.put(
                NameGraphic(name, nearby((NAME - 1) * unit), round(size[0] - 16 * unit), style.ink),
                corner[0] + 8 * unit,
                corner[1] + 3 * unit,
            )
        middle = corner[1] + (size[1] + self._head_height * unit) / 2
        kinds = [each.piece for each in self.figures if each.seat == seat and each.role != each.piece]
        step = min(22 * unit, (size[0] - 62 * unit) / max(1, len(kinds)))
        for number, kind in enumerate(kinds):
            icon = FigureIcon(kind, "knight", seat, round(24 * unit))
            sheet.put(icon, corner[0] + 8 * unit + number * step, middle, by=(0, 0.5))
        if points is not None:
            sheet.put(TextStamp(f"+{points}", round(14 * unit), style.ink), corner[0] + size[0] - 8 * unit, middle, by=(1, 0.5))
