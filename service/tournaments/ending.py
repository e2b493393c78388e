"""An organiser ends an event as it stands: a ladder, which has no end of its own, or one that cannot go on."""

from __future__ import annotations

from datetime import datetime

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.authority import must_be_neutral
from service.tournaments.drawing import finish
from service.tournaments.event_repository import EventRepository, EventStep
from service.tournaments.state import EventState
from storage.event_records import EventId
from storage.records import UserId
from tournament import progression as courses
from tournament.history import Finished


class Ending:
    """The end of an event by hand; whether somebody may end it is for the caller to know."""

    def __init__(self, events: EventRepository) -> None:
        self._events = events

    async def end(self, event_id: EventId, user_id: UserId, *, now: datetime) -> EventState:
        """The places are final as they stand, and open games count for nothing.

        Refuses `no-event`, `event-not-running`, `ends-by-itself`, `own-ruling`.
        """

        def decide(state: EventState) -> Decision[EventState]:
            state.must_run()
            if not may_end(state):
                raise Refusal("ends-by-itself")
            must_be_neutral(state, user_id, "end")
            step = EventStep(state, now)
            step.note("end", user_id)
            finish(step, Finished(courses.ranking(state.course)))
            step.next_at(())
            return self._events.decided(step)

        return await self._events.changing.change(self._events.of(event_id), decide, now=now)


def may_end(state: EventState) -> bool:
    """Whether an event waits for an organiser to end it."""
    return state.waits or bool(state.stuck)
