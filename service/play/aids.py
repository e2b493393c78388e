"""Which aids a match allows: the one place that decides, for every door."""

from __future__ import annotations

from clocks.aids import EVERY, SHOWN, Aid
from service.review.disclosure import is_over
from storage.records import MatchRow


def shown(match: MatchRow) -> frozenset[Aid]:
    """What may be shown of a match; everything once it is over."""
    return EVERY if is_over(match) else SHOWN[match.terms.aids]
