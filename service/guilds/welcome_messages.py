"""Use-cases of the welcome message, posted once when a server adds the bot, and edited later."""

from __future__ import annotations

import logging
import secrets
from datetime import datetime

from service.core.change_scope import Decision
from service.core.post_content import PostContent, Reaches, new_post, posted, read
from service.core.stored_form import omitted_if
from service.core.unit_of_work import UnitOfWork
from service.guilds.server_settings import ServerChange, ServerSettings
from storage.changes import QueuePosts
from storage.rows import SERVER, Post, ServerRow, UserId, of_server
from telemetry.log_line import log_line

log = logging.getLogger("service.servers.welcomes")

WELCOME = "welcome"
"""The kind of the message: `{}` in a channel; `{"channel": id or None}` in private, to somebody who can let the bot write."""

WELCOMED = "welcomed"
"""Among what a server has chosen: how it was welcomed, one of these."""
PRIVATELY, PUBLICLY, REMOVED = "privately", "publicly", "removed"


@posted(SERVER, WELCOME, reaches=Reaches.OWED)
class Welcome(PostContent):
    """The welcome of a server, who added the bot, and the channel that took no welcome."""

    person: UserId
    channel: int | None = omitted_if(None)


class Welcomes:
    """Remembers of each server whether it was welcomed. Who builds the message, the Discord layer registers."""

    def __init__(self, unit_of_work: UnitOfWork, chosen: ServerSettings) -> None:
        self._unit_of_work = unit_of_work
        self._chosen = chosen
        self.shown: dict[int, tuple[str, ...]] = {}
        """What the message of a server names as missing, as far as this process has written it."""

    def state(self, guild_id: int) -> str | None:
        """Return how a server was welcomed; None where it was not."""
        chosen = self._chosen.of(guild_id).get(WELCOMED)
        return chosen if chosen in (PRIVATELY, PUBLICLY, REMOVED) else None

    async def begin(self, guild_id: int, channel_id: int | None, person: UserId, *, now: datetime, again: bool = False) -> bool:
        """Welcome a server in a channel, or tell a `person` in private that there is none where the bot may write.

        Whether that was new: a server hears it once, once more in a channel where only a person was told, and whenever it asks for
        it (`again`).
        """
        how = PRIVATELY if channel_id is None else PUBLICLY
        to = person if channel_id is None else None
        line = new_post(Welcome(person), secrets.token_hex(10), channel_id, to)

        def decide(old: ServerRow) -> Decision[bool]:
            known = old.prefs.get(WELCOMED)
            if not again and known is not None and not (known == PRIVATELY and how == PUBLICLY):
                return Decision(lambda: False)
            step = ServerChange.of(old, {WELCOMED: how}, self._chosen)
            return Decision(lambda: True, (step,), (QueuePosts(of_server(guild_id), now, (line,)),))

        return await self._unit_of_work.change(self._chosen.subject(guild_id), decide, now=now)

    async def remove(self, guild_id: int, *, now: datetime) -> None:
        """Remove the welcome of a server for good."""

        def decide(old: ServerRow) -> Decision[None]:
            return Decision(lambda: None, (ServerChange.of(old, {WELCOMED: REMOVED}, self._chosen),))

        await self._unit_of_work.change(self._chosen.subject(guild_id), decide, now=now)

    async def message(self, guild_id: int) -> tuple[int, int] | None:
        """Return the channel and the id of the posted welcome; None without."""
        sent = await self._unit_of_work.store.posts.last(of_server(guild_id), WELCOME)
        if sent is None or sent.channel_id is None or sent.message_id is None or self.state(guild_id) != PUBLICLY:
            return None
        return sent.channel_id, sent.message_id

    async def unsent(self, post: Post, reason: str, now: datetime) -> None:
        """Tell the person who added the bot in private that the channel took no welcome, as they can change that."""
        guild_id, person = post.topic.id, UserId(read(post, Welcome).person)
        await self._unit_of_work.store.posts.dead(post, now, reason)
        log.info(log_line("welcome-refused", server=guild_id, channel=post.channel_id, reason=reason))
        line = new_post(Welcome(person, post.channel_id), secrets.token_hex(10), None, person)

        def decide(old: ServerRow) -> Decision[None]:
            step = ServerChange.of(old, {WELCOMED: PRIVATELY}, self._chosen)
            return Decision(lambda: None, (step,), (QueuePosts(of_server(guild_id), now, (line,)),))

        await self._unit_of_work.change(self._chosen.subject(guild_id), decide, now=now)

    async def unheard(self, post: Post, now: datetime) -> None:  # noqa: ARG002  # as all that is registered
        """Log that the person takes no private messages either."""
        log.warning(log_line("welcome-unheard", server=post.topic.id, person=post.user_id))
