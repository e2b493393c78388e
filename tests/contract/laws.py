"""Laws that every game must satisfy, checked at each step of a random game.

They know no particular game: options come from the schema, actions from `legal`, points from all events that carry gains or
payments.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from games.core.action_gateway import LoggedAction, play, replay
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Event, Seat, audience, ignore_event
from games.core.options import ANY, Option, Options, holds, non_default_options
from tools.selfplay import house

BUTTON = "b1:" + "9" * 20 + ":" + "9" * 20 + ":"
"""The longest prefix of a button's id; the whole id has at most 100 characters (Discord's limit)."""

OFTEN = 0.03
"""How often a step of a walk stops for the dear laws."""


def variants(game: AnyGame) -> list[dict[str, str]]:
    """Return option sets that together use every choice of each option, or both ends of its range."""
    variants: list[dict[str, str]] = [{}]
    for option in game.schema():
        for text in _values(option):
            given = {option.key: text}
            if given not in variants and option.parse(text) != option.default:
                variants.append(_complete_options(game, given))
    return variants


def _values(option: Option) -> list[str]:
    if option.kind == "choice":
        return list(option.choices)
    if option.kind == "set":
        return [*option.choices, ",".join(option.choices)]
    if option.kind == "flag":
        return ["on", "off"]
    low, high = str(option.low), str(option.high)
    if option.kind == "number":
        return [low, high]
    assert isinstance(option.default, tuple)
    return [",".join([end] * len(option.default)) for end in (low, high)]


def _complete_options(game: AnyGame, given: dict[str, str]) -> dict[str, str]:
    """Return the options together with those that they require."""
    schema = {option.key: option for option in game.schema()}
    for key in list(given):
        needs = schema[key].needs
        if needs is not None and not holds(needs, {needs[0]: schema[needs[0]].default} | _parse_options(schema, given)):
            given = {needs[0]: schema[needs[0]].choices[-1] if needs[1] == ANY else needs[1]} | given
    return given


def _parse_options(schema: dict[str, Option], given: dict[str, str]) -> dict[str, Any]:
    return {key: schema[key].parse(text) for key, text in given.items()}


def drawn_options(game: AnyGame, chance: random.Random) -> dict[str, str]:
    """Return random legal options; options with unmet requirements are left out."""
    given: dict[str, str] = {}
    for option in game.schema():
        if chance.random() < 0.5 or option.kind == "numbers":
            continue
        text = chance.choice(_values(option))
        if option.kind == "set":
            text = ",".join(choice for choice in option.choices if chance.random() < 0.5)
        if option.kind == "number":
            text = str(chance.randint(option.low, option.high))
        try:
            game.options(given | {option.key: text})
        except IllegalActionError as refused:
            assert refused.code in ("option-needs", "option-clash"), refused
            continue
        given[option.key] = text
    return given


def walk(game: AnyGame, given: dict[str, str], seats: int, seed: int) -> None:
    """Play a random game to its end and check every law at each step."""
    chance = random.Random(seed)
    options = game.options(given)
    state = game.start(options, seats)
    log: list[LoggedAction] = []
    events: list[Event] = []
    names = list(game.features(state))
    while seats_to_act := game.to_act(state):
        assert len(set(seats_to_act)) == len(seats_to_act)
        seat = chance.choice(list(seats_to_act))
        check_actions(game, state, seat)
        if chance.random() < OFTEN:
            check_state(game, state, seat, chance)
            check_features(game, state, names)
            check_conclusion(game, state, events)
        nothing = game.nothing(state, seat)
        assert nothing is None or nothing in game.legal(state, seat)
        action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
        log.append(LoggedAction(seat, game.write(action)))
        game.advance(state, seat, action, events.append)
        assert len(log) < 20_000, "the game does not end"
    check_end(game, options, seats, state, log, events)


def check_actions(game: AnyGame, state: Any, seat: Seat) -> None:
    """Check the legal actions: there is one, none occurs twice, and each has a unique text short enough for a button."""
    actions = [action for action, _ in game.odds(state)] if seat == CHANCE else list(game.legal(state, seat))
    assert actions, "asked, but nothing is open"
    texts = [game.write(action) for action in actions]
    assert len(set(texts)) == len(texts), texts
    for action, text in zip(actions, texts, strict=True):
        assert game.read(text) == action
        assert len(BUTTON + text) <= 100
    assert all(weight > 0 for _, weight in game.odds(state))
    if seat == CHANCE:
        assert game.deal(state, lambda n: 0) == actions[0]
        assert game.deal(state, lambda n: n - 1) == actions[-1]
        assert game.deal(state, lambda n: weights(game, state)[0] % n) in actions[:2]


def weights(game: AnyGame, state: Any) -> list[int]:
    """Return the weights of the actions of chance in this state."""
    return [weight for _, weight in game.odds(state)]


def check_state(game: AnyGame, state: Any, seat: Seat, chance: random.Random) -> None:
    """Check the costly laws: queries change nothing, copies are independent, snapshots and imagined states equivalent."""
    taken = json.loads(json.dumps(game.dump(state)))
    check_views(game, state, chance)
    check_doors(game, state, seat)
    again, twin = game.load(taken), game.clone(state)
    assert json.loads(json.dumps(game.dump(again))) == taken
    assert game.view(again, None) == game.view(state, None)
    for _ in range(6):
        moved = [
            _step(game, each, random.Random(chance_seed)) for chance_seed in (chance.getrandbits(32),) for each in (again, twin)
        ]
        assert moved[0] == moved[1], "a loaded snapshot goes on in another way"
    assert game.view(again, None) == game.view(twin, None)
    assert json.loads(json.dumps(game.dump(state))) == taken, "moving a copy moved the original"


def check_conclusion(game: AnyGame, state: Any, told: list[Event]) -> None:
    """Check that a game can be ended in any state: no seat acts, a result exists, all points have events, a snapshot holds it."""
    ended, more = game.clone(state), list[Event]()
    game.conclude(ended, more.append)
    outcome = game.outcome(ended)
    assert list(game.to_act(ended)) == []
    assert outcome is not None and outcome.winners
    assert outcome.scores == game.scores(ended) == tuple(told_points([*told, *more], len(outcome.scores)))
    taken = json.loads(json.dumps(game.dump(ended)))
    assert game.view(game.load(taken), None) == game.view(ended, None)
    assert list(game.to_act(game.load(taken))) == []


def check_features(game: AnyGame, state: Any, names: list[str]) -> None:
    """Check the estimate's features: the same names in every state, a finite number for each seat, nothing is changed."""
    before, estimate = game.dump(state), game.estimate(state)
    shares = game.features(state)
    assert list(shares) == names
    assert all(len(share) == len(estimate) and all(map(math.isfinite, share)) for share in shares.values())
    if shares:
        assert [sum(by_seat) for by_seat in zip(*shares.values(), strict=True)] == pytest.approx(list(estimate))
    assert game.features(state) == shares
    assert game.dump(state) == before


