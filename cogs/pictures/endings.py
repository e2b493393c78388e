"""The picture of how a finished game swung: who was ahead after each turn, by the points that were scored."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.desk import Desk
from cogs.pictures import sheets
from cogs.pictures.analysis import changes_of_lead
from cogs.present.parts import Picture
from cogs.scene import Scene, told
from service.records import Entry
from text.lengths import whole_words
from text.people.names import plain
from text.play import ending
from tournament.sheets import Course

LEAST = 4
"""Turns or rounds that make a curve."""


async def swing(desk: Desk, at: Scene, entries: Sequence[Entry]) -> Picture | None:
    """The lead of each seat over the best of the others, as a chart; None for a short game, or where nobody here draws charts."""
    words_of = at.edition.words.highlights
    totals = words_of.totals(told(entries, None), at.view) if words_of else ()
    if len(totals) < LEAST or len(at.names) < 2:
        return None
    lines = tuple(tuple(_lead(points, seat) for points in totals) for seat in range(len(at.names)))
    alt = whole_words(ending.swing_alt(changes_of_lead(lines), at.words))
    shown = Course(tuple(plain(name) for name in at.names), lines)
    return await sheets.painted(desk, at.match.guild_id, None, lambda charts: (charts.course, shown), alt, "swing.png")


def _lead(points: Sequence[int], seat: int) -> float:
    return float(points[seat] - max(other for one, other in enumerate(points) if one != seat))
