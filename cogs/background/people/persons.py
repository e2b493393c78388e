"""What calls somebody besides their turns: one ping when they wake, the daily list, and the news that they are away."""

from __future__ import annotations

from cogs import asking
from cogs.background.posts import Builders
from cogs.desk import Desk
from cogs.present import settings
from cogs.present.lobby import lists
from cogs.present.parts import Message
from service.people.notifications import BACK, DAILY, MORNING
from service.process.outbox import OVERTAKEN, PostRefused
from storage.records import MATCH, PERSON, Post, UserId
from text.clocks import absence
from text.language import words as spoken


def register(builders: Builders) -> None:
    """Pings in a match, and lists in private."""
    builders.register(MATCH, MORNING, _call)
    builders.register(PERSON, DAILY, _list)


async def _call(desk: Desk, post: Post) -> Message:
    """In a game that waits for somebody."""
    match = await desk.services.looking.match(post.match_id)
    assert post.user_id is not None
    said = {"blocked": absence.blocked, BACK: absence.back}.get(post.payload["why"], absence.morning)
    words = spoken(match.locale)
    return Message(pings=(post.user_id,)).say(said(f"<@{post.user_id}>", post.payload["others"], words))


async def _list(desk: Desk, post: Post) -> Message:
    """Everything that waits for somebody now, the longest wait first."""
    user = UserId(post.topic.id)
    waiting = await desk.services.calls.waiting(user, asking.now())
    if not waiting:  # somebody has just moved
        raise PostRefused(OVERTAKEN)
    words = spoken((await desk.services.people.person(user)).locale or waiting[0].match.locale)
    rows = [(one.match, settings.called(desk, one.match, words), one.since) for one in waiting]
    lead = {MORNING: absence.in_the_morning, BACK: absence.after_vacation}.get(post.payload.get("why", ""), absence.daily)
    clocks = desk.services.clocks
    ends = {one.match.id: end for one in waiting if (end := await clocks.deadline(one.match, one.seat)) is not None}
    message = lists.turns(rows, words, lead(len(rows), words), ends=ends)
    message.pings = (user,)
    return message.say(f"-# {absence.change_it(words)}")
