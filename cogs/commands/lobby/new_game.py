"""Command `/new`: opens a game, by a form or with all parameters as options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from clocks.term_parsing import PACE, terms_as_text
from cogs import deferral, interaction_info
from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.commands.command_translator import describe_options, name_and_description, with_letters
from cogs.commands.lobby import game_channels, game_request
from cogs.commands.lobby.game_request import GameRequest
from cogs.commands.lobby.lobby_settings import page_of
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.command_tree import FIRST, FORM_ALONE
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field
from cogs.messages.lobby import game_form as pages
from cogs.messages.message_parts import Message, member_select
from cogs.refusals import InteractionRefused
from games.core.uploads import OPTION
from service.guilds.server_settings import ROOM
from service.lobby.match_terms import typed_by_key
from service.records import Lobby
from storage.rows import MatchId, MatchRow, UserId
from text.clocks import time_controls
from text.input_vocabulary import folded
from text.labels import label
from text.lobby import game_form_texts, lobby_texts, setup
from text.translator import Translator
from text.translator import translator_for as spoken
from text.users import preferences


class NewGameCog(commands.Cog):
    """Cog with the command `/new`."""

    def __init__(self, app: AppContext, lobby_messages: LobbyMessages) -> None:
        self.app = app
        self.services = app.services
        self.lobby_messages = lobby_messages

    @app_commands.command(**name_and_description("new"), extras={FORM_ALONE: True, FIRST: True})
    @with_letters
    @describe_options("new", "preset", "expansions", "map", "players", "pace", "rules", "terms", "place", "language")
    async def new(
        self,
        interaction: discord.Interaction,
        preset: str = "",
        expansions: str = "",
        map: str = "",  # noqa: A002  # the option's public name
        players: app_commands.Range[int, 2, 10] | None = None,
        pace: str = "",
        rules: str = "",
        terms: str = "",
        place: str = "",
        language: str = "",
    ) -> None:
        """Open a lobby with the given options; without any option, open the form."""
        request = Request(self.app, interaction)
        if deferral.awaits_form(request.interaction):
            await self.ask(request)
            return
        plan = await game_request.plan_named(self.app, request, preset)
        named_so = setup.given(expansions=expansions, rules=rules) | ({OPTION: map} if map else {})
        options = await self.app.services.maps.chosen(request.guild_id, {**plan.options, **named_so})
        plan = plan._replace(options=options, seats=players or plan.seats, terms={**plan.terms, **typed_by_key(pace, terms)})
        locale = option_parsing.language(language) if language else await self.app.languages.public(request.interaction)
        await self._open(request, plan, _place(place, request.words), locale)

    @SERVER.press("new", ack=DeferMode.FORM)
    async def press_new(self, request: Request) -> None:
        """Open the form for a new game, with the named user preselected as invited."""
        known = interaction_info.large(request.argument)
        await self.ask(request, [known] if known else ())

    @SERVER.press("newset", way=EntryPoint.FORM, first=True)
    async def press_new_set(self, request: Request) -> None:
        """Open the game that was entered in the form."""
        field = {key: values[0] for key, values in request.fields.items() if values}
        plan = await game_request.plan_named(self.app, request, field.get("preset", ""))
        if pace := field.get("pace", ""):
            others = {key: value for key, value in plan.terms.items() if key != PACE}
            usual = game_request.usual_pace(self.app, request.guild_id)
            plan = plan._replace(terms=others if pace == usual else {**others, PACE: pace})
        if (seats := interaction_info.number(field.get("seats", ""))) > 0:
            plan = plan._replace(seats=seats)
        invited = [UserId(user) for user in map(interaction_info.large, request.fields.get("invite", ())) if user]
        locale = await self.app.languages.public(request.interaction)
        await self._open(request, plan, field.get("place", ""), locale, invited, follows=True)

    async def ask(self, request: Request, invited: Sequence[int] = ()) -> None:
        """Open the form for a new game, with the users `invited` preselected. Refuses `may-not-open`."""
        game_channels.must_open(self.app, request.interaction)
        words, app = request.words, self.app
        before = await game_request.last_opened_game(app, request)
        usual = game_request.usual_pace(app, request.guild_id)
        pace = terms_as_text(before.terms)[PACE] if before is not None else usual
        most = max(max(edition.game.seats(edition.game.options({}))) for edition in app.editions.values())
        last = (game_request.LAST, game_request.plan_description(app, before, words)) if before is not None else None
        fields: list[Field] = [
            pages.games(app.editions.explain, words, last=last),
            pages.paces(pace, time_controls.value(PACE, pace, words), words),
            pages.seats(most, words),
            pages.people_field(invited, words),
        ]
        if len(places := self._places(request, words)) > 1:
            fields.append(pages.place_field(places, words))
        await request.ask(game_form_texts.title(words), Press(MatchId(0), 0, "newset"), *fields)

    @completes(new, "preset", "expansions", OPTION, "rules", "pace", "terms", "place", "language")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        text, words = typing.text, typing.words
        if typing.option == "preset":
            return await self._preset_offers(typing)
        if typing.option == "pace":
            return time_controls.paces(text, words)
        if typing.option == "terms":
            return time_controls.offers(text, words)
        if typing.option == "place":
            return typing.fitting([(name, value) for value, name in self._places(Request(self.app, typing.interaction), words)])
        if typing.option == "language":
            return preferences.offered(text)
        plan = await game_request.plan_named(self.app, Request(self.app, typing.interaction), typing.filled.get("preset", ""))
        schema = await game_request.schema(self.app, typing.interaction.guild_id, plan.game)
        return setup.offers(typing.option, text, schema, self.app.editions.explain[plan.game], words)

    async def _preset_offers(self, typing: AutocompleteRequest) -> Offers:
        words = typing.words
        before = (
            await game_request.last_opened_game(self.app, Request(self.app, typing.interaction))
            if not typing.text.strip()
            else None
        )
        last = (
            [(game_form_texts.as_last(game_request.plan_description(self.app, before, words), words), game_request.LAST)]
            if before
            else []
        )
        return [*last, *setup.presets(typing.text, self.app.editions.explain, words)]

    async def _open(
        self,
        request: Request,
        plan: GameRequest,
        place: str,
        locale: str,
        invited: Sequence[UserId] = (),
        *,
        follows: bool = False,
    ) -> None:
        """Check all parameters, then create the channel and the lobby.

        `follows`: replace a number of seats that the game doesn't allow by the nearest allowed number.
        """
        words, user = request.words, request.user
        game_channels.must_open(self.app, request.interaction)
        plan = await game_request.with_first(self.app, request, plan)
        kind = game_channels.planned_place(
            request.interaction,
            here=place == "here" or not self.app.threads,
            private=place == "private",
            voiceless=game_channels.may_open_without_writing(self.app, request.interaction),
            room=self._room(request),
        )
        allowed = await self._allowed_players(request, kind, plan._replace(seats=None) if follows else plan)
        seats = None if plan.seats is None else min(max(plan.seats, allowed[0]), allowed[-1])
        self.app.cooldowns.spend(user, "new", request.now)
        opened = await self._open_lobby(request, kind, plan._replace(seats=seats), locale)
        lead = notes.note(lobby_texts.lobby_open(f"<#{opened.match.channel_id}>", words), _thread_missing_reason(kind, words))
        if seats != plan.seats:
            lead.say(game_form_texts.seats_set(opened.match.seats_wanted, words))
        added = await game_channels.invite_members(self.app, request.interaction, opened.match, invited) if invited else []
        if kind is game_channels.ChannelKind.PRIVATE_THREAD:
            _send_invited(lead, opened.match, added, words)
        page = "map" if plan.asks else ""
        await request.respond(await page_of(self.app, opened, page, words, lead, user))

    async def _allowed_players(self, request: Request, kind: game_channels.ChannelKind, plan: GameRequest) -> range:
        """Return the allowed numbers of players. Refuses as `Lobbies.check_new` does."""
        with option_parsing.game_words(self.app, plan.game):
            return await self.services.lobbies.check_new(
                plan.game,
                plan.options,
                channel_id=request.interaction.channel_id if kind.is_here else None,
                seats=plan.seats,
                host=request.user,
                guild_id=request.guild_id,
                terms=plan.terms,
            )

    def _places(self, request: Request, words: Translator) -> list[tuple[str, str]]:
        """Return the kinds of channels in which the user can open a game, as (value, name), the usual one first."""
        room = self._room(request)
        here = ("here", game_form_texts.in_channel(words))
        if not self.app.threads or request.guild_id is None:
            return [here]
        first = ("thread", game_form_texts.in_room(room.name, words) if room else game_form_texts.in_thread(words))
        is_text = isinstance(request.interaction.channel, discord.TextChannel)
        private = [("private", game_form_texts.in_private(words))] if is_text else []
        return [first, *private, here] if is_text or room else [here]

    def _room(self, request: Request) -> game_channels.Channel | None:
        """Return the server's game channel; None without one."""
        return game_channels.server_game_channel(request.interaction, self.services.server_settings.one(request.guild_id, ROOM))

    async def _open_lobby(self, request: Request, kind: game_channels.ChannelKind, plan: GameRequest, locale: str) -> Lobby:
        """Create the channel, the lobby and its message; if one of them fails, undo the others."""
        words, name = spoken(locale), request.name
        played = self._name(plan.game, plan.options, words)
        title, placeholder = lobby_texts.thread_name(played, name, words), notes.note(lobby_texts.opening(played, name, words))
        room = await game_channels.prepare(request.interaction, kind, title, placeholder, self._room(request))
        host = request.user
        try:
            opened = await self.services.lobbies.open(
                room.place,
                host,
                plan.game,
                plan.options,
                now=request.now,
                seats=plan.seats,
                locale=locale,
                terms=plan.terms,
            )
            try:
                await game_channels.remember_lobby_message(self.app, opened, room.front)
                await self.lobby_messages.refresh(opened.match.id)
            except BaseException:
                await self.services.resignations.cancel(opened.match.id, host, now=request.now)
                raise
        except BaseException:
            await room.remove()
            raise
        return opened

    def _name(self, game_id: str, chosen: Mapping[str, str], words: Translator) -> str:
        """Return the title of a game with the chosen options."""
        return self.app.editions[game_id].words.explain.title(chosen, words)


