"""The meaning of a pairing's matches for the event: ended games, late first turns, and the next game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from service.match.final_ranking import FORFEITED, TIMED_OUT
from service.match.match_changes import MatchChange, MatchDetailsChange
from service.tournaments.repository import NEWS
from service.tournaments.state import OUT, TournamentState
from storage.changes import Change, WakeTournament
from storage.rows import CANCELLED, EXPIRED, FINISHED, LOBBY, LOST, RUNNING
from storage.tournament_rows import EventMatch, EventSeat
from tournament import duels
from tournament.duels import DuelGame
from tournament.history import DrawnRound
from tournament.results import FLAG, PLAYED, RESIGNED, EntrantId, Pairing

LIVE = (LOBBY, RUNNING, LOST)


@dataclass(frozen=True, slots=True)
class OverduePlayer:
    """A player whose first turn a game waits for, and since when."""

    who: EntrantId
    since: datetime
    opponent_acted: bool


def seat_of(state: TournamentState, pairing: Pairing, match: EventMatch, who: EntrantId) -> EventSeat:
    """Return an entrant's seat in a match.

    If a substitute sits there, that is the seat which belongs to no other entrant of the pairing.
    """
    own, those = state.user(who), {state.user(other) for other in pairing.seats if other != who}
    event_seat = next((seat for seat in match.seats if seat.user_id == own), None)
    return event_seat or next(seat for seat in match.seats if seat.user_id not in those)


def has_ended(match: EventMatch) -> bool:
    """Return whether a match is decided: it is over, or exactly one of two players has given it up.

    If both left it to computers by consent, those play to the end first. At a table of three to five, a computer plays on for a
    player who left, until the game ends.
    """
    if match.status == FINISHED:
        return True
    return match.status in (RUNNING, LOST) and len(match.seats) == 2 and sum(seat.left is not None for seat in match.seats) == 1


def is_void(state: TournamentState, pairing: Pairing, match: EventMatch) -> bool:
    """Return whether a match must be played again: it ended without a result, or another entrant of the event sits in it."""
    ours = {state.user(who) for who in pairing.seats}
    strangers = [seat.user_id for seat in match.seats if seat.user_id is not None and 0 < seat.user_id not in ours]
    return match.status in (CANCELLED, EXPIRED) or (match.status in LIVE and any(user in state.numbers for user in strangers))


def duel_game(state: TournamentState, pairing: Pairing, match: EventMatch, scores: Sequence[int]) -> DuelGame:
    """Return an ended match as one game of a duel; `scores` are the points by seat."""
    seats = {who: seat_of(state, pairing, match, who) for who in pairing.seats}
    score = tuple(scores[seat.seat] for seat in seats.values())
    gone = tuple(who for who, seat in seats.items() if seat.left)
    if pairing.is_table:
        return DuelGame(score, gone=gone)
    if len(gone) == 1:
        how = FLAG if seats[gone[0]].left in (FORFEITED, TIMED_OUT) else RESIGNED
        return DuelGame(score, how, pairing.second if gone[0] == pairing.first else pairing.first)
    how = (match.result or {}).get("how", PLAYED)
    if how in (FLAG, RESIGNED) and (match.result or {}).get("winners"):
        won = match.result["winners"][0] if match.result else 0
        return DuelGame(score, how, next(who for who, seat in seats.items() if seat.seat == won))
    return DuelGame(score)


def awaited_first_player(state: TournamentState, pairing: Pairing, match: EventMatch) -> OverduePlayer | None:
    """Return the player whom the first game of a pairing waits for without having seen them."""
    if match.status != RUNNING:
        return None
    for who in pairing.seats:
        seat = seat_of(state, pairing, match, who)
        if seat.waiting_since is not None and not seat.has_acted:
            acted = any(seat_of(state, pairing, match, other).has_acted for other in pairing.seats if other != who)
            return OverduePlayer(who, seat.waiting_since, acted)
    return None


def nobody_came(state: TournamentState, drawn: DrawnRound, table: int, late: OverduePlayer) -> bool:
    """Return whether both players of a pairing were asked to confirm presence, and neither confirmed or moved."""
    pairing = drawn.pairing(table)
    asked = state.settings.asks_who_is_here and not pairing.is_table
    return asked and not late.opponent_acted and not any((drawn.number, int(who)) in state.ready for who in pairing.seats)


def absent_entrants(state: TournamentState, drawn: DrawnRound, table: int) -> tuple[EntrantId, ...]:
    """Return the entrants at a table who are out of the event or were absent from this round."""
    seats = drawn.pairing(table).seats
    missed = {who for who in seats if state.steps.get((drawn.number, int(who))) == "out"}
    return tuple(who for who in seats if who in missed or state.members[int(who)].status == OUT)


def next_start(state: TournamentState, drawn: DrawnRound, table: int) -> EntrantId | None:
    """Return the entrant who begins the next game of a pairing; None if the pairing is decided."""
    stage = state.course.stages[drawn.stage]
    return duels.next_start(
        drawn.pairing(table),
        state.games.get((drawn.number, table), ()),
        drawn.best_of,
        must_decide=stage.must_decide,
        seed=state.row.seed,
        round_=drawn.number,
    )


async def event_of_match_change(of: MatchChange, now: datetime) -> Sequence[Change]:
    """Return the change that wakes the event of a match after each step, in the same transaction."""
    return (WakeTournament(of.step.live.match.id, NEWS, now),)


async def event_of_details_change(of: MatchDetailsChange, now: datetime) -> Sequence[Change]:
    """Return the change that wakes the event of a match that ended without a move, or got another channel."""
    match, was_played = of.commit.match, of.commit.match.started_at is not None
    return (WakeTournament(match.id, NEWS, now),) if was_played and (match.status not in LIVE or of.commit.revive_posts) else ()
