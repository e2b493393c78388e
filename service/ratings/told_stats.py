"""The statistics of a server as one reader may see them, from the games that this reader may see.

If that is all games, as in most servers, the stored rows are read. Otherwise the games are added up here, in the order in which
they were counted and by the same rules, so that the result is exactly what it would be without the hidden games. The sum of each
set of games is cached, so that only new games are added.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from games.core.game import Seat
from service.ratings.stats_audit import OPPONENT, PLAYER, SEASON, StatsAudit
from service.ratings.stats_source import StatsSource
from service.ratings.stats_update import tally_of
from storage.queries.stats_reading import LATEST
from storage.queries.told_stats import Hearing
from storage.rows import EndedMatch, MatchId, UserId
from storage.stats import OpponentStats, PlayerStats, RankedPlayer, RatingChange, TimelinessStats
from storage.store import Store
from tournament.ratings import SETTLED, Rating

AT_ONCE = 200
"""So many games are read in one transaction and added up at once."""
KEPT_SUMS = 32
"""Sums that stay in memory, those that were asked for lately."""
KEPT_CHANGES = 2_000
"""Latest rated games of which a sum can say how they changed ratings."""

MayHear = Callable[[str], Awaitable[bool]]
"""Whether a hearer may be told of games of a circle (`MatchRow.told_to`)."""


class StatsSum:
    """The statistics summed over some games of a server."""

    def __init__(self) -> None:
        self.last: tuple[int, MatchId] | None = None
        """Number and id of the last game that was looked at."""
        self.forgotten = 0
        """How many of the server's players were forgotten when the sum was begun."""
        self.audit = StatsAudit()
        self.kinds = Counter[str]()
        self.curves: dict[tuple[UserId, str], deque[Rating]] = defaultdict(lambda: deque(maxlen=LATEST))
        self.changes: OrderedDict[MatchId, tuple[RatingChange, ...]] = OrderedDict()
        self.players: dict[str, set[UserId]] = defaultdict(set)
        """By kind, the people who have a rating in it."""

    def add(self, guild_id: int, games: Iterable[EndedMatch]) -> None:
        """Add games, in the order in which they were counted."""
        for game in games:
            tally = tally_of(game, guild_id)
            rated = [user for user, _ in tally.rated()] if tally.is_rated else []
            before = {user: self.audit.rating(user, tally.kind) for user in rated}
            self.audit.add(tally)
            if not tally.is_rated:
                continue
            self.kinds[tally.kind] += 1
            changes = []
            for user in (seat.user_id for seat in tally.seats if seat.user_id in before):
                after = self.audit.rating(user, tally.kind)
                assert after is not None, "it was rated just now"
                self.curves[user, tally.kind].append(after)
                self.players[tally.kind].add(user)
                changes.append(RatingChange(user, before[user], after))
            self.changes[game.id] = tuple(changes)
            if len(self.changes) > KEPT_CHANGES:
                self.changes.popitem(last=False)


