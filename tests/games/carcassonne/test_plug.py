"""What the plug promises to any expansion, tried with the smallest that want it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from editions.offered import GAMES
from games.carcassonne import game
from games.carcassonne.actions import Action, act
from games.carcassonne.expansion import Expansion, known
from games.carcassonne.pieces import PieceKind
from games.carcassonne.rulebook import Rulebook, select
from games.carcassonne.state import Offer, State
from games.carcassonne.tile import Kind
from games.core.game import HOUSE, Event, unheard

CARCASSONNE = GAMES["carcassonne"]


def _started(monkeypatch: pytest.MonkeyPatch, added: Expansion) -> State:
    options = CARCASSONNE.options({})
    rules = Rulebook((*select(known(), options), added), options)
    monkeypatch.setattr(game, "rulebook", lambda *_: rules)
    state: State = CARCASSONNE.start(options, 2)
    return state


def _asked(state: State) -> Iterator[State]:
    """The state whenever a seat is asked, in a game of first choices."""
    while state.asked:
        seat = state.asked[0]
        if seat != HOUSE:
            yield state
        action = CARCASSONNE.deal(state, lambda n: n // 2) if seat == HOUSE else state.choices[-1]
        CARCASSONNE.advance(state, seat, action, lambda _event: None)


def only_unturned(_state: State, _seat: int, out: list[Action]) -> None:
    """A limit on placing: north stays north."""
    out[:] = [action for action in out if action.turn == 0]


def offer_turned(_state: State, _seat: int, out: list[Action]) -> None:
    """A further offer that the limit takes away again."""
    out.append(act("place", cell=1, turn=1))


@pytest.mark.parametrize("offers", [(), (("place", offer_turned),)])
def test_a_limit_on_placing_holds_for_every_choice(monkeypatch: pytest.MonkeyPatch, offers: tuple[tuple[str, Offer], ...]) -> None:
    """Whether or not there are other offers; what may lie nowhere under the limit leaves the game as what fits nowhere."""
    state = _started(monkeypatch, Expansion("north", offers=offers, limits=(("place", only_unturned),)))

    for asked in _asked(state):
        if asked.decision == "place":
            assert asked.choices
            assert {action.turn for action in asked.choices} == {0}
    assert state.discarded
    assert state.hand == -1


def test_a_figure_is_offered_only_where_it_may_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A follower bound to cloisters, beside the usual ones."""
    state = _started(
        monkeypatch, Expansion("abbey", pieces=(PieceKind("abbot", 1, lambda _options: 1, stands_on=(Kind.CLOISTER,)),))
    )

    offered = [a for asked in _asked(state) if asked.decision == "deploy" for a in asked.choices if a.what == "abbot"]
    assert offered
    assert set(offered) == {act("deploy", "abbot", part="m")}


@pytest.mark.parametrize("expansions", ["", "inns,traders,dragon,tower"])
def test_a_game_that_nobody_hears_is_the_same(expansions: str) -> None:
    """Searches make no events; everything else happens."""
    chance = random.Random(7)
    state = CARCASSONNE.start(CARCASSONNE.options({"expansions": expansions}), 3)
    silent = CARCASSONNE.clone(state)
    heard: list[Event] = []
    while asked := CARCASSONNE.to_act(state):
        legal = [action for action, _ in CARCASSONNE.odds(state)] if asked[0] == HOUSE else CARCASSONNE.legal(state, asked[0])
        action = chance.choice(legal)
        CARCASSONNE.advance(state, asked[0], action, heard.append)
        CARCASSONNE.advance(silent, asked[0], action, unheard)
    assert heard
    assert CARCASSONNE.dump(silent) == CARCASSONNE.dump(state)
