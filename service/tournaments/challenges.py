"""The challenges of a ladder, whose newcomers from the waiting list come in at the bottom."""

from __future__ import annotations

from datetime import datetime

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.log.entrant_events import EntrantEntry
from service.tournaments.log.round_events import LadderChallenge, RoundClose
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.round_drawing import note_drawn, publish
from service.tournaments.state import IN, WAITING, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tournament import progression as courses
from tournament.kinds import ladder
from tournament.results import EntrantId, InvalidTournamentError


class Challenges:
    """The ladder's own use-case."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def challenge(self, event_id: EventId, user_id: UserId, other: int, *, now: datetime) -> TournamentState:
        """Challenge the entrant of this number: the pairing is published at once, and they are told.

        Refuses `no-event`, `event-not-running`, `no-ladder`, `not-entered`, `bad-event` (found: out of reach).
        """

        def decide(state: TournamentState) -> Decision[TournamentState]:
            _must_wait(state)
            member = state.member(user_id)
            if member is None or member.status != IN or other not in state.members:
                raise Refusal("not-entered")
            try:
                drawn = ladder.challenged(state.course, member.id, EntrantId(str(other)))
            except InvalidTournamentError as found:
                raise Refusal("bad-event", found=found) from found
            step = TournamentTransaction(state, now)
            step.note(LadderChallenge(member.number, other), user_id)
            note_drawn(step, drawn, None)
            publish(step, None, quietly=True)
            step.write_to(state.users[other], "challenged", entrant=member.number)
            step.wake()
            return self._tournaments.decided(step)

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def go_on(step: TournamentTransaction) -> bool:
    """Close what has its result, and fill free places; whether two are there who could meet."""
    _close(step)
    let_in(step)
    return len(step.state.course.present()) > 1


def let_in(step: TournamentTransaction) -> None:
    """Admit people who wait for a place of a ladder or an arena."""
    free = step.state.settings.limit - len(step.state.having(IN))
    for member in step.state.having(WAITING)[: max(free, 0)]:
        step.note(EntrantEntry(member.number, waiting=False, from_round=1))
        step.write_to(step.state.users[member.number], "moved-up")


def _close(step: TournamentTransaction) -> None:
    """Close every challenge that has its result, and announce the changes."""
    for drawn in step.state.rounds:
        if drawn.number in step.state.closed or (drawn.number, 1) not in step.state.results:
            continue
        step.note(RoundClose(drawn.number))
        places = courses.ranking(step.state.course)
        upper = min(drawn.seats(1), key=places.index)
        step.tell("challenge-over", round=drawn.number, table=1, entrant=int(upper), stands=places.index(upper) + 1)


def _must_wait(state: TournamentState) -> None:
    state.must_run()
    if not state.waits or state.settings.is_arena:
        raise Refusal("no-ladder")
