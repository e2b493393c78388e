"""From an open lobby to the first tile: `/game new`, `join`, `leave`, `start`, `cancel`, `rematch`, and the lobby's buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.fronts import Fronts
from cogs.commands import rooms
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import choosing, errors, rights
from cogs.entries.presses import on_press
from cogs.present import lobby as tables
from cogs.present import private as notes
from cogs.present import settings
from cogs.present.ids import Press
from cogs.present.parts import Message, people
from games.core.errors import Refused
from games.core.uploads import OPTION
from service.records import Lobby
from service.server_settings import ROOM, VOICELESS, YES
from service.services import Services
from service.terms import typed
from storage.records import LOBBY, MatchId, UserId
from text import clocks, finding, gathering, leaving, members, preferences, setup
from text.labels import label
from text.language import Words
from text.language import words as spoken


class LobbyCommands(commands.Cog):
    """The part of `/game` that comes before the first tile; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services
    fronts: Fronts

    # --- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(**named("game new"))
    @explained("game new", "game", "edition", "expansions", "map", "players", "here", "private")
    @explained("game new", "rules", "pace", "terms", "language")
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
            voiceless=self._voiceless(interaction),
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
        await deliver.show(interaction, await self._form(opened, 0, words, lead) if plain else lead)

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

    @app_commands.command(**named("game join"))
    async def join(self, interaction: discord.Interaction) -> None:
        """Take a seat."""
        match = await rights.here(self.desk, interaction)
        await self._joined(interaction, match.id)

    @app_commands.command(**named("game leave"))
    async def leave(self, interaction: discord.Interaction) -> None:
        """Give the seat back."""
        match = await rights.here(self.desk, interaction)
        await self._left(interaction, match.id)

    @app_commands.command(**named("game start"))
    async def start(self, interaction: discord.Interaction) -> None:
        """Begin."""
        match = await rights.here(self.desk, interaction)
        await self._started(interaction, match.id)

    @app_commands.command(**named("game cancel"))
    async def cancel(self, interaction: discord.Interaction) -> None:
        """End without a result; asks once more when a game runs."""
        match = await rights.here(self.desk, interaction)
        words = asking.words(interaction)
        if match.status == LOBBY:
            await self._cancelled(interaction, match.id)
        else:
            question = tables.sure(match, leaving.ask_cancel(words), label("yes-cancel", words), "cancelsure", words)
            await deliver.show(interaction, question)

    @app_commands.command(**named("game rematch"))
    async def rematch(self, interaction: discord.Interaction) -> None:
        """The same game once more."""
        match = await rights.here(self.desk, interaction)
        await self._rematched(interaction, match.id)

    # --- buttons -----------------------------------------------------------------------------------------------------

    @on_press("join")
    async def press_join(self, interaction: discord.Interaction, press: Press) -> None:
        """Join."""
        await self._joined(interaction, press.match)

    @on_press("leave")
    async def press_leave(self, interaction: discord.Interaction, press: Press) -> None:
        """Leave."""
        await self._left(interaction, press.match)

    @on_press("start")
    async def press_start(self, interaction: discord.Interaction, press: Press) -> None:
        """Start."""
        await self._started(interaction, press.match)

    @on_press("cancelsure")
    async def press_cancel(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes, cancel."""
        await self._cancelled(interaction, press.match)

    @on_press("keep")
    async def press_keep(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """No, keep playing."""
        await deliver.show(interaction, notes.note(gathering.nothing_changed(asking.words(interaction))))

    @on_press("rematch")
    async def press_rematch(self, interaction: discord.Interaction, press: Press) -> None:
        """Rematch."""
        await self._rematched(interaction, press.match)

    @on_press("settings")
    async def press_settings(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the settings, a page of them."""
        lobby, words = await self.services.lobbies.lobby(press.match), asking.words(interaction)
        if asking.user(interaction) == lobby.match.host_id or asking.is_moderator(interaction):
            await deliver.show(interaction, await self._form(lobby, asking.number(press.argument), words))
        else:
            lead = gathering.only_host_sets(words)
            await deliver.show(interaction, settings.chosen(lobby.match, self.desk.edition(lobby.match), words, lead))

    @on_press("done")
    async def press_done(self, interaction: discord.Interaction, press: Press) -> None:
        """The form is put away."""
        match, words = await self.services.looking.match(press.match), asking.words(interaction)
        await deliver.show(interaction, settings.chosen(match, self.desk.edition(match), words, gathering.settings_done(words)))

    @on_press("set")
    async def press_set(self, interaction: discord.Interaction, press: Press) -> None:
        """One option gets another value."""
        page, _, key = press.argument.partition(" ")
        with choosing.named(self.desk, (await self.services.looking.match(press.match)).game):
            changed = await self.services.lobbies.change(
                press.match,
                asking.user(interaction),
                now=asking.now(),
                options=await self.desk.services.maps.chosen(interaction.guild_id, {key: ",".join(press.values)}),
                moderator=asking.is_moderator(interaction),
            )
        await self._changed(interaction, changed, asking.number(page))

    @on_press("term")
    async def press_term(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the terms gets another value."""
        page, _, key = press.argument.partition(" ")
        changed = await self.services.lobbies.change(
            press.match,
            asking.user(interaction),
            now=asking.now(),
            terms={key: press.choice},
            moderator=asking.is_moderator(interaction),
        )
        await self._changed(interaction, changed, asking.number(page))

    @on_press("speaks")
    async def press_speaks(self, interaction: discord.Interaction, press: Press) -> None:
        """Another language for what all read."""
        changed = await self.services.lobbies.change(
            press.match,
            asking.user(interaction),
            now=asking.now(),
            locale=choosing.language(press.choice),
            moderator=asking.is_moderator(interaction),
        )
        await self._changed(interaction, changed, 0)

    @on_press("seats")
    async def press_seats(self, interaction: discord.Interaction, press: Press) -> None:
        """Another number of seats."""
        changed = await self.services.lobbies.change(
            press.match,
            asking.user(interaction),
            now=asking.now(),
            seats=asking.number(press.choice),
            moderator=asking.is_moderator(interaction),
        )
        await self._changed(interaction, changed, 0)

    @on_press("computer")
    async def press_computer(self, interaction: discord.Interaction, press: Press) -> None:
        """Which computer player?"""
        lobby = await self.services.lobbies.lobby(press.match)
        await deliver.show(interaction, tables.levels(lobby.match, self.desk.services.levels, asking.words(interaction)))

    @on_press("level")
    async def press_level(self, interaction: discord.Interaction, press: Press) -> None:
        """Seat a computer player."""
        await self.services.lobbies.add_computer(
            press.match, asking.user(interaction), press.choice, now=asking.now(), moderator=asking.is_moderator(interaction)
        )
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(gathering.joined(members.computer_name(press.choice, words), words)))
        await self.fronts.refresh(press.match)

    @on_press("uncomputer")
    async def press_uncomputer(self, interaction: discord.Interaction, press: Press) -> None:
        """Unseat a computer player."""
        await self.services.lobbies.remove_computer(
            press.match, asking.user(interaction), now=asking.now(), moderator=asking.is_moderator(interaction)
        )
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(gathering.computer_unseated(words)))
        await self.fronts.refresh(press.match)

    @on_press("invite")
    async def press_invite(self, interaction: discord.Interaction, press: Press) -> None:
        """Add people to the thread of a private game."""
        match = await self.services.looking.match(press.match)
        blockers = await self.services.people.blockers_of(asking.user(interaction))
        open_to = [user for user in press.values if UserId(asking.large(user)) not in blockers]
        words, added = asking.words(interaction), await rooms.invite(interaction, match.channel_id, open_to)
        said = gathering.invited([f"<@{user}>" for user in added], words) if added else gathering.nobody_invited(words)
        await deliver.aside(interaction, notes.note(said))

    # --- what commands and buttons share -----------------------------------------------------------------------------

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
                await self._posted(opened, room.front)
                await self.fronts.refresh(opened.match.id)
            except BaseException:
                await self.services.departures.cancel(opened.match.id, host, now=asking.now())
                raise
        except BaseException:
            await room.remove()
            raise
        return opened

    async def _posted(self, lobby: Lobby, front: discord.Message) -> None:
        await self.services.outbox.posted(lobby.match.id, "lobby", front.id, channel_id=front.channel.id, now=asking.now())

    async def _joined(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        taking = self.services.lobbies.join(match_id, asking.user(interaction), now=asking.now())
        match = await self.services.looking.match(match_id)
        said = finding.seat_taken(f"<#{match.channel_id}>", asking.words(interaction))
        await self._sat(interaction, match_id, taking, said)

    async def _left(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        given_up = self.services.lobbies.leave(match_id, asking.user(interaction), now=asking.now())
        await self._sat(interaction, match_id, given_up, gathering.left(interaction.user.display_name, asking.words(interaction)))

    async def _sat(self, interaction: discord.Interaction, match_id: MatchId, seating: Awaitable[Lobby], said: str) -> None:
        """Somebody sits down or gets up; whoever pressed the front sees it there, everybody else is told in private.

        The front is renewed also where this was refused: who hears that he already sits here has an old one before his eyes.
        """
        on_front = interaction.message is not None and not interaction.message.flags.ephemeral
        try:
            await seating
        except Refused as refused:
            await errors.report(self.desk, interaction, refused)
        else:
            if not on_front:
                await deliver.show(interaction, notes.note(said))
        await self.fronts.refresh(match_id)

    async def _started(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        update = await self.services.lobbies.start(
            match_id, asking.user(interaction), now=asking.now(), moderator=asking.is_moderator(interaction)
        )
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(gathering.begun(f"<#{update.match.channel_id}>", words)))
        await self.fronts.refresh(match_id)

    async def _cancelled(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        await self.services.departures.cancel(
            match_id, asking.user(interaction), now=asking.now(), moderator=asking.is_moderator(interaction)
        )
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(leaving.cancelled(interaction.user.display_name, words)))
        await self.fronts.refresh(match_id)

    async def _rematched(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        asking.require(interaction, view_channel=True, attach_files=True)
        rooms.must_open(self.desk, interaction)
        if not self._voiceless(interaction):
            asking.require_voice(interaction)
        user = asking.user(interaction)
        self.desk.cooldowns.spend(asking.user(interaction), "new", asking.now())
        lobby = await self.services.lobbies.rematch(match_id, user, now=asking.now(), place=asking.place(interaction))
        try:
            message = await self.fronts.drawn(lobby.match.id)
            message.pings = await self.services.lobbies.invited(lobby)
            front = await deliver.post(cast(discord.abc.Messageable, interaction.channel), message)
            await self._posted(lobby, front)
        except BaseException:
            await self.services.departures.cancel(lobby.match.id, user, now=asking.now())
            raise
        words = asking.words(interaction)
        await deliver.show(interaction, notes.note(gathering.lobby_open(f"<#{lobby.match.channel_id}>", words)))

    def _voiceless(self, interaction: discord.Interaction) -> bool:
        """Whether members of the server who may not write themselves may open games all the same."""
        return self.services.server_settings.value(interaction.guild_id, VOICELESS) == YES

    async def _changed(self, interaction: discord.Interaction, lobby: Lobby, page: int) -> None:
        await deliver.show(interaction, await self._form(lobby, page, asking.words(interaction)))
        await self.fronts.refresh(lobby.match.id)

    async def _form(self, lobby: Lobby, page: int, words: Words, message: Message | None = None) -> Message:
        match, edition = lobby.match, self.desk.edition(lobby.match)
        schema = await self.desk.services.maps.schema(match.guild_id, match.game, edition.game.schema(), match.options)
        return settings.form(lobby, edition, schema, page, words, message)

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
