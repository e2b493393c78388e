"""An organiser ends an event as it stands: a ladder, which has no end of its own, or one that cannot go on."""

from __future__ import annotations

from datetime import datetime

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.log.round_events import EventEarlyEnd
from service.tournaments.permissions import must_be_neutral
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.round_drawing import finish_event
from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tournament import progression as courses
from tournament.history import Finished


class EarlyEnd:
    """The early end of an event; the caller checks who may end it."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def end(self, event_id: EventId, user_id: UserId, *, now: datetime, saw: str = "") -> TournamentState:
        """End the event with the places as they stand; open games count for nothing.

        Refuses `no-event`, `event-not-running`, `ends-by-itself`, `own-ruling`, `event-changed`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            state.must_run()
            state.must_stand(saw)
            must_be_neutral(state, user_id, "end")
            if not may_end(state):
                raise Refusal("ends-by-itself")
            step = TournamentTransaction(state, now)
            step.note(EventEarlyEnd(), user_id)
            finish_event(step, Finished(courses.ranking(state.course)))
            step.next_at(())
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def may_end(state: TournamentState) -> bool:
    """Return whether an event waits for an organiser to end it."""
    return state.waits or bool(state.stuck)
