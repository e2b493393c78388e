"""Pages about maps keep Discord's limits at their longest: a full server, the longest names, every map of ours."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cogs.present import ids
from cogs.present import maps as pages
from cogs.present.ids import Press
from cogs.present.parts import OPTIONS, TEXT, Picture
from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.bad_map import LONGEST_NAME
from service.maps import MOST, Maps, MapSheet
from storage.records import MapRow, MatchId, UserId
from storage.sqlite_store import SqliteStore
from text.language import languages, words
from text.maps import alt

LONGEST_ID = "a" * 20 + "-" + "0" * 12
ALT = 1024


async def sheets() -> list[MapSheet]:
    """All of ours."""
    store = await SqliteStore.open(":memory:")
    found = [await Maps(store).sheet(map_id) for map_id in library.BUILT_IN]
    await store.close()
    return found


@pytest.mark.parametrize("locale", languages())
async def test_the_list_of_a_full_server_fits_one_message(locale: str) -> None:
    ours = await sheets()
    longest = replace(ours[0], id=LONGEST_ID, title="W" * LONGEST_NAME, squares=300, tiles=114)
    row = MapRow(longest.id, 7, longest.title, "", UserId(1), datetime(2026, 3, 1, tzinfo=UTC))

    page = pages.listed(ours, [(row, longest, "N" * 32)] * MOST, words(locale))

    assert page.files == []
    assert sum(map(len, page.texts())) <= TEXT


def test_every_map_that_can_be_chosen_fits_a_select() -> None:
    """None, ours, as many as a server may have, and one that was removed after it was chosen."""
    assert 1 + len(library.BUILT_IN) + MOST + 1 <= OPTIONS


@pytest.mark.parametrize("locale", languages())
async def test_every_map_has_an_alt_text_that_fits(locale: str) -> None:
    for found in await sheets():
        said = alt(found.view, found.squares, words(locale))
        assert found.title in said
        assert len(said) <= ALT


async def test_a_preview_can_be_confirmed_whatever_the_map_is_called() -> None:
    found = replace((await sheets())[0], id=LONGEST_ID)

    pages.question(found, Picture(b"", "alt", "map.png"), words("en"))

    assert len(ids.write(Press(MatchId(0), 0, "mapadd", LONGEST_ID))) <= ids.LONGEST
