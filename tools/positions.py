"""Positions for pictures and benchmarks: reproducible random games, and recorded games move by move."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from editions.registry import GAMES
from games.carcassonne.view import BoardView
from games.core.game import CHANCE, AnyGame, Event, Seat, ignore_event

FOLDER = Path(__file__).with_name("recorded")
RECORDED = ("base", "all-four", "map")
"""The games in that folder."""


class Position(NamedTuple):
    """A position of a random game: the game, its state, and the public view of the board."""

    game: AnyGame
    state: Any
    view: BoardView


def reached(given: Mapping[str, str], seats: int, tiles: int, *, seed: int = 5) -> Position:
    """Return a random game's position with `tiles` tiles, before the next placement; the final one if it ends earlier.

    Players keep about half of their followers back, as people do. Equal arguments give equal positions.
    """
    game, chance = GAMES["carcassonne"], random.Random(seed)
    state = game.start(game.options(given), seats)
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            choices = [game.deal(state, chance.randrange)]
        else:
            if state.number >= tiles - 1 and state.decision == "place":
                view = game.view(state, None)
                if len(view.tiles) >= tiles:
                    return Position(game, state, view)
            choices = list(game.legal(state, seat))
            passing = [action for action in choices if game.write(action) == "skip"]
            if passing and chance.random() < 0.55:
                choices = passing
        game.advance(state, seat, chance.choice(choices), ignore_event)
    return Position(game, state, game.view(state, None))


class Turn(NamedTuple):
    """The content of one turn message: the view, the events since the reader's last move, and the legal actions."""

    view: BoardView
    events: list[Event]
    """What has happened since the reader's own last move."""
    legal: list[Any]
    """What the reader may do."""


class Recorded(NamedTuple):
    """A recorded game as `tools.selfplay` writes it: game, options, seats and log."""

    game: AnyGame
    options: Any
    seats: int
    log: list[tuple[Seat, str]]


def recorded(name: str) -> Recorded:
    """Return a recorded game of the folder; raise `FileNotFoundError` for an unknown name."""
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    game = GAMES[kept["game"]]
    return Recorded(game, game.options(kept["options"]), kept["seats"], [(Seat(seat), text) for seat, text in kept["log"]])


def turns(name: str) -> Iterator[Turn]:
    """Yield the turn messages of a recorded game.

    There is one whenever another player is asked, or the same player again after an action of chance.
    """
    game, options, seats, log = recorded(name)
    state = game.start(options, seats)
    events: list[tuple[Seat, list[Event]]] = []
    told: set[Seat] = set()
    for seat, text in log:
        happened: list[Event] = []
        game.advance(state, seat, game.read(text), happened.append)
        events.append((seat, happened))
        seats_to_act = game.to_act(state)
        told = set() if seat == CHANCE else told & set(seats_to_act)
        for reader in seats_to_act:
            if reader != CHANCE and reader not in told:
                told.add(reader)
                yield Turn(game.view(state, None), _events_since_own(events, reader), list(game.legal(state, reader)))


def _events_since_own(events: list[tuple[Seat, list[Event]]], reader: Seat) -> list[Event]:
    """Return the events since the last move of the seat `reader`."""
    own = max((number for number, (seat, _) in enumerate(events, 1) if seat == reader), default=0)
    return [event for _, happened in events[own:] for event in happened]


def course(name: str, turns: int = 999) -> list[tuple[Any, list[Any]]]:
    """Return the views before a recorded game's first turn and after each of its first `turns` turns, with that turn's events."""
    game, options, seats, log = recorded(name)
    state = game.start(options, seats)
    positions: list[tuple[Any, list[Any]]] = [(game.view(state, None), [])]
    events: list[Any] = []
    actors: set[Seat] = set()
    for seat, text in log:
        if seat == CHANCE and actors:
            positions.append((game.view(state, None), events))
            events, actors = [], set()
        if len(positions) > turns:
            return positions
        actors |= {seat} - {CHANCE}
        game.advance(state, seat, game.read(text), events.append)
    return [*positions, (game.view(state, None), events)]
