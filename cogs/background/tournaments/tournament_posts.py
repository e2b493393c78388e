"""Outbox messages about events, built when they are sent: pairings, private letters, and bulletins to an event's channel."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from discord.utils import format_dt

from cogs import tournament_context
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders, ratings_changed
from cogs.images import tournament_images
from cogs.messages.message_parts import Message, Picture
from cogs.messages.tournaments import duels, entrant_messages, pairings, tournament_messages
from cogs.tournament_context import TournamentContext
from service.core.post_content import PostContent, content_of, encode, read
from service.tournaments.event_posts import (
    BULLETIN,
    CALL,
    LETTER,
    PAIRING,
    ChallengeOver,
    ChampionFound,
    DuelOver,
    LetterUnheard,
    PairingPost,
    RoundDrawn,
    RoundOver,
    place_of,
)
from service.tournaments.letters import BYE, AppointmentLetter, RoundCallLetter, RoundPreview
from storage.rows import EVENT, Post, UserId
from storage.tournament_rows import EventId
from text.clocks.time_controls import length
from text.tournaments import board
from text.translator import translator_for as spoken
from tournament.history import DrawnRound
from tournament.results import EntrantId


def register(builders: MessageBuilders) -> None:
    """Builders of these kinds of messages. That of event boards is registered by `TournamentBoards`."""
    for kind, builder in {PAIRING: _pairing, LETTER: _letter, CALL: _letter, BULLETIN: _bulletin}.items():
        builders.register(EVENT, kind, builder)


async def _pairing(app: AppContext, post: Post) -> Message:
    event_id, its = EventId(post.topic.id), read(post, PairingPost)
    state = await app.services.tournaments.queries.state(event_id)
    if state.is_duel:
        return duels.message(await tournament_context.load_in_its_language(app, event_id))
    drawn = state.rounds[its.round - 1]
    context = await tournament_context.load_in_its_language(app, event_id, drawn.seats(its.table), (its.round, its.table))
    return pairings.pairing(context, drawn, its.table)


async def _letter(app: AppContext, post: Post) -> Message:
    """Build a private message in the language of its reader, where they have chosen one."""
    assert post.user_id is not None
    event_id = EventId(post.topic.id)
    chosen = (await app.services.user_settings.person(post.user_id)).locale
    words = spoken(chosen or (await app.services.tournaments.queries.state(event_id)).row.locale)
    letter = content_of(post)
    context = await tournament_context.load(app, event_id, words, only=place_of(letter))
    return entrant_messages.letter(context, letter, await _params(app, context, letter), post.user_id)


async def _bulletin(app: AppContext, post: Post) -> Message:
    context = await tournament_context.load_in_its_language(app, EventId(post.topic.id))
    bulletin = content_of(post)
    if isinstance(bulletin, DuelOver):
        return await _duel_over(app, context)
    params = await _params(app, context, bulletin)
    message = tournament_messages.bulletin(context, bulletin, params, await _picture(app, context, bulletin))
    if isinstance(bulletin, LetterUnheard):
        message.pings = (UserId(bulletin.user),)
    return message


async def _duel_over(app: AppContext, context: TournamentContext) -> Message:
    """Build the result of a duel, and how ratings changed with its deciding game."""
    row, match = context.state.row, context.matches.get(duels.PLACE)
    changed = [] if match is None else await ratings_changed(app, match.match_id, row.guild_id, context.words)
    return duels.duel_result(context, changed)


async def _picture(app: AppContext, context: TournamentContext, bulletin: PostContent) -> Picture | None:
    """Return the standings after a round, the bracket before its first round, or the champion; None for other bulletins."""
    if isinstance(bulletin, ChampionFound):
        return await tournament_images.champion(app, context)
    if not isinstance(bulletin, RoundDrawn | RoundOver):
        return None
    drawn = context.state.rounds[bulletin.round - 1]
    shows = isinstance(bulletin, RoundOver) or _opens_bracket(context, drawn)
    return await tournament_images.of_round(app, context, drawn) if shows else None


def _opens_bracket(context: TournamentContext, drawn: DrawnRound) -> bool:
    """Return whether this is the first round of a knock-out stage."""
    course = context.state.course
    return course.stages[drawn.stage].knocks_out and course.drawn_in(drawn.stage)[0].number == drawn.number


async def _params(app: AppContext, context: TournamentContext, content: PostContent) -> dict[str, Any]:
    """Return the fields of a message with names, times and places in the words of its language."""
    state, told = context.state, {"home": _home(context), "place": _home(context), **encode(content)}
    if "round" in told:
        told |= _of_round(context, told)
    if "until" in told:
        told["when"] = format_dt(datetime.fromisoformat(told["until"]), "R")
    if isinstance(content, RoundPreview) and state.since is not None:
        told["when"] = format_dt(state.since + state.settings.preview, "f")
    if isinstance(content, RoundCallLetter) and content.code != BYE:
        told |= _of_pairing(context, content.round, content.table, content.others)
    if isinstance(content, AppointmentLetter):
        told |= _of_pairing(context, content.round, content.table, content.others)
        told |= {"when": f"{format_dt(content.at, 'F')} ({format_dt(content.at, 'R')})", "loses": state.settings.absent_loses}
    if isinstance(content, ChallengeOver):
        there = state.rounds[content.round - 1].seats(content.table)
        told["result"] = board.outcome([context.name(who) for who in there], context.result((content.round, content.table)))
    return {**told, **await _named(app, context, content, told)}


def _of_round(context: TournamentContext, told: dict[str, Any]) -> dict[str, Any]:
    """Return the round's number and name, and a link to the game of a message about a pairing."""
    state, number = context.state, told["round"]
    drawn = state.rounds[number - 1] if number <= len(state.rounds) else state.preview
    name = context.words.say("round {number}", number=number) if drawn is None else context.round_name(drawn)
    place = {"place": context.link((number, told["table"])) or _home(context)} if "table" in told else {}
    return {"number": number, "round": name, **place}


