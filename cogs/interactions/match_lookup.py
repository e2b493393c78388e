"""Lookup of the match that a command refers to.

That is the match of the channel, or a lobby shown in the channel whose match has its own thread.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import discord

from cogs import interaction_info
from cogs.app_context import AppContext
from cogs.messages import game_settings
from cogs.messages.lobby import game_lists
from cogs.messages.message_parts import Message
from cogs.refusals import InteractionRefused
from games.core.errors import RuleRefusedError
from service.errors import Refusal
from storage.rows import LIVE, LOBBY, MatchRow, SeatRow, UserId
from text.translator import Translator

Open = tuple[MatchRow, tuple[SeatRow, ...]]
"""A lobby and who sits there."""


def _sits(lobby: Open, user: UserId) -> bool:
    return any(seat.user_id == user for seat in lobby[1])


def _is_free_for(lobby: Open, user: UserId) -> bool:
    return len(lobby[1]) < lobby[0].seats_wanted and not _sits(lobby, user)


def _hosts(lobby: Open, user: UserId) -> bool:
    return lobby[0].host_id == user


BEFORE: Mapping[str, tuple[str, Callable[[Open, UserId], bool]]] = {
    "game join": ("join", _is_free_for),
    "game leave": ("leave", _sits),
    "game start": ("start", _hosts),
    "game cancel": ("cancel", _hosts),
    "game word": ("word", _sits),
    "game settings": ("settings", lambda _lobby, _user: True),
    **{
        f"game {setting}": ("settings", _hosts)
        for setting in ("preset", "seats", "rules", "map", "time", "language", "invite", "computer", "remove-computer", "host")
    },
    "game info": ("info", lambda _lobby, _user: True),
}
"""Commands about a game that has not begun: the verb that asks for the same, and of which lobbies it makes sense."""

LISTED = 10
"""Most lobbies that are listed, each with a button."""
LOOKED_AT = 50
"""Most lobbies of a server that are looked through."""


async def find_match(app: AppContext, interaction: discord.Interaction, action: str = "") -> MatchRow:
    """Return the match that a command refers to, or that an `action` typed with the command refers to.

    Refuses `no-match`, and `which-lobby` if several lobbies shown in the channel would fit.
    """
    assert interaction.command is not None
    name = f"{interaction.command.qualified_name} {action}".rstrip()
    match_row = await match_in_channel(app, interaction_info.place(interaction).channel_id)
    if match_row is not None and (match_row.status in LIVE if name not in BEFORE else match_row.status == LOBBY):
        return match_row
    lobbies = await lobbies_here(app, interaction)
    if name in BEFORE and lobbies:
        return _choose_lobby(lobbies, name, interaction_info.user(interaction), stays=match_row)
    if match_row is not None or len(lobbies) != 1:
        return match_row or _match_of_channel(interaction)
    return lobbies[0][0]


async def match_in_channel(app: AppContext, channel_id: int) -> MatchRow | None:
    """Return the channel's live match, or else the match that ended there last; None if there is neither."""
    try:
        return await app.services.match_queries.in_channel(channel_id)
    except Refusal:
        return None


async def lobbies_here(app: AppContext, interaction: discord.Interaction) -> tuple[Open, ...]:
    """Return up to `LOOKED_AT` lobbies that are shown in the interaction's channel; none in a direct message."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return ()
    return await app.services.match_queries.lobbies(interaction.guild_id, beside=interaction.channel_id, limit=LOOKED_AT)


async def lobby_question(app: AppContext, refused: RuleRefusedError, words: Translator) -> Message:
    """Return a message that asks which of several lobbies is meant, with a button for each.

    `refused`: the `which-lobby` refusal, with the lobbies and the verb to carry out.
    """
    lobbies = cast(Sequence[Open], refused.params.get("lobbies"))
    rows = [await _row(app, lobby, words) for lobby in lobbies[:LISTED]]
    return game_lists.lobby_question(rows, str(refused.params.get("verb")), words, more=len(lobbies) > LISTED)


async def no_game_here(app: AppContext, interaction: discord.Interaction, refused: RuleRefusedError, words: Translator) -> Message:
    """Return the answer in a channel without a match: links to the user's matches and to lobbies that the user can join."""
    assert interaction.guild_id is not None
    looking, user = app.services.match_queries, interaction_info.user(interaction)
    own = await looking.games_of(user, interaction.guild_id)
    match_ids = {waiting.match.id for waiting in await looking.waiting_for(user)}
    titled = [(match, game_settings.title_or_id(app, match, words)) for match in own]
    joinable = [
        await _row(app, lobby, words)
        for lobby in await looking.lobbies(interaction.guild_id, limit=LOOKED_AT)
        if _is_free_for(lobby, user) and await app.visibility.sees(interaction, lobby[0].channel_id)
    ]
    return game_lists.no_game_here(titled, match_ids, joinable[:LISTED], refused, words, more=len(joinable) > LISTED)


def _choose_lobby(lobbies: Sequence[Open], name: str, user: UserId, *, stays: MatchRow | None) -> MatchRow:
    """Return the match of the only lobby that the command makes sense for.

    If it makes sense for none, return `stays`, the channel's match, or else the only lobby. Refuses `which-lobby` if several
    remain.
    """
    verb, fits = BEFORE[name]
    fitting = [lobby for lobby in lobbies if fits(lobby, user)]
    if not fitting and stays is not None:
        return stays
    left = fitting or lobbies
    if len(left) > 1:
        raise InteractionRefused("which-lobby", lobbies=tuple(left), verb=verb)
    return left[0][0]


def _match_of_channel(interaction: discord.Interaction) -> MatchRow:
    raise Refusal("no-match", channel=interaction.channel_id)


async def _row(app: AppContext, lobby: Open, words: Translator) -> game_lists.OpenGame:
    match, seats = lobby
    names = await app.people.names(seats, match.guild_id, words)
    host = await app.people.name(match.host_id, match.guild_id, words)
    return game_lists.OpenGame(match, game_settings.title_or_id(app, match, words), names, host)
