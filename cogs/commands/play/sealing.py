"""What somebody at the table mixes into the sealed bag before the start."""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.desk import Desk
from cogs.entries import forms
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.forms import TextField
from cogs.present.ids import Press
from service.play.seating import LONGEST_WORD
from service.process.services import Services
from text.play import sealing


class SealingCommands(commands.Cog):
    """The part of `/game` about the sealed bag before the start; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services
    lobby_messages: LobbyMessages

    @on_press("word")
    async def press_word(self, interaction: discord.Interaction, press: Press) -> None:
        """Ask for it."""
        words = asking.words(interaction)
        line = TextField(sealing.word_hint(words), must=False, long=LONGEST_WORD, detail=sealing.word_about(words))
        await forms.ask(interaction, sealing.word_title(words), Press(press.match, 0, "wordset"), line)

    @on_press("wordset")
    async def press_word_set(self, interaction: discord.Interaction, press: Press) -> None:
        """What was typed."""
        user, words = asking.user(interaction), asking.words(interaction)
        lobby = await self.services.lobbies.add_word(press.match, user, press.choice, now=asking.now())
        kept = next((seat.word for seat in lobby.seats if seat.user_id == user), None)
        await deliver.aside(interaction, notes.note(sealing.word_kept(kept or "", words)))
        await self.lobby_messages.refresh(press.match)