def _send_invited(lead: Message, match: MatchRow, added: Sequence[int], words: Translator) -> None:
    """Add to `lead` the names of the users added to a private thread, and the select to invite more."""
    lead.say(lobby_texts.invited([f"<@{user}>" for user in added], words) if added else lobby_texts.invite_by_mention(words))
    lead.row(member_select(match, "invite", hint=label("invite", words)))


def _thread_missing_reason(kind: game_channels.ChannelKind, words: Translator) -> str:
    """Return why the game has no thread; empty if it has one, or if none was wanted."""
    if kind is game_channels.ChannelKind.HERE_FOR_WANT_OF_OURS:
        return lobby_texts.no_thread(words)
    return lobby_texts.no_thread_of_yours(words) if kind is game_channels.ChannelKind.HERE_FOR_WANT_OF_YOURS else ""


def _place(typed: str, words: Translator) -> str:
    """Return the value of the typed kind of channel, given by value or by name. Refuses `not-among`."""
    known = {"thread": game_form_texts.in_thread, "private": game_form_texts.in_private, "here": game_form_texts.in_channel}
    wanted = folded(" ".join(typed.split()))
    matching = next((key for key, name in known.items() if wanted in (key, folded(name(words)))), None)
    if matching is None and wanted:
        raise InteractionRefused("not-among", value=typed, choices=tuple(known))
    return matching or ""
