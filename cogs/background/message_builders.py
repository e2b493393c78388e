"""Builds messages about matches from outbox rows when they are posted, in the match's language."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from cogs import audience, interaction_info, match_context
from cogs.app_context import AppContext
from cogs.background.clocks import clock_messages
from cogs.background.guilds import hall_of_fame, suspended_games
from cogs.background.play import vote_messages
from cogs.images import analysis_images, match_images
from cogs.match_context import MatchContext
from cogs.messages import stored_messages
from cogs.messages.lobby import practice
from cogs.messages.message_parts import MAIN, Message, Picture, button
from cogs.messages.play import consent_requests, turn_messages
from service.clocks.pausing import PAUSE, PauseOver
from service.clocks.reminders import REMINDER
from service.clocks.vacations import VacationNotice
from service.core.outbox import LONGEST_WAIT_S, PUT_ASIDE, REJECTED, PostRetryLater, TypedReply
from service.core.post_content import CODE, UnknownPostError, code_of, content_of, is_known, read
from service.errors import Refusal
from service.guilds.channel_changes import GameLost
from service.lobby.lobbies import LobbyExpired
from service.lobby.match_start import BEGIN, GameBegin
from service.match.match_posts import GameResumed, MoveUndone, TurnCall
from service.play.requests import ANSWERED, OPEN, REQUEST, RequestAnswered, RequestAsked
from service.play.resignations import ClosedDown, GameCancelled
from service.records import MatchAnnouncement, Verification
from storage.rows import MATCH, REPLY, MatchId, MatchRow, Post
from telemetry.log_line import log_line
from text.clocks import absence
from text.labels import label
from text.play import departure_texts, plans, turn_texts
from text.ratings import profile_texts
from text.translator import Translator
from text.translator import translator_for as spoken

log = logging.getLogger("cogs.background.posts")

_NOTICES = {**vote_messages.NOTICES, **clock_messages.NOTICES}
"""Builders of notices that others look after, by code."""

Builder = Callable[[AppContext, Post], Awaitable[Message]]


class MessageBuilders:
    """Registry of message builders: one for each kind of topic and kind of message."""

    def __init__(self) -> None:
        self._builders: dict[tuple[str, str], Builder] = {}

    def register(self, topic: str, kind: str, builder: Builder) -> None:
        """Set the builder for this kind of topic and kind of message. At most once for each pair."""
        assert (topic, kind) not in self._builders, (topic, kind)
        self._builders[topic, kind] = builder

    async def build(self, app: AppContext, post: Post) -> Message:
        """Return the message for an outbox row, from the state at this moment.

        `PostRetryLater` if its kind, its code or its game's rules are unknown here (a newer program may know them): it's put aside,
        and what follows it goes out. `PostRejectedError` if it's out of date (see `PingPolicy`).
        """
        builder = self._builders.get((post.topic.kind, post.kind))
        if builder is None or not is_known(post):
            named = " ".join(filter(None, (post.topic.kind, post.kind, str(post.payload.get(CODE, "")))))
            raise PostRetryLater(f"{PUT_ASIDE} {named}", LONGEST_WAIT_S)
        try:
            await app.services.ping_policy.check(post, interaction_info.now())
            return await builder(app, post)
        except Refusal as refused:
            if refused.code != "rules-changed":
                raise
            raise PostRetryLater(refused.code, LONGEST_WAIT_S) from refused


def of_matches() -> MessageBuilders:
    """Return a registry with the builders of all messages about matches."""
    builders = MessageBuilders()
    told = {"turn": _turn, "end": _end, "notice": _notice, "lost": _game_lost, "result": _result, REMINDER: clock_messages.reminder}
    for kind, builder in {
        **told,
        BEGIN: _begin,
        REQUEST: _request,
        ANSWERED: _answer_post,
        PAUSE: _pause_over,
        REPLY: _reply,
    }.items():
        builders.register(MATCH, kind, builder)
    return builders


async def _begin(app: AppContext, post: Post) -> Message:
    """Build the first message in a game's channel, without a ping: the first turn message follows at once."""
    match, seats = await app.services.match_queries.seated(post.match_id)
    words = spoken(match.locale)
    names = await match_context.names_of(app, match, seats, words)
    taught = match_context.teaches(app, match, seats)
    return turn_messages.game_begins(match, seats, names, words, mirrors=read(post, GameBegin).mirrors is not None, taught=taught)


async def _reply(_app: AppContext, post: Post) -> Message:
    """Build a stored answer to a typed command, unchanged."""
    reply = read(post, TypedReply)
    return replace(stored_messages.from_plain_data(reply.said), answers=reply.to)


