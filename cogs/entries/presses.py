"""Who answers which press: a table from verbs to handlers, filled by the cogs as they load."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from cogs import acknowledging
from cogs.acknowledging import Ack
from cogs.desk import Desk
from cogs.entries import errors, in_line, rights
from cogs.entries.rights import PRESSES, Right, Way
from cogs.present import panels
from cogs.present.ids import Press
from cogs.refused import Declined
from service.errors import Refusal
from storage import written

Handler = Callable[[discord.Interaction, Press], Awaitable[None]]
"""Answers a press."""

OLD = ("stale", "already-done", "draft-changed")
"""Refusals of what comes too late: the answer is how it stands by now."""

H = TypeVar("H", bound=Callable[..., Awaitable[None]])


def on_press(*verbs: str) -> Callable[[H], H]:
    """Mark a method of a cog as the one that answers these verbs."""

    def mark(handler: H) -> H:
        handler.verbs = verbs  # type: ignore[attr-defined]  # read back by `Presses.take`
        return handler

    return mark


class Presses:
    """The table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._handlers: dict[str, Handler] = {"lookat": self.press_look_at, in_line.LEAVE: self.press_leave_line}

    async def press_look_at(self, interaction: discord.Interaction, press: Press) -> None:
        """A line of a panel's list: what the button with its verb would do. Only what is a button elsewhere can be a line."""
        meant = panels.looked_at(press)
        right = PRESSES.get(meant.verb) if meant is not None else None
        if meant is None or right is None or Way.BUTTON not in right.ways:
            raise Declined("unknown-button")
        await self.carry_out(interaction, meant)

    async def press_leave_line(self, interaction: discord.Interaction, press: Press) -> None:
        """Not to wait for dear work any more."""
        await in_line.left(self._desk, interaction, press)

    @property
    def verbs(self) -> frozenset[str]:
        """Every verb that is answered."""
        return frozenset(self._handlers)

    def take(self, cog: object) -> None:
        """Take every marked method of a cog; two for one verb are a mistake."""
        for name in dir(cog):
            method = getattr(cog, name)
            for verb in getattr(method, "verbs", ()) if callable(method) else ():
                assert verb not in self._handlers, verb
                self._handlers[verb] = method

    async def answer(self, interaction: discord.Interaction, press: Press | None) -> None:
        """Answer a press, whatever comes: a press on an old message shows how things stand now."""
        if not await self._desk.services.leases.hears(interaction.guild_id):
            return
        written.watch()
        right = self._right(interaction, press)
        if not await self._acknowledge(interaction, right):
            return
        await self._desk.greet(interaction)
        await errors.guarded(self._desk, interaction, self._answer(interaction, press))
        await acknowledging.kept(interaction)

    async def _acknowledge(self, interaction: discord.Interaction, right: Right | None) -> bool:
        """Before anything else, but for what may be answered at once; False where nothing may be done."""
        ack = right.ways[rights.way_in(interaction)] if right is not None else Ack.HERE
        if right is not None and right.at_once:
            return await acknowledging.promise(interaction, ack, self._desk.asleep)
        return await acknowledging.acknowledge(interaction, ack)

    def _right(self, interaction: discord.Interaction, press: Press | None) -> Right | None:
        """The right to press this, in this way; None where nobody has it."""
        right = PRESSES.get(press.verb) if press is not None else None
        return right if right is not None and rights.way_in(interaction) in right.ways else None

    async def _answer(self, interaction: discord.Interaction, press: Press | None) -> None:
        if press is None or self._right(interaction, press) is None:
            raise Declined("unknown-button")
        await self.carry_out(interaction, press)

    async def carry_out(self, interaction: discord.Interaction, press: Press) -> None:
        """Do what a press means, if this person may: for buttons, and for actions that were typed instead."""
        await rights.check(self._desk, interaction, press)
        try:
            await self._handlers[press.verb](interaction, press)
        except Refusal as refusal:
            if refusal.code not in OLD:
                raise
            await self._handlers["now"](interaction, press._replace(argument=refusal.code))
