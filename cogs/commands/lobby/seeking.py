"""`/find`: a wish on the list of the server, and a game that begins by itself as soon as wishes fit."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.background.lobby.seekers import Seekers
from cogs.commands.lobby import rooms
from cogs.commands.vocabulary import everywhere, explained, named
from cogs.desk import Desk
from cogs.entries import choosing, forms
from cogs.entries.completing import Offers, Typing, completes
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.lobby import seeking as pages
from cogs.present.parts import button
from cogs.refused import Declined
from service.lobby.seeking import EDITION, FoundPartners
from service.lobby.terms import duration
from service.servers.server_settings import ROOM
from storage.records import MatchId, UserId, WishRow
from text.clocks import clocks
from text.labels import label
from text.language import Words
from text.language import languages as languages_of_text
from text.language import words as spoken
from text.lobby import seeking, setup
from text.people import preferences

OFF = "off"
"""Named as the game: look for nothing more."""
TITLE = 100
"""Most characters of the title of a thread."""


class SeekingCog(commands.Cog):
    """`/find`."""

    def __init__(self, desk: Desk, lobby_messages: LobbyMessages) -> None:
        self.desk = desk
        self.services = desk.services
        self.lobby_messages = lobby_messages
        self.seekers = Seekers(desk)

    @everywhere
    @app_commands.command(**named("find"))
    @explained("find", "game", "edition", "pace", "players", "languages", "slowest", "reliable")
    async def find(
        self,
        interaction: discord.Interaction,
        game: str = "",
        edition: str = "",
        pace: str = "",
        players: app_commands.Range[int, 2, 6] | None = None,
        languages: str = "",
        slowest: str = "",
        reliable: app_commands.Range[int, 1, 100] | None = None,
    ) -> None:
        """Look for others: in a server that has the bot."""
        if not asking.is_in_server(interaction):
            await deliver.show(interaction, pages.alone(asking.words(interaction)))
            return
        if game.strip().casefold() in (OFF, *(label("unseek", spoken(one)).casefold() for one in languages_of_text())):
            await self._take_back(interaction)
            return
        game_id = setup.game(game, self.desk.editions.explain, asking.words(interaction))
        wanted = WishRow(_guild(interaction), asking.user(interaction), game_id, pace.strip().lower(), players or 0, asking.now())
        await self._look(
            interaction, replace(wanted, edition=edition.strip().lower(), least_kept=reliable or 0), languages, slowest
        )

    @completes(find, "game", "edition", "languages", "pace")
    async def _offer(self, typing: Typing) -> Offers:
        text, words = typing.text, typing.words
        if typing.option == "languages":
            return preferences.offered_more(text)
        if typing.option == "pace":
            return [offer for offer in clocks.paces(text, words) if "=" not in offer[1]]
        if typing.option == "edition":
            found = self.desk.editions[setup.game(typing.filled.get("game"), self.desk.editions.explain, words)]
            return setup.offers(EDITION, text, found.game.schema(), found.words.explain, words)
        wishes = await self.services.seeking.wishes(_guild(typing.interaction))
        is_listed = any(wish.user_id == asking.user(typing.interaction) for wish in wishes)
        off = [(label("unseek", words), OFF)] if is_listed else []
        return [*off, *setup.games(text, self.desk.editions.explain, words)]

    @on_press("findform")
    async def press_form(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Below the games of a server: a form that asks what for."""
        words = asking.words(interaction)
        await forms.ask(
            interaction, label("find-players", words), Press(MatchId(0), 0, "findset"), *pages.form(self._games(words), words)
        )

    @on_press("findset")
    async def press_set(self, interaction: discord.Interaction, press: Press) -> None:
        """The form is filled in."""
        field = {key: values[0] for key, values in press.fields.items() if values and values[0] != pages.ANY}
        game, _, edition = field.get("game", "").partition(" ")
        players, pace = asking.number(field.get("players", "")), field.get("pace", "")
        wanted = WishRow(_guild(interaction), asking.user(interaction), game, pace, players, asking.now(), edition)
        await self._look(interaction, wanted, field.get("languages", ""), field.get("slowest", ""))

    @on_press("seek")
    async def press_seek(self, interaction: discord.Interaction, press: Press) -> None:
        """The same as somebody on the list; of one's own wish, how it stands."""
        guild_id, user = _guild(interaction), asking.user(interaction)
        wishes = await self.services.seeking.wishes(guild_id)
        theirs = next((wish for wish in wishes if wish.user_id == asking.large(press.argument)), None)
        if theirs is None:
            await self.seekers.refresh(guild_id)
            await deliver.show(interaction, notes.note(seeking.gone(asking.words(interaction))))
        elif theirs.user_id == user:
            await self._show_kept(interaction)
        else:
            await self._wish(interaction, _alike(theirs, user))

    @on_press("unseek")
    async def press_unseek(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """Look for nothing more."""
        await self._take_back(interaction)

    async def _take_back(self, interaction: discord.Interaction) -> None:
        await self.services.seeking.take_back(_guild(interaction), asking.user(interaction), now=asking.now())
        await self.seekers.refresh(_guild(interaction))
        await deliver.show(interaction, notes.note(seeking.taken_back(asking.words(interaction))))

    def _games(self, words: Words) -> list[tuple[str, str]]:
        """Every game, and each edition of those that have several: name and value."""
        found = []
        for edition in self.desk.editions.values():
            explain, schema = edition.words.explain, edition.game.schema()
            name, choices = explain.name(words), next((option.choices for option in schema if option.key == EDITION), ())
            found += [(name, edition.game.id)]
            found += [(f"{name} · {explain.value(EDITION, one, words)}", f"{edition.game.id} {one}") for one in choices]
        return found

    async def _look(self, interaction: discord.Interaction, wanted: WishRow, languages: str, slowest: str) -> None:
        """Keep a wish, with what was typed about others."""
        wanted = replace(
            wanted,
            languages=tuple(dict.fromkeys(choosing.language(one) for one in languages.split(",") if one.strip())),
            most_wait_s=round(duration(slowest or "0").total_seconds()),
        )
        with choosing.named(self.desk, wanted.game):
            await self._wish(interaction, wanted)

    async def _wish(self, interaction: discord.Interaction, wanted: WishRow) -> None:
        room = rooms.chosen(interaction, self.services.server_settings.one(interaction.guild_id, ROOM))
        voiceless = rooms.voiceless(self.desk, interaction)
        kind = rooms.planned(interaction, here=not self.desk.threads, private=False, voiceless=voiceless, room=room)
        self.desk.cooldowns.spend(wanted.user_id, "new", asking.now())
        found = await self.services.seeking.wish(wanted)
        if found is not None:
            await self._begin(interaction, found, kind, room)
            await self.seekers.refresh(wanted.guild_id)
            return
        where = room.id if isinstance(room, discord.TextChannel) else asking.place(interaction).channel_id
        await self.seekers.show(wanted.guild_id, where)
        await self._show_kept(interaction)

    async def _begin(
        self, interaction: discord.Interaction, found: FoundPartners, kind: rooms.RoomKind, room: rooms.Channel | None
    ) -> None:
        locale = await self.desk.languages.public(interaction)
        words = spoken(locale)
        names = [await self.desk.people.name(user, interaction.guild_id, words) for user in found.people]
        title = seeking.together(names, words)[:TITLE]
        made = await rooms.prepare(interaction, kind, title, notes.note(title), room)
        try:
            match = (await self.services.seeking.begin(found, made.place, now=asking.now(), locale=locale)).match
        except BaseException:
            await made.remove()
            raise
        await self.services.outbox.posted(match.id, "lobby", made.front.id, channel_id=made.front.channel.id, now=asking.now())
        await self.lobby_messages.refresh(match.id)
        await deliver.show(interaction, notes.note(seeking.found(f"<#{match.channel_id}>", asking.words(interaction))))

    async def _show_kept(self, interaction: discord.Interaction) -> None:
        words = asking.words(interaction)
        where = await self.seekers.where(_guild(interaction)) or interaction.channel_id
        await deliver.show(
            interaction, notes.note(seeking.kept(f"<#{where}>", words)).row(button(None, label("unseek", words), "unseek"))
        )


def _alike(theirs: WishRow, user: UserId) -> WishRow:
    """The same wish of somebody else, who asks nothing more of others: the press says whom they want to play with."""
    return replace(theirs, user_id=user, at=asking.now(), most_wait_s=0, least_kept=0)


def _guild(interaction: discord.Interaction) -> int:
    if interaction.guild_id is None:
        raise Declined("not-in-private")
    return interaction.guild_id
