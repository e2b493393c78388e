"""Laws of the points ledger, checked at each step of a random game through the `Game` protocol only.

Rows add up to the points at every position; ending a copy gives the forecast points; a choice gives the points that it promises,
however the turn continues.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from editions.edition import Edition
from games.core.choice_values import value_choices
from games.core.game import CHANCE, AnyGame, Event, Seat
from games.core.ledger import points_by_seat
from text.translator import translator_for
from tools.selfplay import house

EN = translator_for("en")
NAMES = ("Anna", "Ben", "Chi", "Dora", "Emil", "Fay")

OFTEN = 0.12
"""How often a step of a walk stops for the costly laws."""

WAYS = 400
"""Positions that are looked at to find out how a turn may go on."""

PROMISES = 6
"""Choices of a position that are held against what trying them brings."""


def walk(edition: Edition, given: dict[str, str], seats: int, seed: int) -> None:
    """Play a random game to its end and check every law of the points ledger at each step."""
    game, chance = edition.game, random.Random(seed)
    state, events = game.opening(game.options(given), seats)
    while seats_to_act := game.to_act(state):
        seat = chance.choice(list(seats_to_act))
        assert game.ledger(events).points(seats) == game.scores(state)
        if seat != CHANCE and chance.random() < OFTEN:
            check_forecast(edition, state, seat, seats)
            legal = list(game.legal(state, seat))
            check_promises(game, state, seat, chance, chance.sample(legal, min(PROMISES, len(legal))))
        action = house(game, state, chance) if seat == CHANCE else chance.choice(game.legal(state, seat))
        game.advance(state, seat, action, events.append)
    check_end(edition, state, events, seats)


def check_forecast(edition: Edition, state: Any, seat: Seat, seats: int) -> None:
    """Check that the forecast equals the ledger after ending a copy of the game."""
    game, scores = edition.game, edition.words.scores
    if game.has_secrets or scores is None:
        return
    view, ended, events = game.view(state, seat), game.clone(state), list[Event]()
    game.conclude(ended, events.append)
    foretold = [0] * seats
    for thing in scores.ahead(view):
        for gain in thing.gains:
            foretold[gain.seat] += gain.points
        assert scores.why(thing, view, seat, NAMES, EN)
    assert tuple(foretold) == game.ledger(events).points(seats)
    assert tuple(a + b for a, b in zip(foretold, game.scores(state), strict=True)) == game.scores(ended)


def check_promises(game: AnyGame, state: Any, seat: Seat, chance: random.Random, tried: Sequence[Any]) -> None:
    """Check that a choice gives the points it promises however the turn continues, compared with skipping the choice.

    If nothing can be skipped, it is compared with the position before the next choice.
    """
    seats = len(game.scores(state))
    is_forced = game.nothing(state, seat) is None
    for action, promised in zip(
        tried, value_choices(game, state, seat, [(action,) for action in tried], chance.randrange), strict=True
    ):
        if game.has_secrets or not any(promised.now):
            continue
        without = [(0,) * seats] if is_forced else list(brings(game, state, seat, []))
        for brought in brings(game, state, seat, [action], goes_on=not is_forced):
            for promise, number in enumerate(promised.now):
                assert not number or any(brought[promise] - other[promise] == number for other in without), (
                    game.write(action),
                    promised,
                )


def brings(game: AnyGame, state: Any, seat: Seat, line: Sequence[Any], *, goes_on: bool = True) -> Iterator[tuple[int, ...]]:
    """Yield the points of a turn in which a seat makes only the choice `line`, for up to `WAYS` continuations of the turn."""
    first, events, turn = game.clone(state), list[Event](), game.turn_of(state)
    for action in line:
        events += advanced(game, first, seat, action, turn)
    waiting = [(first, events)]
    for _ in range(WAYS):
        if not waiting:
            return
        there, events = waiting.pop()
        seats_to_act, nothing = game.to_act(there), game.nothing(there, seat)
        if not seats_to_act or CHANCE in seats_to_act or game.turn_of(there) != turn or (nothing is None and not goes_on):
            yield points_by_seat([row for row in game.ledger(events).rows if not row.is_final], len(game.scores(there)))
            continue
        for action in [nothing] if nothing is not None else game.legal(there, seats_to_act[0]):
            after = game.clone(there)
            waiting.append((after, [*events, *advanced(game, after, seats_to_act[0], action, turn)]))


def advanced(game: AnyGame, state: Any, seat: Seat, action: Any, turn: Seat | None) -> list[Event]:
    """Perform an action; return those of its events that belong to the turn."""
    told: list[Event] = []
    game.advance(state, seat, action, lambda event: told.append(event) if game.turn_of(state) == turn else None)
    return told


def check_end(edition: Edition, state: Any, events: Sequence[Event], seats: int) -> None:
    """Check that the ledger is the result, every source has a name, and the curve ends at the final points."""
    game, texts = edition.game, edition.words
    account = game.ledger(events)
    assert account.points(seats) == game.scores(state)
    view = game.view(state, None)
    lines = texts.say.result(events, view, NAMES, EN)
    for seat, sums in enumerate(account.by_source(seats)):
        line = next(line for line in lines if NAMES[seat] in line)
        told = [
            int(word.replace("−", "-"))
            for part in line.split(" · ")[1:]
            for word in part.split()[-1:]
            if word.lstrip("−").isdigit()
        ]
        assert sum(sums.values()) == game.scores(state)[seat]
        assert sum(told) == game.scores(state)[seat] or "building card" in line, line
    if texts.highlights is not None:
        totals = texts.highlights.totals(events, view)
        assert totals[-1] == game.scores(state)
        in_play = points_by_seat([row for row in account.rows if not row.is_final], seats)
        assert len(totals) == len(account.turns) + 1
        assert len(totals) == 1 or totals[-2] == in_play
