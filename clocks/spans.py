"""Spans of time in which a clock stands still, and their union: what overlaps counts once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple


class Span(NamedTuple):
    """From `begin` up to, not including, `end`; None: not over yet. Aware UTC."""

    begin: datetime
    end: datetime | None


def union(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the same time as spans that neither touch nor overlap.

    `spans` must be in the order of their beginnings, and may be endless.
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
