"""Measures whole games as animations: what the button Replay costs, and how large its file is."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from games.core.game import HOUSE, Seat
from render.carcassonne.replay import replay
from tools.sequence import recorded

Line = tuple[str, float, str, str]
"""Name, value, unit, target."""

GAMES = {"base": ("<= 1", "<= 1024"), "all-four": ("", ""), "map": ("", "")}
"""Recorded games with their targets: seconds and KiB."""


def course(name: str, turns: int = 999) -> list[tuple[Any, list[Any]]]:
    """The board before the first turn of a recorded game and after each of the first so many, with what happened in it."""
    game, options, seats, log = recorded(name)
    state = game.start(options, seats)
    found: list[tuple[Any, list[Any]]] = [(game.view(state, None), [])]
    events: list[Any] = []
    actors: set[Seat] = set()
    for seat, text in log:
        if seat == HOUSE and actors:
            found.append((game.view(state, None), events))
            events, actors = [], set()
        if len(found) > turns:
            return found
        actors |= {seat} - {HOUSE}
        game.advance(state, seat, game.read(text), events.append)
    return [*found, (game.view(state, None), events)]


def figures(*, quick: bool = False) -> Iterator[Line]:
    """Processor time and bytes of each game; the first time its sprites come from the disk."""
    for name, (seconds, size) in GAMES.items():
        played = course(name)
        begun = process_time()
        gif = replay(played)
        first, again = process_time() - begun, []
        for _ in range(1 if quick else 3):
            begun = process_time()
            replay(played)
            again.append(process_time() - begun)
        yield f"replay: {name}, {len(played) - 1} turns, first", first, "s", seconds
        yield f"replay: {name}, again", min(again), "s", seconds
        yield f"replay: {name}, file", len(gif) / 1024, "KiB", size


if __name__ == "__main__":
    for name, value, unit, target in figures():
        print(f"{name:50} {value:10.3f} {unit:5} {target}", flush=True)
