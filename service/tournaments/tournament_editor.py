"""Changes to an event by its organiser: settings and seeds, announced to all.

Entrants have agreed to how it is played: stages, game and pace can't change. While the event runs, the limits of entry can't
either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.creation import TournamentCreation, title_of
from service.tournaments.event_posts import SettingsNews
from service.tournaments.log.entrant_events import Seeding
from service.tournaments.log.organiser_events import SettingsChange
from service.tournaments.permissions import must_be_neutral
from service.tournaments.registration import move_up
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import IN, WAITING, TournamentState
from service.tournaments.tournament_settings import CHOICES, PACED, TournamentSettings
from storage.rows import UserId
from storage.tournament_rows import OPEN, UNDER_WAY, EventId

NAME = "name"
CHANGEABLE = frozenset(field for choice in CHOICES.values() for field in choice.fields)
WHILE_RUNNING = tuple(field for choice in CHOICES.values() if choice.while_running for field in choice.fields)
"""What can still be changed when it has begun."""


class TournamentEditor:
    """The use-cases of editing events; the caller checks the organiser."""

    def __init__(self, tournaments: TournamentRepository, creation: TournamentCreation) -> None:
        self._tournaments = tournaments
        self._creation = creation

    async def edit(self, event_id: EventId, by: UserId, changes: Mapping[str, Any], *, now: datetime) -> TournamentState:
        """Change the name and fields of `TournamentSettings`; return the new state.

        The waiting list moves up if there are more places. Refuses `no-event`, `event-over`, `nothing-changed`,
        `too-late-to-change` (choices), `starts-too-soon`, `bad-limits`, `bad-event`, `own-ruling`, and as `title_of` and
        `TournamentCreation.checked`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            if state.row.status not in UNDER_WAY:
                raise Refusal("event-over", status=state.row.status)
            must_be_neutral(state, by, "edit")
            assert changes.keys() <= CHANGEABLE, changes
            if state.row.status != OPEN and not set(changes) <= set(WHILE_RUNNING):
                raise Refusal("too-late-to-change", choices=WHILE_RUNNING)
            wanted = {key: value for key, value in changes.items() if key != NAME}
            settings = self._creation.checked(replace(state.settings, **wanted))
            name = title_of(str(changes[NAME]), self._tournaments.matches.free_text) if NAME in changes else state.row.name
            _check(wanted.get("starts_at"), now)
            if settings == state.settings and name == state.row.name:
                raise Refusal("nothing-changed")
            step = TournamentTransaction(state, now)
            step.note(SettingsChange(tuple(sorted(changes))), by)
            step.become(name=name, settings=settings.dump())
            if state.row.status == OPEN:
                move_up(step)
            step.tell(SettingsNews(tuple(sorted(changes))))
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def play(self, event_id: EventId, by: UserId, settings: TournamentSettings, *, now: datetime) -> TournamentState:
        """Change the way of play (stages, pace, options) and the organiser's own rules, before any entry; return the new state.

        Refuses `no-event`, `event-running`, `event-over`, `entered-already`, `nothing-changed`, `bad-event`, and the options' own
        codes.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            if state.row.status != OPEN:
                raise Refusal("event-running" if state.row.status in UNDER_WAY else "event-over", status=state.row.status)
            if state.having(IN, WAITING):
                raise Refusal("entered-already")
            how: dict[str, Any] = {key: getattr(settings, key) for key in ("stages", "pace", "options", "own_rules", *PACED)}
            changed = replace(state.settings, **how)
            wanted = self._creation.checked(changed)
            if wanted == state.settings:
                raise Refusal("nothing-changed")
            step = TournamentTransaction(state, now)
            step.note(SettingsChange(tuple(sorted(how))), by)
            step.become(settings=wanted.dump())
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)

    async def seed(self, event_id: EventId, by: UserId, whom: UserId, place: int, *, now: datetime) -> TournamentState:
        """Give an entrant this place in the seeding before the start; 0: by rating; return the new state.

        Entrants without a place of their own follow by rating. Refuses `no-event`, `event-running`, `event-over`, `not-entered`,
        `no-seed` (most), `own-ruling`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            if state.row.status != OPEN:
                raise Refusal("event-running" if state.row.status in UNDER_WAY else "event-over", status=state.row.status)
            must_be_neutral(state, by, "seed")
            member = state.must_have(whom, IN)
            if not 0 <= place <= len(state.having(IN)):
                raise Refusal("no-seed", most=len(state.having(IN)))
            step = TournamentTransaction(state, now)
            for other in state.members.values():
                if place and other.seed == place and other.number != member.number:
                    step.note(Seeding(other.number, None), by)
            step.note(Seeding(member.number, place or None), by)
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def _check(starts_at: datetime | None, now: datetime) -> None:
    if starts_at is not None and starts_at < now + timedelta(minutes=5):
        raise Refusal("starts-too-soon")
