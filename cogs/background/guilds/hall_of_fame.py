"""Pages with a server's records and its hall of fame of tournament winners."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs import audience, interaction_info, tournament_context
from cogs.app_context import AppContext
from cogs.messages import ephemeral_messages as notes
from cogs.messages import game_settings
from cogs.messages.message_parts import Message, SelectEntry, select
from service.tournaments.state import TournamentState
from storage.rows import MatchId, MatchRow, UserId
from storage.stats import ServerRecord
from text.ratings import server_records as said
from text.translator import Translator
from text.users.player_names import plain


def game_name(app: AppContext, game: str, words: Translator) -> str:
    """Return the name of a game; its id if the game is no longer offered."""
    edition = app.editions.get(game)
    return game if edition is None else edition.words.explain.name(words)


def record_line(app: AppContext, record: ServerRecord, words: Translator) -> str:
    """`Longest road: 14 tiles`; empty for a record that this program doesn't know."""
    game, _, name = record.what.partition(" ")
    if name in said.RECORDS:
        return said.RECORDS[name](record.value, words)
    edition = app.editions.get(game)
    story = None if edition is None else edition.words.highlights
    return story.record(name, record.value, words) if story is not None else ""


async def records(app: AppContext, interaction: discord.Interaction, guild_id: int) -> Message:
    """Return the records page: one line for each record, by game, and a list to open matches visible to the reader."""
    words, game, shown = interaction_info.words(interaction), "", list[str]()
    behind: dict[int, SelectEntry] = {}
    reader = audience.Reader(guild_id, interaction_info.user(interaction))
    for record in await app.services.told_records.records(guild_id, disclosure_check(app, reader)):
        line = record_line(app, record, words)
        if not line:
            continue
        match, names = await _match_and_holders(app, record, words)
        its = record.what.partition(" ")[0]
        shown += [] if its == game else [f"**{game_name(app, its, words)}**"]
        game = its
        shown.append(said.line(line, names, words.date(match.ended_at) if match.ended_at else "", words))
        if match.id not in behind:
            behind[match.id] = SelectEntry(
                game_settings.title_or_id(app, match, words), str(match.id), ", ".join([line, *map(plain, names)])
            )
    is_counted = app.services.account_renewal.is_over and await app.services.leaderboards.is_complete(guild_id)
    message = notes.note(said.title(words), *(shown or [said.none(words)]), *([] if is_counted else [said.counted_again(words)]))
    return message.row(select(None, "open", list(behind.values()), hint=said.look_back(words)))


def disclosure_check(app: AppContext, to: audience.Hearer) -> Callable[[MatchId], Awaitable[bool]]:
    """Return a function that tells whether the recipients `to` may learn of a match; it looks up each match once."""
    known: dict[MatchId, bool] = {}

    async def may_tell(match_id: MatchId) -> bool:
        if match_id not in known:
            match, seats = await app.services.match_queries.seated(match_id)
            known[match_id] = await audience.may_tell(app, await audience.match_audience(app, match, seats), to)
        return known[match_id]

    return may_tell


async def _match_and_holders(app: AppContext, record: ServerRecord, words: Translator) -> tuple[MatchRow, list[str]]:
    """Return the match in which a record was set, and the names of its holders."""
    match, seats = await app.services.match_queries.seated(record.match_id)
    holders = await app.services.leaderboards.holders(record, seats)
    return match, [await app.people.name(user, match.guild_id, words) for user in holders]


async def champions(app: AppContext, interaction: discord.Interaction, guild_id: int) -> Message:
    """Return the hall of fame: leaders of running ladders, then winners, newest first, of tournaments visible to the reader."""
    words = interaction_info.words(interaction)
    hall = await app.services.tournaments.queries.hall(guild_id)
    shown = [await _champion(app, state, words) for state in hall if await tournament_context.can_reach(app, interaction, state)]
    return notes.note(said.hall(words), *(list(filter(None, shown)) or [said.no_champion(words)]))


async def _champion(app: AppContext, state: TournamentState, words: Translator) -> str:
    """Return one line for a tournament; empty if no winner is left to name."""
    event, game = state.row, game_name(app, state.settings.game, words)
    names = [state.teams[who] for who in state.champion if who in state.teams]
    names = names or [await app.people.name(UserId(user), event.guild_id, words) for user in state.champions if user > 0]
    if not names:
        return ""
    if event.ended_at is None:
        return said.leads(names, event.name, game, words)
    return said.champion(words.date(event.ended_at), names, event.name, game, words)


async def broken_records_sentence(app: AppContext, match: MatchRow, words: Translator) -> str:
    """Return one sentence with the records that a match broke; empty if it broke none."""
    if match.guild_id is None:
        return ""
    here = disclosure_check(app, audience.Place(match.guild_id, match.channel_id))
    broken = await app.services.told_records.fallen(match.guild_id, match.id, here)
    broken_records = [(record_line(app, record, words), record.before) for record in broken]
    return said.broken_records_line([said.was(line, before or 0, words) for line, before in broken_records if line], words)
