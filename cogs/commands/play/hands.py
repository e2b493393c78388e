"""Games with cards in hand: `/play`, and the button that shows one's own hand. All answers are private."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.commands.vocabulary import explained, named
from cogs.desk import Desk
from cogs.entries import moves, reading, rights
from cogs.entries.completing import Offers, Typing, completes
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present.ids import Press
from cogs.present.play import boards
from cogs.present.play import draft as drafts
from cogs.refused import Declined
from service.errors import Refusal


class HandsCog(commands.Cog):
    """Hands."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services

    @app_commands.command(**named("play"))
    @app_commands.guild_only()
    @explained("play", "card", "row")
    async def play(self, interaction: discord.Interaction, card: str = "", row: str = "") -> None:
        """The private draft opens at what is missing, or at its preview; for who wants that, a move said whole is made.

        A row is missing only where the card may go into several.
        """
        match = await rights.here(self.desk, interaction)
        said, words = reading.spoken(card, row), asking.words(interaction)
        draft = await reading.move(self.desk, asking.user(interaction), match.id, said, words, lenient=True)
        at = await scene.of_draft(self.desk, draft, words)
        is_open = not row and len(drafts.same_place(at, draft)) > 1
        await moves.go_on(self.desk, interaction, draft, whole=bool(said) and not is_open)

    @completes(play, "card", "row")
    async def _offer(self, typing: Typing) -> Offers:
        return await reading.offers(self.desk, typing)

    @on_press("hand")
    async def press_hand(self, interaction: discord.Interaction, press: Press) -> None:
        """The own cards."""
        at = await scene.seen(self.desk, press.match, asking.user(interaction), asking.words(interaction))
        if (held := at.edition.words.hands) is None:
            raise Declined("no-hand")
        if at.viewer is None:
            raise Refusal("not-seated")
        await deliver.show(interaction, boards.hand(at, held, await drawing.hand(at)))
