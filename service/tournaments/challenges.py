"""Challenges of a ladder: an entrant plays one ranked above them; the waiting list comes in at the bottom.

No place is kept by being busy and none is lost by being away: a challenge of an entrant who plays, rests after a match or is on
vacation waits in a queue, and begins as soon as both are free. No place is kept with the help of friends, either: the challenger
who has lost least often to the challenged goes first; two can meet again only after other possible challengers or a week later; a
second win over the same player brings no rest; and after a week a game no longer makes others wait.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.event_posts import ChallengeOver
from service.tournaments.letters import Challenge, PlaceInEvent
from service.tournaments.log.entrant_events import EntrantEntry
from service.tournaments.log.round_events import LadderChallenge, QueuedChallenge, RoundClose
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.result_collection import note_result
from service.tournaments.round_drawing import note_drawn, publish_round
from service.tournaments.state import IN, WAITING, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tournament import progression as courses
from tournament.history import DrawnRound
from tournament.kinds import ladder
from tournament.results import RULING, EntrantId, InvalidTournamentError

RESTS, RESTS_LIVE = timedelta(hours=24), timedelta(minutes=10)
"""So long after a match nobody is challenged; live, so long."""
AGAIN = timedelta(days=7)
"""So long two who have met wait for others who could challenge and come first."""
HOLDS, HOLDS_LIVE = timedelta(days=7), timedelta(hours=1)
"""So long a game makes others wait; after that it is a draw until it has ended."""
LEAVE = timedelta(days=21)
"""So long a vacation keeps challenges away: nobody holds a place for ever."""

OnLeave = Callable[[UserId, datetime], Awaitable[datetime | None]]
"""Until when a person's vacation keeps challenges away; None where it doesn't."""


async def never_on_leave(_user_id: UserId, _now: datetime) -> datetime | None:
    """Return None: the default, by which no person is ever on leave."""
    return None


class Challenges:
    """The use-case of challenging an entrant of a ladder."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments
        self.on_leave: OnLeave = never_on_leave

    async def challenge(self, event_id: EventId, user_id: UserId, other: int, *, now: datetime) -> bool:
        """Challenge the entrant with number `other`; return True if the game begins at once, False if it is queued.

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
            step = TournamentTransaction(state, now)
            begins = take_up(step, member.number, other, until)
            step.wake()
            return Decision(lambda: begins, self._tournaments.steps(step))

        of = self._tournaments.of(event_id).also(away)
        return await self._tournaments.unit_of_work.change(of, decide, now=now)


def take_up(step: TournamentTransaction, entrant: int, other: int, until: datetime | None = None) -> bool:
    """Begin or queue a challenge; return whether it begins.

    `until` is the end of the challenged entrant's vacation, None without one. Refuses `bad-event` (found: out of reach).
    """
    state = step.state
    if EntrantId(str(other)) not in ladder.challengeable(state.course, EntrantId(str(entrant))):
        reach = state.course.stages[state.course.stage].size
        raise Refusal("bad-event", found=InvalidTournamentError("out-of-reach", reach=reach))
    line = (*(pair for pair in state.queue if pair[0] != entrant), (entrant, other))
    first = next(_waiting_challenges(state, [pair for pair in line if pair[1] == other]))
    begins = first == line[-1] and until is None and _can_begin(state, entrant, other, step.now)
    if begins:
        _begin(step, entrant, other)
    else:
        step.note(QueuedChallenge(entrant, other), state.users[entrant])
    return begins


async def advance_ladder(step: TournamentTransaction, on_leave: OnLeave = never_on_leave) -> bool:
    """Close decided games, fill free places and begin queued challenges.

    Returns whether at least two entrants are left.
    """
    _close(step)
    admit_waiting(step)
    _hold_no_longer(step)
    for entrant, other in _waiting_challenges(step.state, step.state.queue):
        state = step.state
        if EntrantId(str(other)) not in ladder.challengeable(state.course, EntrantId(str(entrant))):
            if EntrantId(str(entrant)) not in ladder.playing(state.course):
                step.note(QueuedChallenge(entrant, None))  # one of them has another place by now, or is gone
        elif _can_begin(state, entrant, other, step.now) and await on_leave(state.users[other], step.now) is None:
            _begin(step, entrant, other)
    return len(step.state.course.present()) > 1


def challenge_due_moments(state: TournamentState) -> Iterator[datetime]:
    """Yield the moments at which a queued challenge may become possible."""
    for entrant, other in state.queue:
        if (met := state.members[other].met_at) is not None:
            yield met + _rest(state, other)
        if (again := _can_meet_again(state, entrant, other)) is not None:
            yield again
    yield from (ends for _, ends in _games_awaited(state))


def _waiting_challenges(state: TournamentState, line: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield queued challenges as (challenger, challenged), by challenged entrant, each one's challengers in turn."""
    for other in dict.fromkeys(pair[1] for pair in line):
        waiting = [EntrantId(str(entrant)) for entrant, rival in line if rival == other]
        yield from ((int(who), other) for who in ladder.in_turn(state.course, waiting, EntrantId(str(other))))


