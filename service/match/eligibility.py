"""Eligibility: which parts of a finished game (points, place, rating) count for which user.

Profiles, seasons, highlights and ratings all use these rules. A game counts at all if people made at least `LEAST_MOVES` moves of
it and it counts for at least two of them. A seat's points count for the user who made at least half of the seat's turns. The place
counts for that user, and for every user who gave the seat up: a loss cannot be escaped by leaving early.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.core.game import CHANCE, Seat
from service.match import match_log as logs
from service.match.match_rows import AGREED, SKIPPED
from storage.rows import ActionRow, EndedMatch, SeatRow, UserId
from tournament import duels
from tournament.ratings import ranks
from tournament.results import ELSEWHERE, FLAG, RESIGNED, WALKOVER

LEAST_MOVES = 10
"""Moves of people without which a game counts for nobody."""

OWN_SHARE = 0.5
"""Share of a seat's turns that its person must have made for its points to count as theirs."""

NOT_GIVEN_UP = (None, AGREED, SKIPPED)
"""`SeatRow.left` of people who did not give up their seat themselves: they play, all agreed to end, or a moderator took it."""

PLACES, POINTS = "uncounted", "unplayed"
"""In a result: the seats for which nothing counts, and those for which only the place does; absent where all count."""
UNRATED = "unrated"
"""In a result: the game was meant to count for ratings, and counts for none."""
IMPORTED = "imported"
"""In a result: the game was played elsewhere, and its record read here."""
SOURCES = "sources"
"""In a result: by seat, the points by what they were scored for; absent where the game tells nothing apart."""
EARLY = "early"
"""In a result: the seats given up before their person had made half of the turns of a whole game; absent without any."""
GIVEN_UP = "gives-up"
"""In the result of a game of a duel: who lost it gave up the whole duel."""
FEATS = "feats"
"""In a result: what of the game may be a record, by name: the value, then the seats that did it."""
STOPPED = "stopped"
"""`how` in a result: all wanted the game to end where it stood."""


@dataclass(frozen=True, slots=True)
class RatedContribution:
    """The parts of a finished game that count for the user of one seat."""

    place: bool
    """Wins, losses and ratings."""
    points: bool
    """Averages, bests and highlights; never without `place`."""


@dataclass(frozen=True, slots=True)
class MoveCounts:
    """The numbers of one seat's turns that were not taken back: its last player's, those of all its players, and all."""

    own: int = 0
    """Made by the person who has, or last had, the seat."""
    people: int = 0
    """Made by any person."""
    total: int = 0


NOTHING = RatedContribution(place=False, points=False)


def contributions_of(
    seats: Sequence[SeatRow], log: Sequence[ActionRow], *, lost: Collection[Seat] = ()
) -> tuple[RatedContribution, ...]:
    """Return by seat which parts of a finished game count for its user.

    `lost` are seats given up without a row in the log.
    """
    moves = turns_by_player(log, len(seats))
    gave_up = {row.seat for row in seats if row.left not in NOT_GIVEN_UP} | set(lost)
    own = [row.user_id is not None and made.own >= max(1, OWN_SHARE * made.total) for row, made in zip(seats, moves, strict=True)]
    contributions = tuple(
        RatedContribution(place=is_own or (row.user_id is not None and row.seat in gave_up), points=is_own)
        for row, is_own in zip(seats, own, strict=True)
    )
    is_enough = sum(made.people for made in moves) >= LEAST_MOVES and sum(contribution.place for contribution in contributions) > 1
    return contributions if is_enough else (NOTHING,) * len(seats)


def given_up_early(seats: Sequence[SeatRow], log: Sequence[ActionRow], turns: int, lost: Collection[Seat] = ()) -> tuple[Seat, ...]:
    """Return the seats that were given up, or lost on time, before half of a whole game's turns.

    `turns` is how many turns each seat has in a whole game; `lost` are seats given up without a row in the log.
    """
    gave_up = {row.seat for row in seats if row.left not in NOT_GIVEN_UP} | set(lost)
    return tuple(
        Seat(seat) for seat, made in enumerate(turns_by_player(log, len(seats))) if seat in gave_up and 2 * made.own < turns
    )


def changes_rating(game: EndedMatch) -> tuple[bool, ...]:
    """Return by seat whether a finished game changes its user's rating.

    The only player who stayed while all others gave up early gains nothing, because no strength was shown. Those who gave up still
    lose.
    """
    early = {*game.result.get(EARLY, ()), *game.result.get(POINTS, ())}
    if game.series is not None and game.series.counts:
        early = set()  # another game of the duel was really played
    stayed = [seat for seat in range(len(game.players)) if seat not in early]
    return tuple(not early or len(stayed) != 1 or seat not in stayed for seat in range(len(game.players)))


def stored_exceptions(contributions: Sequence[RatedContribution]) -> Mapping[str, list[int]]:
    """Return the part of `contributions` that a result stores: only the seats for which a part does not count."""
    missing = {
        PLACES: [seat for seat, contribution in enumerate(contributions) if not contribution.place],
        POINTS: [seat for seat, contribution in enumerate(contributions) if contribution.place and not contribution.points],
    }
    return {key: seats for key, seats in missing.items() if seats}


def contributions_by_seat(game: EndedMatch) -> tuple[RatedContribution, ...]:
    """Return by seat which parts of a finished game count, from its stored result; empty for games with computers and imports."""
    places, points = game.result.get(PLACES, ()), game.result.get(POINTS, ())
    seats = range(len(game.players))
    if not is_among_people(game) or game.result.get("how") in (WALKOVER, ELSEWHERE):
        return (NOTHING,) * len(seats)
    return tuple(RatedContribution(place=seat not in places, points=seat not in (*places, *points)) for seat in seats)


