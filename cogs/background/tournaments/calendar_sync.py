"""Calendar entries of appointments: for each agreed appointment, a scheduled event in its Discord server.

A timer brings the entry up to date, so that this survives restarts. An entry left by an interrupted attempt is found by the
pairing's mark in its description. An entry that a user has moved is corrected with the next reminder; one that a user has deleted
stays deleted until the players agree on another time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import aiohttp
import discord

from cogs import interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.background.poster import failing_at_once
from cogs.messages.message_parts import Message
from cogs.messages.tournaments import appointments
from cogs.tournament_context import TournamentContext
from service.core.background_tasks import BackgroundTasks
from service.core.post_content import content_of
from service.core.stored_form import from_stored_fields
from service.tournaments.appointment import Appointment
from service.tournaments.appointment_posts import AppointmentPost
from service.tournaments.event_posts import APPOINTMENT
from service.tournaments.repository import PairingTimer
from service.tournaments.state import Place
from storage.errors import ConflictError, DatabaseUnavailableError
from storage.rows import EVENT, Post, TimerRow
from storage.tournament_rows import EventId
from telemetry.log_line import log_line
from text.tournaments import appointments as said

log = logging.getLogger("cogs.background.events.calendar")

LASTS = timedelta(hours=2)
"""How long an entry lasts: Discord wants an end."""
LIMIT_S = 15.0
"""How long one attempt may take: others wait for it."""
AGAIN = timedelta(minutes=2)
"""After an attempt that failed for now, or that its process has not survived."""
_FULL = 30038
"""Discord's code for a server with a hundred entries."""
_NAME, _TEXT, _LOCATION = 100, 1000, 100


def register(builders: MessageBuilders) -> None:
    """Register the builders of messages to the two players of a pairing."""
    builders.register(EVENT, APPOINTMENT, _calendar_refused)


async def _calendar_refused(app: AppContext, post: Post) -> Message:
    content = content_of(post)
    assert isinstance(content, AppointmentPost)
    return appointments.appointment_notice(await _pairing_context(app, EventId(post.topic.id), content.place), content)


async def _pairing_context(app: AppContext, event_id: EventId, place: Place) -> TournamentContext:
    """Return the tournament with the names of one pairing's two entrants, in the tournament's language."""
    drawn = (await app.services.tournaments.queries.state(event_id)).rounds[place[0] - 1]
    return await tournament_context.load_in_its_language(app, event_id, drawn.seats(place[1]), place)


