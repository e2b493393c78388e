"""Words that players add to the sealed bag before the start, so that these influence the draws."""

from __future__ import annotations

from discord.ext import commands

from cogs.app_context import AppContext
from cogs.background.lobby.lobby_messages import LobbyMessages
from cogs.declarations import ActionArgument, ActorRole, ButtonGroup, DeferMode
from cogs.interactions.requests import MatchRequest
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField
from service.core.free_text import LONGEST_WORD
from service.wiring.services import Services
from text.play import sealed_bag
from text.translator import phrase


class SealedBagCommands(commands.Cog):
    """Part of the `/game` cog that adds a player's word to the sealed bag."""

    app: AppContext
    services: Services
    lobby_messages: LobbyMessages

    @GAME.action(
        "word",
        "word",
        ActorRole.SEATED,
        about=phrase("Add a word to the sealed bag before the start; it goes into every draw"),
        when=lambda situation: situation.is_lobby and situation.seat is not None,
        group=ButtonGroup.DO,
        typed=ActionArgument(),
        ack=DeferMode.FORM,
    )
    async def press_word(self, request: MatchRequest) -> None:
        """Open the form that asks for the user's word."""
        words = request.words
        line = TextField(sealed_bag.word_hint(words), must=False, long=LONGEST_WORD, detail=sealed_bag.word_about(words))
        await request.ask(sealed_bag.word_title(words), Press(request.match_id, 0, "wordset"), line)

    @GAME.filled("word")
    async def press_word_set(self, request: MatchRequest) -> None:
        """Add the typed word to the bag."""
        user, words = request.user, request.words
        lobby = await self.services.lobbies.add_word(request.match_id, user, request.choice, now=request.now)
        kept = next((seat.word for seat in lobby.seats if seat.user_id == user), None)
        await request.respond_separately(notes.note(sealed_bag.word_kept(kept or "", words)))
        await self.lobby_messages.refresh(request.match_id)
