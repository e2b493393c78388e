"""Pictures of maps by themselves."""

from __future__ import annotations

from cogs.desk import Desk
from cogs.pictures import drawing
from cogs.present.parts import Picture
from editions.edition import Edition
from games.core.uploads import Upload
from storage.records import MatchRow
from text.language import Words


async def preview(desk: Desk, edition: Edition, found: Upload, words: Words) -> Picture:
    """A map before its first tile, of a game that is played on maps."""
    paint, say = edition.painter.sheet, edition.words.uploads
    assert paint is not None, "an edition with maps can show them"
    assert say is not None, "and speak of them"
    png = await drawing.painted(desk.painting, "map", paint, found.sheet)
    return Picture(png or b"", say.alt(found, words), "map.png")


async def of_match(desk: Desk, match: MatchRow, words: Words) -> Picture | None:
    """The map that a match is to be played on; None without one."""
    found = desk.services.maps.of_match(match)
    return None if found is None else await preview(desk, desk.editions[match.game], found, words)
