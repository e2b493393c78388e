"""Builders of outbox messages about tournaments: pairings, direct messages, and bulletins in a tournament's channel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from discord.utils import format_dt

from cogs import tournament_context
from cogs.app_context import AppContext
from cogs.background.message_builders import MessageBuilders, ratings_changed
from cogs.images import tournament_images
from cogs.messages.message_parts import Message, Picture
from cogs.messages.tournaments import duels, entrant_messages, pairings, tournament_messages
from cogs.tournament_context import TournamentContext
from service.core.post_content import PostContent, content_of, read
from service.tournaments.event_posts import (
    BULLETIN,
    CALL,
    LETTER,
    PAIRING,
    ChallengeOver,
    ChampionFound,
    DuelOver,
    LetterUnheard,
    OrganiserLeft,
    PairingPost,
    RoundDrawn,
    RoundOver,
    place_of,
)
from service.tournaments.letters import BYE, AppealLetter, AppointmentLetter, ResultProposed, RoundCallLetter, RoundPreview
from storage.rows import EVENT, Post, UserId
from storage.tournament_rows import EventId
from text.clocks.time_controls import length
from text.tournaments import board
from text.tournaments.direct_messages import NewsFacts
from text.translator import translator_for as spoken
from tournament.history import DrawnRound
from tournament.results import EntrantId


def register(builders: MessageBuilders) -> None:
    """Register the builders of tournament messages; `TournamentBoards` registers that of notice boards."""
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
    """Build a direct message in the language that its reader has chosen, else in the tournament's."""
    assert post.user_id is not None
    event_id = EventId(post.topic.id)
    chosen = (await app.services.user_settings.person(post.user_id)).locale
    words = spoken(chosen or (await app.services.tournaments.queries.state(event_id)).row.locale)
    letter = content_of(post)
    context = await tournament_context.load(app, event_id, words, only=place_of(letter))
    return entrant_messages.letter(context, letter, await facts_of(app, context, letter), post.user_id)


async def _bulletin(app: AppContext, post: Post) -> Message:
    context = await tournament_context.load_in_its_language(app, EventId(post.topic.id))
    bulletin = content_of(post)
    if isinstance(bulletin, DuelOver):
        return await _duel_over(app, context)
    facts = await facts_of(app, context, bulletin)
    message = tournament_messages.bulletin(context, bulletin, facts, await _picture(app, context, bulletin))
    if isinstance(bulletin, LetterUnheard):
        message.pings = (UserId(bulletin.user),)
    return message


async def _duel_over(app: AppContext, context: TournamentContext) -> Message:
    """Build the result of a duel, and how ratings changed with its deciding game."""
    row, match = context.state.row, context.matches.get(duels.PLACE)
    changed = [] if match is None else await ratings_changed(app, match.match_id, row.guild_id, row.channel_id, context.words)
    return duels.duel_result(context, changed)


async def _picture(app: AppContext, context: TournamentContext, bulletin: PostContent) -> Picture | None:
    """Return the standings after a round, the bracket before its first round, or the champion; None for other bulletins."""
    if isinstance(bulletin, ChampionFound):
        return await tournament_images.champion(app, context)
    if not isinstance(bulletin, RoundDrawn | RoundOver):
        return None
    drawn = context.state.rounds[bulletin.round - 1]
    shows = isinstance(bulletin, RoundOver) or _opens_bracket(context, drawn)
    return await tournament_images.standing_after_round(app, context, drawn) if shows else None


def _opens_bracket(context: TournamentContext, drawn: DrawnRound) -> bool:
    """Return whether this is the first round of a knock-out stage."""
    course = context.state.course
    return course.stages[drawn.stage].knocks_out and course.drawn_in(drawn.stage)[0].number == drawn.number


AS_THEY_ARE = (
    *("what", "upheld", "rates", "reason", "points", "length_s", "own_s", "other_s", "reached", "lost", "have", "least"),
    *("boards", "text", "stands", "entrants", "keys", "table"),
)
"""Fields of contents that are told without being put into words first."""


