"""Use-cases of how people have played in a server: ratings, profiles, leaderboards, all computed from the games that have ended."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.people.people import People
from service.people.preferences import RATING, SHOWN, preferred
from service.ratings import counting, seasons
from service.ratings.counting import Counted
from service.ratings.seasons import Season
from storage.records import EndedMatch, MatchId, UserId
from storage.store import Store
from tournament.ratings import Ended, Rating, curves, ratings

DUEL, TABLE = "duel", "table"
BY_RATING, BY_WINS, BY_SEASON = "rating", "wins", "season"
ORDERS = (BY_RATING, BY_WINS, BY_SEASON)
LISTED = 15
SERVERS = 8
"""Most servers of which somebody is told at once."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is rated by itself."""

    game: str
    size: str
    """`duel` or `table`."""


@dataclass(frozen=True, slots=True)
class Best:
    """A victory by the most points ahead of the next."""

    match: EndedMatch
    margin: int


@dataclass(frozen=True, slots=True)
class Profile:
    """How one person has played here."""

    user: UserId
    games: int
    wins: int
    average: float
    best: int
    """The most points in a game; 0 without any."""
    victory: Best | None
    ratings: Mapping[Kind, Rating]
    curves: Mapping[Kind, tuple[int, ...]]
    """How they went, game by game, from where they are no longer provisional."""
    met: int
    """Games together with the asker."""
    won_against: int
    """Of those: how many the asker was behind in."""
    lost_against: int


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of a leaderboard."""

    user: UserId
    value: int
    games: int


@dataclass(frozen=True, slots=True)
class Changed:
    """What one game has done to somebody's rating."""

    user: UserId
    before: Rating | None
    """None: it was his first."""
    after: Rating


