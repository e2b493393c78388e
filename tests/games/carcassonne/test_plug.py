"""The plug's promises to any expansion, tried with the smallest that want them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from editions.registry import GAMES
from games.carcassonne import game
from games.carcassonne.actions import Action, act
from games.carcassonne.events import FeatureScored
from games.carcassonne.expansion import Expansion, Overprint, all_expansions
from games.carcassonne.rulebook import Rulebook, select
from games.carcassonne.state import Offer, OwnerScore, State
from games.carcassonne.tile import PieceKind, SegmentKind, Shape
from games.core.game import CHANCE, Event, ignore_event
from tests.everything import ALL as ALL_INSTALLED

CARCASSONNE = GAMES["carcassonne"]


def _start_with(monkeypatch: pytest.MonkeyPatch, added: Expansion) -> State:
    options = CARCASSONNE.options({})
    rules = Rulebook((*select(all_expansions(), options), added), options)
    monkeypatch.setattr(game, "rulebook", lambda *_: rules)
    state: State = CARCASSONNE.start(options, 2)
    return state


def _questions(state: State) -> Iterator[State]:
    """Yield the state whenever a seat is asked, in a game of first choices."""
    while state.asked:
        seat = state.asked[0]
        if seat != CHANCE:
            yield state
        action = CARCASSONNE.deal(state, lambda n: n // 2) if seat == CHANCE else state.choices[-1]
        CARCASSONNE.advance(state, seat, action, lambda _event: None)


def only_unturned(_state: State, _seat: int, out: list[Action]) -> None:
    """Keep only unturned placements."""
    out[:] = [action for action in out if action.turn == 0]


def offer_turned(_state: State, _seat: int, out: list[Action]) -> None:
    """Offer one more placement, which the limit takes away again."""
    out.append(act("place", cell=1, turn=1))


@pytest.mark.parametrize("offers", [(), (("place", offer_turned),)])
def test_a_limit_on_placing_holds_for_every_choice(monkeypatch: pytest.MonkeyPatch, offers: tuple[tuple[str, Offer], ...]) -> None:
    """Whether or not there are other offers; what may lie nowhere under the limit leaves the game as what fits nowhere."""
    state = _start_with(monkeypatch, Expansion("north", offers=offers, limits=(("place", only_unturned),)))

    for asked in _questions(state):
        if asked.decision == "place":
            assert asked.choices
            assert {action.turn for action in asked.choices} == {0}
    assert state.discarded
    assert state.hand == -1


def test_a_figure_is_offered_only_where_it_may_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A follower bound to cloisters, beside the usual ones."""
    state = _start_with(
        monkeypatch, Expansion("abbey", pieces=(PieceKind("abbot", 1, lambda _options: 1, stands_on=(SegmentKind.CLOISTER,)),))
    )

    offered = [a for asked in _questions(state) if asked.decision == "deploy" for a in asked.choices if a.what == "abbot"]
    assert offered
    assert set(offered) == {act("deploy", "abbot", part="m")}


WELL = SegmentKind("well", shape=Shape.AROUND, part="o", role="drawer", settled=False)
DRAWER = PieceKind("drawer", 1, lambda _options: 1, stands_on=(WELL,))


def _emit_extra(state: State, root: int, _seat: int, tally: OwnerScore) -> None:
    tally.add("tiles", state.tiles[root].bit_count(), 1)


WELLS = Expansion(
    "wells",
    kinds=(WELL,),
    pieces=(DRAWER,),
    overprints=(Overprint("base/E", WELL), Overprint("base/V", WELL, 8)),
    score={WELL: (_emit_extra,)},
)
"""Nine tiles of the base game have a well, and nobody but a drawer stands there."""


def test_some_copies_of_a_tile_are_printed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kinds of their own with all that the others have; no tile is added, and what there was keeps its segments."""
    state = _start_with(monkeypatch, WELLS)
    left = {tile.id: number for tile, number in zip(state.rules.tiles, state.bag, strict=True)}

    assert (left["base/E"], left["base/E_O"], left["base/V"], left["base/V_O"]) == (4, 1, 1, 8)
    assert state.left == 71
    for kind, turned in enumerate(state.rules.layouts):
        if state.rules.tiles[kind].id == "base/E_O":
            assert [layout.names for layout in turned] == [("c1", "f1", "o")] * 4


def test_what_is_printed_on_tiles_is_scored_as_its_own_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its own figure stands there, and it comes home with a point for each of the nine squares."""
    state = _start_with(monkeypatch, WELLS)
    chance, heard = random.Random(3), list[Event]()
    while seats_to_act := CARCASSONNE.to_act(state):
        legal = (
            [action for action, _ in CARCASSONNE.odds(state)]
            if seats_to_act[0] == CHANCE
            else list(CARCASSONNE.legal(state, seats_to_act[0]))
        )
        assert all((action.what == "drawer") == (action.part == "o") for action in legal if action.verb == "deploy")
        liked = [action for action in legal if action.what == "drawer" or action.cell in state.waiting]
        CARCASSONNE.advance(state, seats_to_act[0], chance.choice(liked or legal), heard.append)

    scored = [event for event in heard if isinstance(event, FeatureScored) and event.kind == "well"]
    assert any(event.complete and event.gains[0].points == 9 for event in scored)
    assert all(event.gains[0].points == len(event.squares) for event in scored)


def test_another_tile_may_lie_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start tile of the base game leaves the game for it."""
    state = _start_with(monkeypatch, Expansion("abbey", start="base/B"))
    left = {tile.id: number for tile, number in zip(state.rules.tiles, state.bag, strict=True)}

    assert [tile.tile for tile in CARCASSONNE.view(state, None).tiles] == ["base/B"]
    assert (left["base/B"], left["base/D"], state.left) == (3, 3, 70)


@pytest.mark.parametrize("expansions", ["", ALL_INSTALLED])
def test_a_game_that_nobody_hears_is_the_same(expansions: str) -> None:
    """Searches make no events; everything else happens."""
    chance = random.Random(7)
    state = CARCASSONNE.start(CARCASSONNE.options({"expansions": expansions}), 3)
    silent = CARCASSONNE.clone(state)
    heard: list[Event] = []
    while seats_to_act := CARCASSONNE.to_act(state):
        legal = (
            [action for action, _ in CARCASSONNE.odds(state)]
            if seats_to_act[0] == CHANCE
            else CARCASSONNE.legal(state, seats_to_act[0])
        )
        action = chance.choice(legal)
        CARCASSONNE.advance(state, seats_to_act[0], action, heard.append)
        CARCASSONNE.advance(silent, seats_to_act[0], action, ignore_event)
    assert heard
    assert CARCASSONNE.dump(silent) == CARCASSONNE.dump(state)
