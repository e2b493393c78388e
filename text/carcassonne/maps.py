"""The texts about maps: titles, sizes, and alt texts of their pictures.

Names in maps are harmless in any message, since the reader of map files takes letters, digits and a few signs only. The module is
the `UploadTexts` of the game, together with `wrong` for the errors of a file.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.expansions.maps.map_upload import MapSummary
from games.carcassonne.geometry import MAP_SQUARES
from games.core.uploads import Upload
from text.carcassonne.map_errors import wrong
from text.carcassonne.phrasebook import phrases
from text.message_templates import whole_words
from text.translator import Translator

__all__ = ["alt", "figures", "named", "short", "title", "wrong"]


def named(title: str, words: Translator) -> str:
    """Return the title of a map: a built-in one in the reader's language, an uploaded one as its file has it."""
    ours = {text for (key, _), text in phrases().values.items() if key == "map"}
    return words.say(title) if title in ours else title


def title(upload: Upload, words: Translator) -> str:
    """Return the title of an uploaded or built-in map in the reader's language."""
    return named(upload.title, words)


def figures(upload: Upload, words: Translator) -> str:
    """Return the numbers that describe a map: `33 squares for tiles · 40 tiles · 2 start squares ...`; zeros are omitted."""
    sheet: MapSummary = upload.sheet
    small = sheet.towns - sheet.starts
    facts = [
        words.count("{number} square for tiles", "{number} squares for tiles", sheet.squares),
        words.count("{number} tile", "{number} tiles", sheet.tiles),
        words.count("{number} start square", "{number} start squares", sheet.starts),
        words.count("{number} small city", "{number} small cities", small) if small else "",
        words.count("{number} big city", "{number} big cities", sheet.big_cities) if sheet.big_cities else "",
        words.count("{number} ferry", "{number} ferries", sheet.ferries) if sheet.ferries else "",
        words.count("{number} meeple each", "{number} meeples each", sheet.meeples),
    ]
    return " · ".join(part for part in facts if part)


def short(upload: Upload, words: Translator) -> str:
    """Return the size of a map: `33 squares, 40 tiles`."""
    return words.say("{squares} squares, {tiles} tiles", squares=upload.sheet.squares, tiles=upload.sheet.tiles)


def alt(upload: Upload, words: Translator) -> str:
    """Return the alt text of a map's picture."""
    sheet: MapSummary = upload.sheet
    view = sheet.view
    country, last = named(view.title, words), MAP_SQUARES.column_name(view.columns - 1)
    texts = [
        words.say("Map of {title}: columns A to {last}, rows 1 to {rows}.", title=country, last=last, rows=view.rows),
        words.count("{number} square for tiles.", "{number} squares for tiles.", sheet.squares),
        _list_names(words.say("Start squares:"), [f"{t.name} {MAP_SQUARES.name(t.x, t.y)}" for t in view.towns if t.start]),
        _list_names(words.say("Big cities:"), [f"{b.name} {MAP_SQUARES.name(b.x, b.y)}" for b in view.cities]),
        _list_names(words.say("Ferries:"), [f"{f.name} {_count_ends(f.ends)}" for f in view.ferries]),
    ]
    return whole_words(" ".join(part for part in texts if part))


def _count_ends(ends: Sequence[tuple[int, int, int]]) -> str:
    return " - ".join(MAP_SQUARES.name(x, y) for x, y, _ in ends)


def _list_names(head: str, names: Sequence[str]) -> str:
    return f"{head} {', '.join(names)}." if names else ""
