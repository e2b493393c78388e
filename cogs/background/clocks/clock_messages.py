"""Messages about time: deadlines, timeouts, vacations, reminders, and seats that change hands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta

from discord.utils import format_dt

from cogs import interaction_info, match_context
from cogs.app_context import AppContext
from cogs.images import match_images
from cogs.match_context import MatchContext
from cogs.messages.message_parts import Message, button
from cogs.messages.play import substitutes
from games.core.game import Seat
from service.clocks.clock_service import Overtime, TimeGift
from service.clocks.reminders import Reminder
from service.core.post_content import read
from service.errors import Refusal
from service.match import final_ranking
from service.match.eligibility import STOPPED, UNRATED
from service.match.match_posts import ResultPost, SeatReturned, SeatTakenOver, SeatVacated, TimeOut, TurnCall
from service.play.computer_stand_in import StoodIn
from service.play.seat_reclaim import MAY_RETURN
from service.play.substitutes import free_seats
from service.play.take_back import TakeBackAllowed
from service.tournaments.moderation_abuse import ClockShielded
from storage.rows import MatchId, MatchRow, Post, SeatRow, UserId
from text.clocks import absence
from text.clocks import clock_texts as said
from text.labels import label
from text.play import departure_texts, ending_texts, turn_texts
from text.play import substitutes as of_seats
from text.translator import Translator
from text.translator import translator_for as spoken

_FORMER = UserId(-1)


async def turn_deadline_lines(
    app: AppContext, post: Post, match: MatchRow, seats: Sequence[SeatRow], words: Translator
) -> list[str]:
    """Return lines for a turn message: the player's deadline, and outage time credited since their last turn.

    Empty without a clock.
    """
    sheet = await app.services.clocks.sheet(match, seats)
    if sheet is None or post.seat is None:
        return []
    lines = [_until_text(end, words)] if (end := sheet.deadline(post.seat)) is not None else []
    content = await app.services.match_queries.when(match.id, read(post, TurnCall).since)
    missed = app.services.clocks.missed(sheet, content, post.created_at)
    return [*lines, f"-# {said.was_away(missed, words)}"] if missed else lines


async def vacation_lines(app: AppContext, match: MatchRow, seats: Sequence[SeatRow], words: Translator) -> list[str]:
    """Return one line for each player who is on vacation now, with its end; empty if the pace has no vacations."""
    lines, now = list[str](), interaction_info.now()
    for row in seats if match.terms.pace.rests else ():
        if not row.is_human or row.user_id is None or (vacation := await app.services.vacations.away(row.user_id, now)) is None:
            continue
        name, stamp = await app.people.name(row.user_id, match.guild_id, words), format_dt(vacation.end, "f")
        waits = row.waiting_since is not None
        lines.append(absence.told(name, stamp, words) if waits else absence.not_there(name, stamp, words))
    return lines


def _until_text(end: datetime, words: Translator) -> str:
    return said.until(format_dt(end, "f"), format_dt(end, "R"), words)


def cut_short(post: Post, context: MatchContext) -> str:
    """Why a game ended early, for its end message: stopped by agreement, a timeout, or players ranked last for leaving.

    Empty if it was played to its end.
    """
    if (context.match.result or {}).get("how") == STOPPED:
        return ending_texts.stopped(context.words)
    ended = read(post, ResultPost)
    if ended.timeout is not None:
        return _time_over(context.names[ended.timeout.seat], ended.timeout, context.words)
    below = [context.names[seat] for seat in final_ranking.ranked_below(context.match)]
    unrated = [said.unrated(context.words)] if (context.match.result or {}).get(UNRATED) else []
    return "\n".join([*([said.ranks_below(context.words.list(below), context.words)] if below else []), *unrated])


async def reminder(app: AppContext, post: Post) -> Message:
    """Return a reminder: a reply to the turn message, or a private message that links to the game's channel."""
    match = await app.services.match_queries.match(post.match_id)
    assert post.user_id is not None
    words = await _language(app, post, match)
    context = await match_context.load(app, post.match_id, None, words)
    question = context.say.ask(context.view, context.names, words)
    its = read(post, Reminder)
    message = Message(pings=(post.user_id,)).say(
        said.reminder(f"<@{post.user_id}>", question, its.until, its.since, its.what, words)
    )
    if post.channel_id is None:
        return message.say(said.elsewhere(f"<#{match.channel_id}>", words))
    message.answers = await _asking(app, post)
    if its.others:
        message.row(button(match, label("stand-in", words), "standin"))
    return message


async def _asking(app: AppContext, post: Post) -> int | None:
    """Return the id of the turn message, if it was posted in the channel that the reminder goes to; otherwise None."""
    its = ("turn", post.upto, post.seat, post.channel_id)
    posts = await app.services.outbox.about(post.topic)
    return next((told.message_id for told in posts if (told.kind, told.upto, told.seat, told.channel_id) == its), None)


