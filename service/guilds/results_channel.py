"""The line in the channel that a server has chosen for results, about each game that ends there or cannot go on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from service.guilds.server_settings import RESULTS, ServerSettings
from service.match.match_changes import MatchChange
from storage.changes import Change, QueuePosts
from storage.rows import FINISHED, MatchRow, NewPost, Post, of_server
from storage.store import Store

RESULT, CLOSED = "result", "closed"
"""The kinds of messages about a server: `{"match": id}` tells how a game ended; `{"match": id, "reason": code}` that its channel
is closed to us.
"""


class ResultsChannel:
    """Writes these lines with the step that they tell. Who builds them, the Discord layer registers."""

    def __init__(self, store: Store, chosen: ServerSettings) -> None:
        self._store = store
        self._chosen = chosen

    async def along(self, of: MatchChange, now: datetime) -> Sequence[Change]:
        """Return the result post with the last step of a game."""
        match = of.step.live.match
        return self._told(match, RESULT, now) if match.status == FINISHED else ()

    def closed(self, match: MatchRow, reason: str, now: datetime) -> Sequence[Change]:
        """Return the post about a lost game."""
        return self._told(match, CLOSED, now, reason=reason)

    async def unsent(self, post: Post, reason: str, now: datetime) -> None:
        """Give up a line whose channel is closed; `/game action:list` shows the same."""
        await self._store.posts.dead(post.id, now, reason)

    def _told(self, match: MatchRow, kind: str, now: datetime, **more: Any) -> Sequence[Change]:
        channel = self._chosen.one(match.guild_id, RESULTS)
        if match.guild_id is None or channel is None:
            return ()
        line = NewPost(kind, {"match": match.id, **more}, secrets.token_hex(10), channel)
        return (QueuePosts(of_server(match.guild_id), now, (line,)),)