def own_sources(result: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
    """Return a seat's points of a finished game by source; empty if its points don't count for its user."""
    if seat in (*result.get(PLACES, ()), *result.get(POINTS, ())) or result.get("how") == WALKOVER:
        return {}
    by_seat: Sequence[Mapping[str, int]] = result.get(SOURCES, ())
    return by_seat[seat] if by_seat else {}


def is_among_people(game: EndedMatch) -> bool:
    """Return whether the game was played here and at least two people, and no computers, sat there from the start."""
    return len(game.players) > 1 and None not in game.players and not game.result.get(IMPORTED)


def is_counted(game: EndedMatch) -> bool:
    """Return whether a finished game counts for any user."""
    return any(contribution.place for contribution in contributions_by_seat(game))


def is_rated(game: EndedMatch) -> bool:
    """Return whether a finished game changes ratings.

    Of a duel only the deciding game does, for the whole duel, provided that one of its games was really played. A pairing that was
    played elsewhere counts by its entered result.
    """
    if game.series is not None or game.result.get("how") == ELSEWHERE:
        return game.rated and duel_ranks(game) is not None
    return game.rated and not game.result.get(UNRATED) and game.result.get("how") != STOPPED and is_counted(game)


def duel_ranks(game: EndedMatch) -> tuple[int, ...] | None:
    """Return by seat the ranks in the duel that this game decides, or in a result from elsewhere.

    None if the game decides no duel, if none of the duel's games was really played, or if a ruling, an agreement or a walkover
    ended it.
    """
    series = game.series
    if game.result.get("how") == ELSEWHERE:
        return tuple(1 if seat in game.winners_at or not game.winners_at else 2 for seat in range(len(game.players)))
    if series is None or game.result.get("how") == WALKOVER or not (series.counts or is_counted(game)):
        return None
    own, other = _points(game)
    lead, difference = series.lead + (own > other) - (own < other), series.difference + own - other
    ahead = lead or difference
    if game.result.get(GIVEN_UP):
        ahead = own - other
    elif not duels.is_decided(series.best_of, series.played + 1, lead, difference):
        return None
    return (1, 2) if ahead > 0 else (2, 1) if ahead < 0 else (1, 1)


def _points(game: EndedMatch) -> tuple[int, int]:
    """Return both players' points of a duel game; a loss by giving up or on time is counted as a loss by at least ten."""
    own, other = game.scores
    below = game.result.get("below", ())
    if len(game.winners_at) != 1 or not (game.result.get("how") in (RESIGNED, FLAG) or len(below) == 1):
        return own, other
    return duels.given_up((own, other), game.winners_at[0])


def winners(game: EndedMatch) -> tuple[UserId, ...]:
    """Return the users who won a finished game by their own play."""
    each_game = contributions_by_seat(game)
    return tuple(user for seat in game.winners_at if (user := game.players[seat]) is not None and each_game[seat].points)


def ranks_of_people(game: EndedMatch) -> Mapping[UserId, int]:
    """Return the ranks, from 1, of the users whose place counts; those who left most of the game to a computer rank last."""
    each_game = contributions_by_seat(game)
    below = game.result.get("below", ())
    left = [seat for seat, contribution in enumerate(each_game) if not contribution.points and seat not in below]
    places = ranks(game.scores, [seat for seat in game.winners_at if seat not in left], (*left, *below))
    seats = zip(game.players, places, each_game, strict=True)
    return {user: place for user, place, own_contribution in seats if user is not None and own_contribution.place}


def turns_by_player(log: Sequence[ActionRow], seats: int) -> tuple[MoveCounts, ...]:
    """Return by seat how many turns each player made.

    A turn is an unbroken run of one seat's actions, and is counted for the player who finished it.
    """
    makers, holders = _makers(log)
    counts = [MoveCounts() for _ in range(seats)]
    actions = (row for row in logs.standing_rows(log) if logs.kind_of(row) == logs.ACTION)
    for seat, turn in groupby(actions, lambda row: row.seat):
        if seat != CHANCE:
            by = {makers[row.seq] for row in turn}
            made = counts[seat]
            counts[seat] = MoveCounts(made.own + (by == {holders[seat]}), made.people + (COMPUTER not in by), made.total + 1)
    return tuple(counts)


COMPUTER = -1


def _makers(log: Sequence[ActionRow]) -> tuple[Mapping[int, int], Counter[Seat]]:
    """Return the maker of each action by row number, and the last player of each seat.

    A maker is `COMPUTER` or the index of a user among those who have played the seat, from 0.
    """
    makers: dict[int, int] = {}
    holders, vacant, stood_in = Counter[Seat](), set[Seat](), CHANCE
    for row in log:
        kind = logs.kind_of(row)
        if kind == logs.ACTION:
            stood_in = stood_in if row.seat == stood_in else CHANCE
            makers[row.seq] = COMPUTER if row.seat in vacant or row.seat == stood_in else holders[row.seat]
        elif kind == logs.VACATE:
            vacant.add(row.seat)
        elif kind in (logs.RETURN, logs.TAKEOVER):
            vacant.discard(row.seat)
            holders[row.seat] += kind == logs.TAKEOVER
        elif kind in (logs.TIMEOUT, logs.ASKED, logs.UNDO):
            stood_in = CHANCE if kind == logs.UNDO else row.seat
    return makers, holders
