"""Plain lines in place of messages that can't be built: a link, and the button to the panel, in the topic's language."""

from __future__ import annotations

from cogs.app_context import AppContext
from cogs.messages.lobby import game_lists
from cogs.messages.message_parts import Message, button
from storage.rows import EVENT, MATCH, SERVER, Post
from storage.tournament_rows import EventId
from text import plain_posts
from text.labels import label
from text.play import turn_texts
from text.translator import Translator
from text.translator import translator_for as spoken

CALLS = ("turn", "reminder", "morning")
"""Kinds of posts that ask somebody to act."""


async def build(app: AppContext, post: Post) -> Message:
    """Return the plain line for a post; it asks only what every other message asks, so that no mistake reaches it as well."""
    if post.topic.kind == MATCH:
        return await _plain_line_of_match(app, post)
    if post.topic.kind == EVENT:
        return await _plain_line_of_event(app, post)
    if post.topic.kind == SERVER:
        return _pinging(post, Message().say(plain_posts.of_nothing(app.server_words(post.topic.id))))
    person = None if post.user_id is None else await app.services.user_settings.person(post.user_id)
    return _pinging(post, Message().say(plain_posts.of_nothing(spoken(None if person is None else person.locale))))


async def _plain_line_of_match(app: AppContext, post: Post) -> Message:
    match = await app.services.match_queries.match(post.match_id)
    words = spoken(match.locale)
    lines = [plain_posts.of_game(f"<#{match.channel_id}>", words)]
    if post.kind in CALLS and post.user_id is not None:
        lines.insert(0, turn_texts.your_turn(f"<@{post.user_id}>", words))
    return _pinging(post, Message().say(*lines).row(game_lists.panel_button(match, words)))


async def _plain_line_of_event(app: AppContext, post: Post) -> Message:
    row = (await app.services.tournaments.queries.state(EventId(post.topic.id))).row
    person = None if post.user_id is None else await app.services.user_settings.person(post.user_id)
    words: Translator = spoken((person and person.locale) or row.locale)
    link = f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
    message = Message().say(plain_posts.of_event(link, words))
    return _pinging(post, message.row(button(None, label("more", words), "tpanel", str(row.id))))


def _pinging(post: Post, message: Message) -> Message:
    message.pings = () if post.user_id is None else (post.user_id,)
    return message
