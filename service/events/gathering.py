"""What has come in of an event: games that have ended, and pairings that they decide, written into its log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from service.events import outcomes
from service.events.event_repository import EventStep, gently
from service.events.state import Place
from storage.event_records import EventMatch
from storage.records import UserId
from tournament import duels
from tournament.drawn import DrawnRound
from tournament.records import Result

Scores = Callable[[EventMatch], Awaitable[tuple[int, ...]]]
"""The points of a match by seat."""


async def gather(step: EventStep, by_place: Mapping[Place, Sequence[EventMatch]], scores: Scores) -> None:
    """Games that have ended, and pairings that they decide."""
    async for drawn, table in gently(step.state.open_tables()):
        place = (drawn.number, table)
        for match in by_place.get(place, ()):
            if match.match_id not in step.state.settled:
                await _settle(step, drawn, table, match, scores)
        games = step.state.games.get(place, ())
        if games and outcomes.next_start(step.state, drawn, table) is None:
            note_result(step, table, duels.result(drawn.pairing(table), games, drawn.number, drawn.best_of))


async def _settle(step: EventStep, drawn: DrawnRound, table: int, match: EventMatch, scores: Scores) -> None:
    if outcomes.is_void(step.state, drawn.pairing(table), match):
        step.note("void", round=drawn.number, table=table, match=match.match_id)
    elif outcomes.has_ended(match):
        game = outcomes.game(step.state, drawn.pairing(table), match, await scores(match))
        winner = None if game.winner is None else int(game.winner)
        where: dict[str, Any] = {"round": drawn.number, "table": table, "match": match.match_id}
        step.note("game", None, **where, score=list(game.score), how=game.how, winner=winner, gone=[int(who) for who in game.gone])


def note_result(
    step: EventStep, table: int, result: Result, by: UserId | None = None, *, reason: str | None = None, is_open: bool = False
) -> int:
    """Write a result into the log, and answer the number of its row; `is_open`: only until the games of the pairing have ended."""
    winner = None if result.winner is None else int(result.winner)
    return step.note(
        "result",
        by,
        reason=reason,
        about=int(result.first) if reason else None,
        round=result.round,
        table=table,
        how=result.how,
        winner=winner,
        score=None if result.score is None else list(result.score),
        games=[list(game) for game in result.games],
        gone=[int(who) for who in result.gone],
        open=is_open,
    )
