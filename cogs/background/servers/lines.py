"""What is told about a server: each game that ends there, cannot go on or has moved, in one line, without waking anybody."""

from __future__ import annotations

import discord

from cogs.background.posts import Builders
from cogs.desk import Desk
from cogs.present import settings
from cogs.present.lobby import lists
from cogs.present.parts import Message
from cogs.present.play import public
from games.core.game import ranked
from service.play.ranking import below
from service.process.outbox import PostRefused
from service.servers.channels import MOVED
from service.servers.results import CLOSED, RESULT
from storage.records import SERVER, MatchId, MatchRow, Post
from text.language import words as spoken
from text.play import ending, leaving


def register(builders: Builders) -> None:
    """Lines about games."""
    builders.register(SERVER, RESULT, _result)
    builders.register(SERVER, CLOSED, _closed)
    builders.register(SERVER, MOVED, _moved)


async def _result(desk: Desk, post: Post) -> Message:
    match, names = await _open_to_all(desk, post)
    words, told = spoken(match.locale), match.result or {}
    scores, winners = told.get("scores", ()), told.get("winners", ())
    table = [(names[seat], scores[seat]) for _, seat in ranked(scores, below(match))]
    won = [names[seat] for seat in winners]
    line = ending.line(settings.called(desk, match, words), f"<#{match.channel_id}>", table, won, words)
    return Message().say(line).row(lists.opens(match, words)).framed(public.colour_of(winners))


async def _closed(desk: Desk, post: Post) -> Message:
    match, names = await _open_to_all(desk, post)
    words = spoken(match.locale)
    line = ending.closed(settings.called(desk, match, words), names, post.payload["reason"], words)
    return Message().say(line).row(lists.opens(match, words))


async def _moved(desk: Desk, post: Post) -> Message:
    """Where the game was: people who read there saw it, so this may be said of a private one too."""
    match = await desk.services.looking.match(MatchId(post.payload["match"]))
    return Message().say(leaving.goes_on(f"<#{post.payload['channel']}>", spoken(match.locale)))


async def _open_to_all(desk: Desk, post: Post) -> tuple[MatchRow, list[str]]:
    """The match and its players; what is played in a private thread is nobody else's business: `PostRefused`."""
    match = await desk.services.looking.match(MatchId(post.payload["match"]))
    guild = desk.client.get_guild(match.guild_id) if match.guild_id is not None else None
    place = await desk.visibility.place(guild, match.channel_id) if guild is not None else None
    if isinstance(place, discord.Thread) and place.is_private():
        raise PostRefused("private-game")
    seats = await desk.services.looking.seats(match.id)
    return match, await desk.people.names(seats, match.guild_id, spoken(match.locale))