def _step(game: AnyGame, state: Any, chance: random.Random) -> tuple[Any, ...]:
    """Choose a random action and perform it; return the legal actions, the chosen one and its events."""
    seats_to_act = game.to_act(state)
    if not seats_to_act:
        return (game.outcome(state),)
    seat = chance.choice(list(seats_to_act))
    open_to = [game.write(action) for action in game.legal(state, seat)]
    action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
    events: list[Event] = []
    game.advance(state, seat, action, events.append)
    return (open_to, game.write(action), events, game.scores(state))


def check_views(game: AnyGame, state: Any, chance: random.Random) -> None:
    """Check that a viewer's view does not depend on what is hidden from them."""
    for viewer in _viewers(game, state):
        imagined = game.imagine(state, viewer, chance.randrange)
        assert game.view(imagined, viewer) == game.view(state, viewer)
        assert game.has_secrets or game.view(state, viewer) == game.view(state, None)
        assert game.scores(imagined) == game.scores(state)
        assert list(game.legal(imagined, viewer)) == list(game.legal(state, viewer))


def _viewers(game: AnyGame, state: Any) -> Iterator[Seat]:
    return (Seat(seat) for seat in range(len(game.scores(state))))


def check_doors(game: AnyGame, state: Any, seat: Seat) -> None:
    """Check that `play` leaves the given state unchanged and refuses wrong seats and illegal actions."""
    before = game.dump(state)
    action = game.odds(state)[0][0] if seat == CHANCE else game.legal(state, seat)[0]
    play(game, state, seat, action)
    assert game.dump(state) == before
    for other in (CHANCE, *_viewers(game, state)):
        if other not in game.to_act(state):
            assert not game.legal(state, other)
            assert _refusal(game, state, other, action) == "not-your-turn"


def _refusal(game: AnyGame, state: Any, seat: Seat, action: Any) -> str:
    try:
        play(game, state, seat, action)
    except IllegalActionError as refused:
        return refused.code
    return ""


def check_end(game: AnyGame, options: Options, seats: int, state: Any, log: list[LoggedAction], events: list[Event]) -> None:
    """Check the end: the log rebuilds it, scores are the sums of the events, and the best seats have won."""
    again, heard = replay(game, options, seats, log)
    assert game.dump(again) == game.dump(state)
    assert heard == events
    assert game.dump(_search_end(game, options, seats, log)) == game.dump(state), "a search reaches other states than a game"
    assert game.has_secrets or all(audience(event) is None for event in events)
    check_features(game, state, list(game.features(game.start(options, seats))))
    scores = game.scores(state)
    assert tuple(game.estimate(state)) == scores, "nothing is left to estimate"
    assert told_points(events, seats) == list(scores)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == scores
    assert outcome.winners
    assert all(hasattr(event, "_asdict") for event in events)
    assert _refusal(game, state, Seat(0), game.read(log[-1].text)) == "game-over"
    assert game.options(non_default_options(game.schema(), options)) == options


def _search_end(game: AnyGame, options: Options, seats: int, log: list[LoggedAction]) -> Any:
    """Return the final state of the same game when played without events, as searches play it."""
    state = game.start(options, seats)
    for seat, text in log:
        game.advance(state, seat, game.read(text), ignore_event)
    return state


def told_points(events: list[Event], seats: int) -> list[int]:
    """Return the points by seat, summed from all gains and payments in the events."""
    points = [0] * seats
    for event in events:
        told = event._asdict()
        for gain in told.get("gains", ()):
            assert gain.points == sum(line.number * line.each for line in gain.lines), gain
            points[gain.seat] += gain.points
        if "reason" in told and "points" in told:
            points[told["seat"]] += told["points"]
            if told["to"] is not None:
                points[told["to"]] -= told["points"]
    return points
