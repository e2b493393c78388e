"""Operators' panel, opened by `/server` in a private message with the bot, and reports to the operators.

Each use of the panel asks again who the person is. **Report** stands in the menu of every message.
"""

from __future__ import annotations

from collections.abc import Callable

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import delivery, interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import with_letters
from cogs.declarations import DeferMode, EntryPoint
from cogs.interactions import access_rules
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import OPERATORS
from cogs.messages import ephemeral_messages as notes
from cogs.messages import message_parts
from cogs.messages.operators import operator_panel as panels
from cogs.messages.operators.operator_panel import KIND, NUMBER, TEXT
from cogs.refusals import InteractionRefused
from storage.rows import PERSON, SERVER, UserId
from text.commands import COMMANDS
from text.operators import panel_texts as said

LOGGED = 25
"""Lines of the log that are shown."""


class OperatorCog(commands.Cog):
    """The panel and its buttons."""

    def __init__(self, app: AppContext, operated: Callable[[], None]) -> None:
        """`operated` lets the background work follow: letters go out, barred servers are left."""
        self.app = app
        self.services = app.services
        self._operated = operated

    async def show(self, request: Request, lead: str = "") -> None:
        """Show the panel. Refuses as `access_rules.operator`."""
        await access_rules.operator(self.app, request.interaction)
        reports = len(await self.services.reports.open_ones())
        words, paused = request.words, self.services.announcements.paused
        await request.respond(panels.panel(self.services.exclusion.bars, reports, words, lead, paused=paused))

    @OPERATORS.press("operators")
    async def press_panel(self, request: Request) -> None:
        """Show the panel again."""
        await self.show(request)

    @OPERATORS.press("opbar", ack=DeferMode.FORM)
    async def press_bar(self, request: Request) -> None:
        """Ask whom to bar."""
        await access_rules.operator(self.app, request.interaction)
        title, back, fields = panels.bar_form(request.words)
        await request.ask(title, back, *fields)

    @OPERATORS.press("opbarset", way=EntryPoint.FORM, first=True)
    async def press_bar_set(self, request: Request) -> None:
        """Bar a person or a server. Refuses `no-number`, and as `Exclusion.bar`."""
        await access_rules.operator(self.app, request.interaction)
        number, words = _number(request.fields.get(NUMBER, ("",))[0]), request.words
        kind = SERVER if request.fields.get(KIND, (PERSON,))[0] == SERVER else PERSON
        if await access_rules.owns(self.app, number):
            raise InteractionRefused("bar-owner")
        await self.services.exclusion.bar(number, kind, request.user, now=request.now)
        self._operated()
        await self.show(request, said.barred_server(number, words) if kind == SERVER else said.barred_person(number, words))

    @OPERATORS.press("oplift", way=EntryPoint.SELECT)
    async def press_lift(self, request: Request) -> None:
        """Lift a bar. Refuses as `Exclusion.lift`."""
        await access_rules.operator(self.app, request.interaction)
        number = _number(request.choice)
        await self.services.exclusion.lift(number, request.user, now=request.now)
        await self.show(request, said.lifted(number, request.words))

    @OPERATORS.press("opreports")
    async def press_reports(self, request: Request) -> None:
        """Show the open reports."""
        await access_rules.operator(self.app, request.interaction)
        await self._show_reports(request)

    @OPERATORS.press("opclose", way=EntryPoint.SELECT)
    async def press_close(self, request: Request) -> None:
        """Close a report. Refuses `report-closed`."""
        await access_rules.operator(self.app, request.interaction)
        number = interaction_info.number(request.choice)
        await self.services.reports.close(number, request.user, now=request.now)
        await self._show_reports(request, said.closed(request.words))

    async def _show_reports(self, request: Request, lead: str = "") -> None:
        rows = await self.services.reports.open_ones()
        await request.respond(panels.report_list(rows, request.words, lead))

    @OPERATORS.press("oppause")
    async def press_pause(self, request: Request) -> None:
        """Pause announcements."""
        await access_rules.operator(self.app, request.interaction)
        await self.services.announcements.pause(request.user, now=request.now)
        await self.show(request, said.pausing(request.words))

    @OPERATORS.press("opresume")
    async def press_resume(self, request: Request) -> None:
        """Let announcements go out again."""
        await access_rules.operator(self.app, request.interaction)
        await self.services.announcements.resume(request.user, now=request.now)
        await self.show(request, said.resuming(request.words))

    @OPERATORS.press("opwrite", ack=DeferMode.FORM)
    async def press_write(self, request: Request) -> None:
        """Ask for a letter to all servers."""
        await access_rules.operator(self.app, request.interaction)
        title, back, fields = panels.letter_form(request.words)
        await request.ask(title, back, *fields)

    @OPERATORS.press("opwriteset", way=EntryPoint.FORM, first=True)
    async def press_write_set(self, request: Request) -> None:
        """Send a letter to the owners of all servers. Refuses `announcements-paused`."""
        await access_rules.operator(self.app, request.interaction)
        text = request.fields.get(TEXT, ("",))[0].strip()
        if not text:
            raise InteractionRefused("unknown-button")
        await self.services.announcements.write(text, request.user, now=request.now)
        self._operated()
        await self.show(request, said.letter_kept(len(self.app.client.guilds), request.words))

    @OPERATORS.press("oplog")
    async def press_log(self, request: Request) -> None:
        """Show what operators did."""
        await access_rules.operator(self.app, request.interaction)
        rows = await self.services.announcements.log(LOGGED)
        await request.respond(panels.log(rows, request.words))


class ReportCog(commands.Cog):
    """The entry in the menu of a message."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        menu = app_commands.ContextMenu(name=locale_str(COMMANDS["report message"]), callback=self.report_message)
        self.menu = with_letters(menu)

    async def report_message(self, interaction: discord.Interaction, message: discord.Message) -> None:
        """Report a message of the bot. Refuses `not-ours`, `too-soon`, `already-reported`."""
        if not self.app.is_ours(message):
            raise InteractionRefused("not-ours")
        user, now = interaction_info.user(interaction), interaction_info.now()
        self.app.cooldowns.spend(user, "report", now)
        text = "\n".join(message_parts.texts_of(message) or [message.content])
        where = interaction.guild_id, message.channel.id, message.id
        await self.app.services.reports.add(user, *where, text, now=now)
        await delivery.respond(interaction, notes.note(said.thanks(interaction_info.words(interaction))))


def _number(text: str) -> UserId:
    """Return an id of Discord's from what was typed, also as a mention. Refuses `no-number`."""
    digits = text.strip().strip("<@!>").strip()
    if not (digits.isascii() and digits.isdecimal() and 15 <= len(digits) <= 20):
        raise InteractionRefused("no-number")
    return UserId(int(digits))