class ToldStats:
    """The statistics of the games of one server that a reader may see."""

    def __init__(self, store: Store, hearing: Hearing, whole: StatsSum) -> None:
        self._stats = store.stats
        self._hearing = hearing
        self._sum = whole

    async def player(self, _guild_id: int, user_id: UserId) -> PlayerStats:
        """Return a person's totals, with their ratings."""
        games, wins, scored, points, best, margin, channel = self._sum.audit.row((PLAYER, user_id)) or (0, 0, 0, 0, 0, None, None)
        rated = {kind: rating for kind in sorted(self._sum.kinds) if (rating := self._sum.audit.rating(user_id, kind)) is not None}
        return PlayerStats(
            games=int(games or 0),
            wins=int(wins or 0),
            scored=int(scored or 0),
            points=int(points or 0),
            best=int(best or 0),
            margin=_whole(margin),
            margin_channel=_whole(channel),
            ratings=rated,
        )

    async def against(self, _guild_id: int, user_id: UserId, other_id: UserId) -> OpponentStats:
        """Return a person's record against another."""
        met = self._sum.audit.row((OPPONENT, user_id, other_id))
        return OpponentStats() if met is None else OpponentStats(*(int(number or 0) for number in met))

    async def curves(self, _guild_id: int, user_id: UserId) -> Mapping[str, tuple[Rating, ...]]:
        """Return a person's latest ratings by kind of game, oldest first."""
        return {kind: tuple(line) for kind in sorted(self._sum.kinds) if (line := self._sum.curves.get((user_id, kind)))}

    async def results(self, guild_id: int, user_id: UserId, most: int) -> tuple[tuple[str, Seat, Mapping[str, Any]], ...]:
        """Return a person's latest games, newest first."""
        return await self._stats.told_results(guild_id, user_id, most, self._hearing)

    async def ratings(self, _guild_id: int, kind: str, users: Sequence[UserId]) -> Mapping[int, Rating]:
        """Return ratings of some people in one kind of game."""
        rated = {user: self._sum.audit.rating(user, kind) for user in users}
        return {user: rating for user, rating in rated.items() if rating is not None}

    async def changes(self, match_id: MatchId) -> tuple[RatingChange, ...]:
        """Return how a game changed ratings, by seat."""
        return self._sum.changes.get(match_id, ())

    async def kinds(self, _guild_id: int) -> tuple[str, ...]:
        """Return rated kinds of games, most played first."""
        return tuple(sorted(self._sum.kinds, key=lambda kind: (-self._sum.kinds[kind], kind)))

    async def seasons(self, _guild_id: int, limit: int) -> tuple[int, ...]:
        """Return seasons with games, newest first."""
        return tuple(sorted({season for season, _, _, _ in self._seasons()}, reverse=True)[:limit])

    async def titles(self, _guild_id: int, user_id: UserId, least_wins: int) -> tuple[int, ...]:
        """Return the seasons in which a person had the most wins, newest first."""
        most, own = Counter[int](), dict[int, int]()
        for season, user, _, wins in self._seasons():
            most[season] = max(most[season], wins)
            if user == user_id and wins >= least_wins:
                own[season] = wins
        return tuple(sorted((season for season, wins in own.items() if wins == most[season]), reverse=True))

    async def by_rating(self, _guild_id: int, kind: str, offset: int, limit: int) -> tuple[RankedPlayer, ...]:
        """Return a part of the leaderboard of settled ratings."""
        rated = [(user, self._sum.audit.rating(user, kind)) for user in self._sum.players.get(kind, ()) if user > 0]
        ranked = [RankedPlayer(user, it.value, it.games) for user, it in rated if it is not None and it.games >= SETTLED]
        return _part(ranked, offset, limit)

    async def by_wins(self, _guild_id: int, season: int | None, offset: int, limit: int) -> tuple[RankedPlayer, ...]:
        """Return a part of the leaderboard of wins."""
        if season is None:
            totals = [(user, self._sum.audit.row((PLAYER, user))) for user in self._sum.audit.people]
            won = [RankedPlayer(user, int(row[1] or 0), int(row[0] or 0)) for user, row in totals if row is not None]
        else:
            won = [RankedPlayer(user, wins, games) for its, user, games, wins in self._seasons() if its == season]
        return _part([player for player in won if player.value > 0 and player.user_id > 0], offset, limit)

    async def turns(self, guild_id: int, user_id: UserId, games: int) -> TimelinessStats:
        """Return totals of a person's turns in their latest games."""
        return await self._stats.told_turns(guild_id, user_id, games, self._hearing)

    def _seasons(self) -> Iterable[tuple[int, UserId, int, int]]:
        """Yield season, person, their games and wins."""
        for (table, user, *rest), (games, wins) in self._sum.audit.of_table(SEASON):
            assert table == SEASON
            yield int(rest[0]), UserId(int(user)), int(games or 0), int(wins or 0)


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _part(ranked: Collection[RankedPlayer], offset: int, limit: int) -> tuple[RankedPlayer, ...]:
    best = sorted(ranked, key=lambda player: (-player.value, player.games, player.user_id))
    return tuple(best[offset : offset + limit])


class StatsByHearer:
    """The statistics of servers for each reader."""

    def __init__(self, store: Store, work: Callable[..., Awaitable[Any]]) -> None:
        """Set the store; `work` runs a function off the event loop."""
        self._store = store
        self._work = work
        self._sums: OrderedDict[tuple[int, Hearing], StatsSum] = OrderedDict()
        self._adding = asyncio.Lock()

    async def of(self, guild_id: int, may_hear: MayHear, own: frozenset[UserId] = frozenset()) -> StatsSource:
        """Return the statistics of a server for a reader; with `own` also of the games that all these users played."""
        stats = self._store.stats
        circles = await stats.circles(guild_id)
        hidden = [circle for circle in circles if not await may_hear(circle)]
        if not hidden:
            return stats
        is_inside = bool(own) and await stats.plays_in(guild_id, own, hidden)
        hearing = Hearing(frozenset(circles) - frozenset(hidden), own if is_inside else frozenset())
        return ToldStats(self._store, hearing, await self._summed(guild_id, hearing))

    async def _summed(self, guild_id: int, hearing: Hearing) -> StatsSum:
        async with self._adding:
            whole = await self._standing(guild_id, hearing)
            while True:
                after = -1 if whole.last is None else whole.last[0]
                counted = await self._store.stats.counted_games(guild_id, after, AT_ONCE, hearing)
                if counted.last is None:
                    break
                whole.last = counted.last
                if counted.games:
                    await self._work(whole.add, guild_id, [game for _, game in counted.games])
            self._sums[guild_id, hearing] = whole
            self._sums.move_to_end((guild_id, hearing))
            if len(self._sums) > KEPT_SUMS:
                self._sums.popitem(last=False)
            return whole

    async def _standing(self, guild_id: int, hearing: Hearing) -> StatsSum:
        """Return the sum so far; an empty one where games were counted again, or a person was forgotten, since."""
        forgotten = await self._store.stats.forgotten(guild_id)
        whole = self._sums.pop((guild_id, hearing), None)
        last = whole.last if whole is not None and whole.forgotten == forgotten else None
        if whole is not None and last is not None and await self._store.stats.is_last(guild_id, last):
            return whole
        begun = StatsSum()
        begun.forgotten = forgotten
        return begun
