"""The settings of a lobby: private pages that its host changes it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import planning
from cogs.desk import Desk
from cogs.entries import choosing
from cogs.entries.presses import on_press
from cogs.pictures import sheets
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.lobby import lobby as tables
from cogs.present.lobby import pages
from cogs.present.parts import Message, button
from service.lobby.terms import typed
from service.process.services import Services
from service.records import Lobby
from storage.records import LOBBY, MatchId, MatchRow, UserId
from text.labels import label
from text.language import Words
from text.lobby import gathering, setup


class LobbySettings(commands.Cog):
    """The buttons and lists of the pages; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services
    lobby_messages: LobbyMessages

    @on_press("settings", "done")
    async def press_settings(self, interaction: discord.Interaction, press: Press) -> None:
        """A page of the settings; for those who can't change them, what is chosen."""
        lobby, words = await self.services.lobbies.lobby(press.match), asking.words(interaction)
        if asking.user(interaction) == lobby.match.host_id or asking.is_moderator(interaction):
            await self._show(interaction, lobby, press.argument.partition(" ")[0])
        else:
            at = await table_of(self.desk, lobby, words, asking.user(interaction))
            await deliver.show(interaction, pages.read(at, gathering.only_host_sets(words)))

    @on_press("set")
    async def press_set(self, interaction: discord.Interaction, press: Press) -> None:
        """One option gets another value."""
        page, _, key = press.argument.partition(" ")
        with choosing.named(self.desk, (await self.services.looking.match(press.match)).game):
            options = await self.services.maps.chosen(interaction.guild_id, {key: ",".join(press.values)})
            await self._change(interaction, press.match, page, options=options)

    @on_press("setgame")
    async def press_set_game(self, interaction: discord.Interaction, press: Press) -> None:
        """Another game: its options begin as usual."""
        plan = await planning.planned(self.desk, interaction, press.choice)
        page = pages.MAP if plan.asks else pages.GAME
        plan = await planning.with_first(self.desk, interaction, plan)
        await self._change(interaction, press.match, page, game=plan.game, options=plan.options)

    @on_press("term")
    async def press_term(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the terms gets another value."""
        page, _, key = press.argument.partition(" ")
        await self._change(interaction, press.match, page, terms={key: press.choice})

    @on_press("speaks")
    async def press_speaks(self, interaction: discord.Interaction, press: Press) -> None:
        """Another language for what all read."""
        await self._change(interaction, press.match, pages.GAME, locale=choosing.language(press.choice))

    @on_press("seats")
    async def press_seats(self, interaction: discord.Interaction, press: Press) -> None:
        """Another number of seats."""
        await self._change(interaction, press.match, pages.SEATS, seats=asking.number(press.choice))

    @on_press("setrules")
    async def press_set_rules(self, interaction: discord.Interaction, press: Press) -> None:
        """Several options at once, as they are typed: `farmers=off small_city=2`."""
        with choosing.named(self.desk, (await self.services.looking.match(press.match)).game):
            options = await self.services.maps.chosen(interaction.guild_id, setup.given(rules=press.choice))
            await self._change(interaction, press.match, pages.RULES, options=options)

    @on_press("setterms")
    async def press_set_terms(self, interaction: discord.Interaction, press: Press) -> None:
        """A pace or other terms, as they are typed: `daily`, `take_back=30`."""
        await self._change(interaction, press.match, pages.TIME, terms=typed("", press.choice))

    @on_press("handover")
    async def press_hand_over(self, interaction: discord.Interaction, press: Press) -> None:
        """Another player hosts from now on; where nobody is named, who is asked."""
        if press.argument:
            await self._hand_over(interaction, press.match, UserId(asking.large(press.argument)))
            return
        match, seats = await self.services.looking.seated(press.match)
        words = asking.words(interaction)
        names = await self.desk.people.names(seats, match.guild_id, words)
        others = [
            (name, seat.user_id) for name, seat in zip(names, seats, strict=True) if seat.is_human and seat.user_id != match.host_id
        ]
        await deliver.show(interaction, tables.new_host(match, others, words))

    async def typed_choices(self, match: MatchRow, words: Words) -> Mapping[str, Sequence[tuple[str, str]]]:
        """What the host of a lobby can type behind each action that changes it: names and values."""
        lobby = await self.services.lobbies.lobby(match.id)
        return pages.choices(await table_of(self.desk, lobby, words, match.host_id))

    async def _hand_over(self, interaction: discord.Interaction, match_id: MatchId, host: UserId) -> None:
        user, moderates, words = asking.user(interaction), asking.is_moderator(interaction), asking.words(interaction)
        match = await self.services.departures.hand_over(match_id, user, host, now=asking.now(), moderator=moderates)
        said = gathering.hosts_now(await self.desk.people.name(host, match.guild_id, words), words)
        if match.status != LOBBY:
            await deliver.show(interaction, notes.note(said).row(button(match, label("back", words), "more")))
            return
        at = await table_of(self.desk, await self.services.lobbies.lobby(match_id), words, user)
        await deliver.show(interaction, pages.read(at, said))
        await self.lobby_messages.refresh(match_id)

    async def _change(self, interaction: discord.Interaction, match_id: MatchId, page: str, **changes: Any) -> None:
        before = await self.services.lobbies.lobby(match_id)
        lobby = await self.services.lobbies.change(
            match_id, asking.user(interaction), now=asking.now(), moderator=asking.is_moderator(interaction), **changes
        )
        message, words = Message(), asking.words(interaction)
        if interaction.type is discord.InteractionType.application_command:
            message.say(gathering.changed(words))
        if "seats" not in changes and lobby.match.seats_wanted != before.match.seats_wanted:
            message.say(gathering.seats_follow(lobby.match.seats_wanted, words))
        await self._show(interaction, lobby, page, message)
        await self.lobby_messages.refresh(match_id)

    async def _show(self, interaction: discord.Interaction, lobby: Lobby, page: str, message: Message | None = None) -> None:
        words, user = asking.words(interaction), asking.user(interaction)
        await deliver.show(interaction, await page_of(self.desk, lobby, page, words, message, user))


async def page_of(
    desk: Desk, lobby: Lobby, named: str, words: Words, message: Message | None = None, viewer: UserId | None = None
) -> Message:
    """A page of the settings, for a person who may change them, below what `message` says already."""
    at = await table_of(desk, lobby, words, viewer or lobby.match.host_id)
    if named == pages.TIME:
        at = replace(at, turns=await desk.services.lobbies.own_turns(lobby))
    picture = await sheets.of_match(desk, lobby.match, words) if named.startswith(pages.MAP) else None
    return pages.page(at, named, message or Message(), picture)


async def table_of(desk: Desk, lobby: Lobby, words: Words, viewer: UserId) -> pages.LobbyPage:
    """The lobby with everything that its pages need."""
    match, edition = lobby.match, desk.edition(lobby.match)
    schema = await desk.services.maps.schema(match.guild_id, match.game, edition.game.schema(), match.options)
    return pages.LobbyPage(lobby, edition, schema, desk.editions.explain, desk.services.levels, words, viewer)
