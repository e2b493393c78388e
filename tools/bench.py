"""Measures what players wait for: `python -m tools.bench [--json] [--quick]`.

Everything is measured in one run, so that ratios may be trusted; single figures depend on the machine. Each figure is the
median (for rates) or the minimum (for times) of several repeats. The engine is measured in processor time: what else runs
on the machine does not count.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

from editions.offered import GAMES
from games.core.errors import IllegalAction
from games.core.game import HOUSE, AnyGame, Seat, unheard
from games.core.options import Options
from games.core.play import replay
from tools.selfplay import play_out, random_player


class Figure(NamedTuple):
    """One measurement."""

    name: str
    value: float
    unit: str
    target: str = ""


RATES: Mapping[str, tuple[str, Mapping[str, str], int, str]] = {
    "base": ("carcassonne", {}, 2, ">= 1000"),
    "base, 4 seats": ("carcassonne", {}, 4, ""),
    "base + inns": ("carcassonne", {"expansions": "inns"}, 2, ">= 600"),
    "base + all four": ("carcassonne", {"expansions": "inns,traders,dragon,tower"}, 2, ">= 150"),
    "cardcassonne": ("cardcassonne", {}, 2, ">= 500"),
}
"""Random games per second: game, options, seats, target."""


def random_game(game: AnyGame, options: Options, seats: int, chance: random.Random) -> None:
    """One random game through the protocol, its events gathered and thrown away. Kept lean: it is what is measured."""
    state = game.start(options, seats)
    to_act, legal, advance, deal, pick = game.to_act, game.legal, game.advance, game.deal, chance.random
    events: list[object] = []

    def below(number: int) -> int:
        return int(pick() * number)

    emit = events.append
    while asked := to_act(state):
        seat = asked[0]
        if seat == HOUSE:
            advance(state, seat, deal(state, below), emit)
        else:
            choices = legal(state, seat)
            advance(state, seat, choices[int(pick() * len(choices))], emit)


def median_rate(work: Callable[[], None], seconds: float, repeats: int) -> float:
    """How often `work` is done in a second: the median of some repeats."""
    rates = []
    work()
    for _ in range(repeats):
        begun, done = process_time(), 0
        while process_time() - begun < seconds:
            work()
            done += 1
        rates.append(done / (process_time() - begun))
    return statistics.median(rates)


def least_time(work: Callable[[], object], times: int, repeats: int) -> float:
    """Seconds that one `work` takes: the least of some repeats of `times` each."""
    least = float("inf")
    for _ in range(repeats):
        begun = process_time()
        for _ in range(times):
            work()
        least = min(least, (process_time() - begun) / times)
    return least


def games_per_second(quick: bool) -> Iterator[Figure]:
    """Random games, for every choice of options that is there to be played."""
    for name, (game_id, given, seats, target) in RATES.items():
        if game_id not in GAMES:
            continue
        game = GAMES[game_id]
        try:
            options = game.options(given)
        except IllegalAction as missing:
            print(f"no {name}: {missing}", file=sys.stderr)
            continue
        chance = random.Random(1)

        def one(game: AnyGame = game, options: Options = options, seats: int = seats, chance: random.Random = chance) -> None:
            random_game(game, options, seats, chance)

        yield Figure(f"random games: {name}", median_rate(one, 0.3 if quick else 1.5, 3 if quick else 5), "games/s", target)


def midgame(tiles: int, seed: int = 5) -> tuple[AnyGame, Any]:
    """A base game of two with so many tiles on the board, somebody about to place the next one."""
    game = GAMES["carcassonne"]
    chance = random.Random(seed)
    state = game.start(game.options({}), 2)
    while True:
        (seat,) = game.to_act(state)
        if seat != HOUSE and len(game.view(state, None).tiles) >= tiles and game.view(state, None).decision == "place":
            return game, state
        choices = [a for a, weight in game.odds(state) for _ in range(weight)] or game.legal(state, seat)
        game.advance(state, seat, chance.choice(choices), unheard)


def engine_times(quick: bool) -> Iterator[Figure]:
    """Moves, copies and rebuilding."""
    repeats = 3 if quick else 9
    game, state = midgame(40)
    turn = importlib.import_module("games.carcassonne.expansions.base.turn")
    kind = state.hand
    yield Figure("legal placements, 40 tiles", least_time(lambda: turn.placements(state, kind), 500, repeats) * 1e6, "µs", "<= 10")
    yield Figure("clone, 40 tiles", least_time(lambda: game.clone(state), 500, repeats) * 1e6, "µs", "<= 10")
    yield Figure("view, 40 tiles", least_time(lambda: game.view(state, Seat(0)), 20, repeats) * 1e3, "ms")
    chance = random.Random(3)
    options = game.options({})
    played = play_out(game, options, 2, chance, random_player(game, chance))
    again = least_time(lambda: replay(game, options, 2, played.log), 5, repeats)
    yield Figure("rebuild a finished game from its log", again * 1e3, "ms", "<= 5")
    yield Figure("load a finished game's snapshot", _load_time(game, played.state, repeats) * 1e3, "ms")


def _load_time(game: AnyGame, state: Any, repeats: int) -> float:
    taken = json.dumps(game.dump(state))
    return least_time(lambda: game.load(json.loads(taken)), 5, repeats)


MEASURED = (
    "tools.bench_storage",
    "tools.bench_events",
    "tools.bench_growth",
    "tools.bench_turns",
    "tools.bench_path",
    "tools.bench_pictures",
    "tools.bench_replay",
    "tools.bench_loop",
    "tools.bench_memory",
    "tools.bench_computers",
)
"""Modules that measure other parts of the project."""


def elsewhere(quick: bool) -> Iterator[Figure]:
    """What other parts of the project measure of themselves, where they are there: a module's `figures(quick)`."""
    for module in MEASURED:
        if importlib.util.find_spec(module) is None:
            print(f"no {module}", file=sys.stderr)
            continue
        for name, value, unit, target in importlib.import_module(module).figures(quick=quick):
            yield Figure(name, value, unit, target)


def main(arguments: Sequence[str]) -> int:
    """Measure and print, as a table or as JSON."""
    gc.collect()
    gc.freeze()  # what was loaded before is not looked through again and again
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description="Measure what players wait for.")
    parser.add_argument("--json", action="store_true", help="print a JSON list in place of a table")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter repeats")
    wanted = parser.parse_args(arguments)
    figures = []
    for part in (games_per_second, engine_times, elsewhere):
        for figure in part(wanted.quick):
            figures.append(figure._asdict())
            if not wanted.json:
                print(f"{figure.name:62} {figure.value:12.4g} {figure.unit:8} {figure.target}", flush=True)
    if wanted.json:
        print(json.dumps(figures, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
