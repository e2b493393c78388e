"""Rulings that can still be appealed against, read from the log, and how long the next round waits for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

WITHIN = timedelta(hours=48)
"""How long after a ruling one can appeal, and how long an appeal holds up what comes next."""
LIVE_WITHIN = timedelta(minutes=15)
"""The same in a knock-out where everybody is present: the next round waits for it."""

_Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ContestableRuling:
    """A ruling on a pairing, or on an entrant who was removed, that those affected can appeal against."""

    seq: int
    """The number of its row."""
    at: datetime
    place: _Place | None
    """The round and table that it decides, as far as it does."""
    entrant: int | None = None
    """Who was put out, or didn't come; None: it concerns the whole pairing."""
    holds: bool = True
    """Whether what follows in a knock-out waits until nobody can appeal any more: not for what the players agreed on."""
    appealed_at: datetime | None = None
    """When the appeal came that waits for its answer."""

    def lasts(self, allowed: timedelta, *, knocks_out: bool) -> datetime | None:
        """Return until when the next round waits for this ruling; None if it doesn't wait."""
        if self.appealed_at is not None:
            return self.appealed_at + allowed
        return self.at + allowed if knocks_out and self.holds else None


Contested = Mapping[int, ContestableRuling]
"""By the number of the row."""


def with_ruling(known: Contested, ruling: ContestableRuling) -> Contested:
    """Return the contestable rulings with one more."""
    return {**known, ruling.seq: ruling}


def without_place(known: Contested, place: _Place) -> Contested:
    """Return the contestable rulings without those on a pairing that got another result or is replayed."""
    return {seq: contestable_ruling for seq, contestable_ruling in known.items() if contestable_ruling.place != place}


def without_entrant(known: Contested, entrant: int) -> Contested:
    """Return the contestable rulings without those that removed an entrant who is back."""
    return {seq: contestable_ruling for seq, contestable_ruling in known.items() if contestable_ruling.entrant != entrant}


def with_appeal(known: Contested, seq: int, at: datetime | None) -> Contested:
    """Return the contestable rulings with an appeal marked as made at `at`, or (None) as answered."""
    return {**known, seq: replace(known[seq], appealed_at=at)} if seq in known else known
