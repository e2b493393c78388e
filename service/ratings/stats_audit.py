"""The audit of statistics: the rows as they should be, computed again from all matches of a server."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import astuple
from itertools import zip_longest

from storage.rows import UserId
from storage.stats import Key, MatchTally, Numbers, SeatTally, ServerRecord
from tournament.ratings import Rating, rated

PLAYER, SEASON, RATING, OPPONENT = "player_stats", "season_stats", "rating", "opponent_stats"


class StatsAudit:
    """The expected statistics of a server, from matches added in the order in which they were counted."""

    def __init__(self) -> None:
        self.counted = 0
        self.records: dict[str, ServerRecord] = {}
        """By what they are about."""
        self._rows: dict[UserId, dict[Key, Numbers]] = {}

    @property
    def people(self) -> tuple[UserId, ...]:
        """The users who should have rows."""
        return tuple(self._rows)

    def add(self, tally: MatchTally | None) -> None:
        """Add a match's tally; None adds nothing."""
        self.counted += 1
        if tally is None:
            return
        ranked = [(seat, seat.rank) for seat in tally.seats if seat.rank is not None]
        for seat_tally, _ in ranked:
            self._play(tally, seat_tally)
        for seat_tally in tally.seats if tally.is_brought else ():
            self._put((PLAYER, seat_tally.user_id), self.row((PLAYER, seat_tally.user_id)) or (0, 0, 0, 0, 0, None, None))
        for bid in tally.bids:
            had = self.records.get(bid.what)
            if had is None or bid.beats(had.value):
                self.records[bid.what] = ServerRecord(bid.what, bid.value, tally.match_id, bid.seats, had.value if had else None)
        if tally.is_rated:
            players = tally.rated()
            before = [self.rating(user, tally.kind) for user, _ in players]
            after = rated(before, [rank for _, rank in players], tally.weights(self._games_against))
            for (user, _), new in zip(players, after, strict=True):
                self._put((RATING, user, tally.kind), (new.mu, new.sigma, new.games, new.wins))
        for user, other, fared in tally.met():
            self._plus((OPPONENT, user, other), astuple(fared))

    def _play(self, tally: MatchTally, one: SeatTally) -> None:
        self._plus((SEASON, one.user_id, tally.season), (1, int(one.won)))
        games, wins, scored, points, best, margin, channel = self.row((PLAYER, one.user_id)) or (0, 0, 0, 0, 0, None, None)
        if tally.margin is not None and tally.margin[0] == one.user_id and (margin is None or tally.margin[1] > margin):
            margin, channel = tally.margin[1], tally.channel_id
        total = (_sum(games, 1), _sum(wins, int(one.won)), _sum(scored, int(one.score is not None)), _sum(points, one.score or 0))
        self._put((PLAYER, one.user_id), (*total, max(best or 0, one.score or 0), margin, channel))

    def rating(self, user_id: UserId, kind: str) -> Rating | None:
        """Return a person's rating in a kind of game; None before their first game."""
        had = self.row((RATING, user_id, kind))
        return None if had is None else Rating(*had)  # type: ignore[arg-type]  # as it was put there

    def _games_against(self, user_id: UserId, other: UserId) -> int:
        return int((self.row((OPPONENT, user_id, other)) or (0,))[-1] or 0)

    def row(self, key: Key) -> Numbers | None:
        """Return the numbers of one row; None if there should be none."""
        return self._rows.get(_person(key), {}).get(key)

    def _put(self, key: Key, numbers: Numbers) -> None:
        self._rows.setdefault(_person(key), {})[key] = numbers

    def _plus(self, key: Key, numbers: Numbers) -> None:
        self._put(key, tuple(_sum(stored, other) for stored, other in zip_longest(self.row(key) or (), numbers)))

    def of_table(self, table: str) -> Iterator[tuple[Key, Numbers]]:
        """Yield all rows of a table."""
        for rows in self._rows.values():
            yield from ((key, numbers) for key, numbers in rows.items() if key[0] == table)

    def rows(self, people: Collection[UserId]) -> Mapping[Key, Numbers]:
        """Return the rows that some people should have."""
        return {key: numbers for person in people for key, numbers in self._rows.get(person, {}).items()}


def are_same_rows(one: Mapping[Key, Numbers], other: Mapping[Key, Numbers]) -> bool:
    """Return whether rows are equal; ratings may differ by the rounding of another version."""
    return one.keys() == other.keys() and all(_are_equal(one[key], other[key]) for key in one)


def _are_equal(one: Numbers, other: Numbers) -> bool:
    return all(
        a == b or (a is not None and b is not None and math.isclose(a, b, rel_tol=1e-9)) for a, b in zip(one, other, strict=True)
    )


def _sum(one: float | None, other: float | None) -> float:
    return (one or 0) + (other or 0)


def _person(key: Key) -> UserId:
    return UserId(int(key[1]))
