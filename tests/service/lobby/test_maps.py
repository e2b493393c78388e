"""Maps of a server: uploaded, checked, confirmed, offered there and nowhere else, and kept for the matches on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ai import PLAYERS
from editions.registry import EDITIONS, GAMES
from games.carcassonne.expansions.maps import library
from games.core.options import Option
from games.core.uploads import InvalidUploadError, Upload
from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.lobby.maps import LARGEST, MOST, Maps
from service.wiring.assembly import assembled, open_services
from storage.changes import CommitMatch, SaveMap
from storage.rows import MapRow
from storage.store import Store
from tests.games.carcassonne.maps.drawn import changed
from tests.service.conftest import ANNA, BEN, NOW, PLACE

HERE, THERE = 7, 8


def drawing(title: str = "Isle of tests") -> str:
    """Return the tutorial island under another title."""
    return changed("tutorial", ("title: Tutorial island", f"title: {title}"))


@pytest.fixture
def maps(store: Store) -> Maps:
    return Maps(UnitOfWork(store), EDITIONS.uploads)


async def offered(maps: Maps, content: bytes | str, name: str = "isle.txt", *, moderator: bool = True) -> str:
    """Return the id of an upload by Anna."""
    raw = content.encode() if isinstance(content, str) else content
    return (await maps.offer(HERE, ANNA, name, raw, now=NOW, moderator=moderator)).id


async def added(maps: Maps, title: str = "Isle of tests") -> str:
    """Return the id of a map that Anna has added."""
    map_id = await offered(maps, drawing(title))
    await maps.confirm(HERE, ANNA, map_id, now=NOW, moderator=True)
    return map_id


async def refused(code: str, doing: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await doing  # type: ignore[misc]  # any coroutine
    assert caught.value.code == code
    return caught.value


async def test_a_map_is_on_the_list_only_after_it_is_confirmed(maps: Maps) -> None:
    map_id = await offered(maps, drawing())
    assert await maps.own(HERE) == ()

    sheet = await maps.confirm(HERE, ANNA, map_id, now=NOW, moderator=True)

    assert [row.id for row in await maps.own(HERE)] == [map_id]
    figures = sheet.sheet
    assert (sheet.id, sheet.title, figures.squares, figures.tiles, figures.starts, figures.meeples) == (
        *(map_id, "Isle of tests", 33, 40, 2, 7),
    )
    assert figures.view.title == "Isle of tests"
    await refused("no-upload", maps.confirm(HERE, ANNA, map_id, now=NOW, moderator=True))


async def test_an_upload_waits_for_its_owner_across_a_restart(maps: Maps, store: Store) -> None:
    map_id = await offered(maps, drawing())

    await refused("no-upload", maps.confirm(HERE, BEN, map_id, now=NOW, moderator=True))
    await refused("no-upload", maps.confirm(THERE, ANNA, map_id, now=NOW, moderator=True))
    await refused("not-map-keeper", maps.confirm(HERE, ANNA, map_id, now=NOW, moderator=False))
    await Maps(UnitOfWork(store), EDITIONS.uploads).confirm(HERE, ANNA, map_id, now=NOW, moderator=True)

    assert [row.added_by for row in await maps.own(HERE)] == [ANNA]


async def test_a_later_upload_replaces_the_earlier_one(maps: Maps) -> None:
    first, second = [await offered(maps, drawing(title)) for title in ("One", "Two")]

    await refused("no-upload", maps.confirm(HERE, ANNA, first, now=NOW, moderator=True))
    await maps.discard(HERE, ANNA, now=NOW)
    await refused("no-upload", maps.confirm(HERE, ANNA, second, now=NOW, moderator=True))


@pytest.mark.parametrize(
    ("code", "name", "content"),
    [
        ("map-file-name", "isle.png", drawing().encode()),
        ("map-file-name", "isle", drawing().encode()),
        ("map-too-large", "isle.txt", b"#" * (LARGEST + 1)),
        ("map-not-text", "isle.txt", drawing().encode("utf-16")),
        ("bad-map", "isle.txt", b""),
        ("bad-map", "isle.txt", b"#" * LARGEST),
    ],
)
async def test_what_is_no_map_is_refused_and_not_kept(maps: Maps, store: Store, code: str, name: str, content: bytes) -> None:
    await refused(code, offered(maps, content, name))

    assert await store.maps.upload(HERE, ANNA) is None


async def test_a_bad_map_says_where(maps: Maps) -> None:
    refusal = await refused("bad-map", offered(maps, drawing().replace("rows: 8", "rows: eight")))

    fault = refusal.params["found"]
    assert (getattr(fault, "line", 0), getattr(fault, "code", "")) == (7, "bad-value")


async def test_only_moderators_change_the_list(maps: Maps) -> None:
    map_id = await added(maps)

    await refused("not-map-keeper", offered(maps, drawing("Two"), moderator=False))
    await refused("not-map-keeper", maps.remove(HERE, map_id, now=NOW, moderator=False))


async def test_the_same_file_from_any_system_is_the_same_map(maps: Maps) -> None:
    unix, windows = drawing(), "\ufeff" + drawing().replace("\n", "\r\n")

    assert await offered(maps, unix) == await offered(maps, windows)


async def test_a_map_is_offered_in_its_own_server_only(maps: Maps) -> None:
    map_id = await added(maps)

    assert await maps.ids(HERE) == (*library.BUILT_IN, map_id)
    assert await maps.ids(THERE) == await maps.ids(None) == library.BUILT_IN
    assert await maps.meant(HERE, " isle OF tests ") == map_id
    assert await maps.chosen(HERE, {"map": "Isle of tests", "towns": "a"}) == {"map": map_id, "towns": "a"}
    for elsewhere in (THERE, None):
        await refused("unknown-map", maps.chosen(elsewhere, {"map": map_id}))
    for plain in ({}, {"map": "none"}, {"map": "Benelux", "players": "2"}):
        assert (await maps.chosen(THERE, plain)).get("map", "none") in ("none", "benelux")


async def test_a_server_holds_so_many_maps_and_each_once(maps: Maps) -> None:
    for number in range(MOST):
        await added(maps, f"Isle {number}")

    await refused("map-there-already", offered(maps, drawing("Isle 3")))
    refusal = await refused("too-many-maps", offered(maps, drawing("One more")))

    assert refusal.params == {"most": MOST}


async def test_a_removed_map_leaves_the_list_and_its_matches_go_on(
    maps: Maps, store: Store, path: Path, forgotten: Callable[[], None]
) -> None:
    map_id = await added(maps)
    services = assembled(store, GAMES, PLAYERS)
    lobby = await services.lobbies.open(PLACE, ANNA, "carcassonne", {"map": map_id}, now=NOW)
    await services.lobbies.join(lobby.match.id, BEN, now=NOW)
    await services.lobbies.start(lobby.match.id, ANNA, now=NOW)

    assert await maps.remove(HERE, "isle of tests", now=NOW, moderator=True) == "Isle of tests"
    await services.stop()
    forgotten()

    assert await maps.own(HERE) == ()
    await refused("unknown-map", maps.remove(HERE, map_id, now=NOW, moderator=True))
    services = await open_services(path, games=GAMES, uploads=EDITIONS.uploads)
    table = await services.match_queries.table(lobby.match.id, ANNA)
    record = await services.record_export.export(lobby.match.id)
    await services.close()
    assert table.view.printed.title == "Isle of tests"
    assert record["options"]["map"] == map_id
    assert library.id_for(library.read_checked(record["map"]), record["map"]) == map_id


async def test_maps_of_ours_are_not_removed_and_not_written_into_records(maps: Maps, store: Store) -> None:
    await refused("built-in-map", maps.remove(HERE, "germany", now=NOW, moderator=True))

    services = assembled(store, GAMES, PLAYERS)
    lobby = await services.lobbies.open(PLACE, ANNA, "carcassonne", {"map": "tutorial"}, now=NOW)
    await services.lobbies.join(lobby.match.id, BEN, now=NOW)
    await services.lobbies.start(lobby.match.id, ANNA, now=NOW)
    record = await services.record_export.export(lobby.match.id)
    await services.stop()
    assert "map" not in record


async def test_every_map_has_a_sheet(maps: Maps) -> None:
    for map_id in (*library.BUILT_IN, await added(maps)):
        upload = maps.sheet(map_id)
        assert upload.sheet.squares >= 12
        assert upload.sheet.starts >= 2
        assert upload.text.count("\n") > upload.sheet.view.rows
    with pytest.raises(Refusal, match="unknown-map"):
        maps.sheet("nowhere-000000000000")


class Sheets:
    """The uploads of a second game: any text that begins with `sheet`."""

    def __init__(self) -> None:
        self.known: dict[str, Upload] = {}

    def built_in(self) -> tuple[str, ...]:
        return ()

    def read(self, text: str) -> Upload:
        if not text.startswith("sheet "):
            raise InvalidUploadError("no sheet")
        return Upload(f"sheet {len(text)}", "sheets", text[6:], "tests", text, None)

    def register(self, text: str) -> Upload:
        upload = self.read(text)
        return self.known.setdefault(upload.id, upload)

    def takes(self, upload_id: str) -> bool:
        return upload_id.startswith("sheet ")

    def remember(self, upload_id: str, text: str) -> None:
        assert self.register(text).id == upload_id

    def knows(self, upload_id: str) -> bool:
        return upload_id in self.known

    def find(self, upload_id: str) -> Upload:
        return self.known[upload_id]


async def test_a_map_belongs_to_the_game_that_can_read_it(store: Store) -> None:
    maps = Maps(UnitOfWork(store), {**EDITIONS.uploads, "sheets": Sheets()})
    plain = (Option("map", "choice", "none", ("none",)),)
    isle, sheet = await added(maps), await offered(maps, "sheet Lake")
    await maps.confirm(HERE, ANNA, sheet, now=NOW, moderator=True)

    assert (maps.game(isle), maps.game(sheet)) == ("carcassonne", "sheets")
    assert {row.id for row in await maps.own(HERE)} == {isle, sheet}
    assert await maps.meant(HERE, "lake") == sheet
    for game, own in (("carcassonne", isle), ("sheets", sheet)):
        assert (await maps.schema(HERE, game, plain, {}))[0].choices == ("none", own)
    assert await maps.schema(HERE, "tiny", plain, {}) == plain
    wrong = await refused("bad-map", offered(maps, "nothing"))
    assert wrong.params["game"] == "carcassonne"


async def test_maps_of_a_game_that_is_gone_wait_for_it(store: Store) -> None:
    both = Maps(UnitOfWork(store), {**EDITIONS.uploads, "sheets": Sheets()})
    sheet = await offered(both, "sheet Lake")
    await both.confirm(HERE, ANNA, sheet, now=NOW, moderator=True)

    without = Maps(UnitOfWork(store), EDITIONS.uploads)
    await without.open()
    again = Maps(UnitOfWork(store), {**EDITIONS.uploads, "sheets": Sheets()})
    await again.open()

    assert await without.own(HERE) == ()
    assert [row.id for row in await again.own(HERE)] == [sheet]
    assert again.sheet(sheet).title == "Lake"
    await refused("no-maps", Maps(UnitOfWork(store), {}).offer(HERE, ANNA, "isle.txt", b"sheet Lake", now=NOW, moderator=True))


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function that forgets all registered maps, as a restart does."""

    def forget() -> None:
        monkeypatch.setattr(library, "_registered", {})
        monkeypatch.setattr(library, "_remembered", {})

    return forget


