"""`/map add`, `list`, `show`, `remove`: the maps that a server can play on."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors
from cogs.entries.presses import on_press
from cogs.pictures import charts
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.lobby import maps as pages
from cogs.present.lobby.maps import Named
from cogs.present.parts import Picture
from cogs.refused import Declined
from editions.edition import Edition
from games.core.uploads import Upload
from service.errors import BadFile, Refusal
from text.commands import COMMANDS
from text.language import Words
from text.lobby import maps as says


@app_commands.guild_only()
class MapCog(commands.GroupCog, group_name="map", group_description=locale_str(COMMANDS["map"])):
    """`/map ...`; only in servers. Everything is private: a map becomes public when somebody opens a game on it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.maps = desk.services.maps

    # --- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(**named("map add"))
    @explained("map add", "file")
    async def add(self, interaction: discord.Interaction, file: discord.Attachment) -> None:
        """Shows what an uploaded map would look like."""
        words, moderator = asking.words(interaction), _is_keeper(interaction)
        self.maps.check_file(file.filename, file.size, moderator=moderator)
        offered = self.maps.offer(
            _guild(interaction),
            asking.user(interaction),
            file.filename,
            await _content(file),
            now=asking.now(),
            moderator=moderator,
        )
        found = self._named(await self._explained(offered))
        await deliver.show(interaction, pages.question(found, await self._picture(found, words), words))

    @app_commands.command(name="list", **{k: v for k, v in named("map list").items() if k != "name"})
    async def list_maps(self, interaction: discord.Interaction) -> None:
        """Ours and those of this server."""
        words, guild_id = asking.words(interaction), _guild(interaction)
        rows = await self.maps.own(guild_id)
        ours = [self._named(self.maps.sheet(map_id)) for map_id in await self.maps.ids(None)]
        own = [
            (row, self._named(self.maps.sheet(row.id)), await self.desk.people.name(row.added_by, guild_id, words)) for row in rows
        ]
        await deliver.show(interaction, pages.listed(ours, own, words))

    @app_commands.command(**named("map show"))
    @explained("map show", "map")
    async def show(self, interaction: discord.Interaction, map: str) -> None:  # noqa: A002  # the option's public name
        """Picture, figures, file."""
        await self._show(interaction, map)

    @app_commands.command(**named("map remove"))
    @explained("map remove", "map")
    async def remove(self, interaction: discord.Interaction, map: str) -> None:  # noqa: A002  # the option's public name
        """Off the list; games on it go on."""
        title = await self.maps.remove(_guild(interaction), map, now=asking.now(), moderator=_is_keeper(interaction))
        await deliver.show(interaction, notes.note(says.removed(title, asking.words(interaction))))

    @show.autocomplete("map")
    @errors.silent
    async def _offer_all(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offers(interaction, await self.maps.ids(_guild(interaction)), current)

    @remove.autocomplete("map")
    @errors.silent
    async def _offer_own(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offers(interaction, [row.id for row in await self.maps.own(_guild(interaction))], current)

    # --- buttons -----------------------------------------------------------------------------------------------------

    @on_press("mapadd")
    async def press_add(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, this map."""
        confirmed = self.maps.confirm(
            _guild(interaction),
            asking.user(interaction),
            press.argument,
            now=asking.now(),
            moderator=_is_keeper(interaction),
        )
        words = asking.words(interaction)
        found = await self._explained(confirmed)
        await deliver.show(interaction, notes.note(says.added(found.title, words)))

    @on_press("mapdrop")
    async def press_drop(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """No."""
        await self.maps.discard(_guild(interaction), asking.user(interaction))
        await deliver.show(interaction, notes.note(says.discarded(asking.words(interaction))))

    @on_press("mapshow")
    async def press_show(self, interaction: discord.Interaction, press: Press) -> None:
        """A map of the list; the list stays."""
        await self._show(interaction, press.choice)

    # --- what they share ---------------------------------------------------------------------------------------------

    async def _show(self, interaction: discord.Interaction, named_so: str) -> None:
        words = asking.words(interaction)
        found = self._named(self.maps.sheet(await self.maps.meant(_guild(interaction), named_so)))
        await deliver.show(interaction, pages.sheet(found, await self._picture(found, words), words))

    def _named(self, found: Upload) -> Named:
        """The map with the words of its game."""
        say = self._edition(found).words.uploads
        assert say is not None, "an edition with maps has words for them"
        return Named(found, say)

    async def _picture(self, found: Named, words: Words) -> Picture:
        return await charts.preview(self.desk, self._edition(found.upload), found.upload, words)

    def _edition(self, found: Upload) -> Edition:
        return self.desk.editions[found.game]

    async def _explained(self, adding: Awaitable[Upload]) -> Upload:
        """What was added; what is wrong with a map is said in the words of the game that could not read it."""
        try:
            return await adding
        except BadFile as refused:
            say = self.desk.editions[refused.game].words.uploads
            assert say is not None, "it has tried to read it"
            raise Refusal("bad-map", found=refused.found, say=say) from refused

    async def _offers(self, interaction: discord.Interaction, ids: Sequence[str], current: str) -> list[app_commands.Choice[str]]:
        words, wanted = asking.words(interaction), current.strip().casefold()
        found = [self._named(self.maps.sheet(map_id)) for map_id in ids]
        offers = [(each.say.title(each.upload, words), each.upload.id) for each in found]
        return notes.choices([offer for offer in offers if wanted in f"{offer[0]} {offer[1]}".casefold()])


def _guild(interaction: discord.Interaction) -> int:
    """The server whose maps are meant. Refuses `not-in-private`: Discord keeps only commands out of private messages."""
    if interaction.guild_id is None:
        raise Declined("not-in-private")
    return interaction.guild_id


def _is_keeper(interaction: discord.Interaction) -> bool:
    """Whether the person may change the list of maps: who manages channels or the server."""
    return asking.is_moderator(interaction) or interaction.permissions.manage_guild


async def _content(file: discord.Attachment) -> bytes:
    """The bytes of an upload. Refuses: `no-upload` where Discord does not have it any more."""
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise Refusal("no-upload") from error
