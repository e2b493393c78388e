"""Command `/puzzle` and the buttons below a puzzle: the user drafts a turn in private, as in a match, and confirms the answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs import delivery, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.background.puzzles import daily_puzzle as posts
from cogs.commands.command_translator import describe_options, everywhere, name_and_description
from cogs.declarations import DeferMode, EntryPoint
from cogs.images import match_images
from cogs.interactions import input_parsing, modals
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import PUZZLE
from cogs.match_context import MatchContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.play import draft as drafts
from cogs.messages.play import figure_step
from cogs.messages.puzzles import daily_puzzle as pages
from service.errors import Refusal
from service.puzzles.daily_puzzle import match_of
from service.records import Draft
from storage.puzzle_rows import FOR_ALL, OWN, PuzzleDay
from text.puzzles import puzzle_texts as said


class PuzzleCog(commands.Cog):
    """Cog of puzzles.

    Each press tells whether it is about the puzzle of its server, or about the one for all servers.
    """

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.services = app.services

    @everywhere
    @app_commands.command(**name_and_description("puzzle"))
    @describe_options("puzzle", "answer")
    async def puzzle(self, interaction: discord.Interaction, answer: str = "") -> None:
        """Show the open puzzle privately, with the result of the previous one; or read a typed answer into the draft."""
        request = Request(self.app, interaction)
        if answer.strip():
            day, _ = await self._puzzle_to_show(request)
            if await self.services.puzzles.has_answered(day, request.user):
                raise Refusal("puzzle-answered")
            await self._type(request, day, answer)
        else:
            await self._today(request)

    @PUZZLE.press("puzzle", ack=DeferMode.AFRESH)
    async def press_puzzle(self, request: Request) -> None:
        """Show the open puzzle privately, with the result of the previous one."""
        await self._today(request)

    async def _puzzle_to_show(self, request: Request) -> tuple[PuzzleDay, PuzzleDay | None]:
        """Return the puzzle to show: that of the day or, if that is answered or missing, one from the reader's own turns.

        In the second case, the second value is the puzzle of the day, if there is one; otherwise None.
        """
        puzzles, user, now = self.services.puzzles, request.user, request.now
        own = await self.services.mistake_puzzles.due(user, now)
        try:
            day = await puzzles.newest(await puzzles.whose(request.guild_id), now=now)
        except Refusal:
            if own is None:
                raise
            return own, None
        return (own, day) if own is not None and await puzzles.has_answered(day, user) else (day, None)

    async def _today(self, request: Request) -> None:
        day, beside = await self._puzzle_to_show(request)
        words, user = request.words, request.user
        if beside is None and await self._show_result(request, day):
            return
        shown = await posts.question(self.app, await self.services.puzzles.shown(day), words, user)
        if day.guild_id != OWN:
            shown = pages.with_last(shown, day, await self._last(request, day), words)
        await request.respond(shown if beside is None else pages.add_daily_button(shown, beside, words))

    async def _last(self, request: Request, day: PuzzleDay) -> str:
        """Return a sentence with the user's result of the previous puzzle; empty if they gave no answer."""
        user, puzzles = request.user, self.services.puzzles
        own = await puzzles.answer_of(day.guild_id, day.number - 1, user)
        return said.own(own.tenths / 10, own.streak, request.words) if own else ""

    @PUZZLE.press("puzzlesolution", ack=DeferMode.AFRESH)
    async def press_solution(self, request: Request) -> None:
        """Show the solution of a closed puzzle privately."""
        daily_puzzle = await self.services.puzzles.over(_puzzle_owner(request), request.match_id, now=request.now)
        await request.respond(await posts.solution(self.app, daily_puzzle, request.words))

    @PUZZLE.press("puzzleplace", ack=DeferMode.AFRESH)
    async def press_place(self, request: Request) -> None:
        """Open the draft in its present state or, after an answer, show its result."""
        day, words = await self._day(request, answered=True), request.words
        if await self._show_result(request, day):
            return
        await self._show(request, day, lead=said.own_leads(words) if day.guild_id == OWN else said.leads(words))

    @PUZZLE.press("puzzlelook", ack=DeferMode.AFRESH)
    async def press_look(self, request: Request) -> None:
        """Show the board as text."""
        puzzles, whose = self.services.puzzles, _puzzle_owner(request)
        daily_puzzle = await puzzles.shown(await self._day(request)) if whose == OWN else await puzzles.day(whose, request.match_id)
        context = await match_context.context_for_view(self.app, daily_puzzle.table, request.words)
        lines = context.say.legal_sentences(context.view, daily_puzzle.table.legal, context.names, context.words)
        await request.respond(notes.note(context.say.board(context.view, context.names, context.words), *lines))

    @PUZZLE.press("puzzlepick", way=EntryPoint.SELECT)
    @PUZZLE.press("puzzlepush")
    @PUZZLE.press("puzzleplay")
    @PUZZLE.press("puzzlepickplay", way=EntryPoint.SELECT)
    async def press_push(self, request: Request) -> None:
        """Add the chosen action to the draft, or go back; the last choice is previewed before it becomes the answer."""
        base, _, text = request.argument.partition(" ")
        keep, based_on = drafts.read_base(base)
        day = await self._day(request)
        await self.services.puzzles.drafts.push(
            match_of(day),
            request.user,
            request.values or ((text,) if text else ()),
            keep=keep,
            based_on=based_on,
            now=request.now,
        )
        await self._show(request, day)

    @PUZZLE.press("puzzlepage")
    @PUZZLE.press("puzzlepickpage", way=EntryPoint.SELECT)
    async def press_page(self, request: Request) -> None:
        """Show another page of the draft's spots."""
        await self._show(request, await self._day(request), turn_to=request.press)

    @PUZZLE.press("puzzlediscard")
    async def press_discard(self, request: Request) -> None:
        """Discard the draft and begin again."""
        day = await self._day(request)
        await self.services.puzzles.drafts.discard(match_of(day), request.user, now=request.now)
        await self._show(request, day)

    @PUZZLE.press("puzzletype", ack=DeferMode.FORM)
    async def press_type(self, request: Request) -> None:
        """Open a form to type the turn."""
        await modals.ask_move(request.interaction, request.match_id, request.words, verb="puzzletyped", step=request.argument)

    @PUZZLE.press("puzzletyped", way=EntryPoint.FORM)
    async def press_typed(self, request: Request) -> None:
        """Read the turn from the submitted form into the draft."""
        await self._type(request, await self._day(request), request.choice, request.argument)

    async def _type(self, request: Request, day: PuzzleDay, text: str, step: str = "") -> None:
        """Read a typed turn into the draft, and show it."""
        user, words, tries = request.user, request.words, self.services.puzzles.drafts
        await input_parsing.move(self.app, user, match_of(day), text, words, lenient=True, drafts=tries, step=step)
        await self._show(request, day)

    @PUZZLE.press("puzzleconfirm")
    async def press_confirm(self, request: Request) -> None:
        """Submit the draft as the answer."""
        _, based_on = drafts.read_base(request.argument)
        day, user, now = await self._day(request), request.user, request.now
        mistakes = self.services.mistake_puzzles
        if day.guild_id == OWN:
            answer_result = await mistakes.answer(user, day.number, based_on=based_on, now=now)
            more = await mistakes.due(user, now) is not None
            await request.respond(await posts.correction_message(self.app, answer_result, request.words, more=more))
            return
        await self.services.puzzles.answer(day.guild_id, day.number, user, based_on=based_on, now=now)
        await self._show_result(request, day)

    async def _show_result(self, request: Request, day: PuzzleDay) -> bool:
        """Show the result of the user's answer to the puzzle of the day, and return True.

        Do nothing and return False without an answer, and for a puzzle from the user's own turns.
        """
        if day.guild_id == OWN or (answer_result := await self.services.puzzles.result(day, request.user)) is None:
            return False
        more = await self.services.mistake_puzzles.due(request.user, request.now) is not None
        shown = await posts.correction_message(
            self.app, answer_result, request.words, more=more, shares=request.guild_id is not None
        )
        await request.respond(pages.with_last(shown, day, await self._last(request, day), request.words))
        return True

    @PUZZLE.press("puzzleshare", first=True)
    async def press_share(self, request: Request) -> None:
        """Post the user's result publicly, with the turn hidden as a spoiler. Refuses `too-soon`."""
        interaction_info.require_voice(request.interaction)
        day = await self._day(request, answered=True)
        answer_result = await self.services.puzzles.result(day, request.user)
        if answer_result is None or request.guild_id is None:
            await self._today(request)
            return
        self.app.cooldowns.spend(request.user, "share", request.now)
        context = await match_context.context_for_draft(self.app, answer_result.draft, self.app.server_words(request.guild_id))
        message = pages.shared_answer(context, answer_result, request.name)
        await delivery.post(cast(discord.abc.Messageable, request.interaction.channel), message, silent=True)
        await self._show_result(request, day)

    async def _scene(self, request: Request, draft: Draft) -> MatchContext:
        """Return the position that a draft leads to, in the server's colours."""
        there = replace(draft, match=replace(draft.match, guild_id=request.guild_id))
        return await match_context.context_for_draft(self.app, there, request.words)

    async def _day(self, request: Request, *, answered: bool = False) -> PuzzleDay:
        """Return the open puzzle that a press is about.

        Refuses `puzzle-answered` if the user has answered it, unless `answered`, and as `still_open` of `Puzzles` and
        `MistakePuzzles` does.
        """
        if _puzzle_owner(request) == OWN:
            return await self.services.mistake_puzzles.still_open(request.user, request.match_id, now=request.now)
        day = await self.services.puzzles.still_open(_puzzle_owner(request), request.match_id, now=request.now)
        if not answered and await self.services.puzzles.has_answered(day, request.user):
            raise Refusal("puzzle-answered")
        return day

    async def _show(self, request: Request, day: PuzzleDay, *, turn_to: Press | None = None, lead: str = "") -> None:
        page, name = drafts.read_page(turn_to) if turn_to is not None else (0, "")
        draft = await self.services.puzzles.drafts.prepare(match_of(day), request.user, now=request.now)
        draft = replace(draft, closing=())  # there is time: each turn is shown before it is the answer
        context = await self._scene(request, draft)
        step = await asyncio.to_thread(figure_step.step_of, context, name)
        picture = await match_images.draft(context, draft, step, page)
        await request.respond(pages.draft(drafts.screen(context, draft, step, picture, page=page, lead=lead), day))


def _puzzle_owner(request: Request) -> int:
    """Return the id of the server whose puzzle a press is about, or `FOR_ALL` or `OWN`.

    Refuses `no-puzzle` in a direct message without such a puzzle.
    """
    if request.press.version in (pages.EVERYBODYS, pages.OWN_TURN):
        return FOR_ALL if request.press.version == pages.EVERYBODYS else OWN
    if request.guild_id is None:
        raise Refusal("no-puzzle")
    return request.guild_id
