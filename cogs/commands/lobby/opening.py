"""A game is opened: `/new` with all that can be said at once, and `/game rematch`."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby.lobby_messages import Fronts
from cogs.commands.lobby import rooms
from cogs.commands.lobby.lobby_settings import form
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import choosing, errors
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import people
from games.core.uploads import OPTION
from service.lobby.terms import typed
from service.records import Lobby
from service.servers.server_settings import ROOM
from text.clocks import clocks
from text.labels import label
from text.language import Words
from text.language import words as spoken
from text.lobby import gathering, setup
from text.people import preferences


class OpeningCog(commands.Cog):
    """`/new`."""

    def __init__(self, desk: Desk, fronts: Fronts) -> None:
        self.desk = desk
        self.services = desk.services
        self.fronts = fronts

    @app_commands.command(**named("new"))
    @explained("new", "game", "edition", "expansions", "map", "players", "here", "private")
    @explained("new", "rules", "pace", "terms", "language")
    async def new(
        self,
        interaction: discord.Interaction,
        game: str = "",
        edition: str = "",
        expansions: str = "",
        map: str = "",  # noqa: A002  # the option's public name
        players: app_commands.Range[int, 2, 10] | None = None,
        here: bool = False,
        private: bool = False,
        rules: str = "",
        pace: str = "",
        terms: str = "",
        language: str = "",
    ) -> None:
        """Open a lobby; without any option its host gets the settings to choose from."""
        words = asking.words(interaction)
        named_so = setup.given(edition=edition, expansions=expansions, rules=rules) | ({OPTION: map} if map else {})
        chosen = await self.desk.services.maps.chosen(interaction.guild_id, named_so)
        game_id = setup.game(game, self.desk.editions.explain, words)
        agreed = typed(pace, terms)
        locale = choosing.language(language) if language else await self.desk.languages.public(interaction)
        rooms.must_open(self.desk, interaction)
        room = rooms.chosen(interaction, self.services.server_settings.one(interaction.guild_id, ROOM))
        kind = rooms.planned(
            interaction,
            here=here or not self.desk.threads,
            private=private,
            voiceless=rooms.voiceless(self.desk, interaction),
            room=room,
        )
        here_id = interaction.channel_id if kind.is_here else None
        user = asking.user(interaction)
        with choosing.named(self.desk, game_id):
            await self.services.lobbies.check_new(
                game_id, chosen, channel_id=here_id, seats=players, host=user, guild_id=interaction.guild_id, terms=agreed
            )
        self.desk.cooldowns.spend(asking.user(interaction), "new", asking.now())
        opened = await self._opened(interaction, kind, game_id, chosen, players, agreed, locale)
        lead = notes.note(gathering.lobby_open(f"<#{opened.match.channel_id}>", words), _why_here(kind, words))
        if kind is rooms.Kind.PRIVATE_THREAD:
            lead.say(gathering.invite_by_mention(words)).row(people(opened.match, "invite", hint=label("invite", words)))
        plain = not (chosen or game or players or agreed or language)
        await deliver.show(interaction, await form(self.desk, opened, 0, words, lead) if plain else lead)

    @on_press("new")
    async def press_open(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """As `/new` without any option."""
        await self.new.callback(self, interaction)  # type: ignore[arg-type]  # discord.py doesn't know its own cogs here

    @new.autocomplete("game")
    @errors.silent
    async def _offer_games(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(setup.games(current, self.desk.editions.explain, asking.words(interaction)))

    @new.autocomplete("edition")
    @errors.silent
    async def _offer_editions(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offers("edition", current, interaction)

    @new.autocomplete("expansions")
    @errors.silent
    async def _offer_expansions(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offers("expansions", current, interaction)

    @new.autocomplete("map")
    @errors.silent
    async def _offer_maps(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offers(OPTION, current, interaction)

    @new.autocomplete("rules")
    @errors.silent
    async def _offer_rules(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self._offers("rules", current, interaction)

    @new.autocomplete("pace")
    @errors.silent
    async def _offer_paces(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(clocks.paces(current, asking.words(interaction)))

    @new.autocomplete("terms")
    @errors.silent
    async def _offer_terms(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(clocks.offers(current, asking.words(interaction)))

    @new.autocomplete("language")
    @errors.silent
    async def _offer_languages(self, _: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return notes.choices(preferences.offered(current))

    async def _opened(
        self,
        interaction: discord.Interaction,
        kind: rooms.Kind,
        game_id: str,
        chosen: Mapping[str, str],
        players: int | None,
        terms: Mapping[str, str],
        locale: str,
    ) -> Lobby:
        """The room, the lobby, and its message: all of them, or none."""
        words, name = spoken(locale), interaction.user.display_name
        played = self._name(game_id, chosen, words)
        title, placeholder = gathering.thread_name(played, name, words), notes.note(gathering.opening(played, name, words))
        where = rooms.chosen(interaction, self.services.server_settings.one(interaction.guild_id, ROOM))
        room = await rooms.prepare(interaction, kind, title, placeholder, where)
        host = asking.user(interaction)
        try:
            opened = await self.services.lobbies.open(
                room.place, host, game_id, chosen, now=asking.now(), seats=players, locale=locale, terms=terms
            )
            try:
                await rooms.posted(self.desk, opened, room.front)
                await self.fronts.refresh(opened.match.id)
            except BaseException:
                await self.services.departures.cancel(opened.match.id, host, now=asking.now())
                raise
        except BaseException:
            await room.remove()
            raise
        return opened

    async def _offers(self, option: str, current: str, interaction: discord.Interaction) -> list[app_commands.Choice[str]]:
        words = asking.words(interaction)
        game_id = setup.game(getattr(interaction.namespace, "game", None), self.desk.editions.explain, words)
        edition = self.desk.editions[game_id]
        schema = await self.desk.services.maps.schema(interaction.guild_id, game_id, edition.game.schema(), {})
        found = setup.offers(option, current, schema, edition.words.explain, words)
        return notes.choices(found)

    def _name(self, game_id: str, chosen: Mapping[str, str], words: Words) -> str:
        """What is played, in a few words."""
        return self.desk.editions[game_id].words.explain.title(chosen, words)


def _why_here(kind: rooms.Kind, words: Words) -> str:
    """Why the game gets no thread; empty where it has one or none was wanted."""
    if kind is rooms.Kind.HERE_FOR_WANT_OF_OURS:
        return gathering.no_thread(words)
    return gathering.no_thread_of_yours(words) if kind is rooms.Kind.HERE_FOR_WANT_OF_YOURS else ""
