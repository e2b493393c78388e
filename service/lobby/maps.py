"""Use-cases of maps: list them, add one to a server, look at one, remove one.

Built-in maps are available everywhere. A map that a server adds is offered only there, and kept for ever for the matches on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import PurePath

from games.core.options import Option
from games.core.uploads import NONE, OPTION, InvalidUploadError, Upload, Uploads
from service.core.change_scope import ChangeScope, Decision, LoadedAggregates
from service.core.free_text import MAP, FreeText
from service.core.unit_of_work import UnitOfWork
from service.errors import InvalidFileError, Refusal
from storage.changes import DelistMap, DropRow, PutRow, SaveMap
from storage.rows import MapRow, MatchRow, UploadRow, UserId, of_server

LARGEST = 64 * 1024
"""Bytes of a file that is looked at at all; what a map may hold is the reader's business."""

MOST = 18
"""Maps of one server: with ours, none at all and one that was removed they fit one select."""

ENDINGS = (".txt", ".text", ".map")
"""What the name of a map's file may end with."""


class Maps:
    """The maps of all servers, for every game in `uploads` (by game id); each map belongs to the one game that can read it."""

    def __init__(
        self,
        unit_of_work: UnitOfWork,
        uploads: Mapping[str, Uploads],
        free_text: FreeText = FreeText(),  # noqa: B008  # nothing changes it
    ) -> None:
        self._unit_of_work = unit_of_work
        self._free_text = free_text
        self._store = unit_of_work.store
        self._uploads = uploads

    async def open(self) -> None:
        """Load every stored map, removed ones included, so that matches on them can be played.

        Call it before any match is read, and after another process has added a map. Maps of unknown games are skipped.
        """
        for map_id, text in await self._store.maps.texts():
            self._remember(map_id, text)

    async def recall(self, match: MatchRow) -> None:
        """Load the map of a match if another process has added it; call it before anything else with the match."""
        map_id = match.options.get(OPTION, NONE) if match.game in self._uploads else NONE
        if map_id != NONE and self._map_owner(map_id) is None and (text := await self._store.maps.text(map_id)) is not None:
            self._remember(map_id, text)

    def _remember(self, map_id: str, text: str) -> None:
        for uploads in self._uploads.values():
            if uploads.takes(map_id):
                uploads.remember(map_id, text)

    # --- looking -----------------------------------------------------------------------------------------------------

    async def own(self, guild_id: int | None) -> tuple[MapRow, ...]:
        """Return the maps that a server has added, in the order of adding; none outside of servers."""
        rows = () if guild_id is None else await self._store.maps.of_guild(guild_id)
        for row in rows:
            if self._map_owner(row.id) is None:  # another process has added it
                self._remember(row.id, row.text)
        return tuple(row for row in rows if self._map_owner(row.id) is not None)

    async def ids(self, guild_id: int | None) -> tuple[str, ...]:
        """Return the ids of all maps that can be chosen in a server: the built-in ones, then its own."""
        return (*self._public_maps(), *(row.id for row in await self.own(guild_id)))

    async def meant(self, guild_id: int | None, text: str) -> str:
        """Return the id of the map with this id or title; refuse `unknown-map`."""
        wanted = text.strip().casefold()
        for map_id in await self.ids(guild_id):
            if wanted in (map_id, self.sheet(map_id).title.casefold()):
                return map_id
        raise Refusal("unknown-map", map=text)

    async def chosen(self, guild_id: int | None, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options with a map, named by id or title, replaced by its id; refuse `unknown-map`."""
        named = options.get(OPTION, NONE)
        if named.strip().lower() in (NONE, ""):
            return dict(options)
        return {**options, OPTION: await self.meant(guild_id, named)}

    async def schema(
        self, guild_id: int | None, game: str, schema: Sequence[Option], given: Mapping[str, str]
    ) -> tuple[Option, ...]:
        """Return a game's options with the server's maps among the choices, and the map in `given`."""
        uploads = self._uploads.get(game)
        if uploads is None:
            return tuple(schema)
        own = [row.id for row in await self.own(guild_id) if self._map_owner(row.id) == game]
        if (now := given.get(OPTION, NONE)) not in (NONE, *uploads.built_in(), *own):
            own.append(now)  # it was removed since
        return tuple(replace(o, choices=(*o.choices, *own)) if o.key == OPTION else o for o in schema)

    def sheet(self, map_id: str) -> Upload:
        """Return a map, even a removed one, with its statistics; refuse `unknown-map`."""
        return self._uploads[self.game(map_id)].find(map_id)

    def game(self, map_id: str) -> str:
        """Return the id of the game that is played on a map; refuse `unknown-map`."""
        game = self._map_owner(map_id)
        if game is None:
            raise Refusal("unknown-map", map=map_id)
        return game

    def of_match(self, match: MatchRow) -> Upload | None:
        """Return the map of a match; None without one."""
        map_id = match.options.get(OPTION, NONE) if match.game in self._uploads else NONE
        return None if map_id == NONE else self.sheet(map_id)

    def _map_owner(self, map_id: str) -> str | None:
        return next((game for game, uploads in self._uploads.items() if uploads.knows(map_id)), None)

    def _public_maps(self) -> tuple[str, ...]:
        return tuple(map_id for uploads in self._uploads.values() for map_id in uploads.built_in())

    # --- adding and removing -----------------------------------------------------------------------------------------

    def check_file(self, name: str, size: int, *, moderator: bool) -> None:
        """Raise `Refusal` unless a file is worth downloading.

        Refuses `not-map-keeper`, `map-file-name`, `map-too-large`.
        """
        _check_keeper(moderator=moderator)
        if PurePath(name).suffix.lower() not in ENDINGS:
            raise Refusal("map-file-name", name=name, choices=ENDINGS)
        if size > LARGEST:
            raise Refusal("map-too-large", most=LARGEST // 1024)

    async def offer(self, guild_id: int, user_id: UserId, name: str, content: bytes, *, now: datetime, moderator: bool) -> Upload:
        """Read and check an uploaded file, and keep it until the user confirms; it replaces their former upload.

        Refuses as `check_file`, and `map-not-text`, `bad-map` (with the `InvalidUploadError` as `found` and its `game`), `no-maps`,
        `map-there-already`, `too-many-maps`, and as `FreeText.checked`.
        """
        self.check_file(name, len(content), moderator=moderator)
        text = _decode_file(content)
        _, sheet = await self._check_drawing(text)

        def decide(own: Sequence[MapRow]) -> Decision[Upload]:
            _check_room(own, sheet.id)
            return Decision(lambda: sheet, changes=(PutRow(UploadRow(guild_id, user_id, text, now)),))

        return await self._unit_of_work.change(self._list(guild_id), decide, now=now)

    async def confirm(self, guild_id: int, user_id: UserId, map_id: str, *, now: datetime, moderator: bool) -> Upload:
        """Add the map that the user uploaded to the server's list; return it.

        Refuses `not-map-keeper`, `no-upload` (there is none, or it is another map now), `map-there-already`, `too-many-maps`.
        """
        _check_keeper(moderator=moderator)

        async def checked(_: Sequence[MapRow]) -> Upload:
            stored_upload = await self._store.maps.upload(guild_id, user_id)
            if stored_upload is None:
                raise Refusal("no-upload")
            return (await self._check_drawing(stored_upload.text))[1]

        def decide(own: Sequence[MapRow], sheet: Upload) -> Decision[Upload]:
            if sheet.id != map_id:
                raise Refusal("no-upload")
            _check_room(own, sheet.id)
            return Decision(lambda: sheet, changes=(SaveMap(MapRow(sheet.id, guild_id, sheet.title, sheet.text, user_id, now)),))

        sheet = await self._unit_of_work.change_with_precomputed(self._list(guild_id), checked, decide, now=now)
        self._remember(sheet.id, sheet.text)
        return sheet

    async def learn(self, map_id: str, text: str) -> None:
        """Load the map of an imported record, if its text has the id that the record names; refuse `record-field`."""
        if self._map_owner(map_id) is not None:
            return
        try:
            game, sheet = await self._check_drawing(text)
        except Refusal as refused:
            raise Refusal("record-field", field=OPTION) from refused
        if sheet.id != map_id:
            raise Refusal("record-field", field=OPTION)
        self._uploads[game].register(text)

    async def keep(self, guild_id: int, user_id: UserId, map_id: str, *, now: datetime) -> None:
        """Store the map of a match in this server without adding it to the server's list."""
        if self._map_owner(map_id) is None or map_id in self._public_maps():
            return

        def decide(own: Sequence[MapRow]) -> Decision[None]:
            sheet = self.sheet(map_id)
            kept = SaveMap(MapRow(map_id, guild_id, sheet.title, sheet.text, user_id, now, now))
            return Decision(lambda: None, changes=() if any(row.id == map_id for row in own) else (kept,))

        await self._unit_of_work.change(self._list(guild_id), decide, now=now)

    async def discard(self, guild_id: int, user_id: UserId, *, now: datetime) -> None:
        """Drop the unconfirmed upload of the user."""
        dropped = Decision(lambda: None, changes=(DropRow(UploadRow, (guild_id, user_id)),))
        await self._unit_of_work.change(self._list(guild_id), lambda _: dropped, now=now)

    async def remove(self, guild_id: int, text: str, *, now: datetime, moderator: bool) -> str:
        """Remove a map, named by id or title, from a server's list; return its title. Matches on it go on.

        Refuses `not-map-keeper`, `built-in-map`, `unknown-map`.
        """
        _check_keeper(moderator=moderator)
        map_id = await self.meant(guild_id, text)
        if map_id in self._public_maps():
            raise Refusal("built-in-map")

        def decide(own: Sequence[MapRow]) -> Decision[str]:
            if all(row.id != map_id for row in own):
                raise Refusal("unknown-map", map=text)
            return Decision(lambda: self.sheet(map_id).title, changes=(DelistMap(guild_id, map_id, now),))

        return await self._unit_of_work.change(self._list(guild_id), decide, now=now)

    def _list(self, guild_id: int) -> ChangeScope[Sequence[MapRow]]:
        """Return the scope of the list of a server's maps."""
        its = of_server(guild_id)

        async def read() -> LoadedAggregates[Sequence[MapRow]]:
            revision = await self._store.revision(its)
            return LoadedAggregates(await self._store.maps.of_guild(guild_id), {its: revision})

        return ChangeScope((its,), read)

    async def _check_drawing(self, text: str) -> tuple[str, Upload]:
        """Return the id and the map that a text describes, checked off the event loop, as that may take long.

        Refuses `bad-map`, `no-maps`, and as `FreeText.checked`.
        """
        self._free_text.checked(text, MAP)
        wrong: InvalidFileError | None = None
        for game, uploads in self._uploads.items():
            try:
                return game, await asyncio.to_thread(uploads.read, text)
            except InvalidUploadError as error:
                wrong = wrong or InvalidFileError(error, game)
        raise wrong or Refusal("no-maps")


def _check_room(own: Sequence[MapRow], map_id: str) -> None:
    if any(row.id == map_id for row in own):
        raise Refusal("map-there-already")
    if len(own) >= MOST:
        raise Refusal("too-many-maps", most=MOST)


def _check_keeper(*, moderator: bool) -> None:
    if not moderator:
        raise Refusal("not-map-keeper")


def _decode_file(content: bytes) -> str:
    """Return the text of a file with normalised line ends, so that one map has one id on every system."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refusal("map-not-text") from error
    return text.replace("\r\n", "\n")
