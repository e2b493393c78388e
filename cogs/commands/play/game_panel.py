"""Command `/game` and its panel: one private message with everything that the user can do in a match now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import interaction_info, visibility
from cogs.app_context import AppContext
from cogs.background.guilds import suspended_games
from cogs.commands.command_translator import describe_options, name_and_description, with_letters
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, EntryPoint, PanelAction
from cogs.interactions import access_rules, match_lookup, match_situations
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.component_router import ComponentRouter
from cogs.interactions.match_situations import Asker
from cogs.interactions.panel_actions import ACTIONS_OF, ActionRegistry
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME, SERVER
from cogs.messages import game_settings
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import Message
from cogs.messages.panels import PanelButton, panel
from cogs.messages.play import game_panel, game_views
from cogs.messages.play.match_situation import MatchSituation
from cogs.refusals import InteractionRefused
from games.core.emoji_names import seat_colour
from service.wiring.services import Services
from storage.rows import LOST, MatchId, MatchRow
from text.labels import label
from text.translator import Translator, phrase

OFF = "off"
"""The argument of a button that ends what it began."""

ACTIONS = ActionRegistry[MatchSituation](lambda at: (at.match.id, at.match.version), lambda: GAME.actions)
"""Every action of a game."""

IMPORT = PanelAction[Any](
    "import", "import", ButtonGroup.LOOK, lambda _at: False, form=True, about=phrase("Add a finished game from an exported file")
)
"""About no game: a button of the list."""

EVERY = ActionRegistry[Any](lambda _at: (MatchId(0), 0), lambda: (*GAME.actions, IMPORT))
"""Everything that can be typed."""


class PanelCommands(commands.Cog):
    """Part of the `/game` cog with the command itself, and the buttons that open its panel."""

    app: AppContext
    services: Services
    presses: ComponentRouter
    games_page: Callable[[Request, int], Awaitable[Message]]
    offered: Callable[[Request, str], Awaitable[list[tuple[str, str]]]]
    import_record: Callable[[Request, discord.Attachment], Awaitable[None]]
    typed_choices: Callable[[MatchRow, Translator], Awaitable[Mapping[str, Sequence[tuple[str, str]]]]]

    @app_commands.command(**name_and_description("game"), extras={ACTIONS_OF: EVERY})
    @with_letters
    @describe_options("game", "action", "detail", "game", "file")
    async def game(
        self,
        interaction: discord.Interaction,
        action: str = "",
        detail: str = "",
        game: str = "",
        file: discord.Attachment | None = None,
    ) -> None:
        """Show the panel of a match, or carry out a typed action; without a match, list the server's games."""
        request = Request(self.app, interaction)
        if file is not None:
            await self.import_record(request, file)
        elif action.strip():
            await self._act(request, action, detail, game)
        elif (match_id := await self._nearest_match(request, game)) is not None:
            await self._open(request, match_id)
        else:
            await request.respond(await self.games_page(request, 0))

    @completes(game, "game")
    async def _offer_games(self, typing: AutocompleteRequest) -> Offers:
        return await self.offered(Request(self.app, typing.interaction), typing.text)

    @completes(game, "action", "detail")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        match_id = await self._nearest_match(Request(self.app, typing.interaction), typing.filled.get("game", ""))
        if typing.option == "action" and match_id is not None:
            return ACTIONS.complete(
                await situation(self.app, Request(self.app, typing.interaction), match_id), typing.text, typing.words
            )
        if typing.option == "action":
            return typing.fitting(
                [
                    (panel_action.called(None, typing.words), panel_action.key)
                    for panel_action in EVERY.all
                    if panel_action.key in ("list", "import")
                ]
            )
        if match_id is None:
            return []
        panel_situation = await self._typing(Request(self.app, typing.interaction), match_id)
        return ACTIONS.complete_detail(panel_situation, typing.filled.get("action", ""), typing.text, typing.words)

    @GAME.press("more", ActorRole.ANYBODY)
    async def press_more(self, request: MatchRequest) -> None:
        """Show the panel of a match, after a press below a turn message or back from a question."""
        await self._open(request, request.match_id)

    @SERVER.press("open", ways={EntryPoint.SELECT: DeferMode.HERE, EntryPoint.BUTTON: DeferMode.HERE})
    async def press_open(self, request: Request) -> None:
        """Show the panel of the match that was chosen in a list."""
        await self._open(request, MatchId(interaction_info.number(request.choice) or request.match_id))

    @GAME.action(
        "follow",
        "follow",
        ActorRole.ANYBODY,
        about=phrase("Hear when this game ends or gets exciting, or hear nothing more"),
        when=lambda situation: situation.is_running and situation.seat is None and situation.match.guild_id is not None,
        group=ButtonGroup.DO,
        label=lambda situation, words: label("unfollow" if situation.follows else "follow", words),
        argument=lambda situation: OFF if situation.follows else "",
        first=True,
    )
    async def press_follow(self, request: MatchRequest) -> None:
        """Begin or end following the match, and show the panel."""
        await self.services.subscriptions.follow_match(request.user, request.match_id, on=request.argument != OFF)
        await self._open(request, request.match_id)

    async def _act(self, request: Request, action: str, detail: str, game: str) -> None:
        """Carry out a typed action.

        Refuses `not-among`, as `match_lookup.find_match` does, and as the action's button does.
        """
        meant = EVERY.named(action)
        if meant is not None and meant.key in ("list", "import"):
            await self.presses.carry_out(request.interaction, Press(MatchId(0), 0, meant.verb))
            return
        match_id = await self._given_match(request, game) if game else None
        if match_id is None:
            match_id = (await match_lookup.find_match(self.app, request.interaction, meant.key if meant is not None else "")).id
        situation = await self._typing(request, match_id)
        await self.presses.carry_out(request.interaction, ACTIONS.typed(situation, action, detail, request.words))

    async def _typing(self, request: Request, match_id: MatchId) -> MatchSituation:
        """Return the situation of a user who types an action, including what the host of a lobby can choose."""
        panel_situation = await situation(self.app, request, match_id)
        if not panel_situation.sets or panel_situation.match.game not in self.app.editions:
            return panel_situation
        return replace(panel_situation, choices=await self.typed_choices(panel_situation.match, request.words))

    async def _nearest_match(self, request: Request, game: str) -> MatchId | None:
        """Return the id of the named match, else of the channel's match, else of the only lobby shown there; None without any."""
        if game.strip():
            return await self._given_match(request, game)
        here = await match_lookup.match_in_channel(self.app, request.place.channel_id)
        lobbies = await match_lookup.lobbies_here(self.app, request.interaction)
        if here is None and len(lobbies) == 1:
            return lobbies[0][0].id
        return here.id if here is not None else None

    async def _given_match(self, request: Request, game: str) -> MatchId:
        """Return the id of the match that was typed, as a number or as a completion. Refuses `not-among`."""
        number = interaction_info.number(game.strip().lstrip("#"))
        if number:
            return MatchId(number)
        offered_actions = await self.offered(request, game)
        if len(offered_actions) != 1:
            raise InteractionRefused("not-among", value=game, choices=tuple(name for name, _ in offered_actions))
        return MatchId(int(offered_actions[0][1]))

    async def _open(self, request: Request, match_id: MatchId) -> None:
        panel_situation, words = await situation(self.app, request, match_id), request.words
        if panel_situation.is_lost and await suspended_games.reopen(self.app, panel_situation.match):  # anyone who looks wakes it
            panel_situation = await situation(self.app, request, match_id)
        lines = game_panel.panel_lines(panel_situation, game_settings.title_or_id(self.app, panel_situation.match, words), words)
        colour = seat_colour(panel_situation.seat.seat) if panel_situation.seat is not None else None
        offers, looked = (
            [*_views(panel_situation, words), *ACTIONS.offers(panel_situation, words)],
            self.app.looked.by(request.user),
        )
        await request.respond(panel(lines, offers, words, colour=colour, looked=looked))


