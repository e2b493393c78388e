"""The recorded games of the benches are whole, and their turns are those that the outbox would tell."""

from __future__ import annotations

import pytest

from games.core.action_gateway import LoggedAction, replay
from games.core.game import CHANCE
from tools.positions import RECORDED, recorded, turns


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_is_legal_to_its_end(name: str) -> None:
    kept = recorded(name)

    state, _ = replay(kept.game, kept.options, kept.seats, [LoggedAction(*each) for each in kept.log])

    assert not kept.game.to_act(state)


def test_a_base_game_has_one_turn_picture_for_each_tile_but_the_first() -> None:
    shown = list(turns("base"))

    placed = [text for seat, text in recorded("base").log if seat != CHANCE and text.startswith("place")]
    assert len(shown) == len(placed) == 71
    assert all(turn.legal and turn.view.decision == "place" for turn in shown)
    assert len(shown[-1].view.tiles) == 71


def test_events_since_the_readers_own_move_are_those_of_the_others() -> None:
    shown = list(turns("map"))

    assert {type(event).__name__ for turn in shown[3:] for event in turn.events} >= {"TilePlaced", "TileDrawn"}
    for turn in shown[3:]:
        movers = [event.seat for event in turn.events if type(event).__name__ == "TilePlaced"]
        assert turn.view.to_act[0] not in movers
        assert len(movers) <= 2