class CalendarSync:
    """Handler of the timers that bring calendar entries up to date."""

    def __init__(self, app: AppContext) -> None:
        self._app = app
        self.looking = BackgroundTasks()
        """Attempts to bring an entry up to date."""
        self._one = asyncio.Lock()
        """One after the other: the second attempt for a pairing must find what the first one has entered."""

    async def look(self, timer: TimerRow, now: datetime) -> None:
        """Update the calendar entry of a pairing in the background: a slow Discord delays no clock.

        The timer waits for the next attempt, and is done as soon as this one is.
        """
        await self._app.services.timers.done(timer, now, again=AGAIN)
        self.looking.begin(self._look(replace(timer, due_at=now + AGAIN), now), "calendar")

    async def _look(self, timer: TimerRow, now: datetime) -> None:
        try:
            async with self._one:
                await self._sync_entry(timer, now)
        except (ConflictError, DatabaseUnavailableError) as error:
            log.info(log_line("calendar-delayed", event=timer.subject.id, reason=repr(error)[:100]))
        except Exception:
            log.exception("the calendar can't be brought up to date for event %s", timer.subject.id)

    async def _sync_entry(self, timer: TimerRow, now: datetime) -> None:
        its = from_stored_fields(PairingTimer, timer.payload)
        place: Place = (its.round, its.table)
        context, why, entry_id = await _pairing_context(self._app, EventId(timer.subject.id), place), "", None
        try:
            async with asyncio.timeout(LIMIT_S):
                with failing_at_once():
                    entry_id = await self._synced_entry(context, place)
        except discord.Forbidden:
            why = "forbidden"
        except (aiohttp.ClientError, TimeoutError, OSError, discord.HTTPException) as error:
            if not isinstance(error, discord.HTTPException) or error.status in (408, 429) or error.status >= 500:
                log.info(log_line("calendar-delayed", event=timer.subject.id, reason=repr(error)[:100]))
                return  # the timer waits already
            why = "full" if error.code == _FULL else "rejected"
        if why:
            log.warning(log_line("not-in-calendar", event=timer.subject.id, reason=why))
        await self._app.services.tournaments.scheduling.entered(timer, place, entry_id, why, now=now)

    async def _synced_entry(self, context: TournamentContext, place: Place) -> int | None:
        """Bring the calendar entry of a pairing up to date, and return its id; None without an entry."""
        guild = self._app.client.get_guild(context.state.row.guild_id or 0)
        agreed, known = context.state.hours.agreed.get(place), context.state.hours.entries.get(place)
        wanted = agreed if agreed is not None and agreed.at > interaction_info.now() else None
        if guild is None or (wanted is None and agreed is not None):
            return None if known is None else known.id  # the hour has come: an entry ends by itself
        there = await guild.fetch_scheduled_events(with_counts=False)
        scheduled_event = self._find_entry(there, context, place, None if known is None else known.id)
        if wanted is None:
            if scheduled_event is not None:
                await _delete_entry(scheduled_event)
            return None
        if scheduled_event is None and known is not None and known.at == wanted.at:
            return known.id  # somebody has deleted it
        return (
            await self._edit_entry(scheduled_event, context, place, wanted)
            if scheduled_event is not None
            else await self._create_entry(guild, context, place, wanted)
        )

    def _find_entry(
        self, there: Sequence[discord.ScheduledEvent], context: TournamentContext, place: Place, known: int | None
    ) -> discord.ScheduledEvent | None:
        """Return the known calendar entry, or one that an unconfirmed attempt has created; None without one."""
        me, mark = self._app.client.user, _mark(context, place)
        waiting = [scheduled_event for scheduled_event in there if scheduled_event.status is discord.EventStatus.scheduled]
        left = (
            scheduled_event
            for scheduled_event in waiting
            if me is not None and scheduled_event.creator_id == me.id and (scheduled_event.description or "").endswith(mark)
        )
        return next((scheduled_event for scheduled_event in waiting if scheduled_event.id == known), None) or next(left, None)

    async def _create_entry(self, guild: discord.Guild, context: TournamentContext, place: Place, wanted: Appointment) -> int:
        made = await guild.create_scheduled_event(
            name=_name(context, place),
            description=_text(context, place),
            start_time=wanted.at,
            end_time=wanted.at + LASTS,
            location=_location(context, place),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
        )
        return made.id

    async def _edit_entry(
        self, scheduled: discord.ScheduledEvent, context: TournamentContext, place: Place, wanted: Appointment
    ) -> int:
        if scheduled.start_time != wanted.at or scheduled.location != _location(context, place):
            await scheduled.edit(start_time=wanted.at, end_time=wanted.at + LASTS, location=_location(context, place))
        return scheduled.id


async def _delete_entry(scheduled: discord.ScheduledEvent) -> None:
    try:
        await scheduled.delete()
    except discord.NotFound:
        log.info(log_line("calendar-gone", scheduled=scheduled.id))


def _name(context: TournamentContext, place: Place) -> str:
    seats = context.state.rounds[place[0] - 1].seats(place[1])
    return said.title([context.name(who) for who in seats], context.state.row.name)[:_NAME]


def _text(context: TournamentContext, place: Place) -> str:
    told = said.entry(context.state.row.name, context.round_name(context.state.rounds[place[0] - 1]), place[1], context.words)
    return f"{told[: _TEXT - 40]}\n{_mark(context, place)}"


def _mark(context: TournamentContext, place: Place) -> str:
    """Return the text in a calendar entry's description by which the entry is found again."""
    return f"№ {context.id}-{place[0]}-{place[1]}"


def _location(context: TournamentContext, place: Place) -> str:
    """Return the link to the thread of the game, or to the tournament's channel before there is a thread."""
    row = context.state.row
    return (context.link(place) or f"https://discord.com/channels/{row.guild_id}/{row.channel_id}")[:_LOCATION]
