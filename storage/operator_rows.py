"""Rows of what operators do: bars, reports, and the log of their operations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from storage.rows import UserId

LETTER = "operators-letter"
"""The kind of the private message to who owns a server: `{"text": text}`."""
REPORTED = "reported"
"""The kind of the message to the operators' channel: `{"report": id}`."""


@dataclass(frozen=True, slots=True)
class BarRow:
    """A person or a server that may not use the bot."""

    number: int
    """Discord's id; Discord gives no id twice."""
    kind: str
    """`PERSON` or `SERVER` of `storage.rows`."""
    by: UserId
    at: datetime


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report of a message of the bot: its words and where it is, and nothing else."""

    id: int
    at: datetime
    user_id: UserId
    """Who has reported it."""
    guild_id: int | None
    channel_id: int
    message_id: int
    text: str
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class OperationRow:
    """One thing that an operator did."""

    id: int
    at: datetime
    by: UserId
    what: str
    about: int | None
    """A person, a server or a report."""
    detail: str
