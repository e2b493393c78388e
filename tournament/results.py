"""The basic types of an event: entrants, results, pairings. Points are counted in halves, so that a draw is a whole number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NewType

EntrantId = NewType("EntrantId", str)

PLAYED, RESIGNED, FLAG, RULING, DUEL = "played", "resigned", "flag", "ruling", "duel"
WALKOVER, DOUBLE_WALKOVER, BYE, HALF_BYE = "walkover", "double-walkover", "bye", "half-bye"
ELSEWHERE = "elsewhere"
"""Its players agree on it: the game was played elsewhere."""
HOWS = (PLAYED, RESIGNED, FLAG, WALKOVER, DOUBLE_WALKOVER, BYE, HALF_BYE, RULING, DUEL, ELSEWHERE)
"""How a result came about."""
TEAM = "team"
"""How a match of several boards came about: its `games` are the halves of each board, its `score` the differences of points."""
UNPLAYED = (WALKOVER, DOUBLE_WALKOVER, BYE, HALF_BYE)
"""Nobody sat down: for the strength of opponents each side met a virtual one with their own points."""
ALONE = (BYE, HALF_BYE)
"""Results without an opponent."""
BY_HAND = (RULING, ELSEWHERE)
"""People have said what came of it; without a winner a draw."""

WIN, DRAW, LOSS = 2, 1, 0
"""Points of a pairing, in halves."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person or a team in an event."""

    id: EntrantId
    rating: float | None = None
    """For the seeding; None is below everybody who has one."""
    team: str | None = None
    """Whose mates are not to meet, where the event says so."""
    from_round: int = 1
    """The first round that they are paired in."""
    withdrawn_after: int | None = None
    """The last round that counts them in; None: they stay."""
    seed: int | None = None
    """Their place in the seeding, from 1, where an organiser has chosen it: before all who have none."""

    def plays_in(self, round_: int) -> bool:
        """Return whether the entrant is to be paired in this round."""
        return self.from_round <= round_ and (self.withdrawn_after is None or round_ <= self.withdrawn_after)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one pairing, as it counts in the standings."""

    round: int
    first: EntrantId
    """Who began (the first game)."""
    second: EntrantId | None
    """None for a bye."""
    how: str = PLAYED
    winner: EntrantId | None = None
    """Who won where the score does not say it: by resignation, flag, walkover, ruling. None there: a draw by ruling."""
    score: tuple[int, ...] | None = None
    """Points of `first` and `second` (and the others) in the game."""
    games: tuple[tuple[int, int], ...] = ()
    """A duel's games, each as points of `first` and `second`."""
    others: tuple[EntrantId, ...] = ()
    """At a table of three to five: who played after those two."""
    gone: tuple[EntrantId, ...] = ()
    """At such a table: who gave up, or never came, and ranks behind anyone who stayed."""

    @property
    def seats(self) -> tuple[EntrantId, ...]:
        """All entrants at the table in the order of play; a single one for a bye."""
        return (self.first, *(() if self.second is None else (self.second,)), *self.others)

    def has(self, entrant: EntrantId) -> bool:
        """Return whether the entrant sat at this table."""
        return entrant in self.seats

    def other(self, entrant: EntrantId) -> EntrantId | None:
        """Return the opponent of `entrant` in a pairing of two; None for a bye."""
        return self.second if entrant == self.first else self.first


@dataclass(frozen=True, slots=True)
class Pairing:
    """Entrants who play each other; `first` begins (in a duel the first and every odd game)."""

    first: EntrantId
    second: EntrantId
    others: tuple[EntrantId, ...] = ()
    """At a table of three to five: who plays after those two, in this order."""

    @property
    def seats(self) -> tuple[EntrantId, ...]:
        """All entrants at the table in the order of play."""
        return (self.first, self.second, *self.others)

    @property
    def is_table(self) -> bool:
        """Whether more than two entrants play."""
        return bool(self.others)

    def result(self, round_: int, how: str, winner: EntrantId | None = None) -> Result:
        """Return a result of this pairing that no game decided, such as a walkover or a ruling."""
        return Result(round_, self.first, self.second, how, winner, others=self.others)


@dataclass(frozen=True, slots=True)
class ConstraintViolation:
    """A pairing rule that a round could not keep, with the entrants concerned and the reason."""

    rule: str
    """`second-bye`, `met-before`, `team-mates`, `floats-again`, `three-starts`."""
    entrants: tuple[EntrantId, ...]
    reason: str
    """`unavoidable`: no pairing of this round that keeps the rules above it breaks this one less often; `by-hand`: an
    organiser wanted it so."""


@dataclass(frozen=True, slots=True)
class Round:
    """The pairings of one round, with the bye, the cost of the pairing and the violated rules."""

    number: int
    pairings: tuple[Pairing, ...]
    """In the order of the places of the better of the two."""
    bye: EntrantId | None
    cost: tuple[float, ...]
    """The eight numbers that the pairing makes least, the most important first; see `swiss`."""
    broken: tuple[ConstraintViolation, ...]


class InvalidTournamentError(ValueError):
    """Raised when entrants, results, settings or a change of a tournament are invalid.

    `code` names the mistake, `where` its place in the data (such as `results[3].score`; empty if there is none), and `params` holds
    the values to insert into the error message.
    """

    def __init__(self, code: str, where: str = "", **params: Any) -> None:
        super().__init__(code, where, params)
        self.code = code
        self.where = where
        self.params: Mapping[str, Any] = params