async def _language(app: AppContext, post: Post, match: MatchRow) -> Translator:
    """Return the match's language in a channel, the person's own in private."""
    if post.channel_id is not None or post.user_id is None:
        return spoken(match.locale)
    return spoken((await app.services.user_settings.person(post.user_id)).locale or match.locale)


async def _name(app: AppContext, user_id: UserId | None, match: MatchRow, words: Translator) -> str:
    """Return a person's name; that of a former member where the name is gone."""
    return await app.people.name(_FORMER if user_id is None else user_id, match.guild_id, words)


async def _seat_vacated(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    content = read(post, SeatVacated)
    name = await _name(app, content.user, match, words)
    winner = await opponent(app, match.id, UserId(content.user or 0), words)
    gone = departure_texts.vacated(name, content.why, words, winner=winner)
    message = Message().say(gone if content.timeout is None else _time_over(name, content.timeout, words))
    may_return = content.why in MAY_RETURN and match.terms.returns
    seat = Seat(content.seat)
    is_offered = await _add_seat_offer(app, message, match, seat, words)
    return message.row(
        substitutes.take_over_button(match, seat, words) if is_offered else None,
        button(match, label("return", words), "return") if may_return else None,
    )


async def opponent(app: AppContext, match_id: MatchId, user_id: UserId, words: Translator) -> str:
    """Return the name of the opponent who wins a tournament game if this user leaves; empty if a computer plays on instead."""
    if not await app.services.tournaments.queries.is_pairing_of_two(match_id):
        return ""
    match, seats = await app.services.match_queries.seated(match_id)
    names = await app.people.names(seats, match.guild_id, words)
    return next(name for name, seat in zip(names, seats, strict=True) if seat.user_id != user_id)


async def _add_seat_offer(app: AppContext, message: Message, match: MatchRow, seat: Seat, words: Translator) -> bool:
    """Add the offer of a free seat, with a picture of the board, to `message`; return False if it can't be taken over."""
    if seat not in free_seats(*await app.services.match_queries.seated(match.id)):
        return False
    try:
        context = await match_context.load(app, match.id, None, words)
    except Refusal as refused:
        if refused.code != "rules-changed":
            raise
        return False  # nobody can play on here until a program knows the rules
    may_show = app.visibility.may_attach(match.guild_id, match.channel_id)
    substitutes.offer(message, context, seat, await match_images.board(context, "turn") if may_show else None)
    return True


async def _seat_taken_over(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    content = read(post, SeatTakenOver)
    names = [await _name(app, who, match, words) for who in (content.user, content.former)]
    return Message().say(of_seats.taken_over(names[0], names[1], words))


async def _seat_timed_out(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    content = read(post, TimeOut)
    return Message().say(_time_over(await _name(app, content.user, match, words), content, words))


def _time_over(name: str, told: TimeOut, words: Translator) -> str:
    return said.timed_out(name, told.what, told.since, told.had_s, told.keeps_s, words)


async def _player_returned(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    return Message().say(said.returned(await _name(app, read(post, SeatReturned).user, match, words), words))


async def _computer_stood_in(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    return Message().say(said.stood_in(await _name(app, read(post, StoodIn).user, match, words), words))


async def _let_back(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    return Message().say(turn_texts.let_back(await _name(app, read(post, TakeBackAllowed).user, match, words), words))


async def _time_shielded(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    content = read(post, ClockShielded)
    name = await _name(app, content.user, match, words)
    return Message().say(said.shielded(name, f"<t:{content.until}:f>", words))


async def _gave(app: AppContext, post: Post, match: MatchRow, words: Translator) -> Message:
    gift = read(post, TimeGift)
    name = await app.people.name(gift.user, match.guild_id, words)
    return Message().say(said.gave(name, timedelta(seconds=gift.length_s), words))


async def _overtime(_app: AppContext, post: Post, _match: MatchRow, words: Translator) -> Message:
    pace = read(post, Overtime)
    bank, turn = timedelta(seconds=pace.bank_s), timedelta(seconds=pace.turn_s)
    return Message().say(said.overtime(bank, turn, words))


NOTICES: Mapping[str, Callable[[AppContext, Post, MatchRow, Translator], Awaitable[Message]]] = {
    "vacated": _seat_vacated,
    "timed-out": _seat_timed_out,
    "returned": _player_returned,
    "taken-over": _seat_taken_over,
    "gave": _gave,
    "overtime": _overtime,
    "let-back": _let_back,
    "stood-in": _computer_stood_in,
    "shielded": _time_shielded,
}
"""Builders of notices about time and about changes of players, by notice code."""
