"""The operators' panel, opened by `/server` in a direct message, and the context menu entry **Report** of messages.

Each use of the panel checks again that the user is an operator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs import delivery, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.commands.command_translator import with_letters
from cogs.declarations import ActorRole, DeferMode, EntryPoint
from cogs.interactions import access_rules, option_parsing
from cogs.interactions.autocomplete import AutocompleteRequest, Offers
from cogs.interactions.requests import Request
from cogs.interactions.surfaces import OPERATORS
from cogs.messages import ephemeral_messages as notes
from cogs.messages import layout
from cogs.messages.operators import operator_panel as panels
from cogs.messages.operators.operator_panel import KIND, NUMBER, TEXT
from cogs.messages.tournaments import fair_play
from cogs.refusals import InteractionRefused
from service.operators.announcements import PAUSE, RESUME, WRITE
from service.operators.exclusion import BAR, LIFT
from service.operators.reports import CLOSE
from storage.rows import PERSON, SERVER, UserId
from storage.tournament_rows import EventId
from text.commands import COMMANDS
from text.labels import label
from text.operators import panel_texts as said
from text.translator import translator_for as spoken

LOGGED = 25
"""Lines of the log that are shown."""
REPORTS, FAIR_PLAY, LOG = "reports", "fair-play", "log"
"""What is only looked at."""
TYPED = (BAR, LIFT, REPORTS, CLOSE, PAUSE, RESUME, WRITE, FAIR_PLAY, LOG)
"""What can be typed as a setting, as the log calls it."""


class OperatorCog(commands.Cog):
    """Cog with the operators' panel and its buttons."""

    def __init__(self, app: AppContext, operated: Callable[[], None]) -> None:
        """Make the cog; `operated` makes the background work follow an action, such as leaving an excluded server."""
        self.app = app
        self.services = app.services
        self._operated = operated

    async def type(self, request: Request, what: str, value: str) -> None:
        """Carry out an action typed as `setting` and `value` of `/server`, or show the panel.

        Refuses `not-among`, and as the action's handler does.
        """
        key = option_parsing.key_among(what, _names, request.words) if what.strip() else ""
        if not key or (key in (BAR, LIFT, CLOSE, WRITE) and not value.strip()):
            await self.show(request)  # which has a form or a list for it
            return
        await {
            BAR: self._bar_typed,
            LIFT: self._lift,
            REPORTS: self._show_reports_typed,
            CLOSE: self._close,
            PAUSE: self._pause,
            RESUME: self._resume,
            WRITE: self._write,
            FAIR_PLAY: self._show_fair_play,
            LOG: self._show_log,
        }[key](request, value)

    async def offers(self, typing: AutocompleteRequest) -> Offers:
        """Return completions of an action's name, or of its value."""
        words = typing.words
        if typing.option == "setting":
            return typing.fitting([(name, key) for key, name in _names(words.locale).items()])
        key = option_parsing.key_among(typing.filled.get("setting", ""), _names, words)
        if key == BAR:
            digits = typing.text.strip()
            kinds = ((said.person(words), PERSON), (said.server(words), SERVER)) if digits.isdecimal() else ()
            return [(f"{name} {digits}", f"{digits} {kind}") for name, kind in kinds]
        if key == LIFT:
            return typing.fitting([(panels.bar_line(row, words), str(row.number)) for row in self.services.exclusion.bars])
        if key == FAIR_PLAY:
            states = await self.services.tournaments.fair_play.newest()
            return typing.fitting([(f"{state.row.name} · {state.row.id}", str(state.row.id)) for state in states])
        if key == CLOSE:
            rows = await self.services.reports.open_ones()
            return typing.fitting([(said.report_line(row.id, words), str(row.id)) for row in rows])
        return []

    async def show(self, request: Request, lead: str = "") -> None:
        """Show the operators' panel. Refuses as `access_rules.operator` does."""
        await access_rules.operator(self.app, request.interaction)
        reports = len(await self.services.reports.open_ones())
        words, paused = request.words, self.services.announcements.paused
        await request.respond(panels.panel(self.services.exclusion.bars, reports, words, lead, paused=paused))

    @OPERATORS.press("operators", ActorRole.OPERATOR)
    async def press_panel(self, request: Request) -> None:
        """Show the panel again."""
        await self.show(request)

    @OPERATORS.press("opbar", ActorRole.OPERATOR, ack=DeferMode.FORM)
    async def press_bar(self, request: Request) -> None:
        """Open the form that excludes a user or a server."""
        title, back, fields = panels.bar_form(request.words)
        await request.ask(title, back, *fields)

    @OPERATORS.press("opbarset", ActorRole.OPERATOR, way=EntryPoint.FORM, first=True)
    async def press_bar_set(self, request: Request) -> None:
        """Exclude a user or a server from the bot. Refuses `no-number`, and as `Exclusion.bar` does."""
        kind = SERVER if request.fields.get(KIND, (PERSON,))[0] == SERVER else PERSON
        await self._bar(request, request.fields.get(NUMBER, ("",))[0], kind)

    async def _bar_typed(self, request: Request, value: str) -> None:
        number, _, kind = value.strip().partition(" ")
        await self._bar(request, number, SERVER if kind.strip() in (SERVER, said.server(request.words)) else PERSON)

    async def _bar(self, request: Request, typed: str, kind: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        number, words = _number(typed), request.words
        if await access_rules.owns(self.app, number):
            raise InteractionRefused("bar-owner")
        await self.services.exclusion.bar(number, kind, request.user, now=request.now)
        self._operated()
        await self.show(request, said.barred_server(number, words) if kind == SERVER else said.barred_person(number, words))

    @OPERATORS.press("oplift", ActorRole.OPERATOR, way=EntryPoint.SELECT)
    async def press_lift(self, request: Request) -> None:
        """End the exclusion of a user or a server. Refuses as `Exclusion.lift` does."""
        await self._lift(request, request.choice)

    async def _lift(self, request: Request, value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        number = _number(value)
        await self.services.exclusion.lift(number, request.user, now=request.now)
        await self.show(request, said.lifted(number, request.words))

    @OPERATORS.press("opreports", ActorRole.OPERATOR)
    async def press_reports(self, request: Request) -> None:
        """Show the open reports."""
        await self._show_reports_typed(request, "")

    async def _show_reports_typed(self, request: Request, _value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        await self._show_reports(request)

    @OPERATORS.press("opclose", ActorRole.OPERATOR, way=EntryPoint.SELECT)
    async def press_close(self, request: Request) -> None:
        """Close a report. Refuses `report-closed`."""
        await self._close(request, request.choice)

    async def _close(self, request: Request, value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        number = interaction_info.number(value)
        await self.services.reports.close(number, request.user, now=request.now)
        await self._show_reports(request, said.closed(request.words))

    async def _show_reports(self, request: Request, lead: str = "") -> None:
        rows = await self.services.reports.open_ones()
        await request.respond(panels.report_list(rows, request.words, lead))

    @OPERATORS.press("oppause", ActorRole.OPERATOR)
    async def press_pause(self, request: Request) -> None:
        """Pause announcements."""
        await self._pause(request, "")

    async def _pause(self, request: Request, _value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        await self.services.announcements.pause(request.user, now=request.now)
        await self.show(request, said.pausing(request.words))

    @OPERATORS.press("opresume", ActorRole.OPERATOR)
    async def press_resume(self, request: Request) -> None:
        """Resume announcements."""
        await self._resume(request, "")

    async def _resume(self, request: Request, _value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        await self.services.announcements.resume(request.user, now=request.now)
        await self.show(request, said.resuming(request.words))

    @OPERATORS.press("opwrite", ActorRole.OPERATOR, ack=DeferMode.FORM)
    async def press_write(self, request: Request) -> None:
        """Open the form for an announcement to the owners of all servers."""
        await access_rules.operator(self.app, request.interaction)
        title, back, fields = panels.letter_form(request.words)
        await request.ask(title, back, *fields)

    @OPERATORS.press("opwriteset", ActorRole.OPERATOR, way=EntryPoint.FORM, first=True)
    async def press_write_set(self, request: Request) -> None:
        """Send an announcement to the owners of all servers. Refuses `announcements-paused`."""
        await self._write(request, request.fields.get(TEXT, ("",))[0])

    async def _write(self, request: Request, value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        text = value.strip()
        if not text:
            raise InteractionRefused("unknown-button")
        await self.services.announcements.write(text, request.user, now=request.now)
        self._operated()
        await self.show(request, said.letter_kept(len(self.app.client.guilds), request.words))

    @OPERATORS.press("opfair", ActorRole.OPERATOR)
    async def press_fair_play(self, request: Request) -> None:
        """Show the tournaments whose fair-play report can be read."""
        await self._show_fair_play(request, "")

    @OPERATORS.press("opfairof", ActorRole.OPERATOR, way=EntryPoint.SELECT)
    async def press_fair_play_of(self, request: Request) -> None:
        """Show the fair-play report about a tournament. Refuses as `FairPlay.report` does."""
        await self._show_fair_play(request, request.choice)

    async def _show_fair_play(self, request: Request, value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        if not value.strip():
            await request.respond(panels.tournaments(await self.services.tournaments.fair_play.newest(), request.words))
            return
        event_id = EventId(interaction_info.number(value))
        report = await self.services.tournaments.fair_play.report(event_id, request.user)
        context = await tournament_context.load(self.app, event_id, request.words)
        await request.respond(fair_play.report(context, report, is_host=True))

    @OPERATORS.press("oplog", ActorRole.OPERATOR)
    async def press_log(self, request: Request) -> None:
        """Show the latest actions of operators."""
        await self._show_log(request, "")

    async def _show_log(self, request: Request, _value: str) -> None:
        await access_rules.operator(self.app, request.interaction)
        rows = await self.services.announcements.log(LOGGED)
        await request.respond(panels.log(rows, request.words))


class ReportCog(commands.Cog):
    """Cog with the entry **Report** in the context menu of messages."""

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
        text = "\n".join(layout.texts_of(message) or [message.content])
        where = interaction.guild_id, message.channel.id, message.id
        await self.app.services.reports.add(user, *where, text, now=now)
        await delivery.respond(interaction, notes.note(said.thanks(interaction_info.words(interaction))))


def _names(locale: str) -> Mapping[str, str]:
    """Return the names of all actions that can be typed, in the language `locale`, by key."""
    return {key: label(f"op-{key}", spoken(locale)) for key in TYPED}


def _number(text: str) -> UserId:
    """Return the Discord id that was typed, as a number or as a mention. Refuses `no-number`."""
    digits = text.strip().strip("<@!>").strip()
    if not (digits.isascii() and digits.isdecimal() and 15 <= len(digits) <= 20):
        raise InteractionRefused("no-number")
    return UserId(int(digits))
