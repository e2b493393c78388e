"""Conflicts of interest: a person with a stake in a matter decides nothing in it, whatever their role.

An interest comes from history and never ends while the matter can still change: leaving, being put out or being replaced frees
nobody to decide about the people they have played against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from service.errors import Refusal
from storage.rows import SeatRow, UserId


class Interest(StrEnum):
    """The kind of stake that a user can have in a matter."""

    ENTERED = "entered"
    """They play in a tournament, or have ever entered it: also anyone who waits, has left, was put out or was replaced."""
    RULED = "ruled"
    """They have ruled, seeded or changed pairings in a tournament, and so would have decided about their own opponents."""
    SITS = "sits"
    """They play in a game against other people."""


class Matter(Protocol):
    """The interface of what can be decided about, with the users who have a stake in it."""

    @property
    def interested(self) -> Mapping[UserId, frozenset[Interest]]:
        """The users with a stake in the matter, each with their kinds of stake."""


@dataclass(frozen=True, slots=True)
class SeatedPeople:
    """A game as a matter: its stakeholders are the users seated there, if there are several."""

    seats: Sequence[SeatRow]

    @property
    def interested(self) -> Mapping[UserId, frozenset[Interest]]:
        """The users at the table with their stakes; empty if only one user plays."""
        people = [seat.user_id for seat in self.seats if seat.user_id is not None]
        return dict.fromkeys(people, frozenset({Interest.SITS})) if len(people) > 1 else {}


def interest(person: UserId | None, matter: Matter) -> frozenset[Interest]:
    """Return the stakes of a user in a matter; empty without any."""
    return frozenset() if person is None else matter.interested.get(person, frozenset())


def must_have_no(stake: Interest, person: UserId | None, matter: Matter, code: str) -> None:
    """Refuse `code` to a user who has this stake in the matter."""
    if stake in interest(person, matter):
        raise Refusal(code)
