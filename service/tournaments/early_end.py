"""The early end of an event by an organiser, for ladders, which have no end of their own, and events that can't go on."""

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
    """The use-case of ending an event early; the caller checks that the user may do so."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def end(self, event_id: EventId, user_id: UserId, *, now: datetime, saw: str = "") -> TournamentState:
        """End the event with the present places; open games don't count.

        `saw` is the event's state that the user saw. Refuses `no-event`, `event-not-running`, `ends-by-itself`, `own-ruling`,
        `event-changed`.
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
    """Return whether an organiser may end the event early: it has no rounds now (a ladder or an arena), or is stuck."""
    return state.waits or bool(state.stuck)
