"""What is said about maps by themselves: their figures, the list of a server, adding one and taking one off.

Names in maps are harmless in any message: the reader takes letters, digits and a few signs only.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.squares import MAP_SQUARES
from games.carcassonne.view import MapView
from text.language import Words
from text.names import safe

ALT = 1000
"""Longest description of a picture; Discord takes 1024."""


def title(name: str, map_id: str, words: Words) -> str:
    """The head of a map's page."""
    return words.say("**Map of {title}** · `{id}`", title=name, id=map_id)


def origin(text: str, words: Words) -> str:
    """Whose design it is."""
    return words.say("Origin: {origin}", origin=text)


def figures(*, squares: int, tiles: int, starts: int, towns: int, big_cities: int, ferries: int, meeples: int, words: Words) -> str:
    """`33 squares for tiles · 40 tiles · 2 start squares ...`; what a map does not have is left out."""
    said = [
        words.count("{number} square for tiles", "{number} squares for tiles", squares),
        words.count("{number} tile", "{number} tiles", tiles),
        words.count("{number} start square", "{number} start squares", starts),
        words.count("{number} small city", "{number} small cities", towns) if towns else "",
        words.count("{number} big city", "{number} big cities", big_cities) if big_cities else "",
        words.count("{number} ferry", "{number} ferries", ferries) if ferries else "",
        words.count("{number} meeple each", "{number} meeples each", meeples),
    ]
    return " · ".join(part for part in said if part)


def entry(name: str, map_id: str, squares: int, tiles: int, words: Words) -> str:
    """A line of the list."""
    return words.say("- {title} · `{id}` · {figures}", title=name, id=map_id, figures=short(squares, tiles, words))


def short(squares: int, tiles: int, words: Words) -> str:
    """The two figures that tell how long a game takes."""
    return words.say("{squares} squares, {tiles} tiles", squares=squares, tiles=tiles)


def own_entry(line: str, who: str, when: str, words: Words) -> str:
    """A line of the list of a server: who has added the map, and when (a Discord stamp)."""
    return words.say("{line} · added by {name} {when}", line=line, name=safe(who), when=when)


def list_head(words: Words) -> str:
    """Above our own maps."""
    return words.say("**Maps of the game**")


def own_head(number: int, most: int, words: Words) -> str:
    """Above the maps of a server."""
    return words.say("**Maps of this server** · {number} of {most}", number=number, most=most)


def how(words: Words) -> str:
    """What can be done with maps."""
    return words.say("Play on one with the option map of /game new. Who manages the server can add maps with /map add.")


def preview(words: Words) -> str:
    """Asks whether an uploaded map is what was meant."""
    return words.say("So it would look. Confirm puts it on the list of this server; until then nobody else sees it.")


def added(name: str, words: Words) -> str:
    """It is on the list."""
    return words.say("{title} is on the list of this server now. Choose it in /game new, option map.", title=name)


def discarded(words: Words) -> str:
    """It is not."""
    return words.say("Discarded. The map was not added.")


def removed(name: str, words: Words) -> str:
    """It was taken off the list."""
    return words.say("{title} is off the list of this server. Games on it go on.", title=name)


def alt(view: MapView, squares: int, words: Words) -> str:
    """What the picture of a map shows, for those who do not see it."""
    last = MAP_SQUARES.column_name(view.columns - 1)
    said = [
        words.say("Map of {title}: columns A to {last}, rows 1 to {rows}.", title=view.title, last=last, rows=view.rows),
        words.count("{number} square holds a tile.", "{number} squares hold tiles.", squares),
        _named(words.say("Start squares:"), [f"{t.name} {MAP_SQUARES.name(t.x, t.y)}" for t in view.towns if t.start]),
        _named(words.say("Big cities:"), [f"{b.name} {MAP_SQUARES.name(b.x, b.y)}" for b in view.cities]),
        _named(words.say("Ferries:"), [f"{f.name} {_ends(f.ends)}" for f in view.ferries]),
    ]
    text = " ".join(part for part in said if part)
    return text if len(text) <= ALT else text[: ALT - 1] + "…"


def _ends(ends: Sequence[tuple[int, int, int]]) -> str:
    return " - ".join(MAP_SQUARES.name(x, y) for x, y, _ in ends)


def _named(head: str, names: Sequence[str]) -> str:
    return f"{head} {', '.join(names)}." if names else ""
