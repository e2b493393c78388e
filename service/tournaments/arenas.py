"""Running arenas: joining and pausing, pairing of free entrants, and the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta

from service.core.change_scope import Decision
from service.errors import Refusal
from service.tournaments.challenges import admit_waiting
from service.tournaments.log.entrant_events import ArenaPause, ArenaReturn
from service.tournaments.log.round_events import RoundClose
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.round_drawing import finish_event, note_drawn, publish_round
from service.tournaments.state import IN, OUT, Participant, TournamentState
from storage.rows import UserId
from storage.tournament_rows import EventId
from tournament import progression as courses
from tournament.first_player import lot
from tournament.history import DrawnRound, Finished, TournamentHistory
from tournament.kinds import arena
from tournament.results import EntrantId

PATIENCE = timedelta(minutes=2)
"""After so long without another opponent somebody meets their last one again."""

SOONEST, SPREAD_S = timedelta(seconds=15), 60
"""Somebody who joins is paired after so long at the earliest, and up to so many seconds later, by lot."""

Pair = Callable[[TournamentHistory, tuple[EntrantId, ...], frozenset[EntrantId]], Awaitable[DrawnRound | None]]
"""`tournament.kinds.arena.paired`, where it holds nobody up."""


class Arenas:
    """The use-case of entrants who pause in an arena or join again."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def join_or_pause(self, event_id: EventId, user_id: UserId, *, now: datetime, pauses: bool | None = None) -> bool:
        """Pause or rejoin the pairing; return whether the user pauses now.

        `pauses` None toggles. A running game goes on. Refuses `no-event`, `event-not-running`, `no-arena`, `not-entered`,
        `out-of-event`, `entry-closed` (no more pairings are made), `rests` (until).
        """

        def decide(state: TournamentState) -> Decision[bool]:
            member = _entered_participant(state, user_id)
            if state.arena_ends is None or now >= state.arena_ends:
                raise Refusal("entry-closed")
            if member.rests_until is not None and now < member.rests_until and not pauses:
                raise Refusal("rests", until=member.rests_until)
            wanted = not member.pauses if pauses is None else pauses
            step = TournamentTransaction(state, now)
            if wanted != member.pauses:
                step.note(ArenaPause(member.number) if wanted else ArenaReturn(member.number), user_id)
                step.wake()
            return Decision(lambda: wanted, self._tournaments.steps(step))

        return await self._tournaments.unit_of_work.change(self._tournaments.of(event_id), decide, now=now)


def _entered_participant(state: TournamentState, user_id: UserId) -> Participant:
    state.must_run()
    if not state.settings.is_arena:
        raise Refusal("no-arena")
    member = state.member(user_id)
    if member is None or member.status != IN:
        raise Refusal("out-of-event" if member is not None and member.status == OUT else "not-entered")
    return member


def waiting_entrants(state: TournamentState) -> tuple[Participant, ...]:
    """Return the entrants who wait for an opponent, the longest waiting first."""
    there = [state.members[int(who)] for who in arena.free_entrants(state.course)]
    return tuple(
        sorted(
            (participant for participant in there if not participant.pauses),
            key=lambda each: (free_since(state, each), each.number),
        )
    )


def free_since(state: TournamentState, member: Participant) -> datetime:
    """Return since when an entrant waits for an opponent."""
    assert state.row.started_at is not None
    return max(member.free_since or state.row.started_at, state.row.started_at)


def ready_at(state: TournamentState, member: Participant) -> datetime:
    """Return the earliest moment at which a free entrant is paired.

    After joining, a short delay is drawn by lot.
    """
    if member.joined_at is None:
        return free_since(state, member)
    length = SOONEST.total_seconds() + lot(state.row.seed, "joins", member.number, member.joined_at.isoformat()) % SPREAD_S
    return max(free_since(state, member), member.joined_at + timedelta(seconds=length))


def arena_due_moments(state: TournamentState) -> Iterator[datetime]:
    """Yield the moments at which pairing stops, and at which a waiting entrant can be paired or meet the same opponent again."""
    assert state.arena_ends is not None
    yield state.arena_ends
    for waiting_entrant in waiting_entrants(state):
        yield from (ready_at(state, waiting_entrant), free_since(state, waiting_entrant) + PATIENCE)


async def advance_arena(step: TournamentTransaction, pair: Pair) -> None:
    """Close decided games and pair the free entrants with `pair`; after the arena's time, end it with its last game."""
    assert step.state.arena_ends is not None
    _close(step)
    if step.now >= step.state.arena_ends:
        if not step.state.open_tables():
            finish_event(step, Finished(courses.ranking(step.state.course)))
        return
    admit_waiting(step)
    there = [
        waiting_entrant for waiting_entrant in waiting_entrants(step.state) if step.now >= ready_at(step.state, waiting_entrant)
    ]
    patient = frozenset(participant.id for participant in there if step.now >= free_since(step.state, participant) + PATIENCE)
    drawn = await pair(step.state.course, tuple(participant.id for participant in there), patient) if len(there) > 1 else None
    if drawn is not None:
        note_drawn(step, drawn, None)
        publish_round(step, None, quietly=True)
        step.wake()


def _close(step: TournamentTransaction) -> None:
    for drawn in step.state.rounds:
        is_over = all((drawn.number, table) in step.state.results for table, _ in drawn.tables())
        if is_over and drawn.number not in step.state.closed:
            step.note(RoundClose(drawn.number))
