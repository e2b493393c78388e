"""Deputies: further organisers of an event, in the order in which they would replace its opener."""

from __future__ import annotations

from datetime import datetime

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.letters import PlaceInEvent
from service.tournaments.log.organiser_events import DeputyChange, OrganiserChange
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import TournamentState
from storage.rows import UserId
from storage.tournament_rows import UNDER_WAY, EventId

MOST_DEPUTIES = 5


class OrganiserRoster:
    """The use-case of naming deputies; the caller checks that the user may do so."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def name(self, event_id: EventId, by: UserId, whom: UserId, *, on: bool, now: datetime) -> TournamentState:
        """Name `whom` a deputy, or dismiss them (`on` False); the first deputy replaces an organiser who leaves.

        Refuses `no-event`, `event-over`, `too-many-deputies` (most), `no-deputy` (they are none), `organises-already`.
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            if state.row.status not in UNDER_WAY:
                raise Refusal("event-over", status=state.row.status)
            _check(state, whom, on=on)
            step = TournamentTransaction(state, now)
            if on and not state.officials:
                step.note(OrganiserChange(), by)
                step.become(host_id=whom)
            else:
                step.note(DeputyChange(step.meet(whom), on), by)
            if on:
                step.write_to(whom, PlaceInEvent("you-organise"))
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def _check(state: TournamentState, whom: UserId, *, on: bool) -> None:
    is_deputy = state.numbers.get(whom) in state.deputies
    if on and whom in state.officials:
        raise Refusal("organises-already")
    if on and len(state.deputies) >= MOST_DEPUTIES:
        raise Refusal("too-many-deputies", most=MOST_DEPUTIES)
    if not on and not is_deputy:
        raise Refusal("no-deputy")
