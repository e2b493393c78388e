"""Pages about maps keep Discord's limits at their longest: a full server, the longest names, every map of ours."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from cogs.messages import component_ids, ephemeral_messages
from cogs.messages.component_ids import Press
from cogs.messages.lobby import maps as pages
from cogs.messages.lobby.maps import NamedMap
from cogs.messages.message_parts import OPTIONS, TEXT, Button, Message, Picture
from editions.registry import EDITIONS
from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.map_errors import LONGEST_NAME
from service.core.unit_of_work import UnitOfWork
from service.lobby.maps import MOST, Maps
from storage.rows import MapRow, MatchId, UserId
from storage.store import open_sqlite
from text.carcassonne.maps import named
from text.translator import languages, translator_for

LONGEST_ID = "a" * 20 + "-" + "0" * 12
ALT = 1024
SAY = EDITIONS["carcassonne"].words.uploads


async def sheets() -> list[NamedMap]:
    """Return all built-in maps."""
    store = await open_sqlite(":memory:")
    maps = Maps(UnitOfWork(store), EDITIONS.uploads)
    await store.close()
    return [NamedMap(maps.sheet(map_id), SAY) for map_id in library.BUILT_IN]


@pytest.mark.parametrize("locale", languages())
async def test_the_list_of_a_full_server_fits_one_message(locale: str) -> None:
    ours = await sheets()
    first = ours[0].upload
    figures = first.sheet._replace(squares=300, tiles=114)
    longest = first._replace(id=LONGEST_ID, title="W" * LONGEST_NAME, sheet=figures)
    row = MapRow(longest.id, 7, longest.title, "", UserId(1), datetime(2026, 3, 1, tzinfo=UTC))

    topic = ephemeral_messages.help_page(EDITIONS["carcassonne"], "maps", translator_for(locale))
    page = pages.add_map_list(topic, ours, [(row, NamedMap(longest, SAY), "N" * 32)] * MOST, translator_for(locale), keeps=True)

    assert page.files == []
    assert sum(map(len, page.texts())) <= TEXT
    assert {"Add a map", "Remove a map"} <= set(_labels(page)) or locale != "en"


def _labels(page: Message) -> Iterator[str]:
    return (each.label for each in page.components() if isinstance(each, Button))


def test_every_map_that_can_be_chosen_fits_a_select() -> None:
    """None, ours, as many as a server may have, and one that was removed after it was chosen."""
    assert 1 + len(library.BUILT_IN) + MOST + 1 <= OPTIONS


@pytest.mark.parametrize("locale", languages())
async def test_every_map_has_an_alt_text_that_fits(locale: str) -> None:
    for upload, say in await sheets():
        alt = say.alt(upload, translator_for(locale))
        assert named(upload.title, translator_for(locale)) in alt
        assert len(alt) <= ALT


async def test_a_preview_can_be_confirmed_whatever_the_map_is_called() -> None:
    first = (await sheets())[0]
    named_map = first._replace(upload=first.upload._replace(id=LONGEST_ID))

    pages.question(named_map, Picture(b"", "alt", "map.png"), translator_for("en"))

    assert len(component_ids.write(Press(MatchId(0), 0, "mapadd", LONGEST_ID))) <= component_ids.LONGEST