async def facts_of(app: AppContext, context: TournamentContext, content: PostContent) -> NewsFacts:
    """Return the facts of a message, with names, times and places as text in the message's language."""
    state, home = context.state, _home(context)
    same = {key: value for key in AS_THEY_ARE if (value := getattr(content, key, None)) is not None}
    facts = NewsFacts(home=home, place=home, **same)
    round_, table, until = (getattr(content, key, None) for key in ("round", "table", "until"))
    if round_ is not None:
        place = (context.link((round_, table)) or home) if table is not None else home
        facts = replace(facts, round=_round_name(context, round_), place=place)
    if until is not None:
        facts = replace(facts, when=format_dt(until, "R"))
    if isinstance(content, RoundPreview) and state.since is not None:
        facts = replace(facts, when=format_dt(state.since + state.settings.preview, "f"))
    if isinstance(content, RoundCallLetter) and content.code != BYE:
        facts = _add_pairing(facts, context, content.round, content.table, content.others)
    if isinstance(content, AppointmentLetter):
        facts = _add_pairing(facts, context, content.round, content.table, content.others)
        when = f"{format_dt(content.at, 'F')} ({format_dt(content.at, 'R')})"
        facts = replace(facts, when=when, loses=state.settings.absent_loses)
    if isinstance(content, ChallengeOver):
        there = state.rounds[content.round - 1].seats(content.table)
        result = board.outcome([context.name(who) for who in there], context.result((content.round, content.table)))
        facts = replace(facts, result=result)
    return await _add_names(app, context, content, facts)


def _round_name(context: TournamentContext, number: int) -> str:
    """Return the name of a round, even of one that only a preview shows."""
    rounds = context.state.rounds
    drawn = rounds[number - 1] if number <= len(rounds) else context.state.preview
    return context.words.say("round {number}", number=number) if drawn is None else context.round_name(drawn)


async def _add_names(app: AppContext, context: TournamentContext, content: PostContent, facts: NewsFacts) -> NewsFacts:
    """Return the facts with the names of the entrants and users that the message is about."""
    if (entrant := getattr(content, "entrant", None)) is not None:
        facts = replace(facts, name=context.name(EntrantId(str(entrant))))
    if isinstance(content, ChampionFound):
        facts = replace(facts, name=context.name(context.state.final[0]))
    if isinstance(content, AppealLetter):
        facts = replace(facts, appellant=context.name(EntrantId(str(content.appellant))))
    if isinstance(content, LetterUnheard):
        facts = replace(facts, mention=f"<@{content.user}>")
    if isinstance(content, ResultProposed | OrganiserLeft):
        user = content.by if isinstance(content, ResultProposed) or content.by is not None else content.official
        if user is not None:
            name = await app.people.name(user, context.state.row.guild_id, context.words) if user > 0 else ""
            facts = replace(facts, official=name)
    return facts


def _add_pairing(facts: NewsFacts, context: TournamentContext, number: int, table: int, others: Sequence[int]) -> NewsFacts:
    """Return the facts with those of a pairing; without a thread, its place is the tournament's channel."""
    drawn = context.state.rounds[number - 1]
    first = drawn.pairing(table).first
    met = [EntrantId(str(other)) for other in others]
    agreed = context.state.hours.agreed.get((number, table))
    meets = "" if agreed is None else f"{format_dt(agreed.at, 'f')} ({format_dt(agreed.at, 'R')})"
    return replace(
        facts,
        names=[context.name(other) for other in met],
        begins=board.begins(context.name(first) if first in met else None, drawn.best_of, context.words),
        time=length(context.settings.first_turn, context.words),
        meets=meets,
        proposes=context.settings.by_appointment and not meets,
    )


def _home(context: TournamentContext) -> str:
    """Return the URL of the tournament's channel."""
    row = context.state.row
    return f"https://discord.com/channels/{row.guild_id or '@me'}/{row.channel_id}"
