"""A game as an animation, and turn by turn. All of it is private until somebody shares it."""

from __future__ import annotations

from typing import cast

import discord
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.background import posts
from cogs.desk import Desk
from cogs.entries import in_line
from cogs.entries.presses import on_press
from cogs.pictures import drawing
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.parts import Message
from cogs.present.play import public
from cogs.present.review import replays as pages
from service.errors import Refusal
from service.process.admission import FILM
from service.process.services import Services
from storage.records import FINISHED, MatchId, UserId
from text.language import Words
from text.language import words as spoken
from text.review import replays

BYTES_A_ROW = 16 << 10
"""What an animation holds for each row of the log, about."""


class ReplayCommands(commands.Cog):
    """The part of `/game` that looks back; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("details")
    async def press_details(self, interaction: discord.Interaction, press: Press) -> None:
        """What the result leaves out: points by source, last moves, hints, the bag. Refuses `not-finished`."""
        then = await self.services.looking.moment(press.match)
        if then.table.match.status != FINISHED:
            raise Refusal("not-finished", status=then.table.match.status)
        at = await scene.seen(self.desk, press.match, asking.user(interaction), asking.words(interaction))
        bag, picture = await posts.opened(self.desk, press.match), await drawing.end(at, then.entries)
        await deliver.show(interaction, public.details(at, then.entries, bag, picture))

    @on_press("keepsake")
    async def press_keepsake(self, interaction: discord.Interaction, press: Press) -> None:
        """The game as one picture, to be saved or forwarded. Refuses `not-finished`."""
        then = await self.services.looking.moment(press.match)
        if then.table.match.status != FINISHED:
            raise Refusal("not-finished", status=then.table.match.status)
        at = await scene.seen(self.desk, press.match, asking.user(interaction), asking.words(interaction))
        await deliver.show(interaction, Message().show(await drawing.keepsake(at, then.entries)))

    @on_press("replay")
    async def press_replay(self, interaction: discord.Interaction, press: Press) -> None:
        """The animation. Refuses `too-soon`, `in-line`, `line-full`."""
        self.desk.cooldowns.spend(asking.user(interaction), "replay", asking.now())
        match = await self.services.looking.match(press.match)
        async with in_line.admitted(self.desk, interaction, FILM, size=match.version * BYTES_A_ROW):
            message = await self._animated(press.match, asking.user(interaction), asking.words(interaction))
        await deliver.show(interaction, message)

    @on_press("replayshare")
    async def press_share(self, interaction: discord.Interaction, press: Press) -> None:
        """Show the animation to everybody, in the language of the game. Refuses `too-soon`, `in-line`, `line-full`."""
        asking.require_voice(interaction)
        self.desk.cooldowns.spend(asking.user(interaction), "share", asking.now())
        match = await self.services.looking.match(press.match)
        async with in_line.admitted(self.desk, interaction, FILM, size=match.version * BYTES_A_ROW):
            message = await self._animated(match.id, None, spoken(match.locale), shared_by=interaction.user.display_name)
        await deliver.post(cast(discord.abc.Messageable, interaction.channel), message, silent=True)
        await self._step(interaction, match.id, asking.number(press.argument), "all")

    @on_press("step")
    async def press_step(self, interaction: discord.Interaction, press: Press) -> None:
        """Another turn, or another kind of turns."""
        number, _, rest = press.argument.partition(" ")
        await self._step(interaction, press.match, asking.number(number), rest.partition(" ")[0])

    @on_press("stepto")
    async def press_step_to(self, interaction: discord.Interaction, press: Press) -> None:
        """A turn from the list."""
        await self._step(interaction, press.match, asking.number(press.choice), press.argument)

    async def _animated(self, match_id: MatchId, user: UserId | None, words: Words, *, shared_by: str | None = None) -> Message:
        """The animation shows everybody the same; a game whose painter has none is shown by its last turn."""
        at = await scene.seen(self.desk, match_id, user, words)
        course = await self.services.turn_replays.course(match_id, drawing.named(at))
        turns = len(course) - 1
        if not turns:
            return notes.note(replays.no_turn(words))
        return pages.whole(at, turns, await drawing.replay(at, course), shared_by=shared_by)

    async def _step(self, interaction: discord.Interaction, match_id: MatchId, number: int, only: str) -> None:
        user, words = asking.user(interaction), asking.words(interaction)
        frames = await self.services.turn_replays.frames(match_id)
        if not frames:
            await deliver.show(interaction, notes.note(replays.no_turn(words)))
            return
        viewer = (await self.services.looking.table(match_id, user)).viewer
        place = pages.found(frames, number, only, viewer)
        then = await scene.seen(self.desk, match_id, user, words, version=place.frame.upto)
        entries = await self.services.looking.history(match_id, user, since=place.frame.since, upto=place.frame.upto)
        lines = then.say.log(scene.told(entries, viewer), then.view, then.names, words, viewer=viewer)
        picture = await drawing.turn(then, entries, ())
        await deliver.show(interaction, pages.step(then, place, lines, picture))
