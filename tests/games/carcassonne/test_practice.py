"""The practice game: anyone who follows its advice meets every rule, and anyone who does not still meets most of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from games.carcassonne.events import FeatureScored, FigureReturned, TileDiscarded
from games.carcassonne.expansions.base.turn import PRACTICE
from games.carcassonne.practice import LEARNER, OPTIONS
from games.core.game import CHANCE, Event, ignore_event
from tests.games.carcassonne.practising import CHOSEN, GAME, played


def met(events: Sequence[Event]) -> set[str]:
    """Return the learner's scored kinds, and whether a meeple came back."""
    mine = [event for event in events if isinstance(event, FeatureScored) and any(gain.seat == LEARNER for gain in event.gains)]
    found = {event.kind for event in mine if event.complete or event.kind == "meadow"}
    found |= {"merge" for event in mine if event.complete and len(event.gains) > 1}
    back = any(isinstance(event, FigureReturned) and event.seat == LEARNER for event in events)
    return found | ({"back"} if back else set())


def shares(follows: float, games: int) -> Counter[str]:
    """Return how many of these games meet each kind; `both` is a road and a city."""
    chance, counter = random.Random(7), Counter[str]()
    for _ in range(games):
        events = played(follows, chance).events
        assert not any(isinstance(event, TileDiscarded) for event in events)
        seen = met(events)
        counter.update([*seen, *(["both"] if {"road", "city"} <= seen else [])])
    return counter


def test_the_tiles_come_in_their_order() -> None:
    """Each draw has one outcome, whatever is played, and a snapshot goes on with the same one."""
    state, drawn, chance = GAME.start(CHOSEN, 2), list[str](), random.Random(3)
    while seats_to_act := GAME.to_act(state):
        if seats_to_act == (CHANCE,):
            ((action, weight),) = GAME.odds(state)
            assert weight == 1 and GAME.deal(state, chance.randrange) is action
            assert GAME.odds(GAME.load(GAME.dump(state))) == [(action, 1)]
            drawn.append(action.what)
        else:
            action = chance.choice(GAME.legal(state, seats_to_act[0]))
        GAME.advance(state, seats_to_act[0], action, ignore_event)
    assert drawn == [*PRACTICE]


def test_only_the_options_of_the_practice_game_are_taught() -> None:
    """Not a game in which somebody plays its tiles by other rules."""
    assert GAME.teaching(GAME.options({**OPTIONS, "farmers": "off"})) is None
    assert GAME.teaching(GAME.options({"tiles": "twelve"})) is None


@pytest.mark.parametrize("seed", range(3))
def test_who_follows_the_advice_meets_everything_and_wins(seed: int) -> None:
    """Finishes a road and a city, joins two, and has a monk and a farmer at the end: 31 to 22."""
    game = played(1, random.Random(seed))
    mine = [
        event for event in game.events if isinstance(event, FeatureScored) and any(gain.seat == LEARNER for gain in event.gains)
    ]
    assert {"road", "city", "merge", "meadow", "back"} <= met(game.events)
    assert "cloister" in {event.kind for event in mine}
    assert GAME.scores(game.state) == (31, 22)


def test_a_learner_who_plays_at_random_mostly_meets_a_road_and_a_city() -> None:
    """The teacher leaves them something to finish, and finishes things for them."""
    counted = shares(0, 20)
    assert counted["both"] >= 9 and counted["back"] >= 18


@pytest.mark.soak
def test_many_learners_meet_what_they_should() -> None:
    """Of 500 who play at random, 62 % finish a road and a city, 94 % get a meeple back, and 91 % score a field."""
    followed, random_ = shares(1, 100), shares(0, 100)
    assert {followed[each] for each in ("road", "city", "merge", "meadow", "back")} == {100}
    assert random_["both"] >= 52 and random_["back"] >= 88 and random_["meadow"] >= 85


def test_a_turn_that_was_begun_is_advised_on() -> None:
    """To the meeple after an advised placement, to rotation on an advised square, and to what is best after any other."""
    teaching, state = GAME.teaching(CHOSEN), GAME.start(CHOSEN, 2)
    assert teaching is not None
    ((draw, _),) = GAME.odds(state)
    GAME.advance(state, CHANCE, draw, ignore_event)
    ((place, knight),) = teaching.advice(GAME, state, LEARNER).turns
    assert GAME.write(place) == "place 0,-1 r2"

    assert teaching.suggested_moves(GAME, state, LEARNER, (place,)).choices == (knight,)
    turned = next((action for action in GAME.legal(state, LEARNER) if action.cell == place.cell and action is not place), None)
    assert turned is None, "the first tile fits there one way only"
    elsewhere = next(action for action in GAME.legal(state, LEARNER) if action.cell != place.cell)
    assert teaching.suggested_moves(GAME, state, LEARNER, (elsewhere,)).choices == ()
