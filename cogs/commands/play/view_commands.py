"""Views of a match: `/board`, `/score`, `/tiles`, `/turns`, `/help`, and the buttons that show the same."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs import delivery, interaction_info, match_context, tournament_context
from cogs.app_context import AppContext
from cogs.background.guilds import suspended_games
from cogs.commands.command_translator import FORMER, current_name, describe_options, everywhere, name_and_description, with_letters
from cogs.commands.play import game_panel
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode, EntryPoint
from cogs.images import match_images
from cogs.interactions import access_rules, input_parsing, tournament_situations
from cogs.interactions import game_conditions as conditions
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME, SERVER
from cogs.match_context import MatchContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages import front_door, game_settings
from cogs.messages.component_ids import Press
from cogs.messages.lobby import game_lists
from cogs.messages.message_parts import Message
from cogs.messages.play import game_views, score_explanations
from service.tournaments.state import IN, WAITING
from storage.rows import LOST, MatchId, MatchRow
from text.help import about
from text.help import front_door as front_door_texts
from text.play import departure_texts
from text.tournaments import board as tournament_lines
from text.translator import phrase
from text.translator import translator_for as spoken

More = Callable[[Request, Message], Awaitable[Message]]
"""Adds to a page of help what this reader can do about its topic."""


class ViewCog(commands.Cog):
    """Cog with the commands and buttons that show a match."""

    def __init__(self, app: AppContext, more: Mapping[str, More] | None = None) -> None:
        """Make the cog; `more`: additions below help topics, by the topic's key."""
        self.app = app
        self.more = more or {}
        self.services = app.services

    # --- commands ----------------------------------------------------------------------------------------------------

    @app_commands.command(**name_and_description("board"))
    @with_letters
    @describe_options("board", "view", "share")
    async def board(self, interaction: discord.Interaction, view: str = "turn", share: bool = False) -> None:
        """Show a view of the board, privately or, if `share` is set, publicly in the channel."""
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        if share:
            interaction_info.require_voice(request.interaction)
        await self._look(request, match.id, view.strip().lower())
        if share:
            await self._share(request, match.id, view.strip().lower())

    @completes(board, "view")
    async def _offer_views(self, typing: AutocompleteRequest) -> Offers:
        edition = await input_parsing.edition_here(self.app, typing.interaction.channel_id)
        return typing.fitting(game_views.views(edition, typing.words))

    @app_commands.command(**name_and_description("score"))
    @with_letters
    async def score(self, interaction: discord.Interaction) -> None:
        """Show the points, and the value of open features."""
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        await self._score(request, match.id)

    @app_commands.command(**name_and_description("tiles"))
    @with_letters
    @describe_options("tiles", "square")
    async def tiles(self, interaction: discord.Interaction, square: str = "") -> None:
        """Show the remaining tiles, or the tiles that fit a square."""
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        context = await self._present_context(request, match.id)
        cell = input_parsing.square(context, square) if square.strip() else None
        await request.respond(game_views.tiles(context, cell, await match_images.stock(context, cell)))

    @completes(tiles, "square")
    async def _offer_squares(self, typing: AutocompleteRequest) -> Offers:
        match = await access_rules.match_of_channel(self.app, typing.interaction)
        context = await self._present_context(Request(self.app, typing.interaction), match.id)
        if context.edition.words.holes is None:
            return []
        return context.read.autocomplete("square", typing.text, context.view, context.legal, context.names, context.words)

    @everywhere
    @app_commands.command(**name_and_description("turns"))
    async def turns(self, interaction: discord.Interaction) -> None:
        """List all matches that wait for the user; also works in direct messages."""
        request = Request(self.app, interaction)
        words = request.words
        waiting = await self.services.match_queries.waiting_for(request.user)
        rows = [(w.match, game_settings.title_or_id(self.app, w.match, words), w.since) for w in waiting]
        ends = {w.match.id: end for w in waiting if (end := await self.services.clocks.deadline(w.match, w.seat)) is not None}
        await request.respond(game_lists.turns(rows, words, ends=ends))

    @everywhere
    @app_commands.command(**name_and_description("help"))
    @describe_options("help", "topic")
    async def help_on(self, interaction: discord.Interaction, topic: str = "") -> None:
        """Show what to do next, or a topic of help."""
        request = Request(self.app, interaction)
        moved = current_name(topic)
        words = request.words
        if not topic.strip() or moved is not None:
            await self._next_steps(request, about.moved(*moved, words) if moved is not None else "")
            return
        known = any(input_parsing.topic_key(edition, topic, words) for edition in self.app.editions.values())
        if not known and (first := front_door_texts.meant(topic)) is not None:
            await self._next_steps(request, first=first)
            return
        await self._help(request, await input_parsing.game_of(self.app, request.interaction.channel_id), topic)

    @completes(help_on, "topic")
    async def _offer_topics(self, typing: AutocompleteRequest) -> Offers:
        game = await input_parsing.game_of(self.app, typing.interaction.channel_id)
        options = await input_parsing.options_here(self.app, typing.interaction.channel_id, game)
        topics = self.app.editions[game].words.explain.topics(typing.words, options)
        wanted = typing.text.strip().lower()
        former = [(f"/{name} → {now}", name) for name, now in FORMER.items() if wanted and name.startswith(wanted.lstrip("/"))]
        return [*typing.fitting([(title, key) for key, title in topics]), *former]

    # --- buttons -----------------------------------------------------------------------------------------------------

    @GAME.action(
        "board",
        "look",
        ActorRole.ANYBODY,
        about=phrase("See the board, or another view of it"),
        when=conditions.has_board,
        group=ButtonGroup.SEE,
        label="board",
        argument=conditions.board,
        typed=ActionArgument(offers=conditions.views, as_argument=True),
        ack=DeferMode.AFRESH,
    )
    async def press_look(self, request: MatchRequest) -> None:
        """Show a view of the board."""
        await self._look(request, request.match_id, request.argument)

    @GAME.press("share", ActorRole.ANYBODY, first=True)
    async def press_share(self, request: MatchRequest) -> None:
        """Post a view of the board publicly in the channel."""
        interaction_info.require_voice(request.interaction)
        await self._share(request, request.match_id, request.argument)
        await self._look(request, request.match_id, request.argument)

    @GAME.action(
        "score",
        "score",
        ActorRole.ANYBODY,
        about=phrase("See the points, and what open features would score"),
        when=conditions.has_board,
        group=ButtonGroup.SEE,
        ack=DeferMode.AFRESH,
    )
    async def press_score(self, request: MatchRequest) -> None:
        """Show the points, and the value of open features."""
        await self._score(request, request.match_id)

    @GAME.action(
        "tiles",
        "tiles",
        ActorRole.ANYBODY,
        about=phrase("See which tiles are left"),
        when=lambda situation: situation.is_running and situation.at is not None and situation.at.edition.words.stock is not None,
        group=ButtonGroup.SEE,
        label=conditions.stock,
        ack=DeferMode.AFRESH,
    )
    async def press_tiles(self, request: MatchRequest) -> None:
        """Show the remaining tiles."""
        context = await self._present_context(request, request.match_id)
        picture = None if request.argument == "text" else await match_images.stock(context, None)
        await request.respond(game_views.tiles(context, None, picture))

    @GAME.action(
        "legend",
        "help",
        about=phrase("Read what the pictures mean"),
        when=conditions.has_board,
        group=ButtonGroup.LOOK,
        argument=lambda situation: game_views.legend_of(situation.at) if situation.at is not None else "",
        ways={EntryPoint.BUTTON: DeferMode.AFRESH, EntryPoint.SELECT: DeferMode.HERE},
    )
    async def press_help(self, request: Request) -> None:
        """Show a help topic, in place of the previous one or in a new message."""
        game, _, topic = request.argument.partition(" ")
        game = game or await input_parsing.game_of(self.app, request.interaction.channel_id)
        await self._help(request, game, request.choice or topic)

    @SERVER.press("doors", ack=DeferMode.AFRESH)
    async def press_doors(self, request: Request) -> None:
        """Show the overview page of all actions, from the welcome message or the list of games."""
        await self._next_steps(request)

    # --- what they share ---------------------------------------------------------------------------------------------

    async def _present_context(self, request: Request, match_id: MatchId) -> MatchContext:
        return await match_context.load(self.app, match_id, request.user, request.words)

    async def _look(self, request: Request, match_id: MatchId, view: str) -> None:
        context = await self._present_context(request, match_id)
        view = game_views.find_view(context, view, request.words)
        if view in game_views.text_views(context.edition):
            message = game_views.text_view(context, view)
        else:
            message = game_views.board(context, view, await match_images.board(context, view))
        await request.respond(message.say(*await self._missing_for_play(context)))

    async def _missing_for_play(self, context: MatchContext) -> list[str]:
        """Resume a suspended match if the bot has all permissions again; otherwise return a line with those missing.

        Empty if the match can go on.
        """
        if context.match.status != LOST or await suspended_games.reopen(self.app, context.match):
            return []
        lacks = await suspended_games.missing_permissions(self.app, context.match)
        return [departure_texts.paused(f"<#{context.match.channel_id}>", lacks or (), context.words)]

    async def _score(self, request: Request, match_id: MatchId) -> None:
        context = await self._present_context(request, match_id)
        message = game_views.score(context, await match_images.score(context))
        if (say := context.edition.words.scores) is not None:
            entries = await self.services.match_queries.history(match_id, request.user)
            score_explanations.choose(message, context, score_explanations.scoring_list(context, say, entries))
        await request.respond(message)

    async def _share(self, request: Request, match_id: MatchId, view: str) -> None:
        """Post a public view in the language of the match, without anything that only the user can see. Refuses `too-soon`."""
        self.app.cooldowns.spend(request.user, "share", request.now)
        match = await self.services.match_queries.match(match_id)
        context = await match_context.load(self.app, match_id, None, spoken(match.locale))
        name = request.name
        view = game_views.find_view(context, view, request.words)
        if view in game_views.text_views(context.edition):
            message = game_views.text_view(context, view, shared_by=name)
        else:
            message = game_views.board(context, view, await match_images.board(context, view), shared_by=name)
        await delivery.post(cast(discord.abc.Messageable, request.interaction.channel), message, silent=True)

    async def _next_steps(self, request: Request, lead: str = "", first: str = "") -> None:
        """Show the overview page: three next steps and everything that the user can do here, below `lead`.

        `first`: the entry that the user has typed a word for.
        """
        words, interaction = request.words, request.interaction
        here = await input_parsing.match_here(self.app, interaction.channel_id)
        waiting = await self.services.match_queries.waiting_for(request.user)
        game = await input_parsing.game_of(self.app, interaction.channel_id)
        options = await input_parsing.options_here(self.app, interaction.channel_id, game)
        near = [waiting_game.match for waiting_game in waiting if interaction.guild_id in (None, waiting_game.match.guild_id)]
        steps = notes.suggested_moves(here, near, words, in_server=interaction_info.is_in_server(interaction))
        page = front_door.page(await self._doors(request, here), steps, len(waiting), words, first=first, lead=lead)
        page.row(notes.help_topics(self.app.editions[game], words, options))
        await request.respond(notes.help_foot(page, interaction.application_id, words))

    async def _doors(self, request: Request, here: MatchRow | None) -> front_door.DoorSituation:
        """Return the situation that decides what the overview page offers: the channel, and the actions in its match."""
        in_server = interaction_info.is_in_server(request.interaction)
        moderates = in_server and interaction_info.is_moderator(request.interaction)
        events = await self._events(request)
        if here is None:
            return front_door.DoorSituation(in_server, moderates, events=events)
        situation = await game_panel.situation(self.app, request, here.id)
        words, about_of = request.words, {action.key: action.about for action in game_panel.ACTIONS.all}
        offers = [
            front_door.OwnDoor(offer.key, offer.label, offer.press, words.say(about_of[offer.key]) if about_of[offer.key] else "")
            for offer in game_panel.ACTIONS.offers(situation, words)
        ]
        return front_door.DoorSituation(in_server, moderates, here.id, here.version, offers, events)

    async def _events(self, request: Request) -> list[front_door.OwnDoor]:
        """Return overview entries of running tournaments: the user's own ones first, with the most relevant actions."""
        words, user = request.words, request.user
        there = await tournament_context.reachable(self.app, request.interaction, ended=False)
        doors: list[front_door.OwnDoor] = []
        for state in sorted(there, key=lambda state: state.member(user) is None)[: front_door.EVENTS]:
            situation = await tournament_situations.situation_of(self.app, request, state)
            doors += [
                front_door.OwnDoor(offer.key, offer.label, offer.press, state.row.name)
                for offer in tournament_situations.ACTIONS.offers(situation, words)
                if offer.group is ButtonGroup.DO and not tournament_situations.opens_form(offer.press.verb)
            ]
            entered = len(state.having(IN, WAITING))
            about = tournament_lines.stands(state.row.status, entered, words)
            page = Press(MatchId(0), 0, "tpanel", str(state.row.id))
            doors.append(front_door.OwnDoor("event", state.row.name, page, about))
        return doors

    async def _help(self, request: Request, game: str, topic: str) -> None:
        """Show a help topic about the game at hand.

        A topic with an addition (`more`) is shown for the first game that has the topic.
        """
        words = request.words
        keys = {edition.game.id: input_parsing.topic_key(edition, topic, words) for edition in self.app.editions.values()}
        home = next((topic_key for topic_key, key in keys.items() if key in self.more), None)
        if home is None:
            options = await input_parsing.options_here(self.app, request.interaction.channel_id, game)
            page = await input_parsing.help_page(self.app, request.interaction, game, topic, options)
        else:
            page = await input_parsing.help_page(self.app, request.interaction, home, topic, None)
            page = await self.more[keys[home]](request, page)
        await request.respond(notes.help_foot(page, request.interaction.application_id, words))
