"""Command `/away`: a vacation stops all clocks of a user, in all matches of all servers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import discord
from discord import app_commands
from discord.ext import commands
from discord.utils import format_dt

from clocks.datetime_parsing import read_moment
from clocks.durations import InvalidDurationError
from clocks.sleep_windows import zone_of
from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.commands.command_translator import describe_options, everywhere, name_and_description
from cogs.declarations import ActorRole, DeferMode, EntryPoint
from cogs.interactions import move_submission
from cogs.interactions.autocomplete import AutocompleteRequest, Offers, completes
from cogs.interactions.requests import MatchRequest, Request
from cogs.interactions.surfaces import GAME, SERVER
from cogs.messages import ephemeral_messages as notes
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import TextField
from cogs.messages.message_parts import END, Message, button
from cogs.messages.panels import HOUSE
from cogs.refusals import InteractionRefused
from service.clocks.vacations import AHEAD, Vacation
from service.errors import Refusal
from service.users import sleep_settings
from storage.rows import MatchId, UserId
from text.clocks import absence
from text.clocks.day_names import typed
from text.input_vocabulary import folded
from text.labels import label
from text.translator import Translator, languages
from text.translator import translator_for as spoken

_OFFERED = (3, 7, 10, 14, 21)
"""Days that are offered for the end of a vacation."""
_NAMED = 20
"""Games that are named."""


class VacationCog(commands.Cog):
    """Cog with the command `/away`, which works in every server and in direct messages."""

    def __init__(self, app: AppContext) -> None:
        self.app = app
        self.vacations = app.services.vacations

    @everywhere
    @app_commands.command(**name_and_description("away"))
    @describe_options("away", "until", "begin")
    async def away(self, interaction: discord.Interaction, until: str = "", begin: str = "") -> None:
        """Show the reader's vacation; with `until`, announce one or end it at once."""
        request = Request(self.app, interaction)
        if folded(until) in ("0", *(folded(label("now", spoken(language))) for language in languages())):
            await self._end(request)
        elif until.strip():
            await self._start(request, until, begin)
        elif begin.strip():
            raise InteractionRefused("no-end-of-vacation")
        else:
            await self._show(request)

    @SERVER.press("away", ack=DeferMode.FORM)
    async def press_away(self, request: Request) -> None:
        """Open the form that asks for the first and the last day of the vacation."""
        words = request.words
        last = TextField(absence.last_day(words), hint="31.12.", detail=absence.last_day_about(words), long=40, key="until")
        first = TextField(absence.first_day(words), must=False, detail=absence.first_day_about(words), long=40, key="begin")
        await request.ask(label("go-away", words), Press(MatchId(0), 0, "awayset"), last, first)

    @SERVER.press("awayset", way=EntryPoint.FORM)
    async def press_away_set(self, request: Request) -> None:
        """Announce the vacation that was entered in the form."""
        until, begin = (*request.values, "", "")[:2]
        await self._start(request, until, begin)

    async def _start(self, request: Request, until: str, begin: str) -> None:
        """Announce a vacation; without `begin` it begins a day from now."""
        user, now = request.user, request.now
        first = now + AHEAD if not begin.strip() else await self._moment(user, begin, now, request.words)
        last = await self._moment(user, until, now, request.words, whole_day=True)
        at_once = first <= now + timedelta(minutes=1)
        await self.vacations.start(user, None if at_once else first, last, now=now)
        await self._show(request)

    @completes(away, "until", "begin")
    async def _offer(self, typing: AutocompleteRequest) -> Offers:
        is_end, first = typing.option == "until", "at-once"
        if is_end:
            is_away = await self.vacations.coming(typing.user, interaction_info.now()) is not None
            first = "vacation-end" if is_away else ""
        at_first = [(label(first, typing.words), "0")] if first and not typing.text.strip() else []
        return [*at_first, *await self._days(typing, _OFFERED if is_end else range(2, 15))]

    @SERVER.press("vacationend")
    async def press_end(self, request: Request) -> None:
        """End the user's vacation."""
        await self._end(request)

    @GAME.press("backhere", ActorRole.SEATED)
    async def press_back(self, request: MatchRequest) -> None:
        """End the user's vacation and show the draft of their move again, to be confirmed."""
        user, now = request.user, request.now
        if await self.vacations.away(user, now) is not None:
            await self.vacations.end(user, now=now)
        draft = await self.app.services.drafts.open(request.match_id, user, now=now)
        await move_submission.show(self.app, request.interaction, draft, lead=absence.ended(request.words))

    async def _end(self, request: Request) -> None:
        now = request.now
        over = await self.vacations.end(request.user, now=now)
        ended = absence.ended if over.begin <= now else absence.called_off
        await request.respond(notes.note(ended(request.words)))

    async def _show(self, request: Request) -> None:
        user, now, words = request.user, request.now, request.words
        coming = await self.vacations.coming(user, now)
        days = (await self.vacations.left(user, now)).days
        if coming is None:
            go = button(None, label("go-away", words), "away")
            await request.respond(notes.note(absence.none(days, words)).row(go).framed(HOUSE))
            return
        await request.respond(await self._vacation_page(request, coming, absence.left(days, words)))

    async def _vacation_page(self, request: Request, coming: Vacation, left: str) -> Message:
        words, now = request.words, request.now
        end = format_dt(coming.end, "f")
        text = (
            absence.away(end, left, words)
            if coming.begin <= now
            else absence.planned(format_dt(coming.begin, "f"), end, left, words)
        )
        going = [f"<#{match.channel_id}>" for match in await self.app.services.match_queries.runs_on(request.user)]
        back = button(None, label("vacation-end", words), "vacationend", style=END)
        runs_on = absence.runs_on(going[:_NAMED], words) if going else ""
        return notes.note(text, runs_on).row(back).framed(HOUSE)

    async def _moment(self, user: UserId, text: str, now: datetime, words: Translator, *, whole_day: bool = False) -> datetime:
        zone = sleep_settings.zone(await self.app.services.user_settings.person(user))
        try:
            return read_moment(text, zone, now, whole_day=whole_day, names=typed(words.locale))
        except InvalidDurationError as error:
            raise Refusal(error.code, **error.params) from error

    async def _days(self, typing: AutocompleteRequest, ahead: Iterable[int]) -> Offers:
        """Return completions of a date: the days at these numbers of days from now, in the user's time zone."""
        zone = zone_of(sleep_settings.zone(await self.app.services.user_settings.person(typing.user)))
        today = interaction_info.now().astimezone(zone).date()
        days = [today + timedelta(days=number) for number in ahead]
        offered = typing.fitting([(f"{day.isoformat()} · {typing.words.weekday(day)}", day.isoformat()) for day in days])
        return offered or [(typing.text, typing.text)]
