"""Computer moves for an absent player of a game without a clock, at the request of the other players.

One player asks and another one agrees; if there is only one other player, their request is enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from clocks.reminder_schedule import OTHERS_AFTER
from service.computers.computer_players import Computers
from service.core.change_scope import ChangeScope, Decision
from service.core.post_content import PostContent, posted
from service.core.timer_content import TimerContent, new_timer, read_timer, timed
from service.errors import Refusal
from service.match import match_log as logs
from service.match.match_posts import NOTICE
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession
from service.match.match_transaction import MatchTransaction
from service.play.pending_moves import Confirmed, confirmed_moves
from service.records import MatchUpdate
from storage.changes import SetTimers
from storage.rows import MATCH, MatchId, SeatRow, TimerRow, UserId, of_match

STAND_IN = "stand-in"
"""The kind of the timer that keeps who has asked, until that lapses."""
LAPSES = timedelta(days=7)


@posted(MATCH, NOTICE, "stood-in")
class StoodIn(PostContent):
    """The news that a computer has played a turn for a player at the request of others."""

    user: UserId | None
    by: UserId


@timed(STAND_IN)
class StandInTimer(TimerContent):
    """The payload of the timer that records a player's request: the version of the match at that time."""

    version: int


class ComputerStandIn:
    """The requests for a computer to play an absent player's turn, made by the button in a late reminder."""

    def __init__(self, repository: MatchRepository, computers: Computers) -> None:
        self._repository = repository
        self._computers = computers

    async def ask(self, match_id: MatchId, user_id: UserId, *, now: datetime) -> bool:
        """Ask for a computer to play the awaited turn; return whether it has played, or False if another player must agree.

        Refuses as `Turns.act`, and `not-waiting` if a clock runs or no player has been waited for long enough.
        """

        def wanted(loaded: _At) -> Decision[tuple[MatchSession, SeatRow] | None]:
            late = _longest_awaited(loaded.live, loaded.asker, now)
            if late.seat in loaded.confirmed:
                raise Refusal("not-waiting")
            if loaded.is_agreed(late):
                return Decision(lambda: (loaded.live, late))
            wish = new_timer(StandInTimer(loaded.live.version), now + LAPSES, loaded.asker.seat)
            return Decision(lambda: None, changes=(SetTimers(of_match(match_id), now, (wish,), STAND_IN),))

        of = self._scope_of(match_id, user_id)
        agreed = await self._repository.unit_of_work.change(of, wanted, now=now)
        if agreed is None:
            return False
        seen, late = agreed
        tried = await self._computers.turn(seen, late.seat)

        def played(loaded: _At) -> Decision[MatchUpdate]:
            if (
                tried is None
                or late.seat in loaded.confirmed
                or loaded.live.state is not tried.base
                or loaded.live.version != seen.version
            ):
                raise Refusal("stale", version=loaded.live.version, expected=seen.version)
            step = MatchTransaction(loaded.live, now)
            stood_in = StoodIn(late.user_id, user_id)
            step.stand_in(late.seat, tried, why=logs.ASKED, level=self._computers.stand_in, told=stood_in)
            return self._repository.decided(step, SetTimers(of_match(match_id), now, instead_of=STAND_IN))

        await self._repository.unit_of_work.change(of, played, now=now)
        return True

    def _scope_of(self, match_id: MatchId, user_id: UserId) -> ChangeScope[_At]:
        store = self._repository.store
        of = self._repository.of_table(match_id, user_id).also(lambda at: confirmed_moves(store, at[0]))
        return of.also(lambda _: store.timers.of(of_match(match_id))).then(lambda at: _At(*at[0][0], at[0][1], at[1]))


@dataclass(frozen=True)
class _At:
    live: MatchSession
    asker: SeatRow
    confirmed: Confirmed
    timers: tuple[TimerRow, ...]

    def is_agreed(self, late: SeatRow) -> bool:
        """Return whether another player has asked for the same at this version, or there is no other player to ask."""
        if not any(row.is_human and row.seat not in (self.asker.seat, late.seat) for row in self.live.seats):
            return True
        asked = (timer for timer in self.timers if timer.kind == STAND_IN)
        return any(
            timer.seat != self.asker.seat and read_timer(timer, StandInTimer).version == self.live.version for timer in asked
        )


def _longest_awaited(live: MatchSession, asker: SeatRow, now: datetime) -> SeatRow:
    """Return the seat of the other player who has been waited for longest; refuse `not-waiting`."""
    waited = [(row.waiting_since, row.seat) for row in live.seats if row.is_human and row.waiting_since is not None]
    late = [(since, seat) for since, seat in waited if now - since >= OTHERS_AFTER and seat != asker.seat]
    if live.match.terms.pace.has_clock or not late:
        raise Refusal("not-waiting")
    return live.seats[min(late)[1]]
