"""Draws the pictures of the README from a real game of greedy players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ai import FORMER
from editions.registry import GAMES
from games.core.game import CHANCE, ignore_event
from render import pictures
from render.carcassonne import replay as animation

GAME = GAMES["carcassonne"]
SEATS = 3
TILES = 44
"""Tiles on the board when the pictures are taken: the middle of a base game."""
SEED = 7


def middle_of_a_game() -> Any:
    """Return the state of a three-player base game of the `greedy` level, before a placement; always the same."""
    chance = random.Random(SEED)
    state = GAME.start(GAME.options({}), SEATS)
    while len(state.placed) < TILES or state.decision != "place":
        seat = GAME.to_act(state)[0]
        if seat == CHANCE:
            action = GAME.deal(state, chance.randrange)
        else:
            action = FORMER["greedy"].turn(GAME, GAME.imagine(state, seat, chance.randrange), seat, chance.randrange)[0]
        GAME.advance(state, seat, action, ignore_event)
    return state


def board(state: Any) -> pictures.PngPicture:
    """Return a picture of the whole board with the last round of moves."""
    view = GAME.view(state, None)
    return pictures.board(view, last=_last(state, SEATS))


def turn(state: Any) -> pictures.PngPicture:
    """Return the picture of a turn after placing a tile: its surroundings, with numbered places for a figure."""
    after = GAME.clone(state)
    seat = GAME.to_act(after)[0]
    GAME.advance(after, seat, _richest(after, seat), ignore_event)
    view = GAME.view(after, None)
    assert view.current is not None, "a tile that leaves no choice shows nothing"
    x, y = view.current
    names = [GAME.write(action).split()[-1] for action in GAME.legal(after, seat)]
    parts = [segment for segment in names if segment != "skip"]
    spots = [(x, y, part, str(number)) for number, part in enumerate(parts, 1)]
    return pictures.board(view, crop="turn", last=[pictures.LastMove(x, y, "", int(seat))], parts=spots)


def _richest(state: Any, seat: Any) -> Any:
    """Return the legal placement with the most places for a figure (three or more count equally), then most neighbours.

    The first of several equal ones is returned.
    """
    taken = {(tile.x, tile.y) for tile in GAME.view(state, None).tiles}

    def worth(action: Any) -> tuple[int, int]:
        after = GAME.clone(state)
        GAME.advance(after, seat, action, ignore_event)
        view = GAME.view(after, None).current
        if view is None or after.decision != "deploy":
            return (0, 0)
        beside = sum((view[0] + dx, view[1] + dy) in taken for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        return min(3, len(list(GAME.legal(after, seat)))), beside

    return max(GAME.legal(state, seat), key=worth)


def _last(state: Any, number: int) -> list[pictures.LastMove]:
    tiles = GAME.view(state, None).tiles[-number:]
    return [pictures.LastMove(tile.x, tile.y, str(place), tile.seat) for place, tile in enumerate(tiles, 1)]


def replay() -> bytes:
    """Return the animation of the whole game as GIF bytes."""
    chance, state = random.Random(SEED), GAME.start(GAME.options({}), SEATS)
    course: list[tuple[Any, list[Any]]] = [(GAME.view(state, None), [])]
    events: list[Any] = []
    moved = False
    while seats_to_act := GAME.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE and moved:
            course.append((GAME.view(state, None), events))
            events, moved = [], False
        if seat == CHANCE:
            action = GAME.deal(state, chance.randrange)
        else:
            moved = True
            action = FORMER["greedy"].turn(GAME, GAME.imagine(state, seat, chance.randrange), seat, chance.randrange)[0]
        GAME.advance(state, seat, action, events.append)
    return animation.replay([*course, (GAME.view(state, None), events)])


def files() -> Iterator[tuple[str, bytes]]:
    """Yield name and content of `board.png`, `turn.png` and `replay.gif`."""
    state = middle_of_a_game()
    yield "board.png", board(state).png
    yield "turn.png", turn(state).png
    yield "replay.gif", replay()
