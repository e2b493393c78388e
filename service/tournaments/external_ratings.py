"""The ratings of results that were played elsewhere, for events whose organiser has chosen that they count.

Two friends could enter results without playing. Therefore only a few between the same two count within a month, and few more for
one person; the event shows which ones count; and a ruling can void one: ratings are then computed again without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from games.core.game import Seat
from service.match import sealed_bag
from service.ratings.stats_backfill import RECOUNT
from service.tournaments.creation import terms_of
from service.tournaments.repository import TournamentChange, TournamentRepository
from service.tournaments.state import IN, NOBODY, OUT, Place, TournamentState
from storage.changes import AddExternalResult, Change, SetTimers, WithdrawExternalResult
from storage.rows import FINISHED, MatchId, MatchRow, NewMatch, NewTimer, SeatRow, of_server
from storage.store import Store
from tournament.history import DrawnRound
from tournament.results import ELSEWHERE, Result

WITHIN = timedelta(days=30)
MOST_OF_TWO, MOST_OF_ONE = 2, 10
"""So many results from elsewhere count within that time: between the same two, and of one person."""
LEAST_PEOPLE = 4
"""An event of fewer has no results from elsewhere that count: two friends would open one for themselves."""
NOWHERE = 0
"""The channel of a game that was played elsewhere."""


async def may_count(store: Store, state: TournamentState, drawn: DrawnRound, table: int, now: datetime) -> bool:
    """Return whether a result from elsewhere would count for ratings.

    It does if the event allows it, has enough entrants and was opened by neither player, and neither has too many such results.
    """
    settings, pairing = state.settings, drawn.pairing(table)
    if (
        not (settings.rate_elsewhere and settings.rated)
        or settings.kind.duplicate
        or pairing.is_table
        or state.row.guild_id is None
    ):
        return False
    person, other = (state.user(who) for who in pairing.seats)
    if min(person, other) < 0:
        return False  # somebody was forgotten
    if len(state.having(IN, OUT)) < LEAST_PEOPLE or state.row.host_id in (person, other):
        return False
    had = {user: await store.events.brought_against(user, now - WITHIN) for user in (person, other)}
    return had[person].count(other) < MOST_OF_TWO and max(map(len, had.values())) < MOST_OF_ONE


class RatedExternalResults:
    """The rating changes when a rated result from elsewhere is added or voided."""

    def __init__(self, tournaments: TournamentRepository) -> None:
        self._tournaments = tournaments

    async def along(self, of: TournamentChange, now: datetime) -> Sequence[Change]:
        """Return the rating changes to write with a change of an event."""
        before, after = of.step.before, of.step.state
        listed: list[Change] = []
        for place in sorted(before.rated | after.rated):
            old, new = _counting_result(before, place), _counting_result(after, place)
            if old == new:
                continue
            if old is not None and after.row.guild_id is not None:
                listed.append(WithdrawExternalResult(after.row.id, *place, now))
                listed.append(SetTimers(of_server(after.row.guild_id), now, (NewTimer(RECOUNT, now),), instead_of=RECOUNT))
            if new is not None:
                listed.append(AddExternalResult(after.row.id, *place, await self._rated_match(after, new, now)))
        return listed

    async def _rated_match(self, state: TournamentState, result: Result, now: datetime) -> NewMatch:
        settings, secret = state.settings, sealed_bag.seal()
        winners = [seat for seat, who in enumerate(result.seats) if who == result.winner]
        row = MatchRow(
            id=MatchId(0),
            game=settings.game,
            options=settings.options,
            rules_version=self._tournaments.matches.known(settings.game).rules_version,
            guild_id=state.row.guild_id,
            channel_id=NOWHERE,
            host_id=NOBODY,
            status=FINISHED,
            seats_wanted=len(result.seats),
            order="joined",
            locale=state.row.locale,
            commitment=sealed_bag.commitment(secret),
            version=0,
            created_at=now,
            started_at=now,
            ended_at=now,
            result={"scores": list(result.score or (0, 0)), "winners": winners, "how": ELSEWHERE},
            terms=terms_of(settings, {}),
            told_to=await self._tournaments.matches.told_to(state.row.guild_id, state.row.channel_id),
        )
        seats = (SeatRow(Seat(seat), state.user(who), joined=seat) for seat, who in enumerate(result.seats))
        return NewMatch(row, secret, tuple(seats))


def _counting_result(state: TournamentState, place: Place) -> Result | None:
    return state.results.get(place) if place in state.rated else None
