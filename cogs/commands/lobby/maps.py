"""The server's maps: a `/help` topic that lists them, with forms to add and to remove maps."""

from __future__ import annotations

from collections.abc import Awaitable

import discord
from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.declarations import DeferMode, EntryPoint
from cogs.images import tournament_images
from cogs.interactions import modals
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import ChoiceField, FileField
from cogs.messages.lobby import maps as pages
from cogs.messages.lobby.maps import NamedMap
from cogs.messages.message_parts import Message, Picture
from cogs.refusals import InteractionRefused
from editions.edition import Edition
from games.core.uploads import Upload
from service.errors import InvalidFileError, Refusal
from storage.rows import MatchId
from text.labels import label
from text.lobby import maps as says
from text.translator import Translator


class MapCog(commands.Cog):
    """Cog with the buttons of the help topic about maps; all its answers are private."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.maps = app.services.maps

    async def with_list(self, request: Request, page: Message) -> Message:
        """Add the list of maps to the help topic, with buttons for users who may change the list."""
        words, guild_id = request.words, request.guild_id
        ours = [self._named_map(self.maps.sheet(map_id)) for map_id in await self.maps.ids(None)]
        own = [
            (row, self._named_map(self.maps.sheet(row.id)), await self.app.people.name(row.added_by, guild_id, words))
            for row in await self.maps.own(guild_id)
        ]
        keeps = interaction_info.is_in_server(request.interaction) and _is_keeper(request)
        return pages.add_map_list(page, ours, own, words, keeps=keeps)

    # --- buttons -----------------------------------------------------------------------------------------------------

    @SERVER.press("mapadd")
    async def press_add(self, request: Request) -> None:
        """Add the previewed map to the server's list, after confirmation."""
        confirmed = self.maps.confirm(
            _guild(request),
            request.user,
            request.argument,
            now=request.now,
            moderator=_is_keeper(request),
        )
        words = request.words
        upload = await self._try_upload(confirmed)
        await request.respond(notes.note(says.added(upload.title, words)))

    @SERVER.press("mapdrop")
    async def press_drop(self, request: Request) -> None:
        """Discard the previewed map."""
        await self.maps.discard(_guild(request), request.user, now=request.now)
        await request.respond(notes.note(says.discarded(request.words)))

    @SERVER.press("mapshow", ack=DeferMode.AFRESH, way=EntryPoint.SELECT)
    async def press_show(self, request: Request) -> None:
        """Show one map of the list in a separate message: picture, figures and file."""
        words = request.words
        named_map = self._named_map(self.maps.sheet(await self.maps.meant(request.guild_id, request.choice)))
        await request.respond(pages.sheet(named_map, await self._picture(named_map, words), words))

    @SERVER.press("mapform", ack=DeferMode.FORM)
    async def press_form(self, request: Request) -> None:
        """Open the form that asks for a map's file."""
        words = request.words
        await request.ask(
            label("add-map", words), Press(MatchId(0), 0, "mapset"), FileField("file", says.file(words), says.file_about(words))
        )

    @SERVER.press("mapset", way=EntryPoint.FORM)
    async def press_set(self, request: Request) -> None:
        """Show the preview of the uploaded map. Refuses `no-upload`."""
        file, words, moderator = modals.uploaded_file(request.interaction), request.words, _is_keeper(request)
        if file is None:
            raise Refusal("no-upload")
        self.maps.check_file(file.filename, file.size, moderator=moderator)
        guild_id, user, content = _guild(request), request.user, await _content(file)
        offered = self.maps.offer(guild_id, user, file.filename, content, now=request.now, moderator=moderator)
        named_map = self._named_map(await self._try_upload(offered))
        await request.respond(pages.question(named_map, await self._picture(named_map, words), words))

    @SERVER.press("mapremove", ack=DeferMode.FORM)
    async def press_remove(self, request: Request) -> None:
        """Ask which of the server's maps to remove."""
        words = request.words
        own = [self._named_map(self.maps.sheet(row.id)) for row in await self.maps.own(_guild(request))]
        if not own:
            raise Refusal("no-own-maps")
        lines = [pages.map_line(own_map, words) for own_map in own]
        choice_field = ChoiceField("map", label("which-map", words), lines, says.removing(words))
        await request.ask(label("remove-map", words), Press(MatchId(0), 0, "mapremoveset"), choice_field)

    @SERVER.press("mapremoveset", way=EntryPoint.FORM)
    async def press_removed(self, request: Request) -> None:
        """Remove a map from the server's list; matches on that map continue."""
        (map_id,) = request.fields.get("map") or ("",)
        title = await self.maps.remove(_guild(request), map_id, now=request.now, moderator=_is_keeper(request))
        await request.respond(notes.note(says.removed(title, request.words)))

    # --- what they share ---------------------------------------------------------------------------------------------

    def _named_map(self, upload: Upload) -> NamedMap:
        """Return the map together with the texts of its game."""
        say = self._edition(upload).words.uploads
        assert say is not None, "an edition with maps has words for them"
        return NamedMap(upload, say)

    async def _picture(self, named_map: NamedMap, words: Translator) -> Picture:
        return await tournament_images.preview(self.app, self._edition(named_map.upload), named_map.upload, words)

    def _edition(self, upload: Upload) -> Edition:
        return self.app.editions[upload.game]

    async def _try_upload(self, adding: Awaitable[Upload]) -> Upload:
        """Await `adding`, and return the added map.

        A refusal of the file is worded by the game that could not read the file.
        """
        try:
            return await adding
        except InvalidFileError as refused:
            say = self.app.editions[refused.game].words.uploads
            assert say is not None, "it has tried to read it"
            raise Refusal("bad-map", found=refused.found, say=say) from refused


def _guild(request: Request) -> int:
    """Return the id of the request's server. Refuses `not-in-private`."""
    if request.guild_id is None:
        raise InteractionRefused("not-in-private")
    return request.guild_id


def _is_keeper(request: Request) -> bool:
    """Return whether the user may change the list of maps: they may manage channels or the server."""
    return request.is_moderator or request.interaction.permissions.manage_guild


async def _content(file: discord.Attachment) -> bytes:
    """Return the bytes of an upload. Refuses `no-upload` if Discord no longer has the file."""
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise Refusal("no-upload") from error
