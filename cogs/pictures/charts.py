"""Pictures of maps by themselves, drawn in the painters' threads."""

from __future__ import annotations

from functools import lru_cache

from cogs.desk import Desk
from cogs.pictures import drawing
from cogs.present.parts import Picture
from games.carcassonne.expansions.maps.library import NONE
from games.carcassonne.view import MapView
from render import pictures
from service.maps import OPTION, MapSheet
from storage.records import MatchRow
from text import maps as says
from text.language import Words

KEPT = 16
"""Pictures kept: a lobby shows its map at every change."""


async def preview(sheet: MapSheet, words: Words) -> Picture:
    """A map before its first tile."""
    png = await drawing.off_loop(_painted, sheet.view)
    return Picture(png, says.alt(sheet.view, sheet.squares, words), "map.png")


async def of_match(desk: Desk, match: MatchRow, words: Words) -> Picture | None:
    """The map that a match is to be played on; None without one."""
    map_id = match.options.get(OPTION, NONE)
    return None if map_id == NONE else await preview(await desk.services.maps.sheet(map_id), words)


@lru_cache(maxsize=KEPT)
def _painted(view: MapView) -> bytes:
    return pictures.map_preview(view).png
