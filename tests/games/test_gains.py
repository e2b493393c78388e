"""The promised worth of choices equals what they bring, in every expansion, and never uses hidden knowledge."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from editions.registry import GAMES
from games.core.choice_values import ChoiceValue, value_choices
from games.core.game import CHANCE, AnyGame, Event, Seat, ignore_event

CASES = [
    ("carcassonne", {}),
    ("carcassonne", {"expansions": "inns,traders,dragon,tower"}),
    ("carcassonne", {"expansions": "river,abbot", "edition": "winter"}),
    ("cardcassonne", {}),
]


def _scoring_choice(chance: random.Random, values: Sequence[ChoiceValue], seat: Seat) -> int:
    """Return a choice that scores, so that it can be compared; else any."""
    return max(range(len(values)), key=lambda place: (values[place].now[seat] + values[place].later[seat], chance.random()))


def _points_without(game: AnyGame, state: Any, seat: Seat) -> list[int]:
    """Return the points of a seat that does nothing more in its turn, before the next one begins."""
    turn, points = game.turn_of(state), list(game.scores(state))
    while game.turn_of(state) == turn and (nothing := game.nothing(state, seat)) is not None:
        points = _points_after(game, state, seat, nothing)
    return points


def _points_after(game: AnyGame, state: Any, seat: Seat, action: Any) -> list[int]:
    """Plays an action; the points when the turn is over, or all that it brings."""
    turn, told = game.turn_of(state), list[list[int]]()

    def hear(_event: Event) -> None:
        if game.turn_of(state) != turn:
            told.append(list(game.scores(state)))

    game.advance(state, seat, action, hear)
    return told[0] if told else list(game.scores(state))


@pytest.mark.parametrize(
    ("name", "chosen", "steps"),
    [
        *[(name, chosen, 90 if name == "carcassonne" else 220) for name, chosen in CASES],
        *[pytest.param(name, chosen, 220, marks=pytest.mark.soak) for name, chosen in CASES if name == "carcassonne"],
    ],
    ids=str,
)
def test_a_choice_brings_what_was_promised(name: str, chosen: dict[str, str], steps: int) -> None:
    game, chance, promised = GAMES[name], random.Random(7), 0
    state = game.start(game.options(chosen), 3)
    for _ in range(steps):
        if not (seats_to_act := game.to_act(state)):
            break
        seat = seats_to_act[0]
        if seat == CHANCE:
            game.advance(state, CHANCE, game.deal(state, chance.randrange), ignore_event)
            continue
        legal = game.legal(state, seat)[:12]
        values = value_choices(game, state, seat, [(choice,) for choice in legal], random.Random(0).randrange)
        place = _scoring_choice(chance, values, seat)
        without, played = game.clone(state), game.clone(state)
        otherwise = _points_without(game, without, seat)
        brought = _points_after(game, played, seat, legal[place])
        if game.turn_of(played) == game.turn_of(state) and game.nothing(played, seat) is not None:
            brought = _points_without(game, played, seat)
        if game.to_act(played) and game.to_act(without):
            assert list(values[place].now) == [a - b for a, b in zip(brought, otherwise, strict=True)], game.write(legal[place])
            promised += any(values[place].now)
        game.advance(state, seat, legal[place], ignore_event)

    assert promised > 2, "too few choices scored for this to say anything"


def test_what_a_choice_is_worth_at_the_end_is_what_the_game_would_count_there() -> None:
    """A figure beside none: the difference of the two final scorings, less what has come in at once."""
    game, chance, later = GAMES["carcassonne"], random.Random(3), 0
    state = game.start(game.options({}), 2)
    for _ in range(90):
        seat = game.to_act(state)[0]
        if seat == CHANCE:
            action = game.deal(state, chance.randrange)
        else:
            legal = game.legal(state, seat)
            action = chance.choice(legal)
            if (nothing := game.nothing(state, seat)) is not None:
                (choice_value,) = value_choices(game, state, seat, [(action,)], random.Random(0).randrange)
                ends = []
                for choice in (action, nothing):
                    end = game.clone(state)
                    game.advance(end, seat, choice, ignore_event)
                    game.conclude(end, ignore_event)
                    ends.append(game.scores(end))
                assert [sum(pair) for pair in zip(*choice_value, strict=True)] == [a - b for a, b in zip(*ends, strict=True)]
                later += any(choice_value.later)
        game.advance(state, seat, action, ignore_event)

    assert later > 2


def test_nobody_is_told_of_the_final_scorings_that_are_only_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """To tell of them took more than half of the time."""
    game, told = GAMES["carcassonne"], list[object]()
    state = game.start(game.options({}), 2)
    game.advance(state, CHANCE, game.deal(state, lambda _: 0), ignore_event)
    conclude = type(game).conclude

    def heard(self: AnyGame, state: Any, emit: Any) -> None:
        told.append(emit)
        conclude(self, state, emit)

    monkeypatch.setattr(type(game), "conclude", heard)
    lines = [(action,) for action in game.legal(state, game.to_act(state)[0])]
    value_choices(game, state, game.to_act(state)[0], lines, lambda _: 0)

    assert set(told) == {ignore_event}
    assert len(told) <= len(lines) + 1, "once for each line, and once for nothing done"


def test_what_is_hidden_changes_nothing_of_what_is_told() -> None:
    """The same seat in positions that it cannot tell apart is promised the same."""
    game, chance = GAMES["cardcassonne"], random.Random(5)
    state = game.start(game.options({}), 3)
    for _ in range(60):
        seat = game.to_act(state)[0]
        if seat == CHANCE:
            game.advance(state, CHANCE, game.deal(state, chance.randrange), ignore_event)
            continue
        legal = game.legal(state, seat)
        lines = [(choice,) for choice in legal[:6]]
        other = game.imagine(state, seat, chance.randrange)
        told, again = (value_choices(game, position, seat, lines, random.Random(0).randrange) for position in (state, other))
        assert told == again
        game.advance(state, seat, chance.choice(legal), ignore_event)
