"""Users' reports to the operators about messages of the bot."""

from __future__ import annotations

from datetime import datetime

from service.core.post_content import PostContent, posted
from service.errors import Refusal
from storage.operator_rows import REPORTED, OperationRow, ReportRow
from storage.rows import PROGRAM, UserId
from storage.store import Store

CLOSE = "close"
"""What the log of operators calls it."""
OPEN_SHOWN = 25
"""Most open reports that are read at once."""
LONGEST = 2000
"""Most characters of a message that are kept."""


@posted(PROGRAM, REPORTED)
class ReportPost(PostContent):
    """The post with a report, by its number."""

    report: int


class Reports:
    """The use-cases of reporting messages and closing reports."""

    def __init__(self, store: Store, channel_id: int | None) -> None:
        """Set the channel in which each report is posted; None: only the panel shows them."""
        self._store = store
        self._channel_id = channel_id

    async def add(
        self, user_id: UserId, guild_id: int | None, channel_id: int, message_id: int, text: str, *, now: datetime
    ) -> None:
        """Store a user's report and post it to the operators. Refuses `already-reported`."""
        row = ReportRow(0, now, user_id, guild_id, channel_id, message_id, text[:LONGEST], None)
        if await self._store.operators.add_report(row, self._channel_id) is None:
            raise Refusal("already-reported")

    async def open_ones(self) -> tuple[ReportRow, ...]:
        """Return the open reports, the oldest first."""
        return await self._store.operators.reports(OPEN_SHOWN)

    async def one(self, number: int) -> ReportRow | None:
        """Return a report; None for an unknown one."""
        return await self._store.operators.report(number)

    async def close(self, number: int, by: UserId, *, now: datetime) -> None:
        """Close a report and delete its text. Refuses `report-closed`."""
        if not await self._store.operators.close_report(number, OperationRow(0, now, by, CLOSE, number, "")):
            raise Refusal("report-closed")
