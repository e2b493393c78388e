"""What everybody in the channel reads: one message a turn with one ping, notices, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cogs import scene
from cogs.pictures import drawing
from cogs.present import private as notes
from cogs.present.parts import MAIN, Message, Picture, button
from cogs.scene import Scene
from games.core.game import Seat
from service.records import Entry, Verification
from storage.records import Post
from text import messages
from text.labels import label
from text.language import words as spoken

if TYPE_CHECKING:
    from cogs.client import Bastide

LINES = 12
"""Moves told in a turn message; what is older is a button away."""

STORY = 1200
"""Characters of the moves told: the whole message stays readable on a phone."""


async def of(bot: Bastide, post: Post) -> Message:
    """The message for a row of the outbox, in the language of its match."""
    return await {"turn": _turn, "end": _end, "notice": _notice, "lost": _lost}[post.kind](bot, post)


async def _turn(bot: Bastide, post: Post) -> Message:
    matches = bot.services.matches
    match = await matches.match(post.match_id)
    at = await scene.seen(bot, post.match_id, None, spoken(match.locale), version=post.upto)
    entries = _after_own(await matches.history(post.match_id, None, since=post.payload["since"], upto=post.upto), post.seat)
    asked = await matches.table(post.match_id, post.user_id, version=post.upto)
    picture = await drawing.turn(at, entries, asked.legal)
    message = turn(at, entries, first=bool(post.payload.get("first")), picture=picture, user_id=post.user_id or 0)
    message.ping = post.user_id
    return message


def turn(at: Scene, entries: tuple[Entry, ...], *, first: bool, picture: Picture | None, user_id: int) -> Message:
    """Whose turn it is, what happened since, how it stands."""
    words, match = at.words, at.match
    asked = messages.your_turn if _is_own_turn(at) else messages.you_are_asked
    story = _story(at, entries)
    return (
        Message()
        .say(
            asked(f"<@{user_id}>", words),
            "-# " + at.say.progress(at.view, words),
        )
        .show(picture)
        .say(
            at.say.ask(at.view, at.names, words),
            *([f"**{messages.since_start(words) if first else messages.since_your_turn(words)}**", *story] if story else ()),
            at.say.standings(at.view, at.names, words),
        )
        .row(
            button(match, label(at.say.act(at.view), words), "place", style=MAIN, version=at.version),
            notes.overview(at),
            button(match, label("score", words), "score", version=at.version),
            button(match, label("tiles", words), "tiles", version=at.version),
            button(match, label("more", words), "more", version=at.version),
        )
        .say(at.say.reply_hint(at.view, words))
    )


async def _end(bot: Bastide, post: Post) -> Message:
    matches = bot.services.matches
    match = await matches.match(post.match_id)
    at = await scene.seen(bot, post.match_id, None, spoken(match.locale))
    entries = await matches.history(post.match_id, None)
    bag = await matches.verify(post.match_id)
    latest = tuple(entry for entry in entries if entry.seq >= post.payload["since"])
    return end(at, entries, latest, bag, await drawing.board(at, "end"))


def end(at: Scene, entries: tuple[Entry, ...], latest: tuple[Entry, ...], bag: Verification, picture: Picture | None) -> Message:
    """The result, the opened bag, and what can be done next."""
    words, match = at.words, at.match
    days = (match.ended_at - match.started_at).days if match.ended_at and match.started_at else 0
    return (
        Message()
        .say(
            f"**{messages.finished(days, at.say.length(at.view, words), words)}**",
            *at.say.result(scene.told(entries, None), at.view, at.names, words),
        )
        .show(picture)
        .say(*_story(at, latest), messages.bag_opened(bag.secret, bag.commitment, words, sound=bag.is_sound))
        .row(
            button(match, label("rematch", words), "rematch", style=MAIN),
            button(match, label("export", words), "export"),
            button(match, label("verify", words), "verify"),
            button(match, label("log", words), "log"),
        )
    )


async def _notice(bot: Bastide, post: Post) -> Message:
    match = await bot.services.matches.match(post.match_id)
    words, told = spoken(match.locale), post.payload
    if told["code"] == "lobby-expired":
        return Message().say(messages.expired(words))
    if told["code"] == "cancelled":
        return Message().say(messages.cancelled(await bot.people.name(told["by"], match.guild_id), words))
    if told["code"] == "vacated":
        name = await bot.people.name(told["user"], match.guild_id)
        return Message().say(messages.vacated(name, told["why"], words))
    assert told["code"] == "undone", told["code"]
    at = await scene.seen(bot, post.match_id, None, words)
    return Message().say(messages.undone(at.names[told["seat"]], [], words))


async def _lost(bot: Bastide, post: Post) -> Message:
    match = await bot.services.matches.match(post.match_id)
    words = spoken(match.locale)
    message = Message(ping=post.user_id).say(messages.lost(f"<#{match.channel_id}>", post.payload["reason"], words))
    return (
        message.row(button(match, label("resume", words), "resume", style=MAIN))
        if post.payload["reason"] == "forbidden"
        else message
    )


def _story(at: Scene, entries: tuple[Entry, ...]) -> list[str]:
    """The moves that still stand, a line each, the newest kept."""
    lines = numbered(at.say.story(scene.told(entries, at.viewer), at.view, at.names, at.words))
    kept: list[str] = []
    for line in reversed(lines):
        if len(kept) == LINES or sum(map(len, kept)) + len(line) > STORY:
            break
        kept.insert(0, line)
    missing = len(lines) - len(kept)
    return [messages.earlier_moves(missing, at.words), *kept] if missing else kept


def _after_own(entries: tuple[Entry, ...], seat: Seat | None) -> tuple[Entry, ...]:
    """What came after the reader's own last move: that one he has seen when he made it."""
    own = [number for number, entry in enumerate(entries, 1) if entry.seat == seat and not entry.undone]
    return entries[own[-1] :] if own else entries


def numbered(lines: Sequence[str]) -> list[str]:
    """The lines with the numbers that the picture shows at the same moves."""
    return [f"`{number}` {line}" for number, line in enumerate(lines, 1)] if len(lines) > 1 else list(lines)


def _is_own_turn(at: Scene) -> bool:
    return at.say.act(at.view) != "choose" or len(at.asked) != 1
