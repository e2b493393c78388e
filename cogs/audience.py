"""The right to know of a game or tournament, asked by every surface that tells of it away from where it is played.

The results channel, the records, profiles, the paper, the list of free seats, puzzles, news for followers and public pages ask
`may_tell`; they get names, links, results and pictures only of what passed. `figures` says what the games that may be told add up
to, as was noted when those began.
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
    """The people who know of a game or tournament anyhow: who can read all its channels, and who takes part."""

    guild_id: int | None
    channels: frozenset[int]
    insiders: frozenset[UserId] = frozenset()


@dataclass(frozen=True)
class Place:
    """Readers of a channel of a server, all of them."""

    guild_id: int
    channel_id: int


@dataclass(frozen=True)
class Reader:
    """One person, in a server or in private messages of it."""

    guild_id: int | None
    user_id: UserId


@dataclass(frozen=True)
class Everybody:
    """Members of a server, all of them; also readers of its public links."""

    guild_id: int


Hearer = Place | Reader | Everybody


def of_match(match: MatchRow, seats: Iterable[SeatRow] = (), event: EventRow | None = None) -> Audience:
    """Return the audience of a game; of a tournament's game also that of the tournament."""
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
    """Return whether a hearer may be told of a game or tournament: they can also read it there, or take part. False if unsure."""
    if isinstance(to, Reader) and to.user_id in what.insiders:
        return True
    if what.guild_id is None or to.guild_id != what.guild_id:
        return False
    for channel_id in what.channels:
        if not await _reads(app, what.guild_id, channel_id, to):
            return False
    return True


async def may_be_public(app: AppContext, what: Audience) -> bool:
    """Return whether a public link may show a game or tournament: its server allows it, and all members can read of it."""
    if what.guild_id is None or app.services.server_settings.value(what.guild_id, PUBLIC) != YES:
        return False
    return await may_tell(app, what, Everybody(what.guild_id))


async def told_to(app: AppContext, guild_id: int | None, channel_id: int) -> str | None:
    """Return whose readers may be told of a game that begins in a channel, to be noted with it; None outside of servers."""
    if guild_id is None:
        return None
    front = await app.visibility.front(guild_id, channel_id)
    return NOBODY if front is None else ReadableChannel(*front).write()


async def figures(app: AppContext, guild_id: int, to: Hearer, own: frozenset[UserId] = frozenset()) -> Leaderboards:
    """Return ratings, totals and tables of a server from the games that a hearer may be told of, and no others.

    `own`: also those that all these people played in. For a reader these are their own.
    """

    async def may_hear(circle: str) -> bool:
        return await _may_hear(app, guild_id, circle, to)

    if isinstance(to, Reader):
        own = frozenset((to.user_id,))
    return app.services.leaderboards.told(await app.services.stats_by_hearer.of(guild_id, may_hear, own))


async def _may_hear(app: AppContext, guild_id: int, circle: str, to: Hearer) -> bool:
    """Return whether a hearer reads all channels of a circle; where one is gone, whether all members could when games began."""
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
    """Return the audience of a game with what has to be looked up: its seats, and the tournament it belongs to."""
    seated = await app.services.match_queries.seats(match.id) if seats is None else seats
    queries = app.services.tournaments.queries
    event_id = await queries.event_of(match.id)
    return of_match(match, seated, None if event_id is None else (await queries.state(event_id)).row)
