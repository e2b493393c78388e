"""What needs everybody's consent: going back, letting computers finish. Asks no game which one it is."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import errors, rights
from cogs.entries.presses import on_press
from cogs.present import private
from cogs.present.ids import Press
from cogs.present.play import requests as notes
from service.clocks.pausing import MOST, PAUSE
from service.play.finishing import FINISH, STOP
from service.play.going_back import UNDO
from service.play.requests import Asked
from service.process.services import Services
from storage.records import MatchId
from text.play import requests as said


class AgreeingCommands(commands.Cog):
    """The part of `/game` that asks everybody; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @app_commands.command(**named("game finish"))
    @explained("game finish", "how")
    async def finish(self, interaction: discord.Interaction, how: str = "") -> None:
        """Let computers play the rest, or stop and count, if all agree; which of them is asked first where that was not said."""
        match = await rights.here(self.desk, interaction)
        words = asking.words(interaction)
        kind = said.how_read(how, words)
        if kind is None:
            await deliver.show(interaction, notes.ways_to_finish(match, words))
        else:
            await self._ask(interaction, match.id, kind)

    @finish.autocomplete("how")
    @errors.silent
    async def _offer_ways(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return private.choices(said.ways(current, asking.words(interaction)))

    @on_press("finish")
    async def press_finish(self, interaction: discord.Interaction, press: Press) -> None:
        """In one of the ways."""
        await self._ask(interaction, press.match, STOP if press.argument == STOP else FINISH)

    @app_commands.command(**named("game pause"))
    @explained("game pause", "days")
    async def pause(self, interaction: discord.Interaction, days: app_commands.Range[int, 0, MOST]) -> None:
        """Ask for a pause, or end the present one."""
        match = await rights.here(self.desk, interaction)
        if days:
            await self._ask(interaction, match.id, PAUSE, days=days)
        else:
            await self._end_pause(interaction, match.id)

    @on_press("endpause")
    async def press_end_pause(self, interaction: discord.Interaction, press: Press) -> None:
        """Anybody at the table ends it."""
        await self._end_pause(interaction, press.match)

    @on_press("askundo")
    async def press_ask_undo(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask all others whether one may go back."""
        await self._ask(interaction, press.match, UNDO)

    @on_press("agree")
    async def press_agree(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the others agrees."""
        await self._answer(interaction, press, agrees=True)

    @on_press("disagree")
    async def press_disagree(self, interaction: discord.Interaction, press: Press) -> None:
        """One of the others does not agree, or who asked no longer asks."""
        await self._answer(interaction, press, agrees=False)

    async def _end_pause(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        found = await self.services.pausing.end(match_id, asking.user(interaction), now=asking.now())
        words = asking.words(interaction)
        names = await self.desk.people.names(found.seats, found.match.guild_id, words)
        await deliver.show(interaction, notes.pause_over(found, names, words))

    async def _ask(self, interaction: discord.Interaction, match_id: MatchId, kind: str, **detail: int) -> None:
        found = await self.services.requests.ask(match_id, asking.user(interaction), kind, detail, now=asking.now())
        await self._noted(interaction, found)

    async def _answer(self, interaction: discord.Interaction, press: Press, *, agrees: bool) -> None:
        user, number = asking.user(interaction), asking.number(press.argument)
        await self._noted(
            interaction, await self.services.requests.answer(press.match, user, number, agrees=agrees, now=asking.now())
        )

    async def _noted(self, interaction: discord.Interaction, found: Asked) -> None:
        words = asking.words(interaction)
        names = await self.desk.people.names(found.seats, found.match.guild_id, words)
        await deliver.show(interaction, notes.noted(found, names, words))