async def kept_elsewhere(store: Store, title: str) -> str:
    """Add a map by another process on the same database, unknown to this one."""
    text = drawing(title)
    map_id = library.id_for(library.read_checked(text), text)
    assert not library.knows(map_id)
    await store.commit(SaveMap(MapRow(map_id, HERE, title, text, ANNA, NOW)))
    return map_id


async def test_a_map_that_another_process_has_added_is_on_the_list(maps: Maps, store: Store) -> None:
    map_id = await kept_elsewhere(store, "Isle of neighbours")

    assert map_id in await maps.ids(HERE) and maps.sheet(map_id).title == "Isle of neighbours"


async def test_a_match_on_a_map_that_another_process_has_added_is_played(store: Store) -> None:
    """The map is learnt when the match is read."""
    services = assembled(store, GAMES, PLAYERS, uploads=EDITIONS.uploads, thinkers=1)
    lobby = await services.lobbies.open(PLACE, ANNA, "carcassonne", {}, now=NOW)
    map_id = await kept_elsewhere(store, "Isle of strangers")
    on_it = replace(lobby.match, options={**lobby.match.options, "map": map_id})
    await store.commit(CommitMatch(on_it, NOW))

    loaded = await services.repository.loaded(lobby.match.id)

    sheet = services.maps.of_match(loaded.match)
    assert sheet is not None and sheet.title == "Isle of strangers"
    await services.stop()