async def _named(app: AppContext, context: TournamentContext, content: PostContent, told: dict[str, Any]) -> dict[str, Any]:
    """Names of the entrants and people that a message is about."""
    names_by_user = {}
    if "entrant" in told:
        names_by_user["name"] = context.name(EntrantId(str(told["entrant"])))
    if isinstance(content, ChampionFound):
        names_by_user["name"] = context.name(context.state.final[0])
    if (named := told.get("by", told.get("official"))) is not None:  # older messages have the second name
        user = UserId(named)
        names_by_user["official"] = await app.people.name(user, context.state.row.guild_id, context.words) if user > 0 else ""
    if "appellant" in told:
        names_by_user["by"] = context.name(EntrantId(str(told["appellant"])))
    if "user" in told:
        names_by_user["who"] = f"<@{told['user']}>"
    return names_by_user


def _of_pairing(context: TournamentContext, number: int, table: int, others: Sequence[int]) -> dict[str, Any]:
    """Return what a message about a round says of a pairing; without a thread it is played in the event's channel."""
    drawn = context.state.rounds[number - 1]
    first = drawn.pairing(table).first
    met = [EntrantId(str(other)) for other in others]
    begins = board.begins(context.name(first) if first in met else None, drawn.best_of, context.words)
    names = [context.name(other) for other in met]
    place = context.link((number, table)) or _home(context)
    agreed = context.state.hours.agreed.get((number, table))
    meets = "" if agreed is None else f"{format_dt(agreed.at, 'f')} ({format_dt(agreed.at, 'R')})"
    told = {"names": names, "begins": begins, "place": place, "time": length(context.settings.first_turn, context.words)}
    return {**told, "meets": meets, "proposes": context.settings.by_appointment and not meets}


def _home(context: TournamentContext) -> str:
    """Link to the event's channel that works from anywhere in Discord."""
    row = context.state.row
    return f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
