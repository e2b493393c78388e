"""The collection of an event's results: ended games, and the pairings that they decide, written into its log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta

from service.tournaments import pairing_outcomes
from service.tournaments.letters import TableDeadline
from service.tournaments.log.entrant_events import ArenaPause
from service.tournaments.log.result_events import GameEnd, PairingResult, VoidGame
from service.tournaments.repository import TournamentTransaction, gently
from service.tournaments.state import Place
from storage.rows import UserId
from storage.tournament_rows import EventMatch
from tournament import duels
from tournament.history import DrawnRound
from tournament.results import WALKOVER, EntrantId, Result

Scores = Callable[[EventMatch], Awaitable[tuple[int, ...]]]
"""The points of a match by seat."""

Played = Callable[[EventMatch], Awaitable[bool]]
"""Whether half of a match at least was played by people."""

RESTS = timedelta(minutes=10)
"""How long somebody who gave up early in an arena, or never came, is not paired."""


async def collect_results(
    step: TournamentTransaction, by_place: Mapping[Place, Sequence[EventMatch]], scores: Scores, played: Played
) -> None:
    """Log ended games and the pairings that they decide.

    In an arena, a game that was given up early becomes a walkover.
    """
    async for drawn, table in gently(step.open_tables()):
        place = (drawn.number, table)
        for match in by_place.get(place, ()):
            if match.match_id not in step.state.settled:
                await _settle(step, drawn, table, match, scores)
                if step.state.settings.is_arena:
                    await _must_be_played(step, drawn, table, match, played)
        games, state = step.state.games.get(place, ()), step.state
        is_open = place not in state.results or place in state.open_ended
        if is_open and games and pairing_outcomes.next_start(step.state, drawn, table) is None:
            note_result(step, table, duels.duel_result(drawn.pairing(table), games, drawn.number, drawn.best_of))


async def _must_be_played(step: TournamentTransaction, drawn: DrawnRound, table: int, match: EventMatch, played: Played) -> None:
    """Turn an arena game that was given up early into a walkover, and suspend its loser."""
    game = next(iter(step.state.games.get((drawn.number, table), ())), None)
    if game is None or game.winner is None or await played(match):
        return
    pairing = drawn.pairing(table)
    note_result(step, table, pairing.result(drawn.number, WALKOVER, game.winner))
    suspend_from_arena(step, drawn.number, table, next(who for who in pairing.seats if who != game.winner), "gave-up-early")


def suspend_from_arena(step: TournamentTransaction, round_: int, table: int, who: EntrantId, why: str) -> None:
    """Exclude an entrant from an arena's pairing, until they join again after `RESTS` at the earliest; notify them of `why`."""
    until = step.now + RESTS
    step.note(ArenaPause(int(who), until))
    step.write_to(step.state.user(who), TableDeadline(why, round_, table, until))


async def _settle(step: TournamentTransaction, drawn: DrawnRound, table: int, match: EventMatch, scores: Scores) -> None:
    if pairing_outcomes.is_void(step.state, drawn.pairing(table), match):
        step.note(VoidGame(drawn.number, table, match.match_id))
    elif pairing_outcomes.has_ended(match):
        game = pairing_outcomes.duel_game(step.state, drawn.pairing(table), match, await scores(match))
        winner = None if game.winner is None else int(game.winner)
        gone = tuple(int(who) for who in game.gone)
        step.note(GameEnd(drawn.number, table, match.match_id, game.score, game.how, winner, gone))


def note_result(
    step: TournamentTransaction,
    table: int,
    result: Result,
    by: UserId | None = None,
    *,
    reason: str | None = None,
    is_open: bool = False,
    rates: bool = False,
) -> int:
    """Log a result; return the number of its row.

    `is_open`: it counts only until the pairing's games have ended. `rates`: it comes from elsewhere and counts for ratings.
    """
    winner = None if result.winner is None else int(result.winner)
    pairing_result = PairingResult(
        result.round,
        table,
        result.how,
        winner,
        result.score,
        result.games,
        is_open=is_open,
        gone=tuple(int(who) for who in result.gone),
        rates=rates,
    )
    return step.note(pairing_result, by, reason=reason, about=int(result.first) if reason else None)
