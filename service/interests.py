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
    """The stake of a person."""

    ENTERED = "entered"
    """They play in a tournament, or have ever entered it: also anyone who waits, has left, was put out or was replaced."""
    RULED = "ruled"
    """They have ruled, seeded or changed pairings in a tournament, and so would have decided about their own opponents."""
    SITS = "sits"
    """They play in a game against other people."""


class Matter(Protocol):
    """Something that is decided about."""

    @property
    def interested(self) -> Mapping[UserId, frozenset[Interest]]:
        """People with a stake in it."""


@dataclass(frozen=True, slots=True)
class SeatedPeople:
    """A game as a matter: of those who sit there with other people."""

    seats: Sequence[SeatRow]

    @property
    def interested(self) -> Mapping[UserId, frozenset[Interest]]:
        """People at the table; empty where only one person plays."""
        people = [seat.user_id for seat in self.seats if seat.user_id is not None]
        return dict.fromkeys(people, frozenset({Interest.SITS})) if len(people) > 1 else {}


def interest(person: UserId | None, matter: Matter) -> frozenset[Interest]:
    """Return a person's stakes in a matter."""
    return frozenset() if person is None else matter.interested.get(person, frozenset())


def must_have_no(stake: Interest, person: UserId | None, matter: Matter, code: str) -> None:
    """Refuse `code` to a person with this stake."""
    if stake in interest(person, matter):
        raise Refusal(code)