class Standing:
    """For everybody; whoever does not want to be shown is not."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people

    async def profile(self, guild_id: int, user_id: UserId, asker: UserId) -> Profile:
        """How a person has played in a server. Of somebody who hides his ratings there are none for others."""
        games = await self._games(guild_id)
        own = [game for game in games if _counted(game, user_id).place]
        scores = [game.scores[game.players.index(user_id)] for game in own if _counted(game, user_id).points]
        hides = user_id != asker and not await self._shows(user_id)
        found = {} if hides else {kind: rated[user_id] for kind, rated in rating(games).items() if user_id in rated}
        went = {} if hides else {_kind(name): values for name, values in curves(_rated(games), user_id).items()}
        together = [game for game in own if asker != user_id and _counted(game, asker).place]
        return Profile(
            user_id,
            len(own),
            sum(user_id in counting.winners(game) for game in own),
            sum(scores) / len(scores) if scores else 0.0,
            max(scores, default=0),
            _victory(own, user_id),
            found,
            went,
            len(together),
            sum(_rank(game, user_id) < _rank(game, asker) for game in together),
            sum(_rank(game, user_id) > _rank(game, asker) for game in together),
        )

    async def everywhere(self, user_id: UserId) -> Mapping[int, Profile]:
        """How a person has played, by server, for himself alone: those with most games first, so many that they can be read."""
        found = {
            guild_id: await self.profile(guild_id, user_id, user_id) for guild_id in await self._store.matches.played_in(user_id)
        }
        played = [(guild_id, one) for guild_id, one in found.items() if one.games]
        return dict(sorted(played, key=lambda item: -item[1].games)[:SERVERS])

    async def changed(self, guild_id: int, match_id: MatchId) -> tuple[Changed, ...]:
        """What a game has changed of the ratings of who played it, by seat; nothing where it counts for none."""
        games = await self._games(guild_id)
        own = next((game for game in games if game.id == match_id), None)
        if own is None or not counting.is_rated(own):
            return ()
        alike = [game for game in games[: games.index(own)] if kind_of(game) == kind_of(own)]
        ratings_of = asyncio.get_running_loop().run_in_executor  # of a large server it takes longer than anybody may hold the loop
        before = (await ratings_of(None, rating, alike)).get(kind_of(own), {})
        after = (await ratings_of(None, rating, [*alike, own]))[kind_of(own)]
        users = [user for user in counting.ranked(own) if user > 0]
        return tuple([Changed(user, before.get(user), after[user]) for user in users if await self._shows(user)])

    async def seasons(self, guild_id: int) -> tuple[Season, ...]:
        """The seasons of a server in which anything was played, the newest first."""
        return seasons.played(await self._games(guild_id))

    async def titles(self, guild_id: int, user_id: UserId, now: datetime) -> tuple[Season, ...]:
        """The seasons of a server that are over and that somebody has won, the newest first."""
        games = await self._games(guild_id)
        over = [season for season in seasons.played(games) if season != seasons.season_of(now)]
        return tuple(season for season in over if user_id in seasons.champions(games, season))

    async def leaders(self, guild_id: int, order: str, now: datetime, kind: Kind | None = None) -> tuple[Placed, ...]:
        """The first of a server: by rating in a kind of game (without the provisional ones), by wins, or by wins in the season of
        `now`.
        """
        games = await self._games(guild_id)
        if order == BY_RATING:
            rated = rating(games).get(kind, {}) if kind else {}
            every = [Placed(UserId(user), one.value, one.games) for user, one in rated.items() if not one.is_provisional]
        else:
            its = seasons.season_of(now)
            every = _winners([game for game in games if order != BY_SEASON or seasons.season_of(game.ended_at) == its])
        shown: list[Placed] = []
        for placed in sorted(every, key=lambda one: (-one.value, one.games, one.user)):
            if placed.user > 0 and await self._shows(placed.user):
                shown.append(placed)
            if len(shown) == LISTED:
                break
        return tuple(shown)

    async def kinds(self, guild_id: int) -> tuple[Kind, ...]:
        """What has been played for ratings here, the most played first."""
        games = [game for game in await self._games(guild_id) if counting.is_rated(game)]
        counted: dict[Kind, int] = {}
        for game in games:
            counted[kind_of(game)] = counted.get(kind_of(game), 0) + 1
        return tuple(sorted(counted, key=lambda kind: -counted[kind]))

    async def settled(self, guild_id: int, kind: Kind) -> Mapping[UserId, int]:
        """The ratings of a server in a kind of game, without the provisional ones."""
        games = [game for game in await self._games(guild_id) if kind_of(game) == kind]
        rated = rating(games).get(kind, {})
        return {UserId(user): one.value for user, one in rated.items() if not one.is_provisional}

    async def _games(self, guild_id: int) -> list[EndedMatch]:
        """The games of a server that count for somebody, oldest first."""
        return [game for game in await self._store.matches.ended(guild_id) if counting.counts(game)]

    async def _shows(self, user_id: UserId) -> bool:
        return preferred(await self._people.person(user_id), RATING) == SHOWN


def kind_of(game: EndedMatch) -> Kind:
    """What a game is rated as."""
    return Kind(game.game, DUEL if len(game.players) == 2 else TABLE)


def rating(games: Sequence[EndedMatch]) -> Mapping[Kind, Mapping[int, Rating]]:
    """The ratings after the rated of these games."""
    return {_kind(name): rated for name, rated in ratings(_rated(games)).items()}


def _rated(games: Sequence[EndedMatch]) -> list[Ended]:
    """The rated ones of these games, as the arithmetic knows them."""
    return [
        Ended(_name(kind_of(game)), tuple(ranked), tuple(ranked.values()))
        for game in games
        if counting.is_rated(game)
        for ranked in (counting.ranked(game),)
    ]


def _name(kind: Kind) -> str:
    return f"{kind.game} {kind.size}"


def _kind(name: str) -> Kind:
    return Kind(*name.rsplit(" ", 1))


def _counted(game: EndedMatch, user_id: UserId) -> Counted:
    return counting.of_game(game)[game.players.index(user_id)] if user_id in game.players else counting.NOTHING


def _rank(game: EndedMatch, user_id: UserId) -> int:
    return counting.ranked(game)[user_id]


def _victory(games: Sequence[EndedMatch], user_id: UserId) -> Best | None:
    """Of games that everybody played themselves."""
    own = [game for game in games if game.winners == (user_id,) and all(one.points for one in counting.of_game(game))]
    found = [Best(game, _margin(game, user_id)) for game in own]
    return max(found, key=lambda best: best.margin, default=None)


def _margin(game: EndedMatch, user_id: UserId) -> int:
    own = game.scores[game.players.index(user_id)]
    return own - max(score for user, score in zip(game.players, game.scores, strict=True) if user != user_id)


def _winners(games: Sequence[EndedMatch]) -> list[Placed]:
    wins: dict[UserId, int] = {}
    played: dict[UserId, int] = {}
    for game in games:
        for user in counting.ranked(game):
            played[user] = played.get(user, 0) + 1
            wins[user] = wins.get(user, 0) + (user in counting.winners(game))
    return [Placed(user, wins[user], played[user]) for user in played if wins[user]]
