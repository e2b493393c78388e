"""The contribution of a finished match to its people's statistics; `service.match.eligibility` decides what counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clocks.clock_history import ClockEvent
from games.core.game import Seat
from games.core.game_summary import best_achievement
from service.match import eligibility
from service.ratings import reliability
from service.ratings.leaderboards import season_of
from service.ratings.reliability import TimelinessCounts
from storage.rows import EndedMatch, LoadedMatch, UserId
from storage.stats import MatchCounting, MatchTally, RecordBid, SeatTally
from tournament.results import ELSEWHERE

DUEL, TABLE = "duel", "table"


def tally(loaded: LoadedMatch, clock: Sequence[ClockEvent]) -> MatchTally | None:
    """Return the tally of a finished match; None for one with computers from the start, or played elsewhere."""
    game, guild_id = ended_game(loaded), loaded.match.guild_id
    if game is None or guild_id is None or not eligibility.is_among_people(game):
        return None
    has_clock = loaded.match.terms.pace.has_clock
    turns = [
        reliability.timeliness(loaded, clock, Seat(at)) if has_clock else TimelinessCounts() for at in range(len(game.players))
    ]
    return tally_of(game, guild_id, turns)


def tally_of(game: EndedMatch, guild_id: int, turns: Sequence[TimelinessCounts] = ()) -> MatchTally:
    """Return the tally of a finished match that counts; without `turns` it says nothing of how they were kept."""
    where = (game.id, guild_id, game.channel_id, name(game), season_of(game.ended_at).number)
    is_brought = game.result.get("how") == ELSEWHERE
    seats = _seats(game, turns or [TimelinessCounts()] * len(game.players))
    return MatchTally(*where, eligibility.is_rated(game), seats, _margin(game), bids(game), is_brought)


TALLYING = MatchCounting(6, tally)
"""Its version goes up whenever `eligibility` judges games of the past otherwise: all are counted again then."""


def ended_game(loaded: LoadedMatch) -> EndedMatch | None:
    """Return a finished match as `eligibility` judges it."""
    match = loaded.match
    if match.result is None or match.ended_at is None:
        return None
    players = tuple(seat.user_id for seat in loaded.seats)
    terms = match.terms
    return EndedMatch(match.id, match.game, match.channel_id, match.ended_at, match.result, terms.rated, players, terms.series)


def name(game: EndedMatch) -> str:
    """Return the name of a kind of rated game."""
    return f"{game.game} {DUEL if len(game.players) == 2 else TABLE}"


def _seats(game: EndedMatch, turns: Sequence[TimelinessCounts]) -> tuple[SeatTally, ...]:
    places, winners, duel = eligibility.ranks_of_people(game), eligibility.winners(game), eligibility.duel_ranks(game)
    gains = eligibility.changes_rating(game)
    seats = zip(game.players, game.scores, eligibility.contributions_by_seat(game), turns, strict=True)
    return tuple(
        SeatTally(
            seat=Seat(seat),
            user_id=user,
            rank=places.get(user),
            won=user in winners,
            score=score if counted.points else None,
            made=kept.made,
            missed=kept.missed,
            waited=kept.waited,
            duel=None if duel is None else duel[seat],
            gains=gains[seat],
        )
        for seat, (user, score, counted, kept) in enumerate(seats)
        if user is not None
    )


SCORE, CLOSEST = "score", "closest"
"""Records of any game: the most points, and the fewest between the first two. Others are named by `Game.feats`."""


def bids(game: EndedMatch) -> tuple[RecordBid, ...]:
    """Return the possible records of a finished match, by people's own play.

    The highest score is none where a computer or a substitute has scored more in the same game.
    """
    own = [seat for seat, contribution in enumerate(eligibility.contributions_by_seat(game)) if contribution.points]
    scored = best_achievement((seat, game.scores[seat]) for seat in own)
    is_highest = scored is not None and scored.value == max(game.scores)
    record_bids = [_bid(game, SCORE, scored.value, scored.seats)] if scored is not None and is_highest else []
    if (margin := _margin(game)) is not None and margin[1] > 0:
        record_bids.append(_bid(game, CLOSEST, margin[1], range(len(game.players)), is_less_better=True))
    for name, (value, *seats) in game.result.get(eligibility.FEATS, {}).items():
        record_bids += [_bid(game, name, value, seats)] if set(seats) <= set(own) else []
    return tuple(record_bids)


def _bid(game: EndedMatch, name: str, value: int, seats: Iterable[int], *, is_less_better: bool = False) -> RecordBid:
    return RecordBid(f"{game.game} {name}", value, tuple(map(Seat, seats)), is_less_better)


def _margin(game: EndedMatch) -> tuple[UserId, int] | None:
    """Return the only winner and their lead over the next, where all players played their own game."""
    if len(game.winners_at) != 1 or not all(contribution.points for contribution in eligibility.contributions_by_seat(game)):
        return None
    (at,) = game.winners_at
    winner = game.players[at]
    assert winner is not None, "people sat at all seats"
    return winner, game.scores[at] - max(score for seat, score in enumerate(game.scores) if seat != at)
