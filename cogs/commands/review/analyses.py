"""A finished game looked back at with estimates. The first who asks has it posted for all; later it is at hand."""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.background.review import analyses
from cogs.desk import Desk
from cogs.entries import in_line
from cogs.entries.presses import on_press
from cogs.pictures import analysis as pictures
from cogs.present import panels
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import Message
from cogs.present.review import analysis as pages
from service.errors import Refusal
from service.process.admission import ANALYSIS
from service.process.services import Services
from service.review.analyses import mistakes
from storage.records import MatchId, UserId
from text.language import Words
from text.language import words as spoken
from text.puzzles import puzzles
from text.review import analysis


class AnalysisCommands(commands.Cog):
    """The part of `/game` that judges what was played; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("analyse")
    async def press_analyse(self, interaction: discord.Interaction, press: Press) -> None:
        """What is known of it, or the promise to find it out."""
        await self._analyse(interaction, press.match)

    @on_press("analysisshare")
    async def press_analysis_share(self, interaction: discord.Interaction, press: Press) -> None:
        """Show it to everybody, in the language of the game. Refuses `too-soon`.

        The button outlives what it shows: an analysis that newer estimates replace is made again, and posted here when it's done.
        """
        asking.require_voice(interaction)
        match = await self.services.looking.match(press.match)
        if not await self.services.analyses.stands(match.id):
            await self._analyse(interaction, match.id)
            return
        self.desk.cooldowns.spend(asking.user(interaction), "share", asking.now())
        at = await scene.seen(self.desk, match.id, None, spoken(match.locale))
        message = await analyses.message(self.desk, at, None, shared_by=interaction.user.display_name)
        await deliver.post(cast(discord.abc.Messageable, interaction.channel), message, silent=True)
        await self._analyse(interaction, match.id)

    @on_press("ownturns")
    async def press_own_turns(self, interaction: discord.Interaction, press: Press) -> None:
        """One's own turns, the dearest of them shown."""
        await self._own(interaction, press.match)

    @on_press("ownturn")
    async def press_own_turn(self, interaction: discord.Interaction, press: Press) -> None:
        """Another of them, or another page of them."""
        await self._own(interaction, press.match, asking.number(press.choice), asking.number(press.argument))

    @on_press("mistakes")
    async def press_mistakes(self, interaction: discord.Interaction, press: Press) -> None:
        """Have one's own dearest turns back as puzzles. Where the game was never judged, that comes first."""
        if await self.services.analyses.of(press.match) is None:
            await self._analyse(interaction, press.match)
            return
        await self.services.mistakes.ask(press.match, asking.user(interaction), now=asking.now())
        await deliver.show(interaction, notes.note(puzzles.own_coming(asking.words(interaction))))

    async def _analyse(self, interaction: discord.Interaction, match_id: MatchId) -> None:
        user, words = asking.user(interaction), asking.words(interaction)
        if await self._is_awaited(interaction, match_id):
            await deliver.show(interaction, self._awaited(user, words))
        else:
            at = await scene.seen(self.desk, match_id, user, words)
            await deliver.show(interaction, await analyses.message(self.desk, at, user))

    async def _is_awaited(self, interaction: discord.Interaction, match_id: MatchId) -> bool:
        """Whether it is not there yet, and will come here. Refuses `own-permissions`, `too-soon`, and as `Analyses.ask`."""
        if await self.services.analyses.stands(match_id):
            return False
        asking.require_voice(interaction)
        self.desk.cooldowns.spend(asking.user(interaction), "analyse", asking.now())
        user, channel_id = asking.user(interaction), asking.place(interaction).channel_id
        return await self.services.analyses.ask(match_id, channel_id, user, now=asking.now())

    def _awaited(self, user: UserId, words: Words) -> Message:
        """That it will come, and that one need not wait for it."""
        line = self.services.admission
        place = line.place(ANALYSIS, user) or line.length(ANALYSIS) + 1  # the work itself has not begun to wait yet
        said = analysis.under_way(words)
        return in_line.under_way(ANALYSIS, words, said) if place == 1 else in_line.waiting(ANALYSIS, place, words, said)

    async def _own(self, interaction: discord.Interaction, match_id: MatchId, since: int | None = None, page: int = 0) -> None:
        """Refuses `not-seated` to people without a seat at the end. Says so where the game is being judged again."""
        at = await scene.seen(self.desk, match_id, asking.user(interaction), asking.words(interaction))
        if at.viewer is None:
            raise Refusal("not-seated", match=match_id)
        judged = await self.services.analyses.of(match_id)
        if judged is None:
            await self._analyse(interaction, match_id)
            return
        found = await self.services.analyses.compared(match_id, mistakes(judged, at.viewer))
        dearest = panels.page_of(found, page).rows[:1]
        chosen = next((one for one in found if one.decision.since == since), next(iter(dearest), None))
        shown = None if chosen is None else pages.ShownDecision(chosen, await pictures.beside(at, 1, chosen))
        await deliver.show(interaction, pages.own(at, found, shown, page))
