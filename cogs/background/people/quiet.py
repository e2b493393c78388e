"""Nobody's device rings in his night, on his vacation, or for what is over: whom a message pings aloud when it is posted."""

from __future__ import annotations

from dataclasses import replace

from cogs import asking
from cogs.desk import Desk
from cogs.present.parts import Message
from storage.records import Post


async def hushed(desk: Desk, post: Post, message: Message) -> Message:
    """The message with pings for those only whose devices may ring; for nobody's, all of it is silent, and the pings are there to
    be found.
    """
    if not message.pings:
        return message
    aloud = await desk.services.ringing.aloud(post, message.pings, asking.now())
    return replace(message, pings=aloud or message.pings, silent=not aloud)
