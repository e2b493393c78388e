"""Recorded games move by move: the turn pictures that the outbox would draw for each of their moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from editions.offered import GAMES
from games.carcassonne.view import BoardView
from games.core.game import HOUSE, AnyGame, Event, Seat

FOLDER = Path(__file__).with_name("recorded")
RECORDED = ("base", "all-four", "map")
"""The games in that folder."""


class Turn(NamedTuple):
    """One turn message in the making."""

    view: BoardView
    events: list[Event]
    """What has happened since the reader's own last move."""
    legal: list[Any]
    """What the reader may do."""


class Recorded(NamedTuple):
    """A whole game as `tools.selfplay` keeps it."""

    game: AnyGame
    options: Any
    seats: int
    log: list[tuple[Seat, str]]


def recorded(name: str) -> Recorded:
    """A game of the folder; `FileNotFoundError` for a name that there is not."""
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    game = GAMES[kept["game"]]
    return Recorded(game, game.options(kept["options"]), kept["seats"], [(Seat(seat), text) for seat, text in kept["log"]])


def turns(name: str) -> Iterator[Turn]:
    """The turn messages of a recorded game in order: whoever is newly asked, or asked again after a draw, gets one."""
    game, options, seats, log = recorded(name)
    state = game.start(options, seats)
    events: list[tuple[Seat, list[Event]]] = []
    told: set[Seat] = set()
    for seat, text in log:
        happened: list[Event] = []
        game.advance(state, seat, game.read(text), happened.append)
        events.append((seat, happened))
        asked = game.to_act(state)
        told = set() if seat == HOUSE else told & set(asked)
        for reader in asked:
            if reader != HOUSE and reader not in told:
                told.add(reader)
                yield Turn(game.view(state, None), _since(events, reader), list(game.legal(state, reader)))


def _since(events: list[tuple[Seat, list[Event]]], reader: Seat) -> list[Event]:
    """What came after the reader's own last move."""
    own = max((number for number, (seat, _) in enumerate(events, 1) if seat == reader), default=0)
    return [event for _, happened in events[own:] for event in happened]
