"""Benchmark of the game engine and the computer players: random games, single operations, and turns of the `master` level."""

from __future__ import annotations

import importlib
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from time import process_time
from typing import Any

from ai import PLAYERS
from editions.registry import GAMES
from games.core.action_gateway import replay
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Seat, ignore_event
from games.core.options import Options
from storage import log_chain
from storage.rows import ActionRow, Secret
from tools.bench.measuring import Figure, least_time
from tools.selfplay import play_out, random_player


def figures(*, quick: bool = False) -> Iterator[Figure]:
    """Yield the figures of random games per second, of engine operations, and of the computer player's turns."""
    for part in (games_per_second, engine_times, computers):
        yield from part(quick)


RATES: Mapping[str, tuple[str, Mapping[str, str], int, str]] = {
    "base": ("carcassonne", {}, 2, ">= 1000"),
    "base, 4 seats": ("carcassonne", {}, 4, ""),
    "base + inns": ("carcassonne", {"expansions": "inns"}, 2, ">= 600"),
    "base + all four": ("carcassonne", {"expansions": "inns,traders,dragon,tower"}, 2, ">= 150"),
    "cardcassonne": ("cardcassonne", {}, 2, ">= 500"),
}
"""Random games per second: game, options, seats, aim."""


def random_game(game: AnyGame, options: Options, seats: int, chance: random.Random) -> None:
    """Play a random game through the `Game` protocol and discard its events; the code is minimal because it is what is measured."""
    state = game.start(options, seats)
    to_act, legal, advance, deal, pick = game.to_act, game.legal, game.advance, game.deal, chance.random
    events: list[object] = []

    def below(number: int) -> int:
        return int(pick() * number)

    emit = events.append
    while seats_to_act := to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            advance(state, seat, deal(state, below), emit)
        else:
            choices = legal(state, seat)
            advance(state, seat, choices[int(pick() * len(choices))], emit)


def median_rate(work: Callable[[], None], seconds: float, repeats: int) -> float:
    """Return how many times per second `work` runs, as the median of the given number of repeats."""
    rates = []
    work()
    for _ in range(repeats):
        begun, done = process_time(), 0
        while process_time() - begun < seconds:
            work()
            done += 1
        rates.append(done / (process_time() - begun))
    return statistics.median(rates)


def games_per_second(quick: bool) -> Iterator[Figure]:
    """Yield random games per second for each entry of `RATES` that the installed games can play."""
    for name, (game_id, given, seats, aim) in RATES.items():
        if game_id not in GAMES:
            continue
        game = GAMES[game_id]
        try:
            options = game.options(given)
        except IllegalActionError as missing:
            print(f"no {name}: {missing}", file=sys.stderr)
            continue
        chance = random.Random(1)

        def one(game: AnyGame = game, options: Options = options, seats: int = seats, chance: random.Random = chance) -> None:
            random_game(game, options, seats, chance)

        yield Figure(f"random games: {name}", median_rate(one, 0.3 if quick else 1.5, 3 if quick else 5), "games/s", aim)


def midgame(tiles: int, seed: int = 5) -> tuple[AnyGame, Any]:
    """Return the base game and a two-player position with at least `tiles` tiles, before the next placement."""
    game = GAMES["carcassonne"]
    chance = random.Random(seed)
    state = game.start(game.options({}), 2)
    while True:
        (seat,) = game.to_act(state)
        if seat != CHANCE and len(game.view(state, None).tiles) >= tiles and game.view(state, None).decision == "place":
            return game, state
        choices = [a for a, weight in game.odds(state) for _ in range(weight)] or game.legal(state, seat)
        game.advance(state, seat, chance.choice(choices), ignore_event)


def engine_times(quick: bool) -> Iterator[Figure]:
    """Yield the times of listing placements, copying and viewing a position, and restoring a finished game from log or snapshot."""
    repeats = 3 if quick else 9
    game, state = midgame(40)
    turn = importlib.import_module("games.carcassonne.expansions.base.turn")
    kind = state.hand
    yield Figure(
        "legal placements, 40 tiles", least_time(lambda: turn.placements(state, kind), repeats, times=500) * 1e6, "µs", "<= 10"
    )
    yield Figure("clone, 40 tiles", least_time(lambda: game.clone(state), repeats, times=500) * 1e6, "µs", "<= 10")
    yield Figure("view, 40 tiles", least_time(lambda: game.view(state, Seat(0)), repeats, times=20) * 1e3, "ms")
    chance = random.Random(3)
    options = game.options({})
    played = play_out(game, options, 2, chance, random_player(game, chance))
    again = least_time(lambda: replay(game, options, 2, played.log), repeats, times=5)
    yield Figure("rebuild a finished game from its log", again * 1e3, "ms", "<= 5")
    yield Figure("load a finished game's snapshot", _load_time(game, played.state, repeats) * 1e3, "ms")
    yield from _account_times(repeats)


def _account_times(repeats: int) -> Iterator[Figure]:
    """Yield the time that the points ledger and the log's hash chain add to a turn (three log rows: a draw, a tile, a figure)."""
    game = GAMES["carcassonne"]
    options, chance = game.options({"expansions": "inns,traders,dragon,tower"}), random.Random(3)
    played = play_out(game, options, 4, chance, random_player(game, chance))
    turns = max(1, len(game.ledger(played.events).turns))
    account = least_time(lambda: game.ledger(played.events), repeats, times=20) / turns
    rows = [ActionRow(seq, Seat(0), "place 3,-2 r1", datetime(2026, 1, 1, tzinfo=UTC)) for seq in range(3)]
    chain = least_time(lambda: log_chain.hashes(rows, "0" * 32, Secret(b"s" * 32)), repeats, times=200)
    yield Figure("account of points and hashes of the log, a turn", (account + chain) * 1e3, "ms", "<= 0.2")


def _load_time(game: AnyGame, state: Any, repeats: int) -> float:
    taken = json.dumps(game.dump(state))
    return least_time(lambda: game.load(json.loads(taken)), repeats, times=5)


MATCHES: Mapping[str, tuple[Mapping[str, str], str]] = {
    "base": ({}, "<= 300"),
    "base + all four": ({"expansions": "inns,traders,dragon,tower"}, "<= 1000"),
}
"""Options and aim: milliseconds of the 95th percentile."""


def computers(quick: bool) -> Iterator[Figure]:
    """Yield the median and 95th percentile of the `master` level's turn for each kind of game, in games played by `citizen`."""
    for name, (given, aim) in MATCHES.items():
        times = list(_time_decisions(given, every=8 if quick else 2))
        yield Figure(f"master's turn, {name}: p50", statistics.median(times), "ms")
        yield Figure(f"master's turn, {name}: p95", statistics.quantiles(times, n=20)[-1], "ms", aim)


def _time_decisions(given: Mapping[str, str], every: int) -> Iterator[float]:
    """Yield the milliseconds of processor time that the `master` level takes for each `every`th decision of a game."""
    game, chance = GAMES["carcassonne"], random.Random(7)
    state = game.start(game.options(given), 2)
    asked = 0
    while seats := game.to_act(state):
        seat = seats[0]
        if seat == CHANCE:
            game.advance(state, seat, game.deal(state, chance.randrange), ignore_event)
            continue
        asked += 1
        if asked % every == 0:
            begun = process_time()
            PLAYERS["master"].turn(game, state, seat, chance.randrange)
            yield (process_time() - begun) * 1e3
        for action in PLAYERS["citizen"].turn(game, state, seat, chance.randrange):
            game.advance(state, seat, action, ignore_event)
