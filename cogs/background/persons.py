"""What calls somebody beside his turns: one ping when he wakes, the daily list, and the news that he is away."""

from __future__ import annotations

from cogs import asking
from cogs.background.posts import Builders
from cogs.desk import Desk
from cogs.present import private, settings
from cogs.present.parts import Message
from service.calls import DAILY, MORNING
from service.outbox import OVERTAKEN, PostRefused
from storage.records import MATCH, PERSON, Post, UserId
from text import absence
from text.language import words as spoken


def register(builders: Builders) -> None:
    """Pings in a match, and lists in private."""
    builders.register(MATCH, MORNING, _call)
    builders.register(PERSON, DAILY, _list)


async def _call(desk: Desk, post: Post) -> Message:
    """In a game that waits for somebody; if it does so no more, nobody is called."""
    match, seats = await desk.services.looking.seated(post.match_id)
    assert post.user_id is not None
    if not any(seat.user_id == post.user_id and seat.waiting_since and seat.is_human for seat in seats):
        raise PostRefused(OVERTAKEN)
    said = absence.blocked if post.payload["why"] == "blocked" else absence.morning
    words = spoken(match.locale)
    return Message(pings=(post.user_id,)).say(said(f"<@{post.user_id}>", post.payload["others"], words))


async def _list(desk: Desk, post: Post) -> Message:
    """Everything that waits for somebody now, the longest wait first; nothing waits: no message."""
    user = UserId(post.topic.id)
    waiting = await desk.services.calls.waiting(user, asking.now())
    if not waiting:
        raise PostRefused(OVERTAKEN)
    words = spoken((await desk.services.people.person(user)).locale or waiting[0].match.locale)
    rows = [(one.match, settings.called(desk, one.match, words), one.since) for one in waiting]
    is_morning = post.payload.get("why") == MORNING
    lead = absence.in_the_morning(len(rows), words) if is_morning else absence.daily(len(rows), words)
    message = private.turns(rows, words, lead)
    message.pings = (user,)
    return message.say(f"-# {absence.change_it(words)}")
