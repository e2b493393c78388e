"""Rows of moderation by the bot's operators: bans, reports, and the log of their operations."""

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
    """A ban: a user or a server that may not use the bot."""

    number: int
    """Discord's id; Discord gives no id twice."""
    kind: str
    """`PERSON` or `SERVER` of `storage.rows`."""
    by: UserId
    at: datetime


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A user's report of a message of the bot, with its text and position only."""

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
    """An entry in the log of what operators did."""

    id: int
    at: datetime
    by: UserId
    what: str
    about: int | None
    """A person, a server or a report."""
    detail: str
