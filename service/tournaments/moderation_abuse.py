"""The protection of players against opponents who are moderators: a player kicked or muted by one does not lose on time.

The player's clock is stopped for some days, once a game, and the referees are notified.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from clocks.clock_history import STOPPED, ClockEvent
from service.core.change_scope import Decision, combined_scope
from service.core.post_content import PostContent, posted
from service.match.match_changes import ClockAdvance
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_rows import MatchRows
from service.match.match_transaction import match_post
from service.tournaments.letters import ShieldLetter
from service.tournaments.log.ruling_events import PlayerShield
from service.tournaments.repository import TournamentRepository, TournamentTransaction
from service.tournaments.state import TournamentState
from storage.changes import QueuePosts
from storage.rows import MATCH, RUNNING, MatchId, UserId, of_match
from storage.tournament_rows import EventMatch

SHIELDED = "shielded"
"""Why the clock stands; the code of the notice and of the letter about it."""
LASTS = timedelta(hours=72)


@posted(MATCH, NOTICE, SHIELDED)
class ClockShielded(PostContent):
    """The news that a player's clock is stopped until a Unix time, because an opponent may have removed them."""

    user: UserId
    until: int


class ModerationAbuseGuard:
    """The use-case of protecting kicked or muted players; the caller finds who may kick or mute whom."""

    def __init__(self, repository: MatchRepository, tournaments: TournamentRepository) -> None:
        self._repository = repository
        self._tournaments = tournaments

    async def games(self, guild_id: int, user_id: UserId) -> Mapping[MatchId, tuple[UserId, ...]]:
        """Return a user's running games in a server, with the opponents in each."""
        found_games: dict[MatchId, tuple[UserId, ...]] = {}
        for match_id in await self._repository.store.matches.live_of_user(user_id, guild_id):
            if (await self._repository.match(match_id)).status == RUNNING:
                users = [seat.user_id for seat in await self._repository.store.matches.seats(match_id)]
                found_games[match_id] = tuple(user for user in users if user is not None and user != user_id)
        return found_games

    async def until(self, match_id: MatchId, user_id: UserId) -> datetime | None:
        """Return when a user's stopped clock runs again; None if it was never stopped in this game."""
        seats = await self._repository.store.matches.seats(match_id)
        own = next((seat.seat for seat in seats if seat.user_id == user_id), None)
        stops = [event for event in await self._repository.store.clocks.of(match_id) if (event.why, event.seat) == (SHIELDED, own)]
        return stops[-1].until if stops else None

    async def shield(self, match_id: MatchId, user_id: UserId, opponent: UserId, *, now: datetime) -> datetime | None:
        """Stop a user's clock in a game, at most once; return until when, or None for a game without a clock."""
        if not (await self._repository.match(match_id)).terms.pace.rests:
            return None
        of = self._repository.of_rows(match_id).also(lambda _: self.until(match_id, user_id))
        event_id = await self._repository.store.events.event_of(match_id)
        if event_id is None:
            return await self._repository.unit_of_work.change(of, lambda at: _stop_clock(*at, user_id, now), now=now)
        match = next(
            event_match
            for event_match in await self._tournaments.store.events.matches(event_id)
            if event_match.match_id == match_id
        )

        def decide(loaded: tuple[TournamentState, tuple[MatchRows, datetime | None]]) -> Decision[datetime]:
            state, (rows, known) = loaded
            stopped = _stop_clock(rows, known, user_id, now)
            if known is not None:
                return stopped
            tournament_changes = self._tournaments.steps(_announce_stop(state, match, user_id, opponent, now))
            return Decision(stopped.answer, (*tournament_changes, *stopped.steps), stopped.changes)

        return await self._tournaments.unit_of_work.change(combined_scope(self._tournaments.of(event_id), of), decide, now=now)


def _stop_clock(rows: MatchRows, known: datetime | None, user_id: UserId, now: datetime) -> Decision[datetime]:
    """Return the decision that stops the clock and posts about it; if it was stopped before (`known`), nothing changes."""
    if known is not None:
        return Decision(lambda: known)
    rows.must_run()
    seat = next(row.seat for row in rows.seats if row.user_id == user_id)
    until = now + LASTS
    what = ClockShielded(user_id, int(until.timestamp()))
    queued = QueuePosts(of_match(rows.match.id), now, (match_post(rows.match, what, upto=rows.match.version),))
    return Decision(lambda: until, (ClockAdvance(rows, (ClockEvent(now, STOPPED, seat, SHIELDED, until=until),)),), (queued,))


def _announce_stop(
    state: TournamentState, match: EventMatch, user_id: UserId, opponent: UserId, now: datetime
) -> TournamentTransaction:
    step, entrant = TournamentTransaction(state, now), state.numbers[user_id]
    step.note(PlayerShield(entrant, match.round, match.table))
    step.write_to_officials(ShieldLetter(match.round, match.table, entrant, now + LASTS), besides=opponent)
    return step
