"""One game between computer players, as plain data in and out, so that many can run in parallel processes.

The draws follow from the seed and the number of the draw: two games with the same seed draw the same tiles as far as the rules
permit, independent of the players.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ai.player_protocol import ExternalPlayer, Player
from games.core.game import CHANCE, AnyGame, Seat, ignore_event


@dataclass(frozen=True)
class ArenaGame:
    """One game to be played: its options, its seed and the player of each seat."""

    game: AnyGame
    options: Mapping[str, str]
    players: Sequence[Player | ExternalPlayer]
    """By seat."""
    seed: int


class ArenaGameResult(NamedTuple):
    """Scores, winners and thinking time of one finished game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    cpu_s: tuple[tuple[float, ...], ...]
    """By seat: processor seconds of each turn, that is of everything that the seat decided in a row; of a program of
    somebody else seconds on the wall."""
    done: tuple[Mapping[str, int], ...] = ()
    """By seat: how often it did what, by the first word of the action's text."""


def play_arena_game(contest: ArenaGame) -> ArenaGameResult:
    """Play a game to the end and return its result.

    The same `contest` always has the same result, except for thinking times.
    """
    spoken = [player for player in contest.players if isinstance(player, ExternalPlayer)]
    scores: Sequence[int] = ()
    try:
        for player in spoken:
            player.begin(contest.game.id, contest.options, len(contest.players))
        result = _play_game(contest)
        scores = result.scores
    finally:
        for player in spoken:
            player.end(scores)
    return result


def _play_game(contest: ArenaGame) -> ArenaGameResult:
    game, seats = contest.game, len(contest.players)
    state, draws, before = game.start(game.options(contest.options), seats), 0, CHANCE
    chances = [random.Random(f"{contest.seed} seat {seat}") for seat in range(seats)]  # noqa: S311  # a seeded game, no secret
    turns: list[list[float]] = [[] for _ in range(seats)]
    done = [Counter[str]() for _ in range(seats)]
    rows: list[tuple[Seat, str]] = []
    planned: list[Any] = []
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            draws += 1
            action = game.deal(state, random.Random(f"{contest.seed} draw {draws}").randrange)  # noqa: S311  # as above
        else:
            if not planned:
                clock = time.perf_counter if isinstance(contest.players[seat], ExternalPlayer) else time.process_time
                start = clock()
                planned = _plan_turn(contest, state, seat, rows, chances[seat])
                _count_time(turns[seat], clock() - start, new=seat != before)
            action = planned.pop(0)
            done[seat][game.write(action).split()[0]] += 1
        rows.append((seat, game.write(action)))
        game.advance(state, seat, action, ignore_event)
        if game.to_act(state) != (seat,):
            planned = []
        before = seat
    outcome = game.outcome(state)
    assert outcome is not None
    return ArenaGameResult(tuple(outcome.scores), tuple(outcome.winners), tuple(map(tuple, turns)), tuple(map(dict, done)))


def _plan_turn(contest: ArenaGame, state: Any, seat: Seat, rows: Sequence[tuple[Seat, str]], chance: random.Random) -> list[Any]:
    """Return the actions that the player of `seat` plans, up to the next decision of another seat."""
    game, player = contest.game, contest.players[seat]
    if isinstance(player, ExternalPlayer):
        return [game.read(text) for text in player.answer(rows, [game.write(action) for action in game.legal(state, seat)])]
    return list(player.turn(game, game.imagine(state, seat, chance.randrange), seat, chance.randrange))


def _count_time(turns: list[float], seconds: float, *, new: bool) -> None:
    if new:
        turns.append(seconds)
    else:
        turns[-1] += seconds
