"""Notifications other than turn messages: the ping after quiet hours or a vacation, the daily list, and followers' news."""

from __future__ import annotations

from cogs import audience, interaction_info
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.messages import game_settings
from cogs.messages.lobby import game_lists
from cogs.messages.message_parts import Message
from games.core.game import ranking
from service.clocks.notifications import BACK, DAILY, GamesList, MorningPing
from service.clocks.reminders import MORNING
from service.core.outbox import OVERTAKEN, PostRejectedError
from service.core.post_content import read
from service.match.final_ranking import ranked_below
from service.users.subscriptions import ENDED, LEAD, NEWS, FollowedGame
from storage.rows import MATCH, PERSON, RUNNING, MatchId, Post, UserId
from text.clocks import absence
from text.translator import translator_for as spoken
from text.users import follower_texts


def register(builders: MessageBuilders) -> None:
    """Register the builders of morning pings, daily lists and followers' news."""
    builders.register(MATCH, MORNING, _call)
    builders.register(PERSON, DAILY, _list)
    builders.register(PERSON, NEWS, _follower_news)


async def _call(app: AppContext, post: Post) -> Message:
    """Build a ping in the channel of a game that waits for the person."""
    match = await app.services.match_queries.match(post.match_id)
    assert post.user_id is not None
    ping = read(post, MorningPing)
    text = {"blocked": absence.blocked, BACK: absence.back}.get(ping.why, absence.morning)
    words = spoken(match.locale)
    return Message(pings=(post.user_id,)).say(text(f"<@{post.user_id}>", ping.others, words))


async def _follower_news(app: AppContext, post: Post) -> Message:
    """Private message to a follower: a game has ended, its lead has changed, or a turn scored many points.

    `PostRejectedError` if they can't read the game's channel, or the news is out of date."""
    user, looking, news = UserId(post.topic.id), app.services.match_queries, read(post, FollowedGame)
    match, seats = await looking.seated(MatchId(news.match))
    what = await audience.match_audience(app, match, seats)
    if match.guild_id is None or not await audience.may_tell(app, what, audience.Reader(match.guild_id, user)):
        raise PostRejectedError("out-of-reach")
    words = spoken((await app.services.user_settings.person(user)).locale or match.locale)
    names = await app.people.names(seats, match.guild_id, words)
    title, link = game_settings.title_or_id(app, match, words), game_lists.link(match)
    message = Message(silent=True)
    if news.why == ENDED:
        result = (match.result or {}) if await looking.is_open(match) else {}
        order = [seat for _, seat in ranking(result.get("scores", ()), ranked_below(match))]
        points = [result["scores"][seat] for seat in order]
        message.say(follower_texts.ended(title, link, [names[seat] for seat in order], points, words))
    elif match.status != RUNNING:
        raise PostRejectedError(OVERTAKEN)
    else:
        assert news.seat is not None and news.points is not None, "who leads, or has scored how much"
        name = names[news.seat]
        message.say(
            follower_texts.leads(title, link, name, words)
            if news.why == LEAD
            else follower_texts.swing(title, link, name, news.points, words)
        )
    return message.say(f"-# {follower_texts.change_it(words)}")


async def _list(app: AppContext, post: Post) -> Message:
    """Private list of the games that wait for the person, longest wait first. `PostRejectedError` if none does."""
    user = UserId(post.topic.id)
    waiting = await app.services.notifications.waiting(user, interaction_info.now())
    if not waiting:  # somebody has just moved
        raise PostRejectedError(OVERTAKEN)
    words = spoken((await app.services.user_settings.person(user)).locale or waiting[0].match.locale)
    rows = [(game.match, game_settings.title_or_id(app, game.match, words), game.since) for game in waiting]
    lead = {MORNING: absence.in_the_morning, BACK: absence.after_vacation}.get(read(post, GamesList).why or "", absence.daily)
    clocks = app.services.clocks
    ends = {
        waiting_game.match.id: end
        for waiting_game in waiting
        if (end := await clocks.deadline(waiting_game.match, waiting_game.seat)) is not None
    }
    message = game_lists.turns(rows, words, lead(len(rows), words), ends=ends)
    message.pings = (user,)
    return message.say(f"-# {absence.change_it(words)}")
