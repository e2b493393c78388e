"""Explanations of scores: selects below the scores and the log, and an entry in the context menu of messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.declarations import ActorRole, ButtonGroup, EntryPoint
from cogs.images import match_images
from cogs.interactions import access_rules
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME
from cogs.match_context import MatchContext
from cogs.messages import layout
from cogs.messages.component_ids import Press
from cogs.messages.play import score_explanations as notes
from cogs.messages.play import turn_messages
from cogs.refusals import InteractionRefused
from service.records import LogEntry
from storage.rows import MatchId
from text.commands import COMMANDS
from text.protocol import ScoreTexts
from text.translator import phrase

MENU = "Explain scores"


class ScoreExplanationsCog(commands.Cog):
    """Cog that explains scores."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services
        self.menu = app_commands.ContextMenu(name=locale_str(COMMANDS["explain scores"]), callback=self.explain_message)
        self.menu.guild_only = True

    async def explain_message(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """Show the scorings reported in a message, to choose one; if there are none, all of the match."""
        request = Request(self.app, interaction)
        press = self._press_on(message)
        await access_rules.match_with_right(self.app, request.interaction, press.match, ActorRole.ANYBODY)
        context, say = await self._explainable_context(request, press.match)
        entries = await self._entries(request, context)
        told = notes.scoring_list(context, say, entries[: press.version], since=await self._first_row_told(press, entries))
        scoring_page = told if told.scored else notes.scoring_list(context, say, entries)
        await request.respond(notes.question(context, scoring_page, nothing_here=scoring_page is not told))

    @GAME.action(
        "why",
        "scorings",
        ActorRole.ANYBODY,
        about=phrase("See where each score came from"),
        when=lambda situation: situation.at is not None and situation.at.edition.words.scores is not None,
        group=ButtonGroup.LOOK,
        label="why-scored",
    )
    async def press_scorings(self, request: MatchRequest) -> None:
        """Show another page of scorings."""
        context, say = await self._explainable_context(request, request.match_id)
        scoring_page = notes.scoring_list(context, say, await self._entries(request, context), **_list_arguments(request.press))
        await request.respond(notes.question(context, scoring_page))

    @GAME.press("why", ActorRole.ANYBODY, way=EntryPoint.SELECT)
    async def press_why(self, request: MatchRequest) -> None:
        """Explain one scoring in the position at that time."""
        context, say = await self._explainable_context(request, request.match_id)
        row, _, place = request.choice.partition(" ")
        entries = await self._entries(request, context)
        then, things = await self._context_and_entries(request, context, say, entries, row, request.press.version)
        if interaction_info.number(place) >= len(things):
            raise InteractionRefused("unknown-button")
        thing = things[interaction_info.number(place)]
        picture = await match_images.explanation_picture(then, thing) if say.has_place(thing) else None
        lines = say.why(thing, then.view, context.viewer, context.names, context.words)
        scoring_page = notes.scoring_list(context, say, entries, **_list_arguments(request.press))
        await request.respond(notes.explanation(context, scoring_page, lines, picture, request.choice))

    async def _context_and_entries(
        self,
        request: Request,
        context: MatchContext,
        say: ScoreTexts,
        entries: Sequence[LogEntry],
        row: str,
        version: int,
    ) -> tuple[MatchContext, Sequence[Any]]:
        """Return the position in which a scoring happened, and what can be explained there.

        `row`: a log row, or `open` for the features that were open at `version`.
        """
        user, words = request.user, request.words
        if row == "open":
            then = await match_context.load(self.app, context.match.id, user, words, version=version)
            return then, say.ahead(then.view)
        entry = next((entry for entry in entries if entry.seq == interaction_info.number(row) and not entry.undone), None)
        if entry is None:
            raise InteractionRefused("unknown-button")
        then = await match_context.load(self.app, context.match.id, user, words, version=entry.seq + 1)
        return then, say.scored(entry.events, then.view)

    async def _explainable_context(self, request: Request, match_id: MatchId) -> tuple[MatchContext, ScoreTexts]:
        """Return the present position of a match and the texts of its scores.

        Refuses `no-scores` if the game can't explain its scores.
        """
        context = await match_context.load(self.app, match_id, request.user, request.words)
        if context.edition.words.scores is None:
            raise InteractionRefused("no-scores")
        return context, context.edition.words.scores

    async def _entries(self, request: Request, context: MatchContext) -> tuple[LogEntry, ...]:
        return await self.services.match_queries.history(context.match.id, request.user)

    async def _first_row_told(self, press: Press, entries: tuple[LogEntry, ...]) -> int:
        """Return the first log row that a turn message reports: the first after the active player's own last move."""
        then = await self.services.match_queries.table(press.match, version=press.version)
        seat = then.asked[0] if then.asked else None
        log_entries = turn_messages.entries_after_own_move(entries[: press.version], seat) if seat is not None else ()
        return log_entries[0].seq if log_entries else 0

    def _press_on(self, message: discord.Message) -> Press:
        """Return the press of a button below one of the bot's messages, which names its match. Refuses `not-a-turn`."""
        if self.app.is_ours(message):
            press = next((press for press in layout.presses_of(message) if press.match), None)
            if press is not None:
                return press
        raise InteractionRefused("not-a-turn")


def _list_arguments(press: Press) -> dict[str, int]:
    """Return the first log row and the page of the scoring list that a press belongs to, as keyword arguments."""
    since, _, rest = press.argument.partition(" ")
    return {"since": interaction_info.number(since), "page": interaction_info.number(rest.partition(" ")[0])}
