"""Access checks of every button, select, form and command against the declared rules (`cogs.declarations`).

A press can come from an old message or another server, or be forged. So each check makes sure, before the handler runs, that the
verb may arrive through this kind of component, that the match belongs to the server (or, in a direct message, to the user), and
that the user has the required role. Rules of the game itself (whose turn it is, whether the lobby is full) are checked by the
services.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import discord
from discord.ext import commands

from cogs import interaction_info, tournament_context, visibility
from cogs.app_context import AppContext
from cogs.declarations import ActorRole, EntryPoint, rule_of
from cogs.interactions import match_lookup
from cogs.interactions.requests import MatchRequest, Request, TournamentRequest
from cogs.messages.component_ids import Press
from cogs.refusals import InteractionRefused
from games.core.errors import RuleRefusedError
from service.errors import Refusal
from service.guilds.server_settings import REFEREES
from service.tournaments.permissions import must_be_granted
from service.tournaments.state import TournamentState
from storage.rows import MatchId, MatchRow, SeatRow, UserId
from storage.tournament_rows import EventId

COMMANDS: Mapping[str, ActorRole] = {
    "place": ActorRole.SEATED,
    "meeple": ActorRole.SEATED,
    "play": ActorRole.SEATED,
    "undo": ActorRole.ANYBODY,
    "board": ActorRole.ANYBODY,
    "score": ActorRole.ANYBODY,
    "tiles": ActorRole.ANYBODY,
}
"""Commands about the match of a channel, by their full name; the others are about none."""

OWNERS = frozenset({"health"})
"""Commands of the bot's owner; Discord shows them to administrators, and this table lets nobody else in."""

_REFUSALS = {
    ActorRole.SEATED: "not-seated",
    ActorRole.HOST: "not-host",
    ActorRole.REFEREE: "not-moderator",
    ActorRole.CALLER: "not-seated",
}


def entry_point(interaction: discord.Interaction) -> EntryPoint:
    """Return the kind of component through which an interaction arrived: form, button or select."""
    if interaction.type is discord.InteractionType.modal_submit:
        return EntryPoint.FORM
    data: Any = interaction.data or {}
    return EntryPoint.BUTTON if data.get("component_type") == discord.ComponentType.button.value else EntryPoint.SELECT


ALWAYS = frozenset({"preferences", "preferform", "prefer", "mydata", "forgetme", "forgetsure"})
"""Presses that excluded people may make too: they decide about their own data."""


def is_excluded(app: AppContext, interaction: discord.Interaction) -> bool:
    """Return whether the user or the server is excluded from the bot.

    Always False for the command `/settings`, through which users manage their own data.
    """
    named = interaction.command is not None and interaction.command.qualified_name == "settings"
    return not named and app.services.exclusion.holds(interaction.user.id, interaction.guild_id)


async def check_press(app: AppContext, interaction: discord.Interaction, press: Press) -> Request:
    """Check the access rule of a press, and return the request for its handler.

    The request contains the match or tournament on which the rule was checked. Refuses `no-match`, `no-event`, or the code of the
    missing role or power.
    """
    right = rule_of(press.verb)
    assert right is not None, press.verb
    if right.of_match:
        match, seats = await match_and_seats_with_right(app, interaction, press.match, right.who)
        return MatchRequest(app, interaction, press, match=match, seats=seats)
    if right.power:
        number = EventId(interaction_info.number(press.argument.split(" ")[0]))
        state = await tournament_with_power(app, interaction, number, right.power)
        return TournamentRequest(app, interaction, press, state=state)
    if right.who in (ActorRole.MEMBER, ActorRole.MANAGER):
        require_server_right(interaction, right.who)
    if right.who is ActorRole.OPENER:
        opener(app, interaction)
    if right.who is ActorRole.OPERATOR:
        await operator(app, interaction)
    return Request(app, interaction, press)


def require_server_right(interaction: discord.Interaction, who: ActorRole) -> None:
    """Check that an interaction comes from a server and, for the role `MANAGER`, that the user may manage that server.

    Refuses `not-in-private` and `own-permissions`.
    """
    if interaction.guild is None:
        raise InteractionRefused("not-in-private")
    interaction_info.require_own(interaction, manage_guild=who is ActorRole.MANAGER)


def opener(app: AppContext, interaction: discord.Interaction) -> None:
    """Check that the user may open tournaments in the server.

    Refuses `not-in-private`, and `own-permissions` without the organiser role or the permission to manage channels.
    """
    if interaction.guild_id is None:
        raise InteractionRefused("not-in-private")
    if not tournament_context.may_open(app, interaction):
        interaction_info.require_own(interaction, manage_channels=True)


async def tournament_with_power(
    app: AppContext, interaction: discord.Interaction, event_id: EventId, power: str
) -> TournamentState:
    """Return the tournament if the user can reach it and has the named power in it.

    Refuses `no-event` if it doesn't exist or is out of reach, and otherwise as `must_be_granted` does.
    """
    state = await app.services.tournaments.queries.state(event_id)
    await tournament_context.require_reach(app, interaction, state)
    roles = tournament_context.roles(app, interaction, state)
    must_be_granted(power, state, interaction_info.user(interaction), roles)
    return state


async def match_of_channel(app: AppContext, interaction: discord.Interaction) -> MatchRow:
    """Return the match that a command of `COMMANDS` is about, after checking the user's role in it.

    Refuses as `match_lookup.find_match` and `match_and_seats_with_right` do.
    """
    assert interaction.command is not None
    match_row = await match_lookup.find_match(app, interaction)
    return await match_with_right(app, interaction, match_row.id, COMMANDS[interaction.command.qualified_name])


