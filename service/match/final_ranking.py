"""The final ranking: the winners are the best of those who stayed, and seats lost on time may rank below all others.

In a rated game every lost seat ranks there, because the result is that of its player and not of the computer that played on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from games.core.game import Outcome, Seat
from service.match import eligibility
from service.match import match_log as logs
from service.match.eligibility import STOPPED, UNRATED
from service.match.match_rows import AGREED, MatchRows
from storage.rows import MatchRow, SeatRow

FORFEITED = "forfeited"
"""Why a seat is played by a computer, or a game is over, where the terms say so: its time ran out."""
TIMED_OUT = "timeout"
"""Why a seat went to a computer: its time ran out too often, or the terms say so."""


def result(rows: MatchRows, outcome: Outcome, turns: Callable[[], int] | None = None) -> Mapping[str, Any]:
    """Return the JSON object in which a match stores its result.

    Optional keys: `below` lists the seats that rank below all others; `how` says that the game was not played to its end;
    `uncounted` and `unplayed` list seats for which a part does not count (`service.match.eligibility`); `unrated` says that people
    played too little of a game meant to be rated. `turns` as in `rated_flags`.
    """
    kept = dict(_rank_rows(rows, outcome))
    if rows.log and logs.kind_of(rows.log[-1]) == logs.CONCLUDE:
        kept["how"] = STOPPED
    return kept | dict(rated_flags(rows, turns=turns))


def rated_flags(rows: MatchRows, lost: Collection[Seat] = (), turns: Callable[[], int] | None = None) -> Mapping[str, Any]:
    """Return the keys of a result that limit how far the game counts.

    `lost` are seats given up without a row in the log. `turns` returns how many turns each seat has in a whole game; None if the
    rules are unknown.
    """
    if any(seat.user_id is None for seat in rows.seats):
        return {}  # a computer sits there from the start: it counts for nobody anyway
    contributions = eligibility.contributions_of(rows.seats, rows.log, lost=lost)
    series = rows.match.terms.series
    counts = any(contribution.place for contribution in contributions) or (series is not None and series.counts)
    is_left = lost or any(seat.left not in eligibility.NOT_GIVEN_UP for seat in rows.seats)
    early = eligibility.given_up_early(rows.seats, rows.log, turns(), lost) if is_left and turns is not None else ()
    unrated = {UNRATED: True} if rows.match.terms.rated and not counts else {}
    return {**eligibility.stored_exceptions(contributions), **unrated, **({eligibility.EARLY: list(early)} if early else {})}


def _rank_rows(rows: MatchRows, outcome: Outcome) -> Mapping[str, Any]:
    below = _seats_lost(rows)
    stayed = [seat for seat in range(len(outcome.scores)) if seat not in below]
    if not below or not stayed:
        return {"scores": list(outcome.scores), "winners": list(outcome.winners)}
    left = [seat for seat in outcome.winners if seat not in below]
    return {"scores": list(outcome.scores), "winners": left or list(seats_with_most(outcome.scores, stayed)), "below": below}


def stored_outcome(kept: Mapping[str, Any]) -> Outcome:
    """Return the outcome that a stored result describes."""
    return Outcome(tuple(kept["scores"]), tuple(Seat(seat) for seat in kept["winners"]))


def ranked_below(match: MatchRow) -> Sequence[int]:
    """Return the seats that rank below all others in an ended match, worst first; usually empty."""
    lowest: Sequence[int] = (match.result or {}).get("below", ())
    return lowest


def seats_with_most(scores: Sequence[int], seats: Iterable[int]) -> tuple[Seat, ...]:
    """Return those of these seats that have the most points, in the given order."""
    among = list(seats)
    most = max(scores[seat] for seat in among)
    return tuple(Seat(seat) for seat in among if scores[seat] == most)


def _seats_lost(rows: MatchRows) -> list[int]:
    """Return the seats that were lost for good, in the order of losing them.

    A loss that ended the match is not among them, as it has no row.
    """
    order = [row.seat for row in reversed(rows.log) if logs.kind_of(row) == logs.VACATE]
    lost = [seat.seat for seat in rows.seats if _is_lost(rows, seat)]
    left = [seat for seat in dict.fromkeys(order) if seat in lost]
    return [*reversed(left), *(seat for seat in lost if seat not in left)]


def _is_lost(rows: MatchRows, seat: SeatRow) -> bool:
    is_server = seat.called is not None  # a server that has left can't win by the computer that plays on for it
    return seat.left == FORFEITED or ((rows.match.terms.rated or is_server) and seat.left not in (None, AGREED))
