"""What a finished match says about its people: the one place where matches are judged for profiles, leaderboards and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from clocks.ledger import Event
from games.core.game import Seat
from service.play.ranking import STOPPED, UNRATED
from service.ratings import turns_kept
from service.ratings.seasons import season_of
from service.ratings.turns_kept import Kept
from service.review.importing import IMPORTED
from storage.records import EndedMatch, Loaded, UserId
from storage.stats import SeatTally, Tally, Tallying
from tournament.ratings import ranks
from tournament.records import WALKOVER

DUEL, TABLE = "duel", "table"
NOT_PLAYED = (WALKOVER, STOPPED)
"""How a match may have ended that says nothing about how well somebody plays: nobody came, or all stopped it where it stood."""


def tally(loaded: Loaded, clock: Sequence[Event]) -> Tally | None:
    """What one finished match says; None where nobody played, computers did, or it was played elsewhere."""
    game = ended(loaded)
    if game is None or loaded.match.guild_id is None or not is_among_people(game):
        return None
    places = ranks(game.scores, game.winners_at, game.result.get("below", ()))
    seats = tuple(
        SeatTally(
            Seat(at),
            UserId(user),
            places[at],
            at in game.winners_at,
            game.scores[at],
            *_turns(loaded, clock, Seat(at)),
        )
        for at, user in enumerate(game.players)
        if user is not None
    )
    kind = name(game.game, len(game.players))
    where = (game.id, loaded.match.guild_id, game.channel_id, kind, season_of(game.ended_at).number)
    return Tally(*where, is_rated(game), seats, _margin(game))


TALLYING = Tallying(1, tally)


def ended(loaded: Loaded) -> EndedMatch | None:
    """A finished match as profiles see it."""
    match = loaded.match
    if match.result is None or match.ended_at is None:
        return None
    players = tuple(seat.user_id for seat in loaded.seats)
    return EndedMatch(match.id, match.game, match.channel_id, match.ended_at, match.result, match.terms.rated, players)


def is_among_people(game: EndedMatch) -> bool:
    """Whether two people at least played it, here, and no computer from the start."""
    return len(game.players) > 1 and None not in game.players and not game.result.get(IMPORTED)


def is_rated(game: EndedMatch) -> bool:
    """Whether a match among people counts for ratings."""
    return game.rated and game.result.get("how") not in NOT_PLAYED and not game.result.get(UNRATED)


def name(game: str, seats: int) -> str:
    """The name of what is rated by itself."""
    return f"{game} {DUEL if seats == 2 else TABLE}"


def _margin(game: EndedMatch) -> tuple[UserId, int] | None:
    if len(game.winners_at) != 1:
        return None
    (at,) = game.winners_at
    winner = game.players[at]
    assert winner is not None, "people sat at all seats"
    return winner, game.scores[at] - max(score for seat, score in enumerate(game.scores) if seat != at)


def _turns(loaded: Loaded, clock: Sequence[Event], seat: Seat) -> tuple[int, int, timedelta]:
    kept = turns_kept.kept(loaded, clock, seat) if loaded.match.terms.pace.has_clock else Kept()
    return kept.made, kept.missed, kept.waited
