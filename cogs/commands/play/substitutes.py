"""`/game take-over` and the button "Take over": somebody plays on in a seat that another has lost, and is briefed in private."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import rights
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present.ids import Press
from cogs.present.play import substitutes as notes
from games.core.game import Seat
from service.errors import Refusal
from service.process.services import Services
from storage.records import MatchId


class SubstituteCommands(commands.Cog):
    """The part of `/game` by which somebody comes in for another; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @app_commands.command(**named("game take-over"))
    @explained("game take-over", "player")
    async def take_over(self, interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """The seat of `player`, or the first one that is free."""
        match = await rights.here(self.desk, interaction)
        seat = None
        if player is not None:
            seats = await self.services.looking.seats(match.id)
            seat = next((row.seat for row in seats if row.user_id == player.id), None)
            if seat is None:
                raise Refusal("no-free-seat", why="none")
        await self._take_over(interaction, match.id, seat)

    @on_press("takeover")
    async def press_take_over(self, interaction: discord.Interaction, press: Press) -> None:
        """The seat that the button names."""
        await self._take_over(interaction, press.match, Seat(asking.number(press.argument)))

    async def _take_over(self, interaction: discord.Interaction, match_id: MatchId, seat: Seat | None) -> None:
        asking.require_voice(interaction)
        user, words = asking.user(interaction), asking.words(interaction)
        since = interaction.user.joined_at if isinstance(interaction.user, discord.Member) else None
        await self.services.substitutes.take_over(match_id, user, now=asking.now(), member_since=since, seat=seat)
        at = await scene.seen(self.desk, match_id, user, words)
        assert at.viewer is not None
        clocks = await self.services.clocks.shown(at.match, at.seats, asking.now())
        views = at.edition.painter.views
        picture = await drawing.board(at, "whole" if "whole" in views else "turn")
        await deliver.show(interaction, notes.briefing(at, picture, clocks[at.viewer] if clocks else None))
