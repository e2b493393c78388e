"""One user's relation to a match at the present time: everything that decides which actions the panel offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from clocks.assistance import AssistLevel
from clocks.reminder_schedule import OTHERS_AFTER
from cogs.match_context import MatchContext
from games.core.game import Seat
from service.clocks.clock_service import ClockView
from service.play import substitutes
from service.play.requests import OpenRequest
from service.play.seat_reclaim import MAY_RETURN
from storage.rows import CANCELLED, FINISHED, LOBBY, LOST, RUNNING, MatchRow, SeatRow, UserId


@dataclass(frozen=True)
class MatchSituation:
    """A match together with one user's seat, rights and options in it."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    names: tuple[str, ...]
    """Of the seats."""
    user: UserId
    channel_id: int
    """Where they ask."""
    now: datetime
    moderates: bool
    judges: bool
    """Whether they are a referee here, or moderate the game's channel."""
    may_bring_back: bool
    """Whether they may continue the game where its channel is gone."""
    at: MatchContext | None
    """The table as they see it; None before the start, and where its rules are unknown here."""
    may_undo: bool
    may_plan: bool
    """Whether they can plan their next turn while others play."""
    paused_until: datetime | None
    clocks: tuple[ClockView, ...]
    in_event: bool
    request: OpenRequest | None = None
    """What somebody asks of the table, where that waits for answers."""
    has_guessed: bool = False
    """Whether they watch a running game in which they have guessed."""
    follows: bool = False
    """Whether they follow the game."""
    choices: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """What the host of a lobby can choose, by action: names and values."""
    lacks: tuple[str, ...] = ()
    """The permissions that the bot lacks where a paused game is played, as discord.py names them."""

    @property
    def seat(self) -> SeatRow | None:
        """The user's seat, even if a computer now plays it; None without a seat."""
        return next((row for row in self.seats if row.user_id == self.user), None)

    @property
    def is_lobby(self) -> bool:
        """Whether the match has not begun."""
        return self.match.status == LOBBY

    @property
    def is_running(self) -> bool:
        """Whether the match is running; False while its channel is lost."""
        return self.match.status == RUNNING

    @property
    def is_over(self) -> bool:
        """Whether the match was played to a result."""
        return self.match.status == FINISHED

    @property
    def can_be_repeated(self) -> bool:
        """Whether a rematch is possible: the match has ended, or was cancelled after its start."""
        return self.is_over or (self.match.status == CANCELLED and self.match.started_at is not None)

    @property
    def is_lost(self) -> bool:
        """Whether the match is suspended because its channel can't be used."""
        return self.match.status == LOST

    @property
    def plays(self) -> bool:
        """Whether the user plays a seat of the running match themselves."""
        return self.is_running and self.seat is not None and self.seat.is_human

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for a move of the user."""
        return self.is_running and self.at is not None and self.at.is_asked

    @property
    def may_vote(self) -> bool:
        """Whether the match waits for votes and the user, who has no seat, may vote."""
        seats = self.at.asked if self.is_running and self.seat is None and self.at is not None else ()
        return any(self.seats[seat].is_town for seat in seats)

    @property
    def may_guess(self) -> bool:
        """Whether the user is a spectator and can guess the present move."""
        context = self.at if self.is_running and self.seat is None and self.match.guild_id is not None else None
        if context is None or context.edition.words.hands is not None or len(context.asked) != 1 or self.is_practice:
            return False
        return self.seats[context.asked[0]].is_human and not any(row.is_town for row in self.seats)

    @property
    def may_be_hinted(self) -> bool:
        """Whether the user can ask for a hint now."""
        return self.is_asked and self.at is not None and AssistLevel.HINTS in self.at.aids and not self.match.terms.rated

    @property
    def may_return(self) -> bool:
        """Whether the user has lost their seat, but may return to it."""
        return self.is_running and self.seat is not None and self.seat.left in MAY_RETURN and self.match.terms.returns

    @property
    def free(self) -> tuple[Seat, ...]:
        """Seats that the user may take over."""
        return () if self.seat is not None else substitutes.free_seats(self.match, self.seats)

    @property
    def is_host(self) -> bool:
        """Whether the user has the rights of a host: as the host, or as a moderator."""
        return self.moderates or self.user == self.match.host_id

    @property
    def host(self) -> int | None:
        """Index of the host's seat; None if the host has no seat."""
        return next((number for number, row in enumerate(self.seats) if row.user_id == self.match.host_id), None)

    @property
    def others_play(self) -> bool:
        """Whether another human player has a seat."""
        return any(row.is_human and row.user_id != self.user for row in self.seats)

    @property
    def is_kept_waiting(self) -> bool:
        """Whether another player has been waited for so long that a computer may play their turn; never in games with clocks."""
        late = (row.waiting_since for row in self.seats if row.is_human and row.user_id != self.user)
        return not self.has_clock and any(since is not None and self.now - since >= OTHERS_AFTER for since in late)

    @property
    def sets(self) -> bool:
        """Whether the user may change the settings: a host before the start."""
        return self.is_lobby and self.is_host

    @property
    def hands_over(self) -> bool:
        """Whether the user can make another player the host: before the start, or while a host may cancel the match."""
        may_cancel = self.is_running and self.is_host and not self.in_event and not self.match.terms.rated
        return (self.sets or may_cancel) and any(row.is_human and row.user_id != self.match.host_id for row in self.seats)

    @property
    def is_asked_to_agree(self) -> bool:
        """Whether a consent request waits for the user's answer."""
        return self.request is not None and any(row.user_id == self.user for row in self.request.missing)

    @property
    def may_disagree(self) -> bool:
        """Whether the user can end the open consent request, by refusing it or by withdrawing their own."""
        own = self.seat.seat if self.plays and self.seat is not None else None
        return self.is_asked_to_agree or (self.request is not None and self.request.request.seat == own)

    @property
    def has_computers(self) -> bool:
        """Whether a computer player has a seat."""
        return any(not row.is_human for row in self.seats)

    @property
    def has_clock(self) -> bool:
        """Whether the match has time limits."""
        return self.match.terms.pace.has_clock

    @property
    def is_practice(self) -> bool:
        """Whether this is a practice game with lessons."""
        return self.at is not None and self.at.lessons is not None

    @property
    def deadline(self) -> datetime | None:
        """Deadline of the players to move; None without one."""
        seats = self.at.asked if self.at is not None else ()
        return next((clock.deadline for clock in self.clocks if clock.seat in seats and clock.deadline is not None), None)
