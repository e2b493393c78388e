"""What the clocks of a game show, what stops them, and more time for the others."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode
from cogs.interactions import game_conditions as conditions
from cogs.interactions import modals
from cogs.interactions.surfaces import GAME
from cogs.messages.clocks import clock_view
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField
from service.lobby.match_terms import duration
from storage.rows import MatchRow
from text.play import game_panel_texts


class ClockCog(commands.Cog):
    """Clocks of games."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @GAME.action(
        "clocks",
        "clocks",
        ActorRole.ANYBODY,
        when=lambda at: at.is_running and at.has_clock,
        group=ButtonGroup.LOOK,
        ack=DeferMode.AFRESH,
    )
    async def press_clocks(self, interaction: discord.Interaction, press: Press) -> None:
        """All of them."""
        await self._show(interaction, await self.services.match_queries.match(press.match))

    @GAME.action(
        "give",
        "give",
        ActorRole.SEATED,
        when=lambda at: conditions.may_ask(at) and at.has_clock and at.others_play,
        group=ButtonGroup.ASK,
        typed=ActionArgument(offers=lambda _at, _words: [(length, length) for length in game_panel_texts.LENGTHS]),
        ack=DeferMode.FORM,
    )
    async def press_give(self, interaction: discord.Interaction, press: Press) -> None:
        """How much?"""
        words = interaction_info.words(interaction)
        line = TextField(
            game_panel_texts.give_hint(words), given=game_panel_texts.LENGTHS[0], long=40, detail=game_panel_texts.give_about(words)
        )
        await modals.ask(interaction, game_panel_texts.give_title(words), Press(press.match, 0, "giveset"), line)

    @GAME.filled("give")
    async def press_give_set(self, interaction: discord.Interaction, press: Press) -> None:
        """So much more time for all others; everybody hears of it. Refuses `bad-terms`."""
        length = duration(press.choice)
        await self.services.clocks.give(press.match, interaction_info.user(interaction), length, now=interaction_info.now())
        match = await self.services.match_queries.match(press.match)
        await self._show(interaction, match, clock_view.gift(length, interaction_info.words(interaction)))

    async def _show(self, interaction: discord.Interaction, match: MatchRow, lead: str = "") -> None:
        words, seats = interaction_info.words(interaction), await self.services.match_queries.seats(match.id)
        shown = await self.services.clocks.shown(match, seats, interaction_info.now())
        names = await self.app.people.names(seats, match.guild_id, words)
        await delivery.respond(interaction, clock_view.page(match, shown, names, words, lead))
