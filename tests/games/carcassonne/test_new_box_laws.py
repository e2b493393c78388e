"""Laws of The River and The Abbot over random games with every set of expansions that has one of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from editions.registry import GAMES
from games.carcassonne.events import FeatureScored, SeatPoints, TileDiscarded
from games.carcassonne.expansions.river.flow import LAKE, WATER
from games.carcassonne.features import find
from games.carcassonne.state import State
from games.core.game import CHANCE, Event, Seat
from tests.games.carcassonne.test_second_opinion import lively
from tools.selfplay import house

GAME = GAMES["carcassonne"]

OTHERS = ("inns", "traders", "dragon", "tower")
NEW = (("river",), ("abbot",), ("river", "abbot"))
SETS = [",".join((*others, *new)) for new in NEW for number in range(5) for others in combinations(OTHERS, number)]
USUAL = {"river", "abbot", "river,abbot", "dragon,abbot", "tower,abbot", "traders,river", ",".join((*OTHERS, "river", "abbot"))}
"""Sets whose parts meddle with each other; the other ones are played in `make soak`."""


@pytest.mark.parametrize("chosen", [pytest.param(s, marks=[] if s in USUAL else pytest.mark.soak) for s in SETS])
def test_an_abbot_taken_back_scores_as_at_the_end_and_the_water_is_one_line(chosen: str) -> None:
    chance, expansions = random.Random(chosen), chosen.split(",")
    state, events = GAME.opening(GAME.options({"expansions": chosen}), 2 + len(expansions) % 3)
    while seats_to_act := GAME.to_act(state):
        if seats_to_act[0] == CHANCE and "river" in expansions:
            _is_one_line(state)
        action = house(GAME, state, chance) if seats_to_act[0] == CHANCE else lively(state, seats_to_act[0], chance)
        due = _abbot_points(state, seats_to_act[0]) if action.verb == "retrieve" else None
        told: list[Event] = []
        GAME.advance(state, seats_to_act[0], action, told.append)
        if due is not None:
            assert _places_scored(told)[:1] == [due]
        events += told

    assert not [e for e in events if isinstance(e, TileDiscarded) and e.tile.startswith("river/")]


def _is_one_line(state: State) -> None:
    """Check that the river is one feature, with one open end until the lake lies."""
    water = [
        (find(state.parent, base + place), layout.id)
        for layout, base, _ in state.board.values()
        for place, segment in enumerate(layout.segments)
        if segment.kind is WATER
    ]
    ((river,), tiles) = {root for root, _ in water}, [tile for _, tile in water]

    assert state.open[river] == (0 if LAKE in tiles else 1)
    assert len(tiles) == state.tiles[river].bit_count() == len(set(tiles))


def _abbot_points(state: State, seat: Seat) -> tuple[object, ...]:
    """Return what this seat's abbot would score if the game ended now."""
    (abbot,) = [(p.x, p.y, p.part) for p in GAME.view(state, None).pieces if (p.seat, p.kind) == (seat, "abbot")]
    events: list[Event] = []
    GAME.conclude(GAME.clone(state), events.append)
    (due,) = [(kind, squares, gains) for kind, squares, gains in _places_scored(events) if gains[0].at == abbot]
    return due


def _places_scored(told: Sequence[Event]) -> list[tuple[str, tuple[tuple[int, int], ...], tuple[SeatPoints, ...]]]:
    return [(e.kind, e.squares, e.gains) for e in told if isinstance(e, FeatureScored) and e.kind in ("garden", "cloister")]
