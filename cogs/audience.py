"""Checks of who may learn of a match or tournament outside of its own channel.

The results channel, records, profiles, the weekly paper, the list of free seats, puzzles, followers' news and public pages ask
`may_tell` before they show names, links, results or pictures. `figures` computes statistics only from matches that the reader may
know of, as noted when those matches began.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cogs.app_context import AppContext
from service.guilds.server_settings import PUBLIC, YES
from service.ratings.leaderboards import Leaderboards
from service.tournaments.state import TournamentState
from storage.rows import MatchRow, SeatRow, UserId
from storage.told_to import NOBODY, ReadableChannel
from storage.told_to import read as told_to_channels
from storage.tournament_rows import EventRow


@dataclass(frozen=True)
class Audience:
    """The users who know of a match or tournament anyway: readers of all its channels, and participants."""

    guild_id: int | None
    channels: frozenset[int]
    insiders: frozenset[UserId] = frozenset()


@dataclass(frozen=True)
class Place:
    """All readers of a channel, as the recipients of information."""

    guild_id: int
    channel_id: int


@dataclass(frozen=True)
class Reader:
    """One user in a server or in a direct message, as the recipient of information."""

    guild_id: int | None
    user_id: UserId


@dataclass(frozen=True)
class Everybody:
    """All members of a server, including readers of its public pages, as the recipients of information."""

    guild_id: int


Hearer = Place | Reader | Everybody


def of_match(match: MatchRow, seats: Iterable[SeatRow] = (), event: EventRow | None = None) -> Audience:
    """Return the audience of a match; for a tournament's match, readers must also be able to read the tournament's channel."""
    channels = {match.channel_id} if event is None else {match.channel_id, event.channel_id}
    people = frozenset(UserId(seat.user_id) for seat in seats if seat.user_id is not None)
    return Audience(match.guild_id, frozenset(channels), people)


def of_channel(guild_id: int | None, channel_id: int) -> Audience:
    """Return the audience of what happens in a channel."""
    return Audience(guild_id, frozenset((channel_id,)))


def of_tournament(state: TournamentState) -> Audience:
    """Return the audience of a tournament."""
    people = frozenset(user for user in state.users.values() if user > 0)
    return Audience(state.row.guild_id, frozenset((state.row.channel_id,)), people)


async def may_tell(app: AppContext, what: Audience, to: Hearer) -> bool:
    """Return whether the recipients `to` may learn of a match or tournament.

    They may if they can read its channels or take part in it. False if unsure.
    """
    if isinstance(to, Reader) and to.user_id in what.insiders:
        return True
    if what.guild_id is None or to.guild_id != what.guild_id:
        return False
    for channel_id in what.channels:
        if not await _reads(app, what.guild_id, channel_id, to):
            return False
    return True


async def may_be_public(app: AppContext, what: Audience) -> bool:
    """Return whether public pages may show a match or tournament.

    Its server must allow that, and all members must be able to read its channel.
    """
    if what.guild_id is None or app.services.server_settings.value(what.guild_id, PUBLIC) != YES:
        return False
    return await may_tell(app, what, Everybody(what.guild_id))


async def told_to(app: AppContext, guild_id: int | None, channel_id: int) -> str | None:
    """Return whose readers may learn of a match that begins in a channel, to be stored with the match; None outside of servers."""
    if guild_id is None:
        return None
    front = await app.visibility.front(guild_id, channel_id)
    return NOBODY if front is None else ReadableChannel(*front).write()


async def figures(app: AppContext, guild_id: int, to: Hearer, own: frozenset[UserId] = frozenset()) -> Leaderboards:
    """Return ratings, totals and tables of a server, computed only from matches that the recipients `to` may know of.

    `own`: users whose common matches are included too; for a single reader, their own matches.
    """

    async def may_hear(circle: str) -> bool:
        return await _may_hear(app, guild_id, circle, to)

    if isinstance(to, Reader):
        own = frozenset((to.user_id,))
    return app.services.leaderboards.told(await app.services.stats_by_hearer.of(guild_id, may_hear, own))


async def _may_hear(app: AppContext, guild_id: int, circle: str, to: Hearer) -> bool:
    """Return whether the recipients can read all channels of an audience.

    For a deleted channel, return whether all members could read it when its matches began.
    """
    channels = told_to_channels(circle)
    if channels is None or to.guild_id != guild_id:
        return False
    for channel in channels:
        if app.visibility.is_known(guild_id, channel.channel_id):
            if not await _reads(app, guild_id, channel.channel_id, to):
                return False
        elif not channel.for_all:
            return False
    return True


async def _reads(app: AppContext, guild_id: int, channel_id: int, to: Hearer) -> bool:
    match to:
        case Place(_, beside):
            return await app.visibility.is_seen_beside(guild_id, channel_id, beside)
        case Everybody():
            return await app.visibility.is_seen_by_all(guild_id, channel_id)
        case Reader(_, user_id):
            guild, member = app.client.get_guild(guild_id), await app.people.member(user_id, guild_id)
            return guild is not None and member is not None and await app.visibility.is_seen(guild, member, channel_id)


async def match_audience(app: AppContext, match: MatchRow, seats: Sequence[SeatRow] | None = None) -> Audience:
    """Return the audience of a match, after loading its seats and its tournament."""
    seated = await app.services.match_queries.seats(match.id) if seats is None else seats
    queries = app.services.tournaments.queries
    event_id = await queries.event_of(match.id)
    return of_match(match, seated, None if event_id is None else (await queries.state(event_id)).row)
