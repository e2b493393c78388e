"""Use-cases of players' statistics in a server: ratings, profiles and leaderboards, read from totals counted when games ended."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.core.game import Seat
from service.match import eligibility
from service.ratings.stats_source import StatsSource
from service.users.preferences import HIDDEN, OVERALL, RATING
from service.users.user_settings import UserSettings, preference
from storage.rows import MatchId, SeatRow, UserId
from storage.stats import RankedPlayer, RatingChange, ServerRecord
from storage.store import Store
from tournament.ratings import Rating, combined

LEAST_WINS = 3
"""With fewer wins nobody is the champion of a season."""


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A quarter of a year."""

    year: int
    quarter: int
    """From 1."""

    @property
    def key(self) -> str:
        """The season as users type it, such as `2026-4`."""
        return f"{self.year}-{self.quarter}"

    @property
    def number(self) -> int:
        """Number of quarters since the year 0."""
        return 4 * self.year + self.quarter - 1


def season_of(moment: datetime) -> Season:
    """Return the season of a moment, in UTC."""
    return Season(moment.year, (moment.month + 2) // 3)


def season_numbered(number: int) -> Season:
    """Return the season with this number."""
    return Season(number // 4, number % 4 + 1)


BY_RATING, BY_WINS, BY_SEASON = "rating", "wins", "season"
ORDERS = (BY_RATING, BY_WINS, BY_SEASON)
LISTED = 15
SERVERS = 8
"""Most servers of which somebody is told at once."""
LATEST = 50
"""Games of somebody that say where their points come from."""
SEASONS = 40
"""Seasons that are kept in sight: ten years."""


@dataclass(frozen=True, slots=True)
class RatingKind:
    """A kind of games with a rating of its own."""

    game: str
    size: str
    """`duel` or `table`."""

    @property
    def name(self) -> str:
        """The name under which the kind is stored."""
        return f"{self.game} {self.size}"


@dataclass(frozen=True, slots=True)
class LargestWin:
    """The victory with the largest lead over the next player."""

    channel_id: int
    """Where it was played."""
    margin: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The statistics of one user in a server."""

    user: UserId
    games: int
    wins: int
    average: float
    best: int
    """The most points in a game; 0 without any."""
    victory: LargestWin | None
    ratings: Mapping[RatingKind, Rating]
    curves: Mapping[RatingKind, tuple[int, ...]]
    """How they went lately, game by game, from where they are no longer provisional."""
    met: int
    """Games together with the asker."""
    won_against: int
    """Of those: how many the asker was behind in."""
    lost_against: int
    duels: tuple[int, int]
    """Against the asker: won and lost."""
    sources: Mapping[str, Mapping[str, int]]
    """By game, the points of their latest games by what they were scored for, the most first."""
    is_complete: bool = True
    """Whether all older games are counted: after an update that takes a while."""


class Leaderboards:
    """The use-cases of profiles and leaderboards; users who hide their ratings are left out."""

    def __init__(self, store: Store, user_settings: UserSettings, rated_servers: Collection[int] | None = None) -> None:
        """Set the services; only games in `rated_servers` count for the rating over all servers (None: all)."""
        self._store = store
        self._user_settings = user_settings
        self._rated_servers = rated_servers
        self.stats: StatsSource = store.stats
        """The games that are told: all that are counted, unless `told` says otherwise."""
        self.beside: Callable[[int, int], Awaitable[Leaderboards]] = self._to_all
        """Returns those of a server that may be told in one of its channels; all where nothing knows of channels."""

    def told(self, stats: StatsSource) -> Leaderboards:
        """Return the same use-cases for the games of `stats` only, in one server."""
        those = copy(self)
        those.stats = stats
        return those

    async def _to_all(self, _guild_id: int, _channel_id: int) -> Leaderboards:
        return self

    async def profile(self, guild_id: int, user_id: UserId, asker: UserId) -> Profile:
        """Return a user's statistics in a server; hidden ratings are shown only to themselves."""
        stats = self.stats
        # Whom one has played with oneself is no secret.
        own, met = await stats.player(guild_id, user_id), await self._store.stats.against(guild_id, user_id, asker)
        hides = user_id != asker and not await self.shows(user_id)
        went = {} if hides else await stats.curves(guild_id, user_id)
        settled = {_kind(name): tuple(rating.value for rating in line if not rating.is_provisional) for name, line in went.items()}
        return Profile(
            user_id,
            own.games,
            own.wins,
            own.points / own.scored if own.scored else 0.0,
            own.best,
            None if own.margin is None or own.margin_channel is None else LargestWin(own.margin_channel, own.margin),
            {} if hides else {_kind(name): rating for name, rating in (own.ratings or {}).items()},
            {kind: values for kind, values in settled.items() if values},
            met.games,
            met.won,
            met.lost,
            (met.duels_won, met.duels_lost),
            _sources(await stats.results(guild_id, user_id, LATEST)),
            await self.is_complete(guild_id),
        )

    async def is_complete(self, guild_id: int) -> bool:
        """Return whether all finished games of a server are counted."""
        progress = await self._store.stats.progress(guild_id)
        return progress is None or progress.is_complete

    async def games(self, guild_id: int, user_id: UserId) -> int:
        """Return how many games a person has played in a server."""
        return (await self.stats.player(guild_id, user_id)).games

    async def rating(self, guild_id: int, user_id: UserId, kind: RatingKind) -> Rating | None:
        """Return a person's rating in a kind of game, even if hidden; None before their first game."""
        return (await self.stats.ratings(guild_id, kind.name, [user_id])).get(user_id)

    async def everywhere(self, user_id: UserId) -> Mapping[int, Profile]:
        """Return a user's own statistics by server, those with most games first, limited in number."""
        return {
            guild_id: await self.profile(guild_id, user_id, user_id)
            for guild_id in await self._store.stats.played_in(user_id, SERVERS)
        }

    async def overall(
        self, user_id: UserId, told: Callable[[int], Awaitable[Leaderboards]] | None = None
    ) -> Mapping[RatingKind, Rating]:
        """Return a user's ratings over all servers that the host approves, or over those with most of their games.

        Empty unless the user has chosen to have them. `told` returns the games of a server that may be shown; None: all.
        """
        if preference(await self._user_settings.person(user_id), RATING) != OVERALL:
            return {}
        by_kind: dict[str, list[Rating]] = defaultdict(list)
        for guild_id in await self._store.stats.played_in(user_id, SERVERS, self._rated_servers):
            stats = self._store.stats if told is None else (await told(guild_id)).stats
            for name, rating in ((await stats.player(guild_id, user_id)).ratings or {}).items():
                by_kind[name].append(rating)
        return {_kind(name): combined(ratings) for name, ratings in by_kind.items()}

    async def changed(self, match_id: MatchId) -> tuple[RatingChange, ...]:
        """Return the rating changes by a game, by seat; empty if it changed none."""
        rating_changes = await self.stats.changes(match_id)
        return tuple(
            [
                rating_change
                for rating_change in rating_changes
                if rating_change.user_id > 0 and await self.shows(rating_change.user_id)
            ]
        )

    async def seasons(self, guild_id: int) -> tuple[Season, ...]:
        """Return the latest seasons of a server in which games were played, the newest first."""
        return tuple(season_numbered(number) for number in await self.stats.seasons(guild_id, SEASONS))

    async def titles(self, guild_id: int, user_id: UserId, now: datetime) -> tuple[Season, ...]:
        """Return the ended seasons of a server that a person has won, the newest first."""
        won = await self.stats.titles(guild_id, user_id, LEAST_WINS)
        return tuple(season_numbered(number) for number in won if number < season_of(now).number)

    async def leaders(self, guild_id: int, order: str, now: datetime, kind: RatingKind | None = None) -> tuple[RankedPlayer, ...]:
        """Return the leaders of a server: by rating in a kind of game, by wins, or by wins in the season of `now`.

        Provisional ratings are left out.
        """
        stats = self.stats
        if order == BY_RATING:
            return (
                () if kind is None else await self._visible_players(lambda at, most: stats.by_rating(guild_id, kind.name, at, most))
            )
        season = season_of(now).number if order == BY_SEASON else None
        return await self._visible_players(lambda at, most: stats.by_wins(guild_id, season, at, most))

    async def _visible_players(self, asked: Callable[[int, int], Awaitable[Sequence[RankedPlayer]]]) -> tuple[RankedPlayer, ...]:
        """Return the first users of a list who show their ratings; `asked` returns a section of the list."""
        shown: list[RankedPlayer] = []
        at = 0
        while part := await asked(at, LISTED):
            shown += [ranked_player for ranked_player in part if await self.shows(ranked_player.user_id)]
            if len(shown) >= LISTED or len(part) < LISTED:
                break
            at += LISTED
        return tuple(shown[:LISTED])

    async def kinds(self, guild_id: int) -> tuple[RatingKind, ...]:
        """Return the kinds of games rated here, the most played first."""
        return tuple(_kind(name) for name in await self.stats.kinds(guild_id))

    async def settled(self, guild_id: int, kind: RatingKind, users: Sequence[UserId]) -> Mapping[UserId, int]:
        """Return the ratings of some people in a kind of game, without provisional ones."""
        numbers: dict[UserId, int] = {}
        for start in range(0, len(users), AT_ONCE):
            rated = await self.stats.ratings(guild_id, kind.name, users[start : start + AT_ONCE])
            numbers |= {UserId(user): rating.value for user, rating in rated.items() if not rating.is_provisional}
        return numbers

    async def records(self, guild_id: int) -> tuple[ServerRecord, ...]:
        """Return the records of a server, each with the match in which it was set."""
        return tuple((await self._store.stats.records(guild_id)).values())

    async def fallen(self, match_id: MatchId) -> tuple[ServerRecord, ...]:
        """Return the records that a match has broken and still holds; none that it was the first to set."""
        return tuple(server for server in await self._store.stats.records_of(match_id) if server.before is not None)

    async def holders(self, record: ServerRecord, seats: Sequence[SeatRow]) -> tuple[UserId, ...]:
        """Return the holders of a record among the `seats` of its match who show their ratings and were not forgotten."""
        there = {seat.seat: seat.user_id for seat in seats}
        users = [UserId(user) for seat in record.seats if (user := there.get(seat)) is not None and user > 0]
        return tuple([user for user in users if await self.shows(user)])

    async def shows(self, user_id: UserId) -> bool:
        """Return whether a person lets others see their ratings."""
        return preference(await self._user_settings.person(user_id), RATING) != HIDDEN


AT_ONCE = 400
"""People who are asked for in one transaction."""


def _sources(results: Iterable[tuple[str, Seat, Mapping[str, Any]]]) -> Mapping[str, Mapping[str, int]]:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for game, seat, result in results:
        sums[game].update(eligibility.own_sources(result, seat))
    return {game: dict(total.most_common()) for game, total in sums.items() if total}


def _kind(name: str) -> RatingKind:
    return RatingKind(*name.rsplit(" ", 1))
