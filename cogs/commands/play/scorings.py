"""Why something scored as it did: the selects below `/score` and the log, and the command on a message of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import asking, deliver, scene
from cogs.desk import Desk
from cogs.entries import rights
from cogs.entries.presses import on_press
from cogs.entries.rights import Who
from cogs.pictures import drawing
from cogs.present import ids
from cogs.present.ids import Press
from cogs.present.play import public
from cogs.present.play import scorings as notes
from cogs.refused import Declined
from cogs.scene import Scene
from service.records import LogEntry
from storage.records import MatchId
from text.commands import COMMANDS
from text.protocol import ScoreWords

MENU = "Explain scores"


class ScoringsCog(commands.Cog):
    """Explaining scores."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.services = desk.services
        self.menu = app_commands.ContextMenu(name=locale_str(COMMANDS["explain scores"]), callback=self.explain_message)
        self.menu.guild_only = True

    async def explain_message(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """The scorings that a message tells; where it tells none, all of the game."""
        press = self._press_on(message)
        await rights.of_match(self.desk, interaction, press.match, Who.ANYBODY)
        at, say = await self._at(interaction, press.match)
        entries = await self._entries(interaction, at)
        told = notes.listed(at, say, entries[: press.version], since=await self._since(press, entries))
        found = told if told.scored else notes.listed(at, say, entries)
        await deliver.show(interaction, notes.question(at, found, nothing_here=found is not told))

    @on_press("scorings")
    async def press_scorings(self, interaction: discord.Interaction, press: Press) -> None:
        """Another page of them."""
        at, say = await self._at(interaction, press.match)
        found = notes.listed(at, say, await self._entries(interaction, at), **_where(press))
        await deliver.show(interaction, notes.question(at, found))

    @on_press("why")
    async def press_why(self, interaction: discord.Interaction, press: Press) -> None:
        """One of them, explained on the table as it was."""
        at, say = await self._at(interaction, press.match)
        row, _, place = press.choice.partition(" ")
        entries = await self._entries(interaction, at)
        then, things = await self._things(interaction, at, say, entries, row, press.version)
        if asking.number(place) >= len(things):
            raise Declined("unknown-button")
        thing = things[asking.number(place)]
        picture = await drawing.explained(then, thing) if say.has_place(thing) else None
        lines = say.why(thing, then.view, at.viewer, at.names, at.words)
        found = notes.listed(at, say, entries, **_where(press))
        await deliver.show(interaction, notes.explanation(at, found, lines, picture, press.choice))

    async def _things(
        self, interaction: discord.Interaction, at: Scene, say: ScoreWords, entries: Sequence[LogEntry], row: str, version: int
    ) -> tuple[Scene, Sequence[Any]]:
        """The table as it was at a row of the log, or at a version for what was `open` then, and what is explained there."""
        user, words = asking.user(interaction), asking.words(interaction)
        if row == "open":
            then = await scene.seen(self.desk, at.match.id, user, words, version=version)
            return then, say.ahead(then.view)
        entry = next((entry for entry in entries if entry.seq == asking.number(row) and not entry.undone), None)
        if entry is None:
            raise Declined("unknown-button")
        then = await scene.seen(self.desk, at.match.id, user, words, version=entry.seq + 1)
        return then, say.scored(entry.events, then.view)

    async def _at(self, interaction: discord.Interaction, match_id: MatchId) -> tuple[Scene, ScoreWords]:
        """The table now, of a game whose scores can be explained. Refuses `no-scores`."""
        at = await scene.seen(self.desk, match_id, asking.user(interaction), asking.words(interaction))
        if at.edition.words.scores is None:
            raise Declined("no-scores")
        return at, at.edition.words.scores

    async def _entries(self, interaction: discord.Interaction, at: Scene) -> tuple[LogEntry, ...]:
        return await self.services.looking.history(at.match.id, asking.user(interaction))

    async def _since(self, press: Press, entries: tuple[LogEntry, ...]) -> int:
        """From which row on a message tells, that shows the table at the version of its buttons: after the asked one's own move."""
        then = await self.services.looking.table(press.match, version=press.version)
        seat = then.asked[0] if then.asked else None
        told = public.after_own(entries[: press.version], seat) if seat is not None else ()
        return told[0].seq if told else 0

    def _press_on(self, message: discord.Message) -> Press:
        """What a button of a message of ours is about. Refuses `not-a-turn`."""
        if self.desk.is_ours(message):
            for item in ui.LayoutView.from_message(message).walk_children():
                found = ids.read(str(getattr(item, "custom_id", "")))
                if found is not None and found.match:
                    return found
        raise Declined("not-a-turn")


def _where(press: Press) -> dict[str, int]:
    """The list that a press belongs to."""
    since, _, rest = press.argument.partition(" ")
    return {"since": asking.number(since), "page": asking.number(rest.partition(" ")[0])}