async def _turn(app: AppContext, post: Post) -> Message:
    call = read(post, TurnCall)
    then = await app.services.match_queries.moment(
        post.match_id, version=post.upto, since=call.since, asked=post.user_id, seat=None if post.user_id else post.seat
    )
    context = await match_context.context_for_view(app, then.table, spoken(then.table.match.locale))
    context = context.with_gains(then.gains) if then.advice is None else context.with_advice(then.advice)
    first = call.first
    entries = then.entries if first else turn_messages.entries_after_own_move(then.entries, post.seat)
    drawn = _may_attach(app, context)
    picture = await match_images.turn(context, entries, then.legal) if drawn else None
    if picture is not None:
        picture = turn_messages.with_full_alt_text(context, entries, picture)
    time = await (clock_messages.turn_deadline_lines if post.user_id else vote_messages.voting_line)(
        app, post, context.match, context.seats, context.words
    )
    example = await match_images.example(context) if drawn else None
    taught = practice.taught(context, then.legal, then.entries, example) if context.lessons else None
    message = turn_messages.turn(
        context,
        entries,
        then.legal,
        picture=picture,
        user_id=post.user_id or 0,
        time=time,
        taught=taught,
        in_browser=app.board is not None,
    )
    message.say(*await clock_messages.vacation_lines(app, context.match, context.seats, context.words))
    if post.user_id and await app.services.planned_moves.lapsed(post.match_id, post.user_id):
        message.say(plans.gone(context.words))
    message.pings = (post.user_id,) if post.user_id else ()
    message.board = partial(turn_messages.board_in_words, context)
    return message if drawn else turn_messages.without_picture(message, context)


def _may_attach(app: AppContext, context: MatchContext) -> bool:
    """Return whether the bot may attach pictures in the game's channel; log a missing permission."""
    may = app.visibility.may_attach(context.match.guild_id, context.match.channel_id)
    if not may:
        log.warning(
            log_line("permission-lacking", match=context.match.id, channel=context.match.channel_id, permission="attach_files")
        )
    return may


async def _end(app: AppContext, post: Post) -> Message:
    context, then = await _match_announcement(app, post)
    drawn = _may_attach(app, context)
    if context.lessons:
        return await _practice_end(context, then, drawn=drawn)
    message = await _game_end(app, post, context, then, picture=drawn, lead=clock_messages.cut_short(post, context))
    if not drawn:
        message = turn_messages.without_picture(message, context)
    message.say(
        *await _ratings(app, context),
        *await vote_messages.best_voters_line(app, context),
        await hall_of_fame.broken_records_sentence(app, context.match, context.words),
    )
    return turn_messages.add_end_buttons(message, context, guessed=await app.services.guesses.were_made(context.match.id))


async def _practice_end(context: MatchContext, then: MatchAnnouncement, *, drawn: bool) -> Message:
    """Build the end of a practice game."""
    counted = practice.count(context, then.entries)
    lines = [line for _, each in counted for line in each]
    pictures = await match_images.scoring_pictures(context, lines[: practice.PICTURED]) if drawn else []
    message = practice.end(context, counted, pictures)
    return message if drawn else turn_messages.without_picture(message, context)


async def _ratings(app: AppContext, context: MatchContext) -> list[str]:
    """Return how a rated game changed ratings; a duel is told as a whole."""
    is_rated = context.match.terms.rated and context.match.terms.series is None
    its = context.match
    return await ratings_changed(app, its.id, its.guild_id, its.channel_id, context.words) if is_rated else []


async def ratings_changed(
    app: AppContext, match_id: MatchId, guild_id: int | None, channel_id: int, words: Translator
) -> list[str]:
    """Return at most one line: how a rated game, or the duel it decided, changed ratings; empty if it changed none.

    The ratings are those that readers of the channel may know, and its players.
    """
    if guild_id is None:
        return []
    lines = []
    players = frozenset(seat.user_id for seat in await app.services.match_queries.seats(match_id) if seat.user_id is not None)
    figures = await audience.figures(app, guild_id, audience.Place(guild_id, channel_id), players)
    for rating_change in await figures.changed(match_id):
        name = await app.people.name(rating_change.user_id, guild_id, words)
        before = None if rating_change.before is None or rating_change.before.is_provisional else rating_change.before.value
        told = profile_texts.change(
            name,
            before,
            rating_change.after.value,
            rating_change.after.games,
            words,
            provisional=rating_change.after.is_provisional,
        )
        lines.append(told)
    return [profile_texts.changed(lines, words)] if lines else []


async def _result(app: AppContext, post: Post) -> Message:
    """Build the end message in private, for players whose game's channel was closed before it could be posted there."""
    context, then = await _match_announcement(app, post)
    lead = departure_texts.ended_unheard(f"<#{context.match.channel_id}>", context.words)
    return replace(await _game_end(app, post, context, then, picture=True, lead=lead), pings=())


