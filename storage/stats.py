"""Statistics of a server's players, as values: the contribution of one finished match, and the totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations

from clocks.clock_history import ClockEvent
from games.core.game import Seat
from storage.rows import LoadedMatch, MatchId, UserId
from tournament.ratings import Rating, weight


@dataclass(frozen=True, slots=True)
class SeatTally:
    """The contribution of a finished match to the statistics of one seat's player."""

    seat: Seat
    user_id: UserId
    rank: int | None
    """From 1, shared in a tie; None if the match counts as neither win nor loss for them."""
    won: bool = False
    score: int | None = None
    """Their points; None if the points don't count as theirs."""
    made: int = 0
    """Own turns made in time."""
    missed: int = 0
    """Own turns missed by time."""
    waited: timedelta = timedelta()
    """Total time that others waited for the turns in `made`."""
    duel: int | None = None
    """Rank in the duel that the match decides, for ratings; None if it decides none."""
    gains: bool = True
    """Whether the match changes their rating: not where they are left alone because the others gave up early."""


@dataclass(frozen=True, slots=True)
class RecordBid:
    """A value from a finished match that may be a record of its server."""

    what: str
    """Game id, a space, and the name of the record, such as `<game> score`."""
    value: int
    seats: tuple[Seat, ...]
    """The seats that achieved it."""
    is_less_better: bool = False

    def beats(self, value: int) -> bool:
        """Return whether the value is strictly better than a record of this value."""
        return self.value < value if self.is_less_better else self.value > value


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """A server's record."""

    what: str
    """As in `RecordBid`."""
    value: int
    match_id: MatchId
    seats: tuple[Seat, ...]
    """The seats of that match that set it."""
    before: int | None = None
    """The former record's value; None for the first."""


@dataclass(frozen=True, slots=True)
class MatchTally:
    """The contribution of a finished match to the statistics of its players."""

    match_id: MatchId
    guild_id: int
    channel_id: int
    kind: str
    """Game and size; each kind has ratings of its own."""
    season: int
    """Quarters since the year 0."""
    is_rated: bool
    seats: tuple[SeatTally, ...]
    margin: tuple[UserId, int] | None = None
    """The single winner of a match without computers, and their lead in points over the second."""
    bids: tuple[RecordBid, ...] = ()
    is_brought: bool = False
    """Whether it's an imported result, which only counts for ratings."""

    def rated(self) -> tuple[tuple[UserId, int], ...]:
        """Return the players whose ratings the match changes, with their ranks in it.

        If the match decides a duel, the ranks are those in the duel.
        """
        ranks = [(seat.user_id, seat.rank if seat.duel is None else seat.duel) for seat in self.seats]
        return tuple((user, rank) for user, rank in ranks if rank is not None)

    def weights(self, met: Callable[[UserId, UserId], int]) -> tuple[float, ...]:
        """Return how much of the match counts for each player of `rated`, in the same order.

        `met`: function that returns how often two players have met in rated matches before.
        """
        users = [user for user, _ in self.rated()]
        gaining = {seat.user_id for seat in self.seats if seat.gains}
        return tuple(weight([met(user, other) for other in users if other != user]) if user in gaining else 0.0 for user in users)

    def met(self) -> Iterator[tuple[UserId, UserId, OpponentStats]]:
        """Yield for each ordered pair of players the match's contribution to their head-to-head record."""
        rated = {user for user, _ in self.rated()} if self.is_rated else set()
        for tally, other in permutations(self.seats, 2):
            times = int({tally.user_id, other.user_id} <= rated)
            game, duel = (
                (_win_or_loss(tally.rank, other.rank), _win_or_loss(tally.duel, other.duel))
                if not self.is_brought
                else (None, None)
            )
            if game is not None or duel is not None or times:
                fared = OpponentStats(int(game is not None), *(game or (0, 0)), *(duel or (0, 0)), rated=times)
                yield tally.user_id, other.user_id, fared


@dataclass(frozen=True, slots=True)
class MatchCounting:
    """The function that computes a match's statistics, and its version."""

    version: int
    """Raise it when `tally` changes: everything is then counted again."""
    tally: Callable[[LoadedMatch, Sequence[ClockEvent]], MatchTally | None]
    """From a loaded match and its clock events; None if it counts for nobody."""


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """A person's totals in one server."""

    games: int = 0
    wins: int = 0
    scored: int = 0
    """Games with points that count as theirs."""
    points: int = 0
    """Sum of their points in those games."""
    best: int = 0
    margin: int | None = None
    """Lead in points of their clearest win, which was played in `margin_channel`."""
    margin_channel: int | None = None
    ratings: Mapping[str, Rating] | None = None
    """By kind of game; None if not queried."""


@dataclass(frozen=True, slots=True)
class OpponentStats:
    """A person's head-to-head record against another."""

    games: int = 0
    won: int = 0
    lost: int = 0
    duels_won: int = 0
    duels_lost: int = 0
    rated: int = 0
    """Matches of theirs that count for ratings."""


def _win_or_loss(own: int | None, other: int | None) -> tuple[int, int] | None:
    """Return (won, lost) as 0 or 1, from two ranks; None if either is None."""
    return None if own is None or other is None else (int(own < other), int(own > other))


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One line of a leaderboard."""

    user_id: UserId
    value: int
    games: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A person's rating before and after one game."""

    user_id: UserId
    before: Rating | None
    after: Rating


@dataclass(frozen=True, slots=True)
class TimelinessStats:
    """A player's turns in their latest games, made and missed, and how long others waited for them."""

    made: int
    missed: int
    waited: timedelta


@dataclass(frozen=True, slots=True)
class BackfillProgress:
    """The progress of counting the matches of a server in its statistics."""

    guild_id: int
    counted: int = 0
    """Number of matches counted, which is also the number of the next one."""
    version: int = 0
    reached: tuple[datetime, MatchId] | None = None
    """End and id of the last match looked at while older ones are being counted; None otherwise."""
    is_complete: bool = False
    checked_at: datetime | None = None


Key = tuple[str | int, ...]
"""Key of a row about a person: table, user id, and the rest of its primary key."""
Numbers = tuple[int | float | None, ...]


@dataclass(frozen=True, slots=True)
class StatRows:
    """Statistics rows of some players of a server, as stored or as recomputed."""

    counted: int
    """Matches counted at that time."""
    rows: Mapping[Key, Numbers]


@dataclass(frozen=True, slots=True)
class RecordRows:
    """All records of a server, as stored or as recomputed."""

    counted: int
    """Matches counted at that time."""
    records: Mapping[str, ServerRecord]
    """By `ServerRecord.what`."""
