"""The base classes of the rows of an event's log; `service.tournaments.log.codec` stores and reads them."""

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
    """The content of one row of the log; each kind is a subclass whose fields are stored and whose `apply` changes the state.

    A field with a default may be missing in rows of an earlier program. Entrants are numbers; teams are numbers below 0.
    """

    kind: ClassVar[str]
    """How the kind is stored."""
    version: ClassVar[int] = 1
    """Version of its stored form. A change of that form raises it and adds to `upgrades`."""
    upgrades: ClassVar[tuple[Any, ...]] = ()
    """From each earlier version a function that turns its stored form into the next version's."""

    def apply(self, state: TournamentState, at: datetime) -> TournamentState:
        """Return the state after this row, which was written at `at`; some kinds change nothing."""
        return state

    def places(self, state: TournamentState) -> Collection[Place] | None:
        """Return the tables whose next due moment this row may change, given the state after it; None: all tables."""
        return None

    def is_public(self, reason: str | None) -> bool:
        """Return whether this row, if a person wrote it for this reason, is in the public list of rulings."""
        return False


@dataclass(frozen=True, slots=True)
class PlainEvent(LogEvent):
    """The base of rows that change no table's due moment, or are written only while that table is visited."""

    def places(self, state: TournamentState) -> Collection[Place] | None:
        return ()


@dataclass(frozen=True, slots=True)
class TableEvent(LogEvent):
    """The base of rows that affect only the table they name."""

    round: int
    table: int

    @property
    def place(self) -> Place:
        """Round and table that the row affects."""
        return self.round, self.table

    def places(self, state: TournamentState) -> Collection[Place] | None:
        return (self.place,)


@dataclass(frozen=True, slots=True)
class UnknownEvent(LogEvent):
    """A row of a kind that this program doesn't know, from a newer one; it is kept and changes nothing."""

    kind: ClassVar[str] = "?"
    stored_kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogRow:
    """One typed row of an event's log, with its time and author."""

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
        """Whether the row was written by a person and is in the public list of rulings."""
        return self.event.is_public(self.reason)


def with_entrant_changed(state: TournamentState, number: int, **changes: Any) -> TournamentState:
    """Return the state with changed fields of the entrant of this number."""
    return replace(state, members={**state.members, number: replace(state.members[number], **changes)})


def entrant_ids(numbers: Iterable[int]) -> tuple[EntrantId, ...]:
    """Return entrants' numbers as the ids that `tournament` uses."""
    return tuple(EntrantId(str(number)) for number in numbers)


def entrant_id(number: int | None) -> EntrantId | None:
    """Return an entrant's number as the id that `tournament` uses; None stays None."""
    return None if number is None else EntrantId(str(number))
