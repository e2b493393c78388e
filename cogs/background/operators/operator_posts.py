"""Builds reports for the operators' channel, and the letters of operators to who owns a server."""

from __future__ import annotations

from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.messages.message_parts import Message
from cogs.messages.operators import operator_panel
from service.core.outbox import OVERTAKEN, PostRejectedError
from service.core.post_content import read
from service.operators.announcements import OperatorsLetter
from service.operators.reports import ReportPost
from storage.operator_rows import LETTER, REPORTED
from storage.rows import PERSON, PROGRAM, Post, UserId
from text.operators import panel_texts as said
from text.translator import SOURCE
from text.translator import translator_for as spoken


def register(builders: MessageBuilders) -> None:
    """Register the builders of reports and letters."""
    builders.register(PROGRAM, REPORTED, _report)
    builders.register(PERSON, LETTER, _letter)


async def _report(app: AppContext, post: Post) -> Message:
    """Return a report, without a ping. `PostRejectedError` if it has been closed."""
    row = await app.services.reports.one(read(post, ReportPost).report)
    if row is None or row.closed_at is not None:
        raise PostRejectedError(OVERTAKEN)
    return Message(silent=True).say(operator_panel.report(row, spoken(SOURCE)))


async def _letter(app: AppContext, post: Post) -> Message:
    words = spoken((await app.services.user_settings.person(UserId(post.topic.id))).locale or SOURCE)
    return Message(silent=True).say(said.letter_from(words), read(post, OperatorsLetter).text)