def _views(situation: MatchSituation, words: Translator) -> list[PanelButton]:
    """Return list entries for the views of the board that have no button."""
    if situation.at is None:
        return []
    view_button = ACTIONS.typed(situation, "board", "", words).argument
    views = [(name, view) for name, view in game_views.views(situation.at.edition, words) if view != view_button]
    return [
        PanelButton(view, name, Press(situation.match.id, situation.at.version, "look", view), ButtonGroup.LOOK)
        for name, view in views
    ]


async def situation(app: AppContext, request: Request, match_id: MatchId) -> MatchSituation:
    """Return the user's situation in a match. Refuses `no-match`."""
    match, interaction = await _reachable_match(app, request, match_id), request.interaction
    seats = await app.services.match_queries.seats(match.id)
    moderates = visibility.moderates(interaction, match.channel_id)
    asker = Asker(
        user=request.user,
        words=request.words,
        channel_id=request.place.channel_id,
        now=request.now,
        moderates=moderates,
        judges=moderates or access_rules.is_referee(app, interaction),
        may_bring_back=access_rules.calls(interaction, match, seats),
    )
    return await match_situations.situation_of(app, match, seats, asker)


async def _reachable_match(app: AppContext, request: Request, match_id: MatchId) -> MatchRow:
    match = await app.services.match_queries.match(match_id)
    brings_back = match.status == LOST and match.guild_id == request.guild_id and visibility.moderates_all(request.interaction)
    return await access_rules.match_with_right(
        app, request.interaction, match_id, ActorRole.CALLER if brings_back else ActorRole.ANYBODY
    )
