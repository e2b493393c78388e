"""The base of all kinds of rows in an event's log; `service.tournaments.log.codec` stores and reads them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar

from service.tournaments.state import Place, TournamentState
from storage.rows import UserId
from tournament.results import EntrantId


@dataclass(frozen=True, slots=True)
class LogEvent:
    """The content of one row of the log. Each kind is a subclass: its fields are stored, and `apply` is what it changes.

    A field with a default may be missing in rows of an earlier program. Entrants are numbers, teams numbers below 0.
    """

    kind: ClassVar[str]
    """How the kind is stored."""
    version: ClassVar[int] = 1
    """Version of its stored form. A change of that form raises it and adds to `upgrades`."""
    upgrades: ClassVar[tuple[Any, ...]] = ()
    """From each earlier version a function that turns its stored form into the next version's."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        """Return the state after this row, written at a moment. Kinds that only tell change nothing."""
        return state

    def places(self, state: TournamentState) -> Collection[Place] | None:
        """Return the tables whose next moment this row may have changed, given the state after it; None: all."""
        return None

    def is_public(self, reason: str | None) -> bool:
        """Return whether such a row of an organiser or referee, with its reason, is in the public list of rulings."""
        return False


@dataclass(frozen=True, slots=True)
class PlainEvent(LogEvent):
    """A row after which no table is due at another time, or which only a look at the table writes."""

    def places(self, state: TournamentState) -> Collection[Place] | None:
        return ()


@dataclass(frozen=True, slots=True)
class TableEvent(LogEvent):
    """A row that changes only the table it names."""

    round: int
    table: int

    @property
    def place(self) -> Place:
        """The round and table."""
        return self.round, self.table

    def places(self, state: TournamentState) -> Collection[Place] | None:
        return (self.place,)


@dataclass(frozen=True, slots=True)
class UnknownEvent(LogEvent):
    """A row of a kind that this program doesn't know, as a newer one writes it: it's kept and changes nothing."""

    kind: ClassVar[str] = "?"
    stored_kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of the log of an event."""

    seq: int
    event: LogEvent
    at: datetime
    by: UserId | None = None
    """The person who did it; None: the program."""
    about: int | None = None
    """The entrant whom `reason` concerns."""
    reason: str | None = None
    """Why an organiser did it; goes with the person whom it concerns."""

    @property
    def is_public(self) -> bool:
        """Whether the row, where a person has written it, is in the public list of rulings."""
        return self.event.is_public(self.reason)


def with_entrant_changed(state: TournamentState, number: int, **changes: Any) -> TournamentState:
    """Return the state with other values for an entrant."""
    return replace(state, members={**state.members, number: replace(state.members[number], **changes)})


def entrant_ids(numbers: Iterable[int]) -> tuple[EntrantId, ...]:
    """Return entrants as the arithmetic calls them."""
    return tuple(EntrantId(str(number)) for number in numbers)


def entrant_id(number: int | None) -> EntrantId | None:
    """Return an entrant as the arithmetic calls them; None stays None."""
    return None if number is None else EntrantId(str(number))
