"""Time spans during which a clock is stopped, and their union: overlaps count once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open time span from `begin` up to, not including, `end` (None: no known end), in aware UTC times."""

    begin: datetime
    end: datetime | None


def union(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the union of the spans as spans that neither touch nor overlap, in order.

    `spans` must be sorted by beginning, and may be endless.
    """
    joined: Span | None = None
    for span in spans:
        if span.end is not None and span.end <= span.begin:
            continue
        if joined is None:
            joined = span
            continue
        last = joined.end
        if last is None:
            break
        if span.begin > last:
            yield joined
            joined = span
        elif span.end is None or span.end > last:
            joined = Span(joined.begin, span.end)
    if joined is not None:
        yield joined


def overlap(span: Span, begin: datetime, end: datetime) -> timedelta:
    """Return how much of `span` lies between two moments."""
    upto = end if span.end is None else min(span.end, end)
    return max(upto - max(span.begin, begin), timedelta())
