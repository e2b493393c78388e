"""Analysis of finished matches. The first request has the analysis computed and posted publicly; later ones show it at once."""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.background.history import analysis_posts
from cogs.declarations import ActorRole, ButtonGroup, DeferMode, EntryPoint
from cogs.images import analysis_images as pictures
from cogs.interactions import job_progress
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.messages import ephemeral_messages as notes
from cogs.messages import panels
from cogs.messages.history import analysis as pages
from cogs.messages.message_parts import Message
from service.core.job_queue import ANALYSIS
from service.errors import Refusal
from service.history.analyses import mistakes
from service.wiring.services import Services
from storage.rows import MatchId, UserId
from text.history import analysis
from text.puzzles import puzzle_texts
from text.translator import Translator, phrase
from text.translator import translator_for as spoken


class AnalysisCommands(commands.Cog):
    """Part of the `/game` cog with the actions on analyses."""

    app: AppContext
    services: Services

    @GAME.action(
        "analyse",
        "analyse",
        ActorRole.ANYBODY,
        about=phrase("See what decided a finished game: estimates for every turn, luck and better moves"),
        when=lambda situation: situation.is_over,
        group=ButtonGroup.DO,
        ack=DeferMode.AFRESH,
    )
    async def press_analyse(self, request: MatchRequest) -> None:
        """Show the analysis of a match, or begin computing it and say that it will be posted."""
        await self._analyse(request, request.match_id)

    @GAME.action(
        "share-analysis",
        "analysisshare",
        ActorRole.ANYBODY,
        about=phrase("Show the analysis of a finished game to everyone here"),
        when=lambda situation: situation.is_over,
        group=ButtonGroup.LOOK,
        label="share",
        listed=False,
        first=True,
    )
    async def press_analysis_share(self, request: MatchRequest) -> None:
        """Post an analysis publicly in the channel, in the language of the match.

        If newer estimates have replaced the analysis, it is computed again and posted here when done. Refuses `too-soon`.
        """
        interaction_info.require_voice(request.interaction)
        match = await self.services.match_queries.match(request.match_id)
        if not await self.services.analyses.stands(match.id):
            await self._analyse(request, match.id)
            return
        self.app.cooldowns.spend(request.user, "share", request.now)
        context = await match_context.load(self.app, match.id, None, spoken(match.locale))
        message = await analysis_posts.message(self.app, context, None, shared_by=request.name)
        await delivery.post(cast(discord.abc.Messageable, request.interaction.channel), message, silent=True)
        await self._analyse(request, match.id)

    @GAME.press("moment", ActorRole.ANYBODY, ways={EntryPoint.BUTTON: DeferMode.AFRESH})
    async def press_moment(self, request: MatchRequest) -> None:
        """Show the reader the boards of one costly decision.

        If the match is being analysed again, show its analysis instead.
        """
        judged, since = await self.services.analyses.of(request.match_id), interaction_info.number(request.argument)
        chosen = pages.costliest_decisions(judged) if judged is not None else []
        number = next((number for number, analysed_decision in enumerate(chosen, 1) if analysed_decision.since == since), None)
        if number is None:  # it is judged again, or was
            await self._analyse(request, request.match_id)
            return
        context = await match_context.load(self.app, request.match_id, request.user, request.words)
        (compared,) = await self.services.analyses.compared(request.match_id, (chosen[number - 1],))
        boards = await pictures.played_and_better_boards(context, number, compared)
        await request.respond(pages.moment(context, number, pages.DecisionView(compared, boards)))

    @GAME.action(
        "my-turns",
        "ownturns",
        ActorRole.SEATED,
        about=phrase("See your own turns after the end, the costliest first"),
        when=lambda situation: situation.is_over and situation.seat is not None,
        group=ButtonGroup.SEE,
        label="own-turns",
        ack=DeferMode.AFRESH,
    )
    async def press_own_turns(self, request: MatchRequest) -> None:
        """Show the reader's own turns in a game, beginning with those that cost the most points."""
        await self._show_own_turns(request, request.match_id)

    @GAME.press("ownturn", ActorRole.SEATED, ways={EntryPoint.SELECT: DeferMode.HERE, EntryPoint.BUTTON: DeferMode.HERE})
    async def press_own_turn(self, request: MatchRequest) -> None:
        """Show another of the reader's own turns, or another page of them."""
        await self._show_own_turns(
            request, request.match_id, interaction_info.number(request.choice), interaction_info.number(request.argument)
        )

    @GAME.action(
        "mistakes",
        "mistakes",
        ActorRole.SEATED,
        about=phrase("Get your costliest turns back as puzzles over the next days"),
        when=lambda situation: situation.is_over and situation.seat is not None,
        group=ButtonGroup.SEE,
        listed=False,
        ack=DeferMode.AFRESH,
    )
    async def press_mistakes(self, request: MatchRequest) -> None:
        """Schedule the reader's own costliest turns as puzzles.

        A match without an analysis is analysed first, and the user has to ask again.
        """
        if await self.services.analyses.of(request.match_id) is None:
            await self._analyse(request, request.match_id)
            return
        await self.services.mistake_puzzles.ask(request.match_id, request.user, now=request.now)
        await request.respond(notes.note(puzzle_texts.own_coming(request.words)))

    async def _analyse(self, request: Request, match_id: MatchId) -> None:
        user, words = request.user, request.words
        if await self._is_awaited(request, match_id):
            await request.respond(self._analysis_promised(user, words))
        else:
            context = await match_context.load(self.app, match_id, user, words)
            await request.respond(await analysis_posts.message(self.app, context, user))

    async def _is_awaited(self, request: Request, match_id: MatchId) -> bool:
        """Request the analysis if there is none, and return whether it will be posted here later.

        Refuses `own-permissions`, `too-soon`, and as `Analyses.ask` does.
        """
        if await self.services.analyses.stands(match_id):
            return False
        interaction_info.require_voice(request.interaction)
        self.app.cooldowns.spend(request.user, "analyse", request.now)
        user, channel_id = request.user, request.place.channel_id
        return await self.services.analyses.ask(match_id, channel_id, user, now=request.now)

    def _analysis_promised(self, user: UserId, words: Translator) -> Message:
        """Return the message that the analysis is being computed, with the user's place in the queue."""
        line = self.services.job_queue
        place = line.place(ANALYSIS, user) or line.length(ANALYSIS) + 1  # the work itself has not begun to wait yet
        under_way = analysis.under_way(words)
        return (
            job_progress.progress_notice(ANALYSIS, words, under_way)
            if place == 1
            else job_progress.queue_notice(ANALYSIS, place, words, under_way)
        )

    async def _show_own_turns(self, request: Request, match_id: MatchId, since: int | None = None, page: int = 0) -> None:
        """Show a page of the reader's own costly turns, and the turn at log row `since`, or the costliest of the page.

        If there is no analysis, request it. Refuses `not-seated` unless the user had a seat at the end.
        """
        context = await match_context.load(self.app, match_id, request.user, request.words)
        if context.viewer is None:
            raise Refusal("not-seated", match=match_id)
        judged = await self.services.analyses.of(match_id)
        if judged is None:
            await self._analyse(request, match_id)
            return
        compared = await self.services.analyses.compared(match_id, mistakes(judged, context.viewer))
        dearest = panels.page_of(compared, page).rows[:1]
        chosen = next((comparison for comparison in compared if comparison.decision.since == since), next(iter(dearest), None))
        shown = None if chosen is None else pages.DecisionView(chosen, await pictures.played_and_better_boards(context, 1, chosen))
        await request.respond(pages.own_decisions_page(context, compared, shown, page))
