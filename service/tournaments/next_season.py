"""The next season of a tournament: the same terms, seeded by the last places, with places reserved for its entrants.

Each season is a tournament of its own that refers to the one before it. Divisions need nothing more: they are cut from the seeding,
and the seeding of the next season is the order after promotion and relegation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from service.core.free_text import LONGEST_NAME
from service.errors import Refusal
from service.records import MatchLocation
from service.tournaments import recurring_tournaments
from service.tournaments.creation import ReservedSeats, TournamentCreation
from service.tournaments.queries import MOST_ENDED
from service.tournaments.repository import TournamentRepository
from service.tournaments.state import IN, TournamentState
from service.tournaments.tournament_settings import TournamentSettings
from storage.rows import UserId
from storage.tournament_rows import FINISHED, UNDER_WAY, EventId, EventRow
from tournament import progression as courses
from tournament.results import EntrantId

LONGEST_HELD = timedelta(days=60)
"""How long places can be held."""
MOST_SEASONS = 25
"""Seasons before one that are told."""
_NUMBERED = re.compile(r"(.*\s)(\d{1,4})")


@dataclass(frozen=True, slots=True)
class SeasonAnnounced:
    """One season of a series, with its champion."""

    event_id: EventId
    number: int
    name: str
    status: str
    champion: EntrantId | None
    """Who has won it."""


class NextSeasonService:
    """The use-cases of next seasons; the caller checks the organiser."""

    def __init__(self, tournaments: TournamentRepository, creation: TournamentCreation) -> None:
        self._tournaments = tournaments
        self._creation = creation

    async def succeed(
        self,
        event_id: EventId,
        place: MatchLocation,
        host: UserId,
        settings: TournamentSettings,
        *,
        name: str,
        held: timedelta,
        now: datetime,
        locale: str = "en",
    ) -> TournamentState:
        """Open the next season for entry with these `settings`; return its state.

        `held` is how long places are reserved for the entrants of the last season. Refuses as `TournamentCreation.open`,
        `no-event`, `event-not-over`, `has-successor` (name), `no-length` (most).
        """
        state = await self._tournaments.state(event_id)
        is_over = state.row.status == FINISHED or recurring_tournaments.was_unheld(state)
        if not is_over or state.is_duel:
            raise Refusal("event-not-over")
        if not timedelta() <= held <= LONGEST_HELD:
            raise Refusal("no-length", most=LONGEST_HELD)
        users = tuple(user for user in _people(state) if user > 0)
        wanting = tuple([user for user in users if await self._tournaments.wants_letters(user)])

        async def check() -> None:
            if (there := await self._successor(state)) is not None:
                raise Refusal("has-successor", name=there.name)

        kept = ReservedSeats(users, now + held, wanting)
        return await self._creation.open(place, host, name, settings, now=now, locale=locale, held=kept, check=check)

    async def repeat(self, state: TournamentState, settings: TournamentSettings, now: datetime) -> TournamentState:
        """Open a recurring tournament again, in the same channel and with the same organiser; return its state."""
        row = state.row
        assert row.guild_id is not None
        place, name = MatchLocation(row.guild_id, row.channel_id), next_name(state)
        return await self.succeed(row.id, place, row.host_id, settings, name=name, held=timedelta(), now=now, locale=row.locale)

    async def _successor(self, state: TournamentState) -> EventRow | None:
        """Return the season after this one; None if there is none or it was cancelled."""
        if (guild_id := state.row.guild_id) is None:
            return None
        read, before = self._tournaments.store.events.of_guild, EventId(0)
        while rows := await read(guild_id, (*UNDER_WAY, FINISHED), MOST_ENDED, before=before or None):
            if (successor := next((row for row in rows if row.settings.get("former") == state.row.id), None)) is not None:
                return successor
            before = rows[-1].id
            if before <= state.row.id:  # a season is opened after the one before it
                break
        return None

    async def seasons(self, event_id: EventId) -> tuple[SeasonAnnounced, ...]:
        """Return the seasons before and after this one, with itself, newest first; refuse `no-event`."""
        state = await self._tournaments.state(event_id)
        announced = [_season(state)]
        following = state
        while (row := await self._successor(following)) is not None and len(announced) < MOST_SEASONS:
            following = await self._tournaments.state(row.id)
            announced.insert(0, _season(following))
        while state.settings.former is not None and len(announced) < 2 * MOST_SEASONS:
            try:
                state = await self._tournaments.state(EventId(state.settings.former))
            except Refusal:  # it was erased
                break
            announced.append(_season(state))
        return tuple(announced)


def next_season_settings(state: TournamentState) -> TournamentSettings:
    """Return the settings of the next season: the present ones without the start date."""
    return replace(state.settings, starts_at=None, former=state.row.id, season=state.settings.season + 1)


def next_name(state: TournamentState) -> str:
    """Return the next season's default name: `League 3` after `League 2`."""
    matched = _NUMBERED.fullmatch(state.row.name)
    name, number = (matched[1].strip(), int(matched[2]) + 1) if matched else (state.row.name, state.settings.season + 1)
    return f"{name[: LONGEST_NAME - len(str(number)) - 1].strip()} {number}"


def _people(state: TournamentState) -> Sequence[UserId]:
    """Return the users who stayed to the end, in the order of the next season's seeding."""
    order = courses.next_seeding(state.course)
    if state.boards:
        return [state.users[member.number] for team in order for member in state.team(team, IN)]
    return [state.user(who) for who in order if state.members[int(who)].status == IN]


def _season(state: TournamentState) -> SeasonAnnounced:
    champion = state.final[0] if state.final else None
    return SeasonAnnounced(state.row.id, state.settings.season, state.row.name, state.row.status, champion)
