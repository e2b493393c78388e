"""Messages with the analysis of a finished game, for the outbox and for people who ask later."""

from __future__ import annotations

from cogs import match_context
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.images import analysis_images as pictures
from cogs.match_context import MatchContext
from cogs.messages.history import analysis as pages
from cogs.messages.message_parts import Message
from service.core.outbox import OVERTAKEN, PostRejectedError
from service.core.post_content import read
from service.history.analyses import ANALYSIS, AnalysisResult, best_move
from storage.rows import MATCH, Post, UserId
from text.history import analysis
from text.translator import translator_for as spoken


def register(builders: MessageBuilders) -> None:
    """Register the builder of analysis messages."""
    builders.register(MATCH, ANALYSIS, _analysis_post)


async def message(app: AppContext, context: MatchContext, reader: UserId | None, *, shared_by: str = "") -> Message:
    """Return the analysis with its pictures, for `reader`, or public if None; it must have been computed already."""
    judged = await app.services.analyses.of(context.match.id)
    assert judged is not None, "the caller has made sure of it"
    chosen = pages.costliest_decisions(judged)
    shown = await app.services.analyses.compared(context.match.id, chosen)
    top = best_move(judged)
    best = (await app.services.analyses.compared(context.match.id, (top,)))[0] if top is not None else None
    curve = await pictures.curve(app, context, judged, chosen, reader)
    return pages.analysis_message(context, judged, shown, best, curve, public=reader is None, shared_by=shared_by)


async def _analysis_post(app: AppContext, post: Post) -> Message:
    match = await app.services.match_queries.match(post.match_id)
    words = spoken(match.locale)
    if read(post, AnalysisResult).failed:
        return Message(silent=True).say(analysis.failed(words))
    if await app.services.analyses.of(match.id) is None:  # newer estimates are about to replace it, and post theirs
        raise PostRejectedError(OVERTAKEN)
    return await message(app, await match_context.load(app, match.id, None, words), None)
