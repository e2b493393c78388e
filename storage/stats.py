"""How people have played in a server, as values: what one finished match says, and what is kept of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations

from clocks.ledger import ClockEvent
from games.core.game import Seat
from storage.records import Loaded, MatchId, UserId
from tournament.ratings import Rating


@dataclass(frozen=True, slots=True)
class SeatTally:
    """What a finished match says about the person of one seat."""

    seat: Seat
    user_id: UserId
    rank: int | None
    """From 1, ties share one; None where neither win nor loss counts for them."""
    won: bool = False
    score: int | None = None
    """Points that count as theirs."""
    made: int = 0
    """Own turns made in time."""
    missed: int = 0
    """Own turns missed by time."""
    waited: timedelta = timedelta()
    """How long the others waited for all turns that were made."""
    duel: int | None = None
    """The rank in the duel that the match decides, as a rating counts it; None where it decides none."""


@dataclass(frozen=True, slots=True)
class RecordBid:
    """Something of a finished match that may be a record of its server."""

    what: str
    """The game, a space, and what is compared: `<game> score`."""
    value: int
    seats: tuple[Seat, ...]
    """Who did it."""
    is_less_better: bool = False

    def beats(self, value: int) -> bool:
        """Whether it is better than a record of this value; what only equals it isn't."""
        return self.value < value if self.is_less_better else self.value > value


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """The best of a server in one thing."""

    what: str
    """As in `RecordBid`."""
    value: int
    match_id: MatchId
    seats: tuple[Seat, ...]
    """Of that match: who did it."""
    before: int | None = None
    """What it was until then; None for the first of its kind."""


@dataclass(frozen=True, slots=True)
class MatchTally:
    """What a finished match says about its people."""

    match_id: MatchId
    guild_id: int
    channel_id: int
    kind: str
    """What is rated by itself: the game and its size."""
    season: int
    """Quarters since the year 0."""
    is_rated: bool
    seats: tuple[SeatTally, ...]
    margin: tuple[UserId, int] | None = None
    """The one winner of a match that everybody played themselves, and their points ahead of the next."""
    bids: tuple[RecordBid, ...] = ()
    is_brought: bool = False
    """Whether it was played elsewhere and counts for nothing but ratings."""

    def rated(self) -> tuple[tuple[UserId, int], ...]:
        """The people whose ratings a rated match changes, with their ranks in it or in the duel that it decides."""
        ranks = [(one.user_id, one.rank if one.duel is None else one.duel) for one in self.seats]
        return tuple((user, rank) for user, rank in ranks if rank is not None)

    def met(self) -> Iterator[tuple[UserId, UserId, OpponentStats]]:
        """What the match adds to how each of its people has fared against each other one."""
        if self.is_brought:
            return
        for one, other in permutations(self.seats, 2):
            game, duel = _fared(one.rank, other.rank), _fared(one.duel, other.duel)
            if game is not None or duel is not None:
                yield one.user_id, other.user_id, OpponentStats(int(game is not None), *(game or (0, 0)), *(duel or (0, 0)))


@dataclass(frozen=True, slots=True)
class Tallying:
    """How finished matches are judged."""

    version: int
    """Raised whenever matches are judged otherwise: everything is counted again then."""
    tally: Callable[[Loaded, Sequence[ClockEvent]], MatchTally | None]
    """From all rows of a finished match; None where it says nothing about anybody."""


@dataclass(frozen=True, slots=True)
class PlayerStats:
    """What is kept about one person in one server."""

    games: int = 0
    wins: int = 0
    scored: int = 0
    """Games whose points count as theirs."""
    points: int = 0
    """The sum of those."""
    best: int = 0
    margin: int | None = None
    """Of their clearest victory, which was played in `margin_channel`."""
    margin_channel: int | None = None
    ratings: Mapping[str, Rating] | None = None
    """By kind; None unless asked for."""


@dataclass(frozen=True, slots=True)
class OpponentStats:
    """How one person has fared against another."""

    games: int = 0
    won: int = 0
    lost: int = 0
    duels_won: int = 0
    duels_lost: int = 0


def _fared(own: int | None, other: int | None) -> tuple[int, int] | None:
    """Whether somebody won and whether they lost, as 0 or 1; None where it does not count for both."""
    return None if own is None or other is None else (int(own < other), int(own > other))


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of a list of a server's people."""

    user_id: UserId
    value: int
    games: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one game has done to somebody's rating."""

    user_id: UserId
    before: Rating | None
    after: Rating


@dataclass(frozen=True, slots=True)
class TurnsKept:
    """Own turns of somebody's latest games with a clock."""

    made: int
    missed: int
    waited: timedelta


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the games of a server are counted."""

    guild_id: int
    counted: int = 0
    """Games counted; the next one has this number, from 0."""
    version: int = 0
    reached: tuple[datetime, MatchId] | None = None
    """While older games are counted: the last one looked at, in the order of ends."""
    is_complete: bool = False
    checked_at: datetime | None = None


Key = tuple[str | int, ...]
"""A row about somebody: the name of its table, the person, and what else it is about."""
Numbers = tuple[int | float | None, ...]


@dataclass(frozen=True, slots=True)
class StatRows:
    """Rows about some people of a server, as they are or as they should be."""

    counted: int
    """After so many matches."""
    rows: Mapping[Key, Numbers]


@dataclass(frozen=True, slots=True)
class RecordRows:
    """All records of a server."""

    counted: int
    """After so many matches."""
    records: Mapping[str, ServerRecord]
    """By what they are about."""