async def owner(app: AppContext, interaction: discord.Interaction) -> None:
    """Check that the user of a command in `OWNERS` is an owner of the bot. Refuses `not-owner`."""
    assert interaction.command is not None and interaction.command.qualified_name in OWNERS
    if not await owns(app, interaction.user.id):
        raise InteractionRefused("not-owner")


async def operator(app: AppContext, interaction: discord.Interaction) -> None:
    """Check that the user is an owner of the bot and writes in a direct message.

    Refuses `not-owner` and `operators-in-private`.
    """
    if not await owns(app, interaction.user.id):
        raise InteractionRefused("not-owner")
    if interaction.guild_id is not None:
        raise InteractionRefused("operators-in-private")


async def owns(app: AppContext, user_id: int) -> bool:
    """Return whether a user is an owner of the bot.

    Owners are named in the configuration, or own the Discord application, alone or as members of its team.
    """
    if user_id in app.services.owners:
        return True
    return isinstance(app.client, commands.AutoShardedBot) and await app.client.is_owner(discord.Object(user_id))  # type: ignore[arg-type]  # it only asks for the id


async def match_with_right(app: AppContext, interaction: discord.Interaction, match_id: MatchId, who: ActorRole) -> MatchRow:
    """Return the match if the user can reach it and has the role `who` in it.

    Like `match_and_seats_with_right`, without the seats.
    """
    match, _ = await match_and_seats_with_right(app, interaction, match_id, who)
    return match


async def match_and_seats_with_right(
    app: AppContext, interaction: discord.Interaction, match_id: MatchId, who: ActorRole
) -> tuple[MatchRow, tuple[SeatRow, ...]]:
    """Return the match and its seats if the user can reach it and has the role `who` in it.

    Refuses `no-match` if the match is out of reach, and by role otherwise. As a side effect, it records in the interaction whether
    the user moderates the match.
    """
    match, seats = await app.services.match_queries.seated(match_id)
    is_seated = any(seat.user_id == interaction.user.id for seat in seats)
    calls = who is ActorRole.CALLER and interaction.guild_id == match.guild_id and visibility.moderates_all(interaction)
    if not calls and not await _is_reachable(app, interaction, match, is_seated=is_seated):
        raise Refusal("no-match", match=match_id)  # as of a number that no game has: it tells nothing of a hidden one
    judges = who is ActorRole.REFEREE and is_referee(app, interaction)
    interaction_info.judge(interaction, moderates=judges or visibility.moderates(interaction, match.channel_id))
    if who is ActorRole.MOVER and not is_seated:
        since = interaction.user.joined_at if isinstance(interaction.user, discord.Member) else None
        await vote_or_guess(app, interaction_info.user(interaction), since, match, seats)
    elif not _may(interaction, match, seats, who):
        raise _refusal(match, who)
    return match, seats


async def vote_or_guess(
    app: AppContext, user_id: UserId, since: datetime | None, match: MatchRow, seats: tuple[SeatRow, ...]
) -> None:
    """Check that a user without a seat may vote for a server's seat, or begin a guess for them.

    Called when a spectator presses a button meant for players. `since`: when the user joined the server. Refuses as
    `ServerSeat.must_vote`, `ServerSeat.must_take_sides` and `Guesses.begin` do.
    """
    if not any(seat.is_town for seat in seats) and await _guesses(app, match, user_id):
        return
    app.services.server_seat.must_vote(match, seats, since, interaction_info.now())
    await app.services.server_seat.must_take_sides(seats, user_id)


async def _guesses(app: AppContext, match: MatchRow, user_id: UserId) -> bool:
    """Begin a guess for the user, and return True; return False if the match has no move to guess now."""
    try:
        await app.services.guesses.begin(match.id, user_id, now=interaction_info.now())
    except Refusal as refused:
        if refused.code != "no-guess" or refused.params.get("why") == "bag":
            raise
        return False
    return True


def calls(interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...]) -> bool:
    """Return whether the user has the role `ActorRole.CALLER`: may bring back a game whose channel was lost."""
    user = interaction_info.user(interaction)
    return user == match.host_id or any(seat.user_id == user for seat in seats) or visibility.moderates_all(interaction)


def is_referee(app: AppContext, interaction: discord.Interaction) -> bool:
    """Return whether the user has one of the server's referee roles."""
    return visibility.has_role(interaction, app.services.server_settings.roles(interaction.guild_id, REFEREES))


async def _is_reachable(app: AppContext, interaction: discord.Interaction, match: MatchRow, *, is_seated: bool) -> bool:
    """Return whether the user can reach the match from the server or direct message in which the interaction took place."""
    is_inside = is_seated or match.host_id == interaction.user.id
    return await app.visibility.reaches(interaction, match.guild_id, match.channel_id, is_inside=is_inside)


def _may(interaction: discord.Interaction, match: MatchRow, seats: tuple[SeatRow, ...], who: ActorRole) -> bool:
    user = interaction_info.user(interaction)
    if who in (ActorRole.ANYBODY, ActorRole.MOVER):
        return True
    if who is ActorRole.SEATED:
        return any(seat.user_id == user for seat in seats)
    if who is ActorRole.REFEREE:
        return interaction_info.is_moderator(interaction)
    if who is ActorRole.HOST:
        return user == match.host_id or interaction_info.is_moderator(interaction)
    return calls(interaction, match, seats)


def _refusal(match: MatchRow, who: ActorRole) -> RuleRefusedError:
    return Refusal(_REFUSALS[who], match=match.id)
