"""Hints: one good turn with its reason, if the match's terms allow hints. They are private, and counted in the match's record."""

from __future__ import annotations

from discord.ext import commands

from cogs import match_context
from cogs.app_context import AppContext
from cogs.declarations import ActorRole, ButtonGroup, DeferMode
from cogs.images import match_images
from cogs.interactions.requests import MatchRequest
from cogs.interactions.surfaces import GAME
from cogs.messages.play import hints as pages
from text.translator import phrase


class HintCog(commands.Cog):
    """Cog with the panel action that asks for a hint."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @GAME.action(
        "hint",
        "hint",
        ActorRole.SEATED,
        about=phrase("See one good turn and why, only for you; hints are counted, and need all aids"),
        when=lambda situation: situation.may_be_hinted,
        group=ButtonGroup.DO,
        ack=DeferMode.AFRESH,
    )
    async def press_hint(self, request: MatchRequest) -> None:
        """Show a hint to the player to move. Refuses `too-soon`, and as `Hints.ask` does."""
        user = request.user
        self.app.cooldowns.spend(user, "hint", request.now)
        advice = await self.services.hints.ask(request.match_id, user, now=request.now)
        context = await match_context.context_for_draft(self.app, advice.draft, request.words)
        picture = await match_images.board_after_turn(context, advice.draft.view, advice.draft.events, "hint.png")
        await request.respond(pages.hint(context, advice, picture))
