"""Challenges of a ladder: an entrant meets one above. People on the waiting list come in at the bottom.

Nobody keeps a place by being busy, and nobody loses it by being away. A challenge of somebody who plays, rests after a match or is
on vacation waits in a queue, and begins as soon as both are free, the longest waiting first. Two meet again only after the one who
was challenged has met somebody else, or a week later.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.event_posts import ChallengeOver
from service.tournaments.letters import Challenge, PlaceInEvent
from service.tournaments.log.entrant_events import EntrantEntry
from service.tournaments.log.round_events import LadderChallenge, QueuedChallenge, RoundClose
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.round_drawing import note_drawn, publish
from service.tournaments.state import IN, WAITING, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tournament import progression as courses
from tournament.kinds import ladder
from tournament.results import EntrantId, InvalidTournamentError

RESTS, RESTS_LIVE = timedelta(hours=24), timedelta(minutes=10)
"""So long after a match nobody is challenged; live, so long."""
AGAIN = timedelta(days=7)
"""So long two who have just met wait for others who could challenge."""
LEAVE = timedelta(days=21)
"""So long a vacation keeps challenges away: nobody holds a place for ever."""

OnLeave = Callable[[UserId, datetime], Awaitable[datetime | None]]
"""Until when a person's vacation keeps challenges away; None where it doesn't."""


async def never(_user_id: UserId, _now: datetime) -> datetime | None:
    """Return None: the default, by which no person is ever on leave."""
    return None


class Challenges:
    """The ladder's own use-case."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments
        self.on_leave: OnLeave = never

    async def challenge(self, event_id: EventId, user_id: UserId, other: int, *, now: datetime) -> bool:
        """Challenge the entrant of this number; whether their game begins at once: otherwise it waits in a queue.

        Refuses `no-event`, `event-not-running`, `no-ladder`, `not-entered`, `bad-event` (found: out of reach).
        """

        async def away(state: TournamentState) -> datetime | None:
            return await self.on_leave(state.users[other], now) if other in state.users else None

        def decide(loaded: tuple[TournamentState, datetime | None]) -> Decision[bool]:
            state, until = loaded
            _must_wait(state)
            member = state.member(user_id)
            if member is None or member.status != IN or other not in state.members:
                raise Refusal("not-entered")
            if EntrantId(str(other)) not in ladder.in_reach(state.course, member.id):
                reach = state.course.stages[state.course.stage].size
                raise Refusal("bad-event", found=InvalidTournamentError("out-of-reach", reach=reach))
            step = TournamentTransaction(state, now)
            is_next = not any(one[1] == other and one[0] != member.number for one in state.queue)
            begins = is_next and until is None and _can_begin(state, member.number, other, now)
            if begins:
                _begin(step, member.number, other)
            else:
                step.note(QueuedChallenge(member.number, other), user_id)
            step.wake()
            return Decision(lambda: begins, self._tournaments.steps(step))

        of = self._tournaments.of(event_id).also(away)
        return await self._tournaments.unit_of_work.change(of, decide, now=now)


async def go_on(step: TournamentTransaction, on_leave: OnLeave = never) -> bool:
    """Close what has its result, fill free places, and begin what waits; whether two are there who could meet."""
    _close(step)
    let_in(step)
    for entrant, other in step.state.queue:
        state = step.state
        if EntrantId(str(other)) not in ladder.in_reach(state.course, EntrantId(str(entrant))):
            if EntrantId(str(entrant)) not in ladder.playing(state.course):
                step.note(QueuedChallenge(entrant, None))  # one of them has another place by now, or is gone
        elif _can_begin(state, entrant, other, step.now) and await on_leave(state.users[other], step.now) is None:
            _begin(step, entrant, other)
    return len(step.state.course.present()) > 1


def moments(state: TournamentState) -> Iterator[datetime]:
    """Yield when the entrants that challenges wait for have rested, and when two who have just met can meet again."""
    for _, other in state.queue:
        if (met := state.members[other].met_at) is not None:
            yield from (met + _rest(state), met + AGAIN)


def let_in(step: TournamentTransaction) -> None:
    """Admit waiting entrants to free places of a ladder or an arena."""
    free = step.state.settings.limit - len(step.state.having(IN))
    for member in step.state.having(WAITING)[: max(free, 0)]:
        step.note(EntrantEntry(member.number))
        step.write_to(step.state.users[member.number], PlaceInEvent("moved-up"))


def _can_begin(state: TournamentState, entrant: int, other: int, now: datetime) -> bool:
    """Return whether both are free, the challenged entrant has rested, and no other comes first."""
    who, rival = EntrantId(str(entrant)), EntrantId(str(other))
    if rival not in ladder.within_reach(state.course, who):
        return False
    met = state.members[other].met_at
    if met is None:
        return True
    return now >= met + _rest(state) and (now >= met + AGAIN or not ladder.waits_for_others(state.course, who, rival))


def _begin(step: TournamentTransaction, entrant: int, other: int) -> None:
    """Publish the pairing of a challenge at once, and tell the one who is challenged."""
    drawn = ladder.challenged(step.state.course, EntrantId(str(entrant)), EntrantId(str(other)))
    step.note(LadderChallenge(entrant, other), step.state.users[entrant])
    note_drawn(step, drawn, None)
    publish(step, None, quietly=True)
    step.write_to(step.state.users[other], Challenge("challenged", entrant))
    step.wake()


def _rest(state: TournamentState) -> timedelta:
    return RESTS_LIVE if state.settings.is_live else RESTS


def _close(step: TournamentTransaction) -> None:
    """Close each decided challenge, and announce what it changes."""
    for drawn in step.state.rounds:
        if drawn.number in step.state.closed or (drawn.number, 1) not in step.state.results:
            continue
        step.note(RoundClose(drawn.number))
        places = courses.ranking(step.state.course)
        upper = min(drawn.seats(1), key=places.index)
        step.tell(ChallengeOver(drawn.number, 1, int(upper), places.index(upper) + 1))


def _must_wait(state: TournamentState) -> None:
    state.must_run()
    if not state.waits or state.settings.is_arena:
        raise Refusal("no-ladder")
