"""A game as one person finds it now: everything that decides which actions their panel offers."""

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
    """A match, and what this person is and may do in it."""

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
        """Seat of the person, also one that a computer plays for them by now."""
        return next((row for row in self.seats if row.user_id == self.user), None)

    @property
    def is_lobby(self) -> bool:
        """Before the start."""
        return self.match.status == LOBBY

    @property
    def is_running(self) -> bool:
        """Between start and end, its channel at hand."""
        return self.match.status == RUNNING

    @property
    def is_over(self) -> bool:
        """Played to a result."""
        return self.match.status == FINISHED

    @property
    def can_be_repeated(self) -> bool:
        """Whether it ended, or was cancelled after its start."""
        return self.is_over or (self.match.status == CANCELLED and self.match.started_at is not None)

    @property
    def is_lost(self) -> bool:
        """True if its channel can't be reached."""
        return self.match.status == LOST

    @property
    def plays(self) -> bool:
        """Whether they act for a seat of the running game."""
        return self.is_running and self.seat is not None and self.seat.is_human

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for them."""
        return self.is_running and self.at is not None and self.at.is_asked

    @property
    def may_vote(self) -> bool:
        """Whether the game waits for votes, and they play no seat themselves."""
        seats = self.at.asked if self.is_running and self.seat is None and self.at is not None else ()
        return any(self.seats[seat].is_town for seat in seats)

    @property
    def may_guess(self) -> bool:
        """Whether they watch, and a move can be guessed now."""
        context = self.at if self.is_running and self.seat is None and self.match.guild_id is not None else None
        if context is None or context.edition.words.hands is not None or len(context.asked) != 1 or self.is_practice:
            return False
        return self.seats[context.asked[0]].is_human and not any(row.is_town for row in self.seats)

    @property
    def may_be_hinted(self) -> bool:
        """Whether a hint can be asked for."""
        return self.is_asked and self.at is not None and AssistLevel.HINTS in self.at.aids and not self.match.terms.rated

    @property
    def may_return(self) -> bool:
        """Whether they lost their seat in a way that lets them come back."""
        return self.is_running and self.seat is not None and self.seat.left in MAY_RETURN and self.match.terms.returns

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that they may take over."""
        return () if self.seat is not None else substitutes.free_seats(self.match, self.seats)

    @property
    def is_host(self) -> bool:
        """Whether they do what hosts do: the host, or a moderator."""
        return self.moderates or self.user == self.match.host_id

    @property
    def host(self) -> int | None:
        """Index of the host's seat."""
        return next((number for number, row in enumerate(self.seats) if row.user_id == self.match.host_id), None)

    @property
    def others_play(self) -> bool:
        """Whether another person plays."""
        return any(row.is_human and row.user_id != self.user for row in self.seats)

    @property
    def is_kept_waiting(self) -> bool:
        """Whether somebody else has been asked for so long that a computer may play the turn."""
        late = (row.waiting_since for row in self.seats if row.is_human and row.user_id != self.user)
        return not self.has_clock and any(since is not None and self.now - since >= OTHERS_AFTER for since in late)

    @property
    def sets(self) -> bool:
        """Whether they change what is going to be played."""
        return self.is_lobby and self.is_host

    @property
    def hands_over(self) -> bool:
        """Whether they can make somebody else the host: before the start, and while a host may cancel the game."""
        may_cancel = self.is_running and self.is_host and not self.in_event and not self.match.terms.rated
        return (self.sets or may_cancel) and any(row.is_human and row.user_id != self.match.host_id for row in self.seats)

    @property
    def is_asked_to_agree(self) -> bool:
        """Whether others wait for their answer to a request."""
        return self.request is not None and any(row.user_id == self.user for row in self.request.missing)

    @property
    def may_disagree(self) -> bool:
        """Whether they can end a request: others', by not agreeing, or their own."""
        own = self.seat.seat if self.plays and self.seat is not None else None
        return self.is_asked_to_agree or (self.request is not None and self.request.request.seat == own)

    @property
    def has_computers(self) -> bool:
        """Whether a computer sits there."""
        return any(not row.is_human for row in self.seats)

    @property
    def has_clock(self) -> bool:
        """Whether time is limited."""
        return self.match.terms.pace.has_clock

    @property
    def is_practice(self) -> bool:
        """Whether it is a first game with its lessons."""
        return self.at is not None and self.at.lessons is not None

    @property
    def deadline(self) -> datetime | None:
        """Until when those who are asked have time."""
        seats = self.at.asked if self.at is not None else ()
        return next((clock.deadline for clock in self.clocks if clock.seat in seats and clock.deadline is not None), None)
