"""Maps by themselves: one with its figures, the list of a server, the question whether an upload is what was meant."""

from __future__ import annotations

from collections.abc import Sequence

from discord.utils import format_dt

from cogs.present.parts import GO, Line, Message, Picture, button, select
from service.maps import MOST, MapSheet
from storage.records import MapRow
from text import maps as says
from text.labels import label
from text.language import Words


def sheet(found: MapSheet, picture: Picture, words: Words) -> Message:
    """A map: picture, figures, and the file to keep or to change."""
    return _page(found, picture, words).attach(f"{found.id}.txt", found.text.encode())


def question(found: MapSheet, picture: Picture, words: Words) -> Message:
    """An uploaded map as it would look; nothing is on the list before it is confirmed."""
    return (
        _page(found, picture, words)
        .say(says.preview(words))
        .row(
            button(None, label("confirm", words), "mapadd", found.id, style=GO),
            button(None, label("discard", words), "mapdrop"),
        )
    )


def listed(ours: Sequence[MapSheet], own: Sequence[tuple[MapRow, MapSheet, str]], words: Words) -> Message:
    """All maps that can be played here; `own` with the name of who has added each."""
    lines = [says.own_entry(_line(found, words), who, format_dt(row.added_at, "R"), words) for row, found, who in own]
    every = [*ours, *(found for _, found, _ in own)]
    return (
        Message()
        .say(says.list_head(words), *(_line(found, words) for found in ours))
        .say(says.own_head(len(own), MOST, words), *lines)
        .say(says.how(words))
        .row(select(None, "mapshow", [_choice(found, words) for found in every], hint=label("which-map", words)))
    )


def _page(found: MapSheet, picture: Picture, words: Words) -> Message:
    figures = says.figures(
        squares=found.squares,
        tiles=found.tiles,
        starts=found.starts,
        towns=found.towns - found.starts,
        big_cities=found.big_cities,
        ferries=found.ferries,
        meeples=found.meeples,
        words=words,
    )
    return Message().say(says.title(found.title, found.id, words), figures, says.origin(found.origin, words)).show(picture)


def _line(found: MapSheet, words: Words) -> str:
    return says.entry(found.title, found.id, found.squares, found.tiles, words)


def _choice(found: MapSheet, words: Words) -> Line:
    return Line(found.title, found.id, says.short(found.squares, found.tiles, words))
