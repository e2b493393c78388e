"""`/puzzle` and the buttons below a puzzle: a turn is tried out in private, as in a game, and given as the answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.background.puzzles import puzzles as posts
from cogs.commands.vocabulary import everywhere, explained, named
from cogs.desk import Desk
from cogs.entries import forms, reading
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.play import draft as drafts
from cogs.present.puzzles import puzzles as pages
from cogs.scene import Scene
from service.errors import Refusal
from service.puzzles.puzzles import match_of
from service.records import Draft
from storage.records import FOR_ALL, PuzzleDay
from text.puzzles import puzzles as said


class PuzzleCog(commands.Cog):
    """Puzzles. A press says whether it's about the puzzle of the server in which it's made, or about the one for everybody."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services

    @everywhere
    @app_commands.command(**named("puzzle"))
    @explained("puzzle", "answer")
    async def puzzle(self, interaction: discord.Interaction, answer: str = "") -> None:
        """The open one, in private, with what came of the last one; or a typed answer to it."""
        puzzles = self.services.puzzles
        day = await puzzles.newest(await puzzles.whose(interaction.guild_id), now=asking.now())
        if answer.strip():
            await self._type(interaction, day, answer)
        else:
            await self._today(interaction, day)

    @on_press("puzzle")
    async def press_puzzle(self, interaction: discord.Interaction, press: Press) -> None:  # noqa: ARG002  # as all handlers
        """The open one."""
        puzzles = self.services.puzzles
        await self._today(interaction, await puzzles.newest(await puzzles.whose(interaction.guild_id), now=asking.now()))

    async def _today(self, interaction: discord.Interaction, day: PuzzleDay) -> None:
        found = await self.services.puzzles.day(day.guild_id, day.number)
        words, user = asking.words(interaction), asking.user(interaction)
        shown = await posts.question(self.desk, found, words, user)
        await deliver.show(interaction, pages.with_last(shown, day, await self._last(interaction, day), words))

    async def _last(self, interaction: discord.Interaction, day: PuzzleDay) -> str:
        """What came of the last puzzle for this person, in a sentence; empty where they gave no answer."""
        user, puzzles = asking.user(interaction), self.services.puzzles
        given = await puzzles.answers(day.guild_id, day.number - 1)
        own = next((one for one in given if one.user_id == user), None)
        record = await puzzles.record(day.guild_id, user, day.number - 1)
        return said.own(own.tenths / 10 if own else None, record.streak, asking.words(interaction))

    @on_press("puzzlesolution")
    async def press_solution(self, interaction: discord.Interaction, press: Press) -> None:
        """The solution of one that is over, in private."""
        found = await self.services.puzzles.over(_whose(interaction, press), press.match, now=asking.now())
        await deliver.show(interaction, await posts.solution(self.desk, found, asking.words(interaction)))

    @on_press("puzzleplace")
    async def press_place(self, interaction: discord.Interaction, press: Press) -> None:
        """Open the draft where it was left."""
        await self._show(interaction, await self._day(interaction, press), lead=said.leads(asking.words(interaction)))

    @on_press("puzzlelook")
    async def press_look(self, interaction: discord.Interaction, press: Press) -> None:
        """The board in sentences."""
        found = await self.services.puzzles.day(_whose(interaction, press), press.match)
        at = await scene.of_table(self.desk, found.table, asking.words(interaction))
        lines = at.say.legal_sentences(at.view, found.table.legal, at.names, at.words)
        await deliver.show(interaction, notes.note(at.say.board(at.view, at.names, at.words), *lines))

    @on_press("puzzlepick", "puzzlepush", "puzzleplay", "puzzlepickplay")
    async def press_push(self, interaction: discord.Interaction, press: Press) -> None:
        """One more action, or a step back without one; the last choice is shown before it counts, for there is time."""
        base, _, text = press.argument.partition(" ")
        keep, based_on = drafts.read_base(base)
        day = await self._day(interaction, press)
        await self.services.puzzles.drafts.push(
            match_of(day),
            asking.user(interaction),
            press.values or ((text,) if text else ()),
            keep=keep,
            based_on=based_on,
            now=asking.now(),
        )
        await self._show(interaction, day)

    @on_press("puzzlepage")
    async def press_page(self, interaction: discord.Interaction, press: Press) -> None:
        """Another page of spots."""
        await self._show(interaction, await self._day(interaction, press), page=asking.number(press.argument.partition(" ")[2]))

    @on_press("puzzlediscard")
    async def press_discard(self, interaction: discord.Interaction, press: Press) -> None:
        """The draft begins again."""
        day = await self._day(interaction, press)
        await self.services.puzzles.drafts.discard(match_of(day), asking.user(interaction), now=asking.now())
        await self._show(interaction, day)

    @on_press("puzzletype")
    async def press_type(self, interaction: discord.Interaction, press: Press) -> None:
        """A field to type the turn into."""
        await forms.ask_move(interaction, press.match, asking.words(interaction), verb="puzzletyped")

    @on_press("puzzletyped")
    async def press_typed(self, interaction: discord.Interaction, press: Press) -> None:
        """What was typed there."""
        await self._type(interaction, await self._day(interaction, press), press.choice)

    async def _type(self, interaction: discord.Interaction, day: PuzzleDay, text: str) -> None:
        """A typed turn goes into the draft, which is shown."""
        user, words, tries = asking.user(interaction), asking.words(interaction), self.services.puzzles.drafts
        await reading.move(self.desk, user, match_of(day), text, words, lenient=True, drafts=tries)
        await self._show(interaction, day)

    @on_press("puzzleconfirm")
    async def press_confirm(self, interaction: discord.Interaction, press: Press) -> None:
        """The draft is the answer."""
        _, based_on = drafts.read_base(press.argument)
        day, user, now = await self._day(interaction, press), asking.user(interaction), asking.now()
        given = await self.services.puzzles.answer(day.guild_id, day.number, user, based_on=based_on, now=now)
        at = await self._scene(interaction, given)
        await deliver.show(interaction, pages.answered(at, given, day))

    async def _scene(self, interaction: discord.Interaction, draft: Draft) -> Scene:
        """What a draft would lead to, in the colours of the server."""
        there = replace(draft, match=replace(draft.match, guild_id=interaction.guild_id))
        return await scene.of_draft(self.desk, there, asking.words(interaction))

    async def _day(self, interaction: discord.Interaction, press: Press) -> PuzzleDay:
        """The puzzle that a press is about, if it is open. Refuses as `Puzzles.still_open`."""
        return await self.services.puzzles.still_open(_whose(interaction, press), press.match, now=asking.now())

    async def _show(self, interaction: discord.Interaction, day: PuzzleDay, *, page: int = 0, lead: str = "") -> None:
        draft = await self.services.puzzles.drafts.prepare(match_of(day), asking.user(interaction), now=asking.now())
        draft = replace(draft, closing=())  # there is time: each turn is shown before it is the answer
        at = await self._scene(interaction, draft)
        listed = await asyncio.to_thread(drafts.choices, at)
        picture = await drawing.draft(at, draft, listed, page)
        await deliver.show(interaction, pages.draft(drafts.screen(at, draft, listed, picture, page=page, lead=lead), day))


def _whose(interaction: discord.Interaction, press: Press) -> int:
    """Whose puzzle a press is about. Refuses `no-puzzle`."""
    if press.version == pages.EVERYBODYS:
        return FOR_ALL
    if interaction.guild_id is None:
        raise Refusal("no-puzzle")
    return interaction.guild_id
