"""Card games: the command `/play`, and the button that shows the reader's hand. All answers are private."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import match_context
from cogs.app_context import AppContext
from cogs.commands.command_translator import describe_options, name_and_description
from cogs.declarations import ActorRole, ButtonGroup, DeferMode
from cogs.images import match_images
from cogs.interactions import access_rules, input_parsing, move_submission
from cogs.interactions import game_conditions as conditions
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages.play import draft as drafts
from cogs.messages.play import game_views
from cogs.refusals import InteractionRefused
from service.errors import Refusal
from text.translator import phrase


class CardHandCog(commands.Cog):
    """Cog with the command and the button of games with hands of cards."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @app_commands.command(**name_and_description("play"))
    @app_commands.guild_only()
    @describe_options("play", "card", "row")
    async def play(self, interaction: discord.Interaction, card: str = "", row: str = "") -> None:
        """Add the typed card and row to the user's draft, and show what is still missing or the preview.

        A complete move is played at once if the user prefers that. The row is only needed for a card that fits several rows.
        """
        request = Request(self.app, interaction)
        match = await access_rules.match_of_channel(self.app, request.interaction)
        spoken, words = input_parsing.move_text(card, row), request.words
        draft = await input_parsing.move(self.app, request.user, match.id, spoken, words, lenient=True)
        context = await match_context.context_for_draft(self.app, draft, words)
        is_open = not row and len(drafts.same_place(context, draft)) > 1
        await move_submission.play_or_show(self.app, request.interaction, draft, whole=bool(spoken) and not is_open)

    @completes(play, "card", "row")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        return await input_parsing.offers(self.app, typing)

    @GAME.action(
        "hand",
        "hand",
        ActorRole.ANYBODY,
        about=phrase("See your hand; only you can"),
        when=conditions.holds_cards,
        group=ButtonGroup.SEE,
        ack=DeferMode.AFRESH,
    )
    async def press_hand(self, request: MatchRequest) -> None:
        """Show the reader's hand."""
        context = await match_context.load(self.app, request.match_id, request.user, request.words)
        if (texts := context.edition.words.hands) is None:
            raise InteractionRefused("no-hand")
        if context.viewer is None:
            raise Refusal("not-seated")
        await request.respond(game_views.hand(context, texts, await match_images.hand(context)))
