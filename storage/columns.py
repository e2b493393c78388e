"""How values look in columns: times as ISO text of fixed width in UTC, structures as compact JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any


def stamp(at: datetime) -> str:
    """`2026-01-31T09:05:00.000000Z`: compares as text as the times compare. Naive times are a mistake of the caller."""
    assert at.tzinfo is not None, "times are aware"
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def stamp_or_none(at: datetime | None) -> str | None:
    """As `stamp`, where there may be no time."""
    return None if at is None else stamp(at)


def moment(text: str) -> datetime:
    """The aware time that `stamp` wrote."""
    return datetime.fromisoformat(text)


def moment_or_none(text: str | None) -> datetime | None:
    """As `moment`, where there may be no time."""
    return None if text is None else moment(text)


def pack(value: Any) -> str:
    """Compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def pack_or_none(value: Any) -> str | None:
    """As `pack`, where there may be nothing."""
    return None if value is None else pack(value)


def unpack(text: str) -> Any:
    """What `pack` packed."""
    return json.loads(text)


def unpack_or_none(text: str | None) -> Any:
    """As `unpack`, where there may be nothing."""
    return None if text is None else json.loads(text)
