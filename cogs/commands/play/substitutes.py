"""Seats that somebody has lost: coming back, taking over for good, and a computer that plays one turn for another."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present import private
from cogs.present.ids import Press
from cogs.present.play import requests
from cogs.present.play import substitutes as notes
from games.core.game import Seat
from service.play import substitutes
from service.process.services import Services
from storage.records import MatchId
from text.clocks import times


class SubstituteCommands(commands.Cog):
    """What the panel does about lost seats; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("takeover")
    async def press_take_over(self, interaction: discord.Interaction, press: Press) -> None:
        """The seat that the button names; which one is asked where it names none and several are free."""
        match, seats = await self.services.looking.seated(press.match)
        free = substitutes.free(match, seats)
        if press.argument or len(free) < 2:
            seat = Seat(asking.number(press.argument)) if press.argument else None
            await self._take_over(interaction, press.match, seat)
            return
        words = asking.words(interaction)
        names = await self.desk.people.names(seats, match.guild_id, words)
        offered = [(name, row.seat) for name, row in zip(names, seats, strict=True) if row.seat in free]
        await deliver.show(interaction, requests.whose(match, offered, "takeover", words))

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

    @on_press("return")
    async def press_return(self, interaction: discord.Interaction, press: Press) -> None:
        """I'm back."""
        await self.services.returns.come_back(press.match, asking.user(interaction), now=asking.now())
        await deliver.show(interaction, private.note(times.welcome(asking.words(interaction))))

    @on_press("standin")
    async def press_stand_in(self, interaction: discord.Interaction, press: Press) -> None:
        """Let the computer play the turn that all wait for."""
        words = asking.words(interaction)
        played = await self.services.play_for.ask(press.match, asking.user(interaction), now=asking.now())
        said = times.has_stood_in(words) if played else times.another_must_agree(words)
        await deliver.show(interaction, private.note(said))
