"""Use-cases of maps: which ones a server can play on, adding one of its own, looking at one, taking one off the list.

Our own maps are everybody's. A map that a server adds is offered only there; the matches on it keep it for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePath

from games.carcassonne.catalog import tiles_of
from games.carcassonne.expansions.maps import library
from games.carcassonne.expansions.maps.bad_map import BadMap
from games.carcassonne.expansions.maps.design import MapDesign
from games.carcassonne.expansions.maps.shown import view_of
from games.carcassonne.view import MapView
from games.core.options import Option
from service.errors import Refusal
from storage.records import MapRow, UploadRow, UserId
from storage.store import Store

LARGEST = 64 * 1024
"""Bytes of a file that is looked at at all; what a map may hold is the reader's business."""

MOST = 18
"""Maps of one server: with ours, none at all and one that was removed they fit one select."""

ENDINGS = (".txt", ".text", ".map")
"""What the name of a map's file may end with."""

OPTION = "map"
"""The option of a game that names a map."""


@dataclass(frozen=True)
class MapSheet:
    """One map with its figures: what a host wants to know before he chooses it."""

    id: str
    title: str
    origin: str
    squares: int
    """Squares that can hold a tile."""
    tiles: int
    """Tiles that are drawn at most."""
    starts: int
    towns: int
    """Small cities, start squares among them."""
    big_cities: int
    ferries: int
    meeples: int
    """What each player has."""
    text: str
    """The file."""
    view: MapView
    """What is printed, for the picture."""


