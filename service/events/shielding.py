"""A player who has been put out of the server, or muted, while an opponent there has the right to do that: the seat's clock stands
for some days, once a game, and those who referee are told. Nobody wins by a kick.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from clocks.ledger import STOPPED, ClockEvent
from service.events.event_repository import EventRepository, EventStep
from service.events.state import EventState
from service.process.changing import Decision, both
from service.process.match_repository import MatchRepository
from service.process.match_steps import ClockStep
from service.process.match_transaction import post
from service.process.rows import Rows
from storage.changes import PostsQueued
from storage.event_records import EventId, EventMatch
from storage.records import RUNNING, MatchId, SeatRow, UserId, of_match

SHIELDED = "shielded"
"""Why the clock stands; the code of the notice and of the letter about it."""
LASTS = timedelta(hours=72)


class Shielding:
    """Who may kick or mute whom, the caller knows."""

    def __init__(self, repository: MatchRepository, events: EventRepository) -> None:
        self._repository = repository
        self._events = events

    async def games(self, guild_id: int, user_id: UserId) -> Mapping[MatchId, tuple[UserId, ...]]:
        """The running games of somebody in a server, and whom each is played against."""
        found: dict[MatchId, tuple[UserId, ...]] = {}
        for match_id in await self._repository.store.matches.live_of_user(user_id, guild_id):
            if (await self._repository.match(match_id)).status == RUNNING:
                users = [seat.user_id for seat in await self._repository.store.matches.seats(match_id)]
                found[match_id] = tuple(user for user in users if user is not None and user != user_id)
        return found

    async def until(self, match_id: MatchId, user_id: UserId) -> datetime | None:
        """When the clock of somebody goes on that has been stopped for this; None where it never was."""
        seats = await self._repository.store.matches.seats(match_id)
        own = next((seat.seat for seat in seats if seat.user_id == user_id), None)
        stops = [event for event in await self._repository.store.clocks.of(match_id) if (event.why, event.seat) == (SHIELDED, own)]
        return stops[-1].until if stops else None

    async def shield(self, match_id: MatchId, user_id: UserId, opponent: UserId, *, now: datetime) -> datetime | None:
        """Let the clock of somebody stand in a game; until when, or None where it knows no clock. A second time nothing happens."""
        if (known := await self.until(match_id, user_id)) is not None:
            return known
        match, seats = await self._repository.match(match_id), await self._repository.store.matches.seats(match_id)
        if not match.terms.pace.rests:
            return None
        seat = next(row for row in seats if row.user_id == user_id)
        event_id = await self._repository.store.events.event_of(match_id)
        if event_id is None:
            await self._repository.changing.change(
                self._repository.of_rows(match_id), lambda rows: _stopped(rows, seat, now), now=now
            )
        else:
            await self._in_event(event_id, match_id, seat, opponent, now)
        return now + LASTS

    async def _in_event(self, event_id: EventId, match_id: MatchId, seat: SeatRow, opponent: UserId, now: datetime) -> None:
        match = next(one for one in await self._events.store.events.matches(event_id) if one.match_id == match_id)

        def decide(at: tuple[EventState, Rows]) -> Decision[None]:
            step = _told(at[0], match, seat, opponent, now)
            stopped = _stopped(at[1], seat, now)
            return Decision(lambda: None, (*self._events.steps(step), *stopped.steps), stopped.changes)

        of = both(self._events.of(event_id), self._repository.of_rows(match_id))
        await self._events.changing.change(of, decide, now=now)


def _stopped(rows: Rows, seat: SeatRow, now: datetime) -> Decision[None]:
    """The clock stands, and the table is told."""
    rows.must_run()
    stop = ClockEvent(now, STOPPED, seat.seat, SHIELDED, until=now + LASTS)
    what = {"code": SHIELDED, "user": seat.user_id, "until": int((now + LASTS).timestamp())}
    told = PostsQueued(of_match(rows.match.id), now, (post(rows.match, "notice", what, upto=rows.match.version),))
    return Decision(lambda: None, (ClockStep(rows, (stop,)),), (told,))


def _told(state: EventState, match: EventMatch, seat: SeatRow, opponent: UserId, now: datetime) -> EventStep:
    step = EventStep(state, now)
    assert seat.user_id is not None
    entrant = state.numbers[seat.user_id]
    step.note(SHIELDED, entrant=entrant, round=match.round, table=match.table)
    told = {"entrant": entrant, "round": match.round, "table": match.table, "until": (now + LASTS).isoformat()}
    step.write_to_officials(SHIELDED, besides=opponent, **told)
    return step
