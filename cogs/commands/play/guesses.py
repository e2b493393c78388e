"""Guesses of other players' moves: making one, the user's own grades, and a server's best guessers."""

from __future__ import annotations

from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.declarations import ActorRole, ButtonGroup
from cogs.interactions import move_submission
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME, SERVER
from cogs.messages.play import guesses as present
from cogs.refusals import InteractionRefused
from service.watching.guesses import month_of
from service.wiring.services import Services
from storage.rows import RUNNING
from text.translator import phrase


class GuessCommands(commands.Cog):
    """Part of the `/game` cog for spectators who guess moves."""

    app: AppContext
    services: Services

    @GAME.action(
        "guess",
        "guess",
        ActorRole.ANYBODY,
        about=phrase("Guess what the player will do: hidden from all others, graded once the move is made"),
        when=lambda situation: situation.may_guess,
        group=ButtonGroup.DO,
    )
    async def press_guess(self, request: MatchRequest) -> None:
        """Open the draft of a guess."""
        user, now = request.user, request.now
        await self.services.guesses.begin(request.match_id, user, now=now)
        await move_submission.show(
            self.app, request.interaction, await self.services.drafts.prepare(request.match_id, user, now=now)
        )

    @GAME.action(
        "my-guesses",
        "guesses",
        ActorRole.ANYBODY,
        about=phrase("See how good your guesses in this game were; only you can"),
        when=lambda situation: (situation.is_over or situation.has_guessed) and situation.seat is None,
        group=ButtonGroup.SEE,
    )
    async def press_guesses(self, request: MatchRequest) -> None:
        """Show the grades of the reader's own guesses in a match, as far as these are graded."""
        user, words = request.user, request.words
        match = await self.services.match_queries.match(request.match_id)
        if match.status == RUNNING:
            await self.services.guesses.grade(match.id, user, now=request.now)
        own_guesses = await self.services.guesses.of(request.match_id, user)
        context = await match_context.load(self.app, request.match_id, user, words)
        await request.respond(present.own_guesses_page(context, own_guesses))

    @SERVER.press("guesstable")
    async def press_guess_table(self, request: Request) -> None:
        """Show the server's best guessers of a month, by default the present one."""
        if request.guild_id is None:
            raise InteractionRefused("not-in-private")
        words, now = request.words, month_of(request.now)
        month = interaction_info.number(request.argument) or now
        best = (await self.services.guesses.month(request.guild_id, month))[: present.BEST]
        names = [await self.app.people.name(guess_score.user_id, request.guild_id, words) for guess_score in best]
        await request.respond(present.table(month, now, best, names, words))
