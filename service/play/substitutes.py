"""Substitutes: users who take over lost seats and play on.

From then on the substitute is the seat's player. Until then its former player may return (`service.play.seat_reclaim`): the first
to press gets the seat. Rated games have no substitutes, because the result would belong to no single player.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from clocks.clock_history import LIFTED, ClockEvent
from games.core.game import Seat
from service.core.change_scope import Decision, combined_scope
from service.errors import Refusal
from service.guilds.server_settings import NEWCOMERS, ServerSettings
from service.lobby.quotas import UNLIMITED, Quotas, check_games, games_of
from service.match import match_log as logs
from service.match.final_ranking import TIMED_OUT
from service.match.match_repository import MatchRepository
from service.match.match_rows import SKIPPED
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.play.resignations import LEFT_SERVER, RESIGNED
from service.records import MatchUpdate
from service.users.user_settings import UserSettings
from storage.changes import TakeSeat
from storage.rows import RUNNING, MatchId, MatchRow, PersonRow, SeatRow, UserId

OFFERED = (TIMED_OUT, SKIPPED, LEFT_SERVER, RESIGNED)
"""The ways of losing a seat after which others may have it: not where the game is lost for it, nor where all have agreed to go."""


class GameWithFreeSeats(NamedTuple):
    """A game of a server with seats that a substitute can take over."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    free: tuple[Seat, ...]


class Substitutes:
    """The use-cases of finding and taking over free seats."""

    def __init__(
        self, repository: MatchRepository, user_settings: UserSettings, servers: ServerSettings, limits: Quotas = UNLIMITED
    ) -> None:
        self._repository = repository
        self._user_settings = user_settings
        self._servers = servers
        self._limits = limits

    async def free(self, guild_id: int, *, limit: int = 25) -> tuple[GameWithFreeSeats, ...]:
        """Return the games of a server with free seats, newest first, at most `limit`."""
        with_seats = [
            (match, await self._repository.store.matches.seats(match.id))
            for match in await self._repository.store.matches.vacated(guild_id, limit)
        ]
        offers = (GameWithFreeSeats(match, seats, free_seats(match, seats)) for match, seats in with_seats)
        return tuple(offer for offer in offers if offer.free)

    async def take_over(
        self, match_id: MatchId, user_id: UserId, *, now: datetime, member_since: datetime | None, seat: Seat | None = None
    ) -> MatchUpdate:
        """Give a free seat to the user, with time on its clock and the notice `taken-over`; `seat` None: the first one.

        Refuses `no-match`, `not-running`, `match-lost`, `rules-changed`, `sits-here`, `no-free-seat` (why), `too-new-here` (days),
        `substitute-blocked`, `too-many-games`.
        """
        person = self._user_settings.of(user_id)  # so that nobody gets one game too many by taking two at once
        of = combined_scope(self._repository.of_running(match_id), person).also(
            lambda _: self._repository.store.people.blockers_of(user_id)
        )

        async def seen(_: object) -> int:
            return await games_of(self._repository.store, self._limits, user_id)

        def decide(loaded: tuple[tuple[tuple[MatchSession, PersonRow], frozenset[UserId]], int]) -> Decision[MatchUpdate]:
            ((live, _), blockers), games = loaded
            taken = self._seat_offered(live, user_id, seat)
            self._check_age(live.match, member_since, now)
            if any(row.is_human and row.user_id in blockers for row in live.seats):
                raise Refusal("substitute-blocked")
            check_games(self._limits, games)
            step = MatchTransaction(live, now)
            step.take_over(taken, user_id)
            if live.match.terms.pace.has_clock:
                step.clock_events.append(ClockEvent(now, LIFTED, taken, logs.TAKEOVER, length=live.match.terms.pace.grace))
            return self._repository.decided(step, TakeSeat(match_id, taken, user_id))

        return await self._repository.unit_of_work.change(of.also(seen), decide, now=now)

    def _seat_offered(self, live: MatchSession, user_id: UserId, seat: Seat | None) -> Seat:
        """Return the seat to take over: the requested one, or the first that is free."""
        if live.seat_of(user_id) is not None:
            raise Refusal("sits-here")
        offered = free_seats(live.match, live.seats)
        if not offered or (seat is not None and seat not in offered):
            raise Refusal("no-free-seat", why=_reason_unrated(live.match))
        return offered[0] if seat is None else seat

    def _check_age(self, match: MatchRow, since: datetime | None, now: datetime) -> None:
        """Refuse `too-new-here` to a member who joined the server recently, perhaps only to help a friend."""
        days = int(self._servers.value(match.guild_id, NEWCOMERS))
        if days and (since is None or now - since < timedelta(days=days)):
            raise Refusal("too-new-here", days=days)


def free_seats(match: MatchRow, seats: Sequence[SeatRow]) -> tuple[Seat, ...]:
    """Return the seats of a match that a substitute can take over; none if only computers are left."""
    offers = match.status == RUNNING and match.terms.substitutes and not match.terms.rated
    if not offers or not any(row.is_human for row in seats):
        return ()
    return tuple(row.seat for row in seats if row.left in OFFERED)


def _reason_unrated(match: MatchRow) -> str:
    """Return why a match has no free seat: `rated`, `terms`, or `none` if there is just none now."""
    if match.terms.rated:
        return "rated"
    return "none" if match.terms.substitutes else "terms"
