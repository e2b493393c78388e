"""Self-play of a whole game: `python -m tools.selfplay --seats 4 --seed 7 --option expansions=inns --players random`.

It prints the final score of every seat; with `--record FILE` the game's log is kept as JSON, ready for `replay`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from editions.registry import GAMES
from games.core.action_gateway import LoggedAction
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Event, Outcome, Seat
from games.core.options import Options

Choose = Callable[[Any, Seat], Any]
"""From a state and an asked seat to one of its legal actions."""


class SelfPlayGame(NamedTuple):
    """A finished game: final state, outcome, log and events."""

    state: Any
    outcome: Outcome
    log: list[LoggedAction]
    events: list[Event]


def house(game: AnyGame, state: Any, chance: random.Random) -> Any:
    """Return a random action of chance, drawn by the weights of `game.odds`."""
    actions, weights = zip(*game.odds(state), strict=True)
    return chance.choices(actions, weights)[0]


def play_out(game: AnyGame, options: Options, seats: int, chance: random.Random, choose: Choose) -> SelfPlayGame:
    """Play a game from start to end, with `choose` deciding for all seats and chance drawn by its weights."""
    state = game.start(options, seats)
    log: list[LoggedAction] = []
    events: list[Event] = []
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0] if len(seats_to_act) == 1 else chance.choice(seats_to_act)
        action = house(game, state, chance) if seat == CHANCE else choose(state, seat)
        log.append(LoggedAction(seat, game.write(action)))
        game.advance(state, seat, action, events.append)
    outcome = game.outcome(state)
    assert outcome is not None
    return SelfPlayGame(state, outcome, log, events)


def random_player(game: AnyGame, chance: random.Random) -> Choose:
    """Return a player function that takes any legal action, each equally likely."""
    return lambda state, seat: chance.choice(game.legal(state, seat))


def player(name: str, game: AnyGame, chance: random.Random) -> Choose:
    """Return the player function called `name`; raise `SystemExit` if there is none."""
    if name == "random":
        return random_player(game, chance)
    computers = importlib.import_module("ai")  # only who asks for a computer player loads them
    players = {**computers.FORMER, **computers.PLAYERS}
    if name not in players:
        raise SystemExit(f"no player is called {name}; there are {', '.join(players)}")

    def choose(state: Any, seat: Seat) -> Any:
        return players[name].turn(game, game.imagine(state, seat, chance.randrange), seat, chance.randrange)[0]

    return choose


def options_of(game: AnyGame, words: Sequence[str]) -> Options:
    """Return the game options given as `key=value` words.

    Raises `IllegalActionError` for an unknown key or value.
    """
    return game.options(dict(word.split("=", 1) for word in words))


def record(game: AnyGame, given: Mapping[str, str], played: SelfPlayGame) -> dict[str, Any]:
    """Return a finished game as plain data: what `replay` needs, and the scores to verify it."""
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "options": dict(given),
        "seats": len(played.outcome.scores),
        "log": [[seat, text] for seat, text in played.log],
        "scores": list(played.outcome.scores),
    }


def main(arguments: Sequence[str]) -> int:
    """Play one game as the arguments say and print its scores; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.selfplay", description="Play a whole game and print its final scores.")
    parser.add_argument("--game", default="carcassonne", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--players", default="random", help="random, greedy ...")
    parser.add_argument("--record", type=Path, metavar="FILE")
    wanted = parser.parse_args(arguments)
    game = GAMES[wanted.game]
    if any("=" not in word for word in wanted.option):
        parser.error("an option is written KEY=VALUE")
    chance = random.Random(wanted.seed)
    try:
        options = options_of(game, wanted.option)
        played = play_out(game, options, wanted.seats, chance, player(wanted.players, game, chance))
    except IllegalActionError as refused:
        parser.error(f"{refused.code}: {refused.params}")
    for seat, points in enumerate(played.outcome.scores):
        print(f"seat {seat}: {points}{' (wins)' if seat in played.outcome.winners else ''}")
    if wanted.record:
        given = dict(word.split("=", 1) for word in wanted.option)
        wanted.record.write_text(json.dumps(record(game, given, played)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
