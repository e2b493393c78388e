"""Recurring tournaments, such as every Friday: when one is over, the next one is opened automatically."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from service.core.unit_of_work import UnitOfWork
from service.errors import Refusal
from service.tournaments.repository import TournamentChange
from service.tournaments.state import NOBODY, TournamentState
from service.tournaments.tournament_settings import TournamentSettings
from storage.changes import Change, CompleteTimer, SetTimers
from storage.rows import NewTimer, TimerRow
from storage.tournament_rows import CANCELLED, FINISHED, EventId, of_event
from telemetry.log_line import log_line

log = logging.getLogger("service.tournaments.recurring_tournaments")

REPEAT = "event-repeat"
"""The kind of the timer that opens a tournament again."""
WEEK = timedelta(days=7)
SOONEST = timedelta(hours=6)
"""People have at least so long to enter."""
MOST_UNHELD = 3
"""After so many in a row for which too few people entered, it is held no more."""

Succeed = Callable[[TournamentState, TournamentSettings, datetime], Awaitable[object]]
"""Opens the next one with these settings."""


class RecurringTournaments:
    """The use-case of opening the next tournament, and the timer for it."""

    def __init__(self, unit_of_work: UnitOfWork, read: Callable[[EventId], Awaitable[TournamentState]], succeed: Succeed) -> None:
        self._unit_of_work = unit_of_work
        self._read = read
        self._succeed = succeed
        self.zone_of: Callable[[TournamentState], Awaitable[str | None]] = _missing_zone
        """The time zone in which the hour stays the same: that of the organiser."""

    async def along(self, of: TournamentChange, now: datetime) -> Sequence[Change]:
        """Return the timer to write with the change that ends a recurring tournament; none otherwise."""
        before, after = of.step.before, of.step.state
        if before.row.status == after.row.status or not _is_repeated(after):
            return ()
        return (SetTimers(of_event(after.row.id), now, (NewTimer(REPEAT, now),)),)

    async def fall_due(self, timer: TimerRow, now: datetime) -> None:
        """Open the next tournament, unless it was opened before."""
        state = await self._read(EventId(timer.subject.id))
        if _is_repeated(state):
            zone = await self.zone_of(state)
            try:
                await self._succeed(state, next_settings(state, now, zone), now)
            except Refusal as refused:
                log.info(log_line("event-not-repeated", event=state.row.id, why=refused.code))
        await self._unit_of_work.write(CompleteTimer(timer, now))


async def _missing_zone(_state: TournamentState) -> str | None:
    return None


def was_unheld(state: TournamentState) -> bool:
    """Return whether a tournament was cancelled because too few had entered, rather than by an organiser."""
    starts_at, ended_at = state.settings.starts_at, state.row.ended_at
    is_over = state.row.status == CANCELLED and state.row.started_at is None
    return is_over and starts_at is not None and ended_at is not None and ended_at >= starts_at


def next_settings(state: TournamentState, now: datetime, zone: str | None) -> TournamentSettings:
    """Return the settings of the next tournament: `every` days later, at the same local time in the organiser's `zone`."""
    settings = state.settings
    assert settings.every
    local = (settings.starts_at or state.row.started_at or now).astimezone(ZoneInfo(zone or "UTC"))
    begins = local + settings.every
    while begins.astimezone(UTC) < now + SOONEST:
        begins += settings.every
    unheld = settings.unheld + 1 if was_unheld(state) else 0
    following = replace(settings, former=state.row.id, season=settings.season + 1, unheld=unheld)
    return replace(following, starts_at=begins.astimezone(UTC), rosters_lock_at=None)


def _is_repeated(state: TournamentState) -> bool:
    """Return whether an ended tournament is to be followed by the next one."""
    is_over = state.row.status == FINISHED or (was_unheld(state) and state.settings.unheld + 1 < MOST_UNHELD)
    return is_over and bool(state.settings.every) and not state.is_duel and state.row.host_id != NOBODY
