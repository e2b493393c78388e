"""What referees and moderators do to a game outside tournaments: a computer for somebody's seat, a turn taken back."""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord.ext import commands

from cogs import asking, deliver
from cogs.desk import Desk
from cogs.entries.presses import on_press
from cogs.present import private as notes
from cogs.present.ids import Press
from cogs.present.lobby import lobby as tables
from cogs.present.play import requests
from games.core.game import Seat
from service.errors import Refusal
from service.process.services import Services
from storage.records import MatchRow, SeatRow
from text.labels import label
from text.language import Words
from text.play import leaving, moving, panel


class RefereeCommands(commands.Cog):
    """The part of the game's panel for referees; `cogs.commands.game` makes a cog of it."""

    desk: Desk
    services: Services

    @on_press("skip")
    async def press_skip(self, interaction: discord.Interaction, press: Press) -> None:
        """Should the computer play this seat? Asks once more, and first whose seat where none is named."""
        await self._ask_once_more(interaction, press, panel.ask_skip, "yes-skip", "skipsure")

    @on_press("skipsure")
    async def press_skip_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes."""
        user, moderates = asking.user(interaction), asking.is_moderator(interaction)
        _, seat, name = await self._named(interaction, press)
        if seat is not None:
            await self.services.departures.skip(press.match, seat.seat, now=asking.now(), moderator=moderates, by=user)
            await deliver.show(interaction, notes.note(leaving.vacated(name, "skipped", asking.words(interaction))))

    @on_press("letback")
    async def press_let_back(self, interaction: discord.Interaction, press: Press) -> None:
        """Should this player go back to the start of their last turn? Asks once more, and first who where nobody is named."""
        await self._ask_once_more(interaction, press, panel.ask_let_back, "yes-let-back", "letbacksure")

    @on_press("letbacksure")
    async def press_let_back_sure(self, interaction: discord.Interaction, press: Press) -> None:
        """Yes."""
        _, seat, name = await self._named(interaction, press)
        if seat is not None and seat.user_id is not None:
            await self.services.going_back.rule(press.match, seat.user_id, now=asking.now())
            await deliver.show(interaction, notes.note(moving.let_back(name, asking.words(interaction))))

    async def _ask_once_more(
        self, interaction: discord.Interaction, press: Press, question: Callable[[str, Words], str], yes: str, verb: str
    ) -> None:
        """The `question` about the player of the named seat; `yes` is the key of the button that carries out `verb`."""
        words = asking.words(interaction)
        match, seat, name = await self._named(interaction, press)
        if seat is not None:
            sure = tables.sure(match, question(name, words), label(yes, words), verb, words, argument=press.argument)
            await deliver.show(interaction, sure)

    async def _named(self, interaction: discord.Interaction, press: Press) -> tuple[MatchRow, SeatRow | None, str]:
        """The seat that a press names, with its player's name; where it names none, whose it should be is asked.

        Refuses `not-seated` where a computer plays it by now.
        """
        match, seats = await self.services.looking.seated(press.match)
        names = await self.desk.people.names(seats, match.guild_id, asking.words(interaction))
        people = {str(row.seat): (row, name) for row, name in zip(seats, names, strict=True) if row.is_human}
        if press.argument in people:
            return match, *people[press.argument]
        if press.argument:
            raise Refusal("not-seated")
        offered: list[tuple[str, Seat]] = [(name, row.seat) for row, name in people.values()]
        await deliver.show(interaction, requests.whose(match, offered, press.verb, asking.words(interaction)))
        return match, None, ""
