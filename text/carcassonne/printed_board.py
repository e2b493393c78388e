"""The sentences about the print of a map: what surrounds the tiles, and what is connected."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.view import BigCityView, BoardView, BorderView, FerryView, MapView
from text.carcassonne.maps import named
from text.carcassonne.segment_names import side_name
from text.translator import Translator


def printed_lines(view: BoardView, words: Translator) -> list[str]:
    """Return a line for each kind of printed object on the map; empty without a map."""
    if view.printed is None:
        return []
    map_view, squares = view.printed, view.squares
    towns = [words.say("{square} {name}", square=squares.name(t.x, t.y), name=t.name) for t in map_view.towns if not t.covered]
    reach = [squares.name(*square) for square in map_view.reach]
    return [
        words.say(
            "Map of {title}, columns A to {last}, rows 1 to {rows} from north to south.",
            title=named(map_view.title, words),
            last=squares.column_name(map_view.columns - 1),
            rows=map_view.rows,
        ),
        *_with_parts(words.say("Printed at the border:"), [_border(b, view, words) for b in map_view.borders]),
        *_with_parts(words.say("Big cities:"), [_big_city(c, view, words) for c in map_view.cities]),
        *_with_parts(words.say("Ferries:"), [_ferry(f, view, words) for f in map_view.ferries]),
        *_with_parts(words.say("Small cities without a tile:"), towns),
        *_waves(map_view, view, words),
        *_with_parts(words.say("Within reach:"), [", ".join(reach)] if reach else []),
    ]


def _with_parts(head: str, parts: Sequence[str]) -> list[str]:
    return [f"{head} {'; '.join(parts)}."] if parts else []


def _border(border: BorderView, view: BoardView, words: Translator) -> str:
    square, side = view.squares.name(border.x, border.y), side_name(border.side, words)
    if border.kind == "city":
        sentence = words.say("{square} {side}, city {name}", square=square, side=side, name=border.name)
    else:
        sentence = words.say("{square} {side}, road {name}", square=square, side=side, name=border.name)
    return _shield_text(sentence, border.shields, words)


def _big_city(city: BigCityView, view: BoardView, words: Translator) -> str:
    sentence = words.say(
        "{square} {name}, open to {sides}",
        square=view.squares.name(city.x, city.y),
        name=city.name,
        sides=words.list([side_name(side, words) for side in city.open]),
    )
    return _link_text(_shield_text(sentence, city.shields, words), words, connected=city.connected)


def _ferry(ferry: FerryView, view: BoardView, words: Translator) -> str:
    (x, y, side), (other_x, other_y, other_side) = ferry.ends
    sentence = words.say(
        "{name} from {square} {side} to {other} {other_side}",
        name=ferry.name,
        square=view.squares.name(x, y),
        side=side_name(side, words),
        other=view.squares.name(other_x, other_y),
        other_side=side_name(other_side, words),
    )
    return _link_text(_shield_text(sentence, ferry.shields, words), words, connected=ferry.connected)


def _waves(map_view: MapView, view: BoardView, words: Translator) -> list[str]:
    rows = enumerate(map_view.grid)
    waves = [view.squares.name(x, y) for y, row in rows for x, glyph in enumerate(row) if glyph == "w"]
    return _with_parts(words.say("Waves, no tile:"), [", ".join(waves)] if waves else [])


def _shield_text(text: str, shields: int, words: Translator) -> str:
    if not shields:
        return text
    return words.count("{place}, {number} shield", "{place}, {number} shields", shields, place=text)


def _link_text(text: str, words: Translator, *, connected: bool) -> str:
    if connected:
        return words.say("{place}, connected", place=text)
    return words.say("{place}, not connected yet", place=text)
