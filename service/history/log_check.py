"""Comparing a log with the hashes kept with its rows: moves, undos, rulings and substitutes are those that were played."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame
from service.match import match_log as logs
from service.match.match_session import replay_rows
from service.records import LogCheck
from storage import log_chain
from storage.log_chain import Begun, LogChain
from storage.rows import ActionRow, SeatRow, Secret


def check_log(
    match: Begun, seats: Sequence[SeatRow], log: Sequence[ActionRow], chain: LogChain, secret: Secret, game: AnyGame
) -> LogCheck:
    """Compare a log with its hashes. `seats` and `log` are complete, and `game` is under the rules of the match."""
    if chain.previous[:1] != (log_chain.beginning(match, seats, log, secret),):
        return LogCheck(chain.last, fits=False)
    row = log_chain.first_change(log, chain, secret)
    if row is None:
        return LogCheck(chain.last, fits=True)
    state = game.start(game.options(match.options), len(seats))
    return LogCheck(chain.last, fits=False, turn=_turn(game, state, [*logs.standing_rows(log[:row]), log[row]]), row=row)


def _turn(game: AnyGame, state: object, rows: Sequence[ActionRow]) -> int | None:
    """Return the number, from 1, of the turn to which the last row belongs, counted as `service.history.replay` counts.

    `state` is the one before all rows. None if what precedes the last row can't be replayed: it isn't what was played either.
    """
    number, acted, owner = 1, False, None
    for row in rows:
        whose = game.turn_of(state)
        if acted and (row.seat == CHANCE or whose != owner):
            number, acted = number + 1, False
        if row.seat != CHANCE and not acted:
            acted, owner = True, whose
        if row is rows[-1]:
            return number
        try:
            replay_rows(game, state, (row,))
        except IllegalActionError:
            return None
    return number
