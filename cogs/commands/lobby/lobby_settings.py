"""Handlers of a lobby's settings pages, which only the host can change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.lobby import game_request
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, EntryPoint
from cogs.images import tournament_images
from cogs.interactions import game_conditions as conditions
from cogs.interactions import option_parsing
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages.lobby import lobby_message as tables
from cogs.messages.lobby import lobby_settings
from cogs.messages.message_parts import Message, button
from games.core.uploads import OPTION
from service.lobby.match_terms import typed_by_key
from service.records import Lobby
from service.wiring.services import Services
from storage.rows import LOBBY, MatchId, MatchRow, UserId
from text.labels import label
from text.lobby import lobby_texts, setup
from text.translator import Translator, phrase


class LobbySettings(commands.Cog):
    """Part of the `/game` cog with the buttons and selects of a lobby's settings pages."""

    app: AppContext
    services: Services
    lobby_messages: LobbyMessages

    @GAME.action(
        "settings",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Show the settings of a game that hasn't started; the host can change them"),
        when=lambda situation: situation.is_lobby,
        group=ButtonGroup.DO,
        argument=lambda _at: "0",
    )
    @GAME.action(
        "preset",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Choose another game before the start (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        label="game",
        argument=lambda _at: lobby_settings.GAME,
        typed=conditions.choices("preset", "setgame"),
    )
    @GAME.action(
        "seats",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Choose how many seats there are, before the start (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        argument=lambda _at: lobby_settings.SEATS,
        typed=conditions.choices("seats", "seats"),
    )
    @GAME.action(
        "rules",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Choose expansions and house rules before the start, such as small_city=2 (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        argument=lambda _at: lobby_settings.RULES,
        typed=conditions.choices("rules", "setrules"),
    )
    @GAME.action(
        "map",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Choose a printed map before the start (host)"),
        when=lambda situation: situation.sets and OPTION in situation.match.options,
        group=ButtonGroup.RUN,
        argument=lambda _at: f"{lobby_settings.MAP} {OPTION}",
        typed=conditions.choices("map", "set"),
    )
    @GAME.action(
        "time",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Choose the pace and other terms before the start (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        argument=lambda _at: lobby_settings.TIME,
        typed=conditions.choices("time", "setterms"),
    )
    @GAME.action(
        "language",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Choose the language of what everyone reads, before the start (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        argument=lambda _at: f"{lobby_settings.GAME} language",
        typed=conditions.choices("language", "speaks"),
    )
    @GAME.action(
        "invite",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Invite people with a ping, before the start (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        label="invite-people",
        argument=lambda _at: lobby_settings.INVITE,
        typed=conditions.choices("invite", "invite"),
    )
    @GAME.action(
        "computer",
        "settings",
        ActorRole.ANYBODY,
        about=phrase("Give a free seat to a computer player (host)"),
        when=lambda situation: situation.sets,
        group=ButtonGroup.RUN,
        label="add-computer",
        argument=lambda _at: lobby_settings.COMPUTER,
        typed=conditions.choices("computer", "level"),
    )
    @GAME.press("done", ActorRole.HOST)
    async def press_settings(self, request: MatchRequest) -> None:
        """Show a settings page, or a read-only summary to users who can't change the settings."""
        lobby, words = await self.services.lobbies.lobby(request.match_id), request.words
        if request.user == lobby.match.host_id or request.is_moderator:
            await self._show(request, lobby, request.argument.partition(" ")[0])
        else:
            page = await table_of(self.app, lobby, words, request.user)
            await request.respond(lobby_settings.read(page, lobby_texts.only_host_sets(words)))

    @GAME.press("set", ActorRole.HOST, way=EntryPoint.SELECT)
    async def press_set(self, request: MatchRequest) -> None:
        """Change the value of one option."""
        page, _, key = request.argument.partition(" ")
        with option_parsing.game_words(self.app, (await self.services.match_queries.match(request.match_id)).game):
            options = await self.services.maps.chosen(request.guild_id, {key: ",".join(request.values)})
            await self._change(request, request.match_id, page, options=options)

    @GAME.press("setgame", ActorRole.HOST, way=EntryPoint.SELECT)
    async def press_set_game(self, request: MatchRequest) -> None:
        """Change the game; its options get their default values."""
        plan = await game_request.plan_named(self.app, request, request.choice)
        page = lobby_settings.MAP if plan.asks else lobby_settings.GAME
        plan = await game_request.with_first(self.app, request, plan)
        await self._change(request, request.match_id, page, game=plan.game, options=plan.options)

    @GAME.press("term", ActorRole.HOST, way=EntryPoint.SELECT)
    async def press_term(self, request: MatchRequest) -> None:
        """Change the value of one of the match's terms."""
        page, _, key = request.argument.partition(" ")
        await self._change(request, request.match_id, page, terms={key: request.choice})

    @GAME.press("speaks", ActorRole.HOST, way=EntryPoint.SELECT)
    async def press_speaks(self, request: MatchRequest) -> None:
        """Change the language of the match's public messages."""
        await self._change(request, request.match_id, lobby_settings.GAME, locale=option_parsing.language(request.choice))

    @GAME.press("seats", ActorRole.HOST, way=EntryPoint.SELECT)
    async def press_seats(self, request: MatchRequest) -> None:
        """Change the number of seats."""
        await self._change(request, request.match_id, lobby_settings.SEATS, seats=interaction_info.number(request.choice))

    @GAME.press("setrules", ActorRole.HOST, way=EntryPoint.FORM)
    async def press_set_rules(self, request: MatchRequest) -> None:
        """Change several options as typed: `farmers=off small_city=2`."""
        with option_parsing.game_words(self.app, (await self.services.match_queries.match(request.match_id)).game):
            options = await self.services.maps.chosen(request.guild_id, setup.given(rules=request.choice))
            await self._change(request, request.match_id, lobby_settings.RULES, options=options)

    @GAME.press("setterms", ActorRole.HOST, way=EntryPoint.FORM)
    async def press_set_terms(self, request: MatchRequest) -> None:
        """Change the pace or other terms as typed: `daily`, `take_back=30`."""
        await self._change(request, request.match_id, lobby_settings.TIME, terms=typed_by_key("", request.choice))

    @GAME.action(
        "host",
        "handover",
        ActorRole.HOST,
        about=phrase("Make another player the host (host)"),
        when=lambda situation: situation.hands_over,
        group=ButtonGroup.RUN,
        label="hand-over",
        typed=ActionArgument(offers=conditions.guests, as_argument=True),
    )
    async def press_hand_over(self, request: MatchRequest) -> None:
        """Make another player the host; without a name, ask who."""
        if request.argument:
            await self._hand_over(request, request.match_id, UserId(interaction_info.large(request.argument)))
            return
        match, seats = await self.services.match_queries.seated(request.match_id)
        words = request.words
        names = await self.app.people.names(seats, match.guild_id, words)
        others = [
            (name, seat.user_id) for name, seat in zip(names, seats, strict=True) if seat.is_human and seat.user_id != match.host_id
        ]
        await request.respond(tables.new_host(match, others, words))

    async def typed_choices(self, match: MatchRow, words: Translator) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Return the completions (name, value) that a lobby's host can type, by action."""
        lobby = await self.services.lobbies.lobby(match.id)
        return lobby_settings.choices(await table_of(self.app, lobby, words, match.host_id))

    async def _hand_over(self, request: Request, match_id: MatchId, host: UserId) -> None:
        user, moderates, words = (
            request.user,
            request.is_moderator,
            request.words,
        )
        match = await self.services.resignations.hand_over(match_id, user, host, now=request.now, moderator=moderates)
        sentence = lobby_texts.hosts_now(await self.app.people.name(host, match.guild_id, words), words)
        if match.status != LOBBY:
            await request.respond(notes.note(sentence).row(button(match, label("back", words), "more")))
            return
        page = await table_of(self.app, await self.services.lobbies.lobby(match_id), words, user)
        await request.respond(lobby_settings.read(page, sentence))
        await self.lobby_messages.refresh(match_id)

    async def _change(self, request: Request, match_id: MatchId, page: str, **changes: Any) -> None:
        before = await self.services.lobbies.lobby(match_id)
        lobby = await self.services.lobbies.change(
            match_id,
            request.user,
            now=request.now,
            moderator=request.is_moderator,
            **changes,
        )
        message, words = Message(), request.words
        if request.interaction.type is discord.InteractionType.application_command:
            message.say(lobby_texts.changed(words))
        if "seats" not in changes and lobby.match.seats_wanted != before.match.seats_wanted:
            message.say(lobby_texts.seats_follow(lobby.match.seats_wanted, words))
        await self._show(request, lobby, page, message)
        await self.lobby_messages.refresh(match_id)

    async def _show(self, request: Request, lobby: Lobby, page: str, message: Message | None = None) -> None:
        words, user = request.words, request.user
        await request.respond(await page_of(self.app, lobby, page, words, message, user))


async def page_of(
    app: AppContext, lobby: Lobby, named: str, words: Translator, message: Message | None = None, viewer: UserId | None = None
) -> Message:
    """Return a settings page for a user who may change the settings, below the existing text of `message`."""
    page = await table_of(app, lobby, words, viewer or lobby.match.host_id)
    if named == lobby_settings.TIME:
        page = replace(page, turns=await app.services.lobbies.own_turns(lobby))
    picture = await tournament_images.map_of_match(app, lobby.match, words) if named.startswith(lobby_settings.MAP) else None
    return lobby_settings.page(page, named, message or Message(), picture)


async def table_of(app: AppContext, lobby: Lobby, words: Translator, viewer: UserId) -> lobby_settings.LobbyPage:
    """Return the data of a lobby's settings pages."""
    match, edition = lobby.match, app.edition(lobby.match)
    schema = await app.services.maps.schema(match.guild_id, match.game, edition.game.schema(), match.options)
    return lobby_settings.LobbyPage(lobby, edition, schema, app.editions.explain, app.services.levels, words, viewer)
