"""Checks of which users a message may ping, done before any message with mentions is sent."""

from __future__ import annotations

import secrets
from dataclasses import replace

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.messages.message_parts import Message
from service.clocks.ping_policy import Reach
from storage.rows import Cause, Post, UserId

OLDER = Cause("before")
"""Of a post that a program queued which named no causes yet."""


async def with_allowed_pings(app: AppContext, post: Post, message: Message) -> Message:
    """Return an outbox message with pings only for users who may be pinged now."""
    if not message.pings:
        return message
    reach = await app.services.ping_policy.reach(post, _mentioned_users(app, message), interaction_info.now())
    return _silence_unreached(message, post.cause or OLDER, reach)


async def with_allowed_pings_of_answer(app: AppContext, cause: Cause, message: Message) -> Message:
    """Return a message that answers a press, with pings only for users who may be pinged now."""
    if not message.pings:
        return message
    policy, nonce = app.services.ping_policy, secrets.token_hex(10)
    reach = await policy.reach_by(cause, nonce, _mentioned_users(app, message), interaction_info.now())
    return _silence_unreached(message, cause, reach)


def _mentioned_users(app: AppContext, message: Message) -> tuple[UserId, ...]:
    """Return the users whom a message mentions, except for users excluded by the operators."""
    return tuple(user for user in message.pings if not app.services.exclusion.holds(user))


def _silence_unreached(message: Message, cause: Cause, reach: Reach) -> Message:
    """Return the message with pings for whom it reaches aloud; without any it's silent, and people who rest find it later."""
    return replace(message, cause=cause, pings=reach.aloud or reach.resting, silent=message.silent or not reach.aloud)
