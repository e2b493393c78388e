"""Outbox messages about events, built when they are sent: pairings, private letters, and bulletins to an event's channel."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from discord.utils import format_dt

from cogs import tournament_context
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders, ratings_changed
from cogs.images import tournament_images
from cogs.messages.events import duels, entrant_messages, pairings, tournament_messages
from cogs.messages.message_parts import Message, Picture
from cogs.tournament_context import TournamentContext
from service.events.calling import ACCEPTED, ACCEPTED_LIVE, COME, PLAY
from service.events.event_repository import BULLETIN, LETTER, PAIRING
from storage.event_records import EventId
from storage.records import EVENT, Post, UserId
from text.clocks.time_controls import length
from text.events import board
from text.translator import translator_for as spoken
from tournament.history import DrawnRound
from tournament.results import EntrantId


def register(builders: MessageBuilders) -> None:
    """Builders of these kinds of messages. That of event boards is registered by `TournamentBoards`."""
    for kind, builder in {PAIRING: _pairing, LETTER: _letter, BULLETIN: _bulletin}.items():
        builders.register(EVENT, kind, builder)


async def _pairing(desk: AppContext, post: Post) -> Message:
    event_id, round_, table = EventId(post.topic.id), post.payload["round"], post.payload["table"]
    state = await desk.services.events.looking.state(event_id)
    if state.is_duel:
        return duels.message(await tournament_context.load_in_its_language(desk, event_id))
    drawn = state.rounds[round_ - 1]
    seen = await tournament_context.load_in_its_language(desk, event_id, drawn.seats(table), (round_, table))
    return pairings.pairing(seen, drawn, table)


async def _letter(desk: AppContext, post: Post) -> Message:
    """In the language of its reader, where they have chosen one."""
    assert post.user_id is not None
    event_id = EventId(post.topic.id)
    chosen = (await desk.services.people.person(post.user_id)).locale
    words = spoken(chosen or (await desk.services.events.looking.state(event_id)).row.locale)
    place = (post.payload["round"], post.payload["table"]) if "table" in post.payload else None
    seen = await tournament_context.load(desk, event_id, words, only=place)
    return entrant_messages.letter(seen, post.payload["code"], await _params(desk, seen, post), post.user_id)


async def _bulletin(desk: AppContext, post: Post) -> Message:
    seen = await tournament_context.load_in_its_language(desk, EventId(post.topic.id))
    if post.payload["code"] == "duel-over":
        return await _duel_over(desk, seen)
    params = await _params(desk, seen, post)
    message = tournament_messages.bulletin(seen, post.payload["code"], params, await _picture(desk, seen, post))
    if post.payload["code"] == "unheard":
        message.pings = (UserId(post.payload["user"]),)
    return message


async def _duel_over(desk: AppContext, seen: TournamentContext) -> Message:
    """The result of a duel, and how ratings changed with its deciding game."""
    row, match = seen.state.row, seen.matches.get(duels.PLACE)
    changed = [] if match is None else await ratings_changed(desk, match.match_id, row.guild_id, seen.words)
    return duels.over(seen, changed)


async def _picture(desk: AppContext, seen: TournamentContext, post: Post) -> Picture | None:
    """The standings after a round, the bracket before its first round, or the champion at the end; None for other bulletins."""
    code = post.payload["code"]
    if code == "champion":
        return await tournament_images.champion(desk, seen)
    if code not in ("round", "round-over"):
        return None
    drawn = seen.state.rounds[post.payload["round"] - 1]
    shows = code == "round-over" or _opens_bracket(seen, drawn)
    return await tournament_images.of_round(desk, seen, drawn) if shows else None


def _opens_bracket(seen: TournamentContext, drawn: DrawnRound) -> bool:
    """Whether this is the first round of a knock-out stage."""
    course = seen.state.course
    return course.stages[drawn.stage].knocks_out and course.drawn_in(drawn.stage)[0].number == drawn.number


async def _params(desk: AppContext, seen: TournamentContext, post: Post) -> dict[str, Any]:
    """The payload of a message with names, times and places in the words of its language."""
    state, told = seen.state, {"home": _home(seen), **post.payload}
    if "round" in told:
        told |= _of_round(seen, told)
    if "until" in told:
        told["when"] = format_dt(datetime.fromisoformat(told["until"]), "R")
    if told["code"] == "preview" and state.since is not None:
        told["when"] = format_dt(state.since + state.settings.preview, "R")
    if told["code"] in (PLAY, COME, ACCEPTED, ACCEPTED_LIVE):
        told |= _of_pairing(seen, told["number"], told["table"], told["others"])
    if told["code"] == "challenge-over":
        there = state.rounds[told["number"] - 1].seats(told["table"])
        told["result"] = board.outcome([seen.name(who) for who in there], seen.result((told["number"], told["table"])))
    return {**told, **await _named(desk, seen, told)}


def _of_round(seen: TournamentContext, told: dict[str, Any]) -> dict[str, Any]:
    """The round's number and name, and a link to the pairing's game where the message is about one."""
    state, number = seen.state, told["round"]
    drawn = state.rounds[number - 1] if number <= len(state.rounds) else state.preview
    name = seen.words.say("round {number}", number=number) if drawn is None else seen.round_name(drawn)
    place = {"place": seen.link((number, told["table"]))} if "table" in told else {}
    return {"number": number, "round": name, **place}


async def _named(desk: AppContext, seen: TournamentContext, told: dict[str, Any]) -> dict[str, Any]:
    """Names of the entrants and people that a message is about."""
    found = {}
    if "entrant" in told:
        found["name"] = seen.name(EntrantId(str(told["entrant"])))
    if told["code"] == "champion":
        found["name"] = seen.name(seen.state.final[0])
    if (named := told.get("by", told.get("official"))) is not None:  # older messages have the second name
        user = UserId(named)
        found["official"] = await desk.people.name(user, seen.state.row.guild_id, seen.words) if user > 0 else ""
    if "appellant" in told:
        found["by"] = seen.name(EntrantId(str(told["appellant"])))
    if "user" in told:
        found["who"] = f"<@{told['user']}>"
    return found


def _of_pairing(seen: TournamentContext, number: int, table: int, others: list[int]) -> dict[str, Any]:
    """What the letter about a round says of a pairing. Without a thread the game is played in the event's channel."""
    drawn = seen.state.rounds[number - 1]
    first = drawn.pairing(table).first
    met = [EntrantId(str(other)) for other in others]
    begins = board.begins(seen.name(first) if first in met else None, drawn.best_of, seen.words)
    names = [seen.name(other) for other in met]
    place = seen.link((number, table)) or _home(seen)
    agreed = seen.state.hours.agreed.get((number, table))
    meets = "" if agreed is None else f"{format_dt(agreed.at, 'f')} ({format_dt(agreed.at, 'R')})"
    told = {"names": names, "begins": begins, "place": place, "time": length(seen.settings.first_turn, seen.words)}
    return {**told, "meets": meets, "proposes": seen.settings.by_appointment and not meets}


def _home(seen: TournamentContext) -> str:
    """Link to the event's channel that works from anywhere in Discord."""
    row = seen.state.row
    return f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
