"""Nobody's device rings in his night, or on his vacation: who is pinged aloud by a message at the time of posting."""

from __future__ import annotations

from dataclasses import replace

from cogs import asking
from cogs.desk import Desk
from cogs.present.parts import Message
from storage.records import MATCH, Post


async def hushed(desk: Desk, post: Post, message: Message) -> Message:
    """The message with pings for those who are awake only; if nobody is, all of it is silent, and the pings are there to be
    found. Whoever a turn waits for is called when his night ends. Where everybody sits at the table, nobody is asleep.
    """
    if not message.pings or not await _rests(desk, post):
        return message
    now, calls = asking.now(), desk.services.calls
    is_asleep = calls.hush if post.kind == "turn" else calls.sleeps
    away = [user for user in message.pings if await is_asleep(user, now) or await desk.services.vacations.away(user, now)]
    awake = tuple(user for user in message.pings if user not in away)
    return replace(message, pings=awake or message.pings, silent=not awake)


async def _rests(desk: Desk, post: Post) -> bool:
    return post.topic.kind != MATCH or (await desk.services.looking.match(post.match_id)).terms.pace.rests
