"""`/puzzle` and the buttons below a puzzle: a turn is tried out in private, as in a game, and given as the answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.background.puzzles import puzzles as posts
from cogs.commands.vocabulary import named
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
from storage.records import MatchId
from text.puzzles import puzzles


class PuzzleCog(commands.Cog):
    """Puzzles. Whoever can press below one is in its server: the number is that of the puzzle there."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services

    @app_commands.command(**named("puzzle"))
    @app_commands.guild_only()
    async def puzzle(self, interaction: discord.Interaction) -> None:
        """The open one, in private; with what came of the last one."""
        guild_id = _guild(interaction)
        day = await self.services.puzzles.newest(guild_id)
        found = await self.services.puzzles.day(guild_id, day.number)
        await deliver.show(interaction, await posts.question(self.desk, found, asking.words(interaction)))

    @on_press("puzzleplace")
    async def press_place(self, interaction: discord.Interaction, press: Press) -> None:
        """Open the draft where it was left."""
        await self._show(interaction, press, lead=puzzles.leads(asking.words(interaction)))

    @on_press("puzzlelook")
    async def press_look(self, interaction: discord.Interaction, press: Press) -> None:
        """The board in sentences."""
        found = await self.services.puzzles.day(_guild(interaction), press.match)
        at = await scene.of_table(self.desk, found.table, asking.words(interaction))
        lines = at.say.legal_sentences(at.view, found.table.legal, at.names, at.words)
        await deliver.show(interaction, notes.note(at.say.board(at.view, at.names, at.words), *lines))

    @on_press("puzzlepick", "puzzlepush", "puzzleplay", "puzzlepickplay")
    async def press_push(self, interaction: discord.Interaction, press: Press) -> None:
        """One more action, or a step back without one; the last choice is shown before it counts, for there is time."""
        base, _, text = press.argument.partition(" ")
        keep, based_on = drafts.read_base(base)
        await self.services.puzzles.drafts.push(
            await self._match(interaction, press),
            asking.user(interaction),
            press.values or ((text,) if text else ()),
            keep=keep,
            based_on=based_on,
            now=asking.now(),
        )
        await self._show(interaction, press)

    @on_press("puzzlepage")
    async def press_page(self, interaction: discord.Interaction, press: Press) -> None:
        """Another page of spots."""
        await self._show(interaction, press, page=asking.number(press.argument.partition(" ")[2]))

    @on_press("puzzlediscard")
    async def press_discard(self, interaction: discord.Interaction, press: Press) -> None:
        """The draft begins anew."""
        match_id = await self._match(interaction, press)
        await self.services.puzzles.drafts.discard(match_id, asking.user(interaction), now=asking.now())
        await self._show(interaction, press)

    @on_press("puzzletype")
    async def press_type(self, interaction: discord.Interaction, press: Press) -> None:
        """A field to type the turn into."""
        await forms.ask_move(interaction, press.match, asking.words(interaction), verb="puzzletyped")

    @on_press("puzzletyped")
    async def press_typed(self, interaction: discord.Interaction, press: Press) -> None:
        """What was typed there."""
        user, words, tries = asking.user(interaction), asking.words(interaction), self.services.puzzles.drafts
        match_id = await self._match(interaction, press)
        await reading.move(self.desk, user, match_id, press.choice, words, lenient=True, drafts=tries)
        await self._show(interaction, press)

    @on_press("puzzleconfirm")
    async def press_confirm(self, interaction: discord.Interaction, press: Press) -> None:
        """The draft is the answer."""
        _, based_on = drafts.read_base(press.argument)
        given = await self.services.puzzles.answer(
            _guild(interaction), press.match, asking.user(interaction), based_on=based_on, now=asking.now()
        )
        at = await self._scene(interaction, given)
        await deliver.show(interaction, pages.answered(at, given, press.match))

    async def _scene(self, interaction: discord.Interaction, draft: Draft) -> Scene:
        """What a draft would lead to, in the colours of the server."""
        there = replace(draft, match=replace(draft.match, guild_id=_guild(interaction)))
        return await scene.of_draft(self.desk, there, asking.words(interaction))

    async def _match(self, interaction: discord.Interaction, press: Press) -> MatchId:
        """Under which number drafts know the puzzle, if it is open. Refuses `no-puzzle`, `puzzle-over`."""
        return match_of(await self.services.puzzles.still_open(_guild(interaction), press.match))

    async def _show(self, interaction: discord.Interaction, press: Press, *, page: int = 0, lead: str = "") -> None:
        match_id = await self._match(interaction, press)
        draft = await self.services.puzzles.drafts.prepare(match_id, asking.user(interaction), now=asking.now())
        draft = replace(draft, closing=())  # there is time: each turn is shown before it is the answer
        at = await self._scene(interaction, draft)
        listed = await asyncio.to_thread(drafts.choices, at)
        picture = await drawing.draft(at, draft, listed, page)
        await deliver.show(interaction, pages.draft(drafts.screen(at, draft, listed, picture, page=page, lead=lead), press.match))


def _guild(interaction: discord.Interaction) -> int:
    """Refuses `no-puzzle` outside of servers."""
    if interaction.guild_id is None:
        raise Refusal("no-puzzle")
    return interaction.guild_id
