"""The replay of a game, turn by turn, as the public sees it, without what was taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from games.core.game import CHANCE, Event, Seat
from service.match import match_log as logs
from service.match.match_repository import MatchRepository
from service.match.match_session import MatchSession, replay_rows
from service.records import visible
from storage.rows import ActionRow, MatchId
from workers.pool import LazyPickledSequence


class ReplayFrame(NamedTuple):
    """One turn of a game, with the chance draws and the answers of others within it."""

    since: int
    """The number of its first row in the log."""
    upto: int
    """The version of the match after its last row."""
    seats: frozenset[Seat]
    """Who acted; the house apart."""
    gains: tuple[int, ...]
    """What it brought, by seat."""


class ReplayedTurn(NamedTuple):
    """The public view of the table after a turn, with the turn's events."""

    view: Any
    events: tuple[Event, ...]


class TurnReplays:
    """The use-case of replaying the turns of a match."""

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    async def frames(self, match_id: MatchId) -> tuple[ReplayFrame, ...]:
        """Return every turn so far, in order; refuse `no-match`, `not-running` (a lobby), `rules-changed`."""
        return await self._repository.work(frames, await self._repository.seen(match_id))

    async def course(self, match_id: MatchId, named: Callable[[Any], Any] = lambda view: view) -> LazyPickledSequence[ReplayedTurn]:
        """Return the table before the first turn and after each, one in memory at a time; refuse as `frames`."""
        return await self._repository.work(course, await self._repository.seen(match_id), named)


class _Turn(NamedTuple):
    rows: list[ActionRow]
    events: list[Event]
    state: Any
    """After it; changed as soon as the next turn is asked for."""


def frames(live: MatchSession) -> tuple[ReplayFrame, ...]:
    """Return the turns of a match in which a seat has acted."""
    replay_frames: list[ReplayFrame] = []
    points = live.game.scores(live.game.start(live.options, len(live.seats)))
    for turn in _turns(live):
        before, points = points, live.game.scores(turn.state)
        gains = tuple(now - had for now, had in zip(points, before, strict=True))
        seats = frozenset(row.seat for row in turn.rows if row.seat != CHANCE)
        replay_frames.append(ReplayFrame(turn.rows[0].seq, turn.rows[-1].seq + 1, seats, gains))
    return tuple(replay_frames)


def course(live: MatchSession, named: Callable[[Any], Any]) -> LazyPickledSequence[ReplayedTurn]:
    """Return these turns as they are shown, after the table as it was before them."""
    first = ReplayedTurn(named(live.game.view(live.game.start(live.options, len(live.seats)), None)), ())
    later = (ReplayedTurn(named(live.game.view(turn.state, None)), visible(turn.events, None)) for turn in _turns(live))
    return LazyPickledSequence(chain((first,), later))


def _turns(live: MatchSession) -> Iterator[_Turn]:
    """Yield the turns: each goes on until the house is asked or another seat; a draw that waits for its player is none."""
    game = live.game
    state = game.start(live.options, len(live.seats))
    turn = _Turn([], [], state)
    acted, owner = False, None
    for row in logs.standing_rows(live.log):
        whose = game.turn_of(state)
        if acted and (row.seat == CHANCE or whose != owner):
            yield turn
            turn, acted = _Turn([], [], state), False
        if row.seat != CHANCE and not acted:
            acted, owner = True, whose
        turn.events.extend(replay_rows(game, state, (row,))[row.seq])
        turn.rows.append(row)
    if acted:
        yield turn
