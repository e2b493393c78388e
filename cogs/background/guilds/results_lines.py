"""One-line messages for a server's results channel: games that ended, were closed or moved."""

from __future__ import annotations

from cogs import audience
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders
from cogs.messages import game_settings
from cogs.messages.lobby import game_lists
from cogs.messages.message_parts import Message
from cogs.messages.play import turn_messages
from games.core.game import ranking
from service.core.outbox import PostRejectedError
from service.core.post_content import content_of, read
from service.guilds.channel_changes import MOVED, GameMoved
from service.guilds.results_channel import CLOSED, RESULT, LostLine, ResultLine
from service.match.final_ranking import ranked_below
from storage.rows import SERVER, MatchId, MatchRow, Post
from text.play import departure_texts, ending_texts
from text.translator import translator_for as spoken


def register(builders: MessageBuilders) -> None:
    """Register the builders of these lines."""
    builders.register(SERVER, RESULT, _result)
    builders.register(SERVER, CLOSED, _results_closed)
    builders.register(SERVER, MOVED, _game_moved)


async def _result(app: AppContext, post: Post) -> Message:
    match, names = await _tellable(app, post)
    words, result = spoken(match.locale), match.result or {}
    scores, winners = result.get("scores", ()), result.get("winners", ())
    table = [(names[seat], scores[seat]) for _, seat in ranking(scores, ranked_below(match))]
    won = [names[seat] for seat in winners]
    line = ending_texts.line(game_settings.title_or_id(app, match, words), f"<#{match.channel_id}>", table, won, words)
    return Message().say(line).row(game_lists.panel_button(match, words)).framed(turn_messages.colour_of(winners))


async def _results_closed(app: AppContext, post: Post) -> Message:
    match, names = await _tellable(app, post)
    words = spoken(match.locale)
    line = ending_texts.closed(game_settings.title_or_id(app, match, words), names, read(post, LostLine).reason, words)
    return Message().say(line).row(game_lists.panel_button(match, words))


async def _game_moved(app: AppContext, post: Post) -> Message:
    """Link to a game's new channel, posted in its old one. Private games too: people there could read it anyway."""
    moved = read(post, GameMoved)
    match = await app.services.match_queries.match(MatchId(moved.match))
    return Message().say(departure_texts.goes_on(f"<#{moved.channel}>", spoken(match.locale)))


async def _tellable(app: AppContext, post: Post) -> tuple[MatchRow, list[str]]:
    """Return the match and its players' names; raise `PostRejectedError` if the channel's readers may not be told of it."""
    line = content_of(post)
    assert isinstance(line, ResultLine | LostLine)
    match = await app.services.match_queries.match(MatchId(line.match))
    assert post.channel_id is not None
    seats = await app.services.match_queries.seats(match.id)
    what = await audience.match_audience(app, match, seats)
    if not await audience.may_tell(app, what, audience.Place(post.topic.id, post.channel_id)):
        raise PostRejectedError("private-game")
    return match, await app.people.names(seats, match.guild_id, spoken(match.locale))
