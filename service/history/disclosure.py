"""Disclosure: the one place that decides when a match's secret, and all that was hidden, is open.

A match is open when it is over. Where several matches draw from one bag, none is open before the last of them has ended: the
secret, or the draws of one table, would tell what the others are about to draw.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from clocks.assistance import EVERY, SHOWN, AssistLevel
from service.errors import Refusal
from storage.rows import CANCELLED, FINISHED, MatchRow

Holds = Callable[[MatchRow], Awaitable[bool]]
"""Whether others still draw, or are about to draw, from the bag of a match that is over."""


class DisclosurePolicy:
    """The decision whether hidden information about a match may be shown; used by everything that shows it."""

    def __init__(self) -> None:
        self.holds: list[Holds] = []
        """Owners of matches that share a bag register here."""

    async def is_open(self, match: MatchRow) -> bool:
        """Return whether a match is open to all: its secret, hidden hands, the origin of each draw."""
        return has_ended(match) and not any([await holds(match) for holds in self.holds])

    async def must_be_open(self, match: MatchRow) -> None:
        """Refuse `not-ended` (status), `bag-shared`."""
        if not has_ended(match):
            raise Refusal("not-ended", status=match.status)
        if not await self.is_open(match):
            raise Refusal("bag-shared")


def has_ended(match: MatchRow) -> bool:
    """Return whether a match has ended; lost ones may go on some day, and expired ones have never begun."""
    return match.status in (FINISHED, CANCELLED)


def allowed_aids(match: MatchRow) -> frozenset[AssistLevel]:
    """Return which aids a match allows; all of them once it is over."""
    return EVERY if has_ended(match) else SHOWN[match.terms.aids]