async def _match_announcement(app: AppContext, post: Post) -> tuple[MatchContext, MatchAnnouncement]:
    then = await app.services.match_queries.moment(post.match_id)
    return await match_context.context_for_view(app, then.table, spoken(then.table.match.locale)), then


async def _game_end(
    app: AppContext, post: Post, context: MatchContext, then: MatchAnnouncement, *, picture: bool, lead: str = ""
) -> Message:
    """Build the end message of a game: result, opened bag, best moments, and up to three pictures."""
    bag, recalled = await opened_bag(app, post.match_id), turn_messages.best_moments(context, then.entries)
    pictures: tuple[Picture | None, Picture | None, Picture | None] = (None, None, None)
    if picture:
        pictures = await asyncio.gather(
            match_images.final_board(context),
            match_images.best_moments(context, recalled),
            analysis_images.lead_chart(app, context, then.entries),
        )
    return turn_messages.end(context, then.table, then.entries, bag, pictures, recalled=recalled, lead=lead)


async def opened_bag(app: AppContext, match_id: MatchId) -> Verification | None:
    """Return the revealed bag with its check; None while other tables still draw from the same bag."""
    try:
        return await app.services.record_export.verify(match_id)
    except Refusal as refused:
        if refused.code != "bag-shared":
            raise
        return None


async def _notice(app: AppContext, post: Post) -> Message:
    game = await app.services.match_queries.match(post.match_id)
    words, content = spoken(game.locale), content_of(post)
    if (builder := _NOTICES.get(code_of(content))) is not None:
        return await builder(app, post, game, words)
    match content:
        case LobbyExpired():
            return Message().say(departure_texts.expired(content.days, words))
        case GameCancelled():
            return Message().say(departure_texts.cancelled(await app.people.name(content.by, game.guild_id, words), words))
        case ClosedDown():
            return Message().say(departure_texts.closed_down(words))
        case VacationNotice():
            name = await app.people.name(content.user, game.guild_id, words)
            return Message().say(absence.told(name, f"<t:{content.until}:f>", words))
        case GameResumed():
            return await _game_resumed(app, post, game, words)
        case MoveUndone():
            context = await match_context.load(app, post.match_id, None, words)
            return Message().say(turn_texts.undone(context.names[content.seat], [], words))
    raise UnknownPostError(code_of(content))


async def _request(app: AppContext, post: Post) -> Message:
    """Build a request, with pings for players who haven't answered; for a settled one, its outcome."""
    open_request = await app.services.requests.of(post.match_id, read(post, RequestAsked).number)
    words = spoken(open_request.match.locale)
    names = await app.people.names(open_request.seats, open_request.match.guild_id, words)
    if open_request.request.status != OPEN:
        return consent_requests.settled_request(open_request, names, words)
    called = await app.services.requests.called(open_request)
    return consent_requests.request_message(open_request, names, words, pings=called).say(
        *await clock_messages.vacation_lines(app, open_request.match, open_request.missing, words)
    )


async def _answer_post(app: AppContext, post: Post) -> Message:
    open_request = await app.services.requests.of(post.match_id, read(post, RequestAnswered).number)
    words = spoken(open_request.match.locale)
    return consent_requests.settled_request(
        open_request, await app.people.names(open_request.seats, open_request.match.guild_id, words), words
    )


async def _pause_over(app: AppContext, post: Post) -> Message:
    open_request = await app.services.requests.of(post.match_id, read(post, PauseOver).number)
    words = spoken(open_request.match.locale)
    return consent_requests.pause_over(
        open_request, await app.people.names(open_request.seats, open_request.match.guild_id, words), words
    )


async def _game_resumed(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    """Build the notice that the game goes on here, with a ping if it's still the player's turn."""
    seats = await app.services.match_queries.seats(post.match_id)
    message = Message().say(departure_texts.goes_on_here(await app.people.names(seats, match.guild_id, words), words))
    if post.user_id is not None and any(seat.user_id == post.user_id and seat.waiting_since for seat in seats):
        message.pings = (post.user_id,)
        message.say(turn_texts.your_turn(f"<@{post.user_id}>", words))
    return message


async def _game_lost(app: AppContext, post: Post) -> Message:
    match = await app.services.match_queries.match(post.match_id)
    words = spoken(match.locale)
    message = Message(pings=(post.user_id,) if post.user_id else ()).say(
        departure_texts.lost(f"<#{match.channel_id}>", read(post, GameLost).reason, words)
    )
    if read(post, GameLost).reason == "forbidden":
        message.say(departure_texts.lacking(await suspended_games.missing_permissions(app, match) or (), words))
    return (
        message.row(button(match, label("resume", words), "resume", style=MAIN))
        if read(post, GameLost).reason in ("forbidden", REJECTED)
        else message
    )
