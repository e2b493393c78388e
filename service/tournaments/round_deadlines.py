"""The deadline of a round: overtime before it, and the decision of games that are still open then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from service.tournaments import pairing_outcomes
from service.tournaments.letters import TimeDecided
from service.tournaments.log.result_events import GameEnd
from service.tournaments.repository import TournamentTransaction, gently
from service.tournaments.result_collection import Scores, note_result
from service.tournaments.state import Place, TournamentState
from service.tournaments.tournament_settings import OVERTIME
from storage.rows import RUNNING, UserId
from storage.tournament_rows import EventMatch
from tournament import duels
from tournament.first_player import lot
from tournament.history import DrawnRound
from tournament.results import FLAG, RULING, EntrantId

Used = Callable[[EventMatch], Awaitable[Mapping[UserId, timedelta]]]
"""How much of their own time the players of a match have used so far."""


def deadline_of(state: TournamentState, place: Place) -> datetime | None:
    """Return when a pairing must end, with extra time given by referees; None without a deadline."""
    length = state.settings.round_length
    return None if length is None else state.published[place[0]] + length + state.extra.get(place, timedelta())


def in_overtime(state: TournamentState, place: Place, now: datetime) -> bool:
    """Return whether the clocks of a pairing's games run at the faster overtime pace."""
    ends = deadline_of(state, place)
    return ends is not None and now >= ends - OVERTIME


def deadline_due_moments(state: TournamentState, place: Place) -> Iterator[datetime]:
    """Yield when overtime begins for an open pairing, and when its deadline is."""
    if (ends := deadline_of(state, place)) is not None:
        yield from (ends - OVERTIME, ends)


async def close_at_deadline(
    step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]], scores: Scores, used: Used
) -> None:
    """Close open pairings at their deadline: as a draw until their games end, in a knock-out by decision."""
    async for drawn, table in gently(step.open_tables()):
        place = (drawn.number, table)
        ends = deadline_of(step.state, place)
        if ends is None or step.now < ends or place in step.state.results:
            continue
        if step.state.course.stages[drawn.stage].knocks_out:
            await _decide(step, drawn, table, by_place.get(place, ()), scores, used)
        else:
            # Where games begin by appointment, one that never began will not: nobody may have wanted it.
            plays_on = bool(by_place.get(place)) or not step.state.settings.by_appointment
            note_result(step, table, drawn.pairing(table).result(drawn.number, RULING), is_open=plays_on)


async def _decide(
    step: TournamentTransaction, drawn: DrawnRound, table: int, matches: Sequence[EventMatch], scores: Scores, used: Used
) -> None:
    """Decide a pairing at its deadline: an open game is lost by the player who used more time in it.

    A level pairing is lost by the player who used more time in all its games; equal times are decided by lot.
    """
    pairing, place, state = drawn.pairing(table), (drawn.number, table), step.state
    times = [await used(match) for match in matches if match.match_id not in state.void]
    running = [match for match in matches if match.match_id not in state.settled and match.status == RUNNING]
    if running:
        ahead = _quicker(state, drawn, table, times[-1:])
        points = await scores(running[-1])
        score = tuple(points[pairing_outcomes.seat_of(state, pairing, running[-1], who).seat] for who in pairing.seats)
        step.note(GameEnd(drawn.number, table, running[-1].match_id, score, FLAG, int(ahead)))
    games = step.state.games.get(place, ())
    if games and pairing_outcomes.next_start(step.state, drawn, table) is None:
        result = duels.duel_result(pairing, games, drawn.number, drawn.best_of)
    else:
        leads = sum(
            (game_points > other) - (game_points < other)
            for game_points, other in (duels.counted_points(game, pairing) for game in games)
        )
        winner = pairing.first if leads > 0 else pairing.second if leads < 0 else _quicker(state, drawn, table, times)
        result = pairing.result(drawn.number, FLAG, winner)
    note_result(step, table, result)
    spent = {who: int(_time_used(state, times, who).total_seconds()) for who in pairing.seats}
    for who, other in (pairing.seats, pairing.seats[::-1]):
        step.write_to(state.user(who), TimeDecided(drawn.number, table, spent[who], spent[other]))


def _quicker(state: TournamentState, drawn: DrawnRound, table: int, times: Sequence[Mapping[UserId, timedelta]]) -> EntrantId:
    """Return the entrant of a pairing who has used less time; a lot decides between equals."""
    first, second = drawn.pairing(table).seats
    return min(
        (first, second), key=lambda who: (_time_used(state, times, who), -lot(state.row.seed, "time-decided", drawn.number, who))
    )


def _time_used(state: TournamentState, times: Sequence[Mapping[UserId, timedelta]], who: EntrantId) -> timedelta:
    return sum((time.get(state.user(who), timedelta()) for time in times), timedelta())
