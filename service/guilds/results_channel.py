"""The posts in the channel that a server has chosen for results, about each game that ends there or can't go on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from service.core.post_content import PostContent, new_post, posted
from service.guilds.server_settings import RESULTS, ServerSettings
from service.match.match_changes import MatchChange
from storage.changes import Change, QueuePosts
from storage.rows import FINISHED, SERVER, MatchRow, Post, of_server
from storage.store import Store

RESULT, CLOSED = "result", "closed"
"""The kinds of messages about a server: `{"match": id}` tells how a game ended; `{"match": id, "reason": code}` that its channel
is closed to us.
"""


@posted(SERVER, RESULT)
class ResultLine(PostContent):
    """The one-line post with the result of a game."""

    match: int


@posted(SERVER, CLOSED)
class LostLine(PostContent):
    """The one-line post that a game is paused, and why."""

    match: int
    reason: str


class ResultsChannel:
    """Writes these lines with the step that they tell. Who builds them, the Discord layer registers."""

    def __init__(self, store: Store, chosen: ServerSettings) -> None:
        self._store = store
        self._chosen = chosen

    async def along(self, of: MatchChange, now: datetime) -> Sequence[Change]:
        """Return the result post with the last step of a game."""
        match = of.step.live.match
        return self._result_posts(match, ResultLine(match.id), now) if match.status == FINISHED else ()

    def closed(self, match: MatchRow, reason: str, now: datetime) -> Sequence[Change]:
        """Return the post about a lost game."""
        return self._result_posts(match, LostLine(match.id, reason), now)

    async def unsent(self, post: Post, reason: str, now: datetime) -> None:
        """Give up a line whose channel is closed; `/game action:list` shows the same."""
        await self._store.posts.dead(post, now, reason)

    def _result_posts(self, match: MatchRow, content: PostContent, now: datetime) -> Sequence[Change]:
        channel = self._chosen.one(match.guild_id, RESULTS)
        if match.guild_id is None or channel is None:
            return ()
        line = new_post(content, secrets.token_hex(10), channel)
        return (QueuePosts(of_server(match.guild_id), now, (line,)),)
