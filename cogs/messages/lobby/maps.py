"""Messages about maps: one map with its figures, a server's list of maps, and the preview of an uploaded map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from discord.utils import format_dt

from cogs.messages.message_parts import GO, Message, Picture, SelectEntry, button, select
from games.core.uploads import Upload
from service.lobby.maps import MOST
from storage.rows import MapRow
from text.labels import label
from text.lobby import maps as says
from text.protocol import UploadTexts
from text.translator import Translator
from text.users.player_names import safe


class NamedMap(NamedTuple):
    """A map together with the texts of its game."""

    upload: Upload
    say: UploadTexts


def sheet(named_map: NamedMap, picture: Picture, words: Translator) -> Message:
    """Return a message about a map: picture, figures, and the map's file."""
    return _page(named_map, picture, words).attach(f"{named_map.upload.id}.txt", named_map.upload.text.encode())


def question(named_map: NamedMap, picture: Picture, words: Translator) -> Message:
    """Return the preview of an uploaded map, which is added to the list once confirmed."""
    return (
        _page(named_map, picture, words)
        .say(says.preview(words))
        .row(
            button(None, label("confirm", words), "mapadd", named_map.upload.id, style=GO),
            button(None, label("discard", words), "mapdrop"),
        )
    )


def add_map_list(
    page: Message, ours: Sequence[NamedMap], own: Sequence[tuple[MapRow, NamedMap, str]], words: Translator, *, keeps: bool
) -> Message:
    """Add all maps that can be played here, and return the message.

    `own`: this server's maps with the name of the user who added each; `keeps`: whether the reader may change the list.
    """
    lines = [says.own_entry(_line(named_map, words), who, format_dt(row.added_at, "R"), words) for row, named_map, who in own]
    every = [*ours, *(named_map for _, named_map, _ in own)]
    page.say(says.list_head(words), *(_line(shown_map, words) for shown_map in ours))
    page.say(*([says.own_head(len(own), MOST, words), *lines] if own or keeps else []))
    page.say(says.how(words)).row(
        select(None, "mapshow", [map_line(listed_map, words) for listed_map in every], hint=label("which-map", words))
    )
    add, remove = button(None, label("add-map", words), "mapform"), button(None, label("remove-map", words), "mapremove")
    return page.row(add if keeps else None, remove if keeps and own else None)


def _page(named_map: NamedMap, picture: Picture, words: Translator) -> Message:
    upload, say = named_map
    message = Message().say(
        says.title(say.title(upload, words), upload.id, words), say.figures(upload, words), says.origin(upload.origin, words)
    )
    return message.show(picture)


def _line(named_map: NamedMap, words: Translator) -> str:
    return f"- {safe(named_map.say.title(named_map.upload, words))}"


def map_line(named_map: NamedMap, words: Translator) -> SelectEntry:
    """Return a map as a select entry."""
    return SelectEntry(
        named_map.say.title(named_map.upload, words), named_map.upload.id, named_map.say.short(named_map.upload, words)
    )