class Maps:
    """The maps of all servers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._adding = asyncio.Lock()

    async def open(self) -> None:
        """Make every stored map playable, removed ones too: before any match is opened."""
        for map_id, text in await self._store.map_texts():
            library.remember(map_id, text)

    # --- looking -----------------------------------------------------------------------------------------------------

    async def own(self, guild_id: int | None) -> tuple[MapRow, ...]:
        """The maps that a server has added, in the order of adding; none outside of servers."""
        return () if guild_id is None else await self._store.maps_of_guild(guild_id)

    async def ids(self, guild_id: int | None) -> tuple[str, ...]:
        """Every map that can be chosen in a server: ours, then its own."""
        return (*library.BUILT_IN, *(row.id for row in await self.own(guild_id)))

    async def meant(self, guild_id: int | None, text: str) -> str:
        """The id of the map that is called so, by id or title. Refuses: `unknown-map`."""
        wanted = text.strip().casefold()
        for map_id in await self.ids(guild_id):
            if wanted in (map_id, library.design_of(map_id).title.casefold()):
                return map_id
        raise Refusal("unknown-map", map=text)

    async def chosen(self, guild_id: int | None, options: Mapping[str, str]) -> dict[str, str]:
        """Options of a game whose map, if they name one, is one of this server, by its id. Refuses: `unknown-map`."""
        named = options.get(OPTION, library.NONE)
        if named.strip().lower() in (library.NONE, ""):
            return dict(options)
        return {**options, OPTION: await self.meant(guild_id, named)}

    async def schema(self, guild_id: int | None, schema: Sequence[Option], given: Mapping[str, str]) -> tuple[Option, ...]:
        """The options of a game with the maps of a server among the choices, and the one that is `given` by now."""
        own = [row.id for row in await self.own(guild_id)]
        if (now := given.get(OPTION, library.NONE)) not in (library.NONE, *library.BUILT_IN, *own):
            own.append(now)  # it was removed since
        return tuple(replace(o, choices=(*o.choices, *own)) if o.key == OPTION else o for o in schema)

    async def sheet(self, map_id: str) -> MapSheet:
        """The figures of a map that is known here or was once. Refuses: `unknown-map`."""
        if not library.knows(map_id):
            raise Refusal("unknown-map", map=map_id)
        text = library.text_of(map_id) if map_id in library.BUILT_IN else await self._store.map_text(map_id)
        if text is None:
            raise Refusal("unknown-map", map=map_id)
        return _sheet(map_id, library.design_of(map_id), text)

    # --- adding and removing -----------------------------------------------------------------------------------------

    def check_file(self, name: str, size: int, *, moderator: bool) -> None:
        """Whether a file is worth being fetched. Refuses: `not-map-keeper`, `map-file-name`, `map-too-large`."""
        _check_keeper(moderator=moderator)
        if PurePath(name).suffix.lower() not in ENDINGS:
            raise Refusal("map-file-name", name=name, choices=ENDINGS)
        if size > LARGEST:
            raise Refusal("map-too-large", most=LARGEST // 1024)

    async def offer(self, guild_id: int, user_id: UserId, name: str, content: bytes, *, now: datetime, moderator: bool) -> MapSheet:
        """Read and check an uploaded file and keep it until its owner confirms; his former upload is forgotten.

        Refuses: as `check_file`, and `map-not-text`, `bad-map` (with the `BadMap` as `found`), `map-there-already`,
        `too-many-maps`.
        """
        self.check_file(name, len(content), moderator=moderator)
        text = _decoded(content)
        sheet = await _checked(text)
        await self._check_room(guild_id, sheet.id)
        await self._store.put_map_upload(UploadRow(guild_id, user_id, text, now))
        return sheet

    async def confirm(self, guild_id: int, user_id: UserId, map_id: str, *, now: datetime, moderator: bool) -> MapSheet:
        """Put the map that this person uploaded on the list of the server.

        Refuses: `not-map-keeper`, `no-upload` (there is none, or it is another map by now), `map-there-already`,
        `too-many-maps`.
        """
        _check_keeper(moderator=moderator)
        async with self._adding:
            found = await self._store.map_upload(guild_id, user_id)
            if found is None:
                raise Refusal("no-upload")
            sheet = await _checked(found.text)
            if sheet.id != map_id:
                raise Refusal("no-upload")
            await self._check_room(guild_id, sheet.id)
            library.register(found.text)
            await self._store.add_map(MapRow(sheet.id, guild_id, sheet.title, found.text, user_id, now))
        return sheet

    async def discard(self, guild_id: int, user_id: UserId) -> None:
        """Forget what this person uploaded."""
        await self._store.drop_map_upload(guild_id, user_id)

    async def remove(self, guild_id: int, text: str, *, now: datetime, moderator: bool) -> str:
        """Take a map, named by id or title, off the list of a server and answer its title. Games on it go on.

        Refuses: `not-map-keeper`, `built-in-map`, `unknown-map`.
        """
        _check_keeper(moderator=moderator)
        map_id = await self.meant(guild_id, text)
        if map_id in library.BUILT_IN:
            raise Refusal("built-in-map")
        if not await self._store.remove_map(guild_id, map_id, now):
            raise Refusal("unknown-map", map=text)
        return library.design_of(map_id).title

    async def _check_room(self, guild_id: int, map_id: str) -> None:
        own = await self._store.maps_of_guild(guild_id)
        if any(row.id == map_id for row in own):
            raise Refusal("map-there-already")
        if len(own) >= MOST:
            raise Refusal("too-many-maps", most=MOST)


def _check_keeper(*, moderator: bool) -> None:
    if not moderator:
        raise Refusal("not-map-keeper")


def _decoded(content: bytes) -> str:
    """The text of a file, the same whichever system wrote it, so that one map has one id."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal("map-not-text") from error
    return text.replace("\r\n", "\n")


async def _checked(text: str) -> MapSheet:
    """The map that a text draws, found off the event loop: reachability takes a while on large maps."""
    try:
        design = await asyncio.to_thread(library.read_checked, text)
    except BadMap as found:
        raise Refusal("bad-map", found=found) from found
    return _sheet(library.id_for(design, text), design, text)


def _sheet(map_id: str, design: MapDesign, text: str) -> MapSheet:
    return MapSheet(
        map_id,
        design.title,
        design.origin,
        len(design.playable),
        _tiles(design),
        len(design.starts),
        len(design.towns),
        len(design.bigs),
        len(design.ferries),
        design.meeples,
        text,
        view_of(design, map_id),
    )


def _tiles(design: MapDesign) -> int:
    """As many as the map says, else all of its sets."""
    there = sum(tile.count for name in design.sets for tile in tiles_of(name))
    return there if design.limit is None else min(there, design.limit)