def _hold_no_longer(step: TournamentTransaction) -> None:
    """Count games that have kept a challenge waiting for too long as draws until they end."""
    for drawn, ends in tuple(_games_awaited(step.state)):
        if step.now >= ends:
            note_result(step, 1, drawn.pairing(1).result(drawn.number, RULING), is_open=True)


def _games_awaited(state: TournamentState) -> Iterator[tuple[DrawnRound, datetime]]:
    """Yield each game that keeps a challenge waiting, and until when it may."""
    awaited = {EntrantId(str(other)) for _, other in state.queue}
    if not awaited:
        return
    holds = HOLDS_LIVE if state.settings.is_live else HOLDS
    for drawn, table in state.open_tables():
        if (drawn.number, table) not in state.results and awaited & set(drawn.seats(table)):
            yield drawn, state.published[drawn.number] + holds


def admit_waiting(step: TournamentTransaction) -> None:
    """Admit waiting entrants to free places of a ladder or an arena."""
    free = step.state.settings.limit - len(step.state.having(IN))
    for member in step.state.having(WAITING)[: max(free, 0)]:
        step.note(EntrantEntry(member.number))
        step.write_to(step.state.users[member.number], PlaceInEvent("moved-up"))


def _can_begin(state: TournamentState, entrant: int, other: int, now: datetime) -> bool:
    """Return whether both entrants are free, the challenged one has rested, and no other challenger comes first."""
    who, rival = EntrantId(str(entrant)), EntrantId(str(other))
    if rival not in ladder.challengeable_now(state.course, who):
        return False
    met, again = state.members[other].met_at, _can_meet_again(state, entrant, other)
    if met is not None and now < met + _rest(state, other):
        return False
    return again is None or now >= again or not ladder.waits_for_others(state.course, who, rival)


def _can_meet_again(state: TournamentState, entrant: int, other: int) -> datetime | None:
    """Return when two who have met can meet again even if other challengers wait; None if they have not met."""
    meeting = ladder.last_meeting(state.course, EntrantId(str(entrant)), EntrantId(str(other)))
    if meeting is None:
        return None
    ends = [at for number in (entrant, other) if (at := state.members[number].met_at) is not None]
    return max(state.published[meeting.number], min(ends, default=state.published[meeting.number])) + AGAIN


def _begin(step: TournamentTransaction, entrant: int, other: int) -> None:
    """Draw and publish the pairing of a challenge, and notify the challenged entrant."""
    drawn = ladder.challenge_pairing(step.state.course, EntrantId(str(entrant)), EntrantId(str(other)))
    step.note(LadderChallenge(entrant, other), step.state.users[entrant])
    note_drawn(step, drawn, None)
    publish_round(step, None, quietly=True)
    step.write_to(step.state.users[other], Challenge("challenged", entrant))
    step.wake()


def _rest(state: TournamentState, other: int) -> timedelta:
    """Return how long an entrant rests after their last match; zero after a repeated win against the same player."""
    if ladder.has_repeated_a_win(state.course, EntrantId(str(other))):
        return timedelta()
    return RESTS_LIVE if state.settings.is_live else RESTS


def _close(step: TournamentTransaction) -> None:
    """Close each decided challenge, and post its result and the changed places."""
    for drawn in step.state.rounds:
        place = (drawn.number, 1)
        if drawn.number in step.state.closed or place not in step.state.results or place in step.state.open_ended:
            continue
        step.note(RoundClose(drawn.number))
        places = courses.ranking(step.state.course)
        upper = min(drawn.seats(1), key=places.index)
        step.tell(ChallengeOver(drawn.number, 1, int(upper), places.index(upper) + 1))


def _must_wait(state: TournamentState) -> None:
    state.must_run()
    if not state.waits or state.settings.is_arena:
        raise Refusal("no-ladder")
