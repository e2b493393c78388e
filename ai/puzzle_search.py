"""Search for puzzles: positions in which one turn is clearly best, and preferably not the one with most immediate points.

They are found in games of users, or in a new game between players that look at their own turn only and sometimes choose a weaker
move, as people do. Positions in which the best turn stands out are searched again with the opponents' best replies; the first one
that still stands out becomes the puzzle if its best turn also wins in playouts.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any, NamedTuple

from ai.game_analysis import FinishedGame
from ai.turn_search import SearchWidth, TurnPlan, margin, search_plans
from games.core.game import CHANCE, AnyGame, Seat, ignore_event

ALONE = SearchWidth(answered=0)
CLOSELY = SearchWidth(answered=8, draws=12)
GLANCE, LOOK = 300, 12_000
"""Positions that are judged for a decision of the game, and for one that may become a puzzle."""
EDGE, PLAIN = 4.0, 15.0
"""Points by which the best turn is at least, and at most, better than all that begin otherwise: what is plain is no puzzle."""
CHOICES = 8
"""As many ways to begin the turn there are at least: else it is no puzzle."""
TRIED = 5
"""Of one game so many positions are looked at again."""
ALIKE = 2.0
"""Points within which two turns are equally right."""
PLAYOUTS = 16
"""So many times the game is played on, after the best turn and after the next best, with the same draws for both."""
PLAYED_ON = SearchWidth(beam=3, further=2, answered=0)
"""How those look who play it on."""
FROM, UPTO = 0.25, 0.8
"""The part of a game in which puzzles are found."""


class Puzzle(NamedTuple):
    """Position with the value of each possible turn."""

    rows: tuple[tuple[int, str], ...]
    """(seat, action) of all that led there."""
    seat: Seat
    """Who is asked."""
    choices: tuple[tuple[tuple[str, ...], float], ...]
    """Every turn that was looked at, as actions, with the points that it is worse than the best, which comes first with 0."""


class PastTurnPuzzle(NamedTuple):
    """Puzzle made from a turn of a finished game."""

    since: int
    """The row of the log with which it began."""
    puzzle: Puzzle
    played: tuple[str, ...]
    """What was played, one of the choices."""


class _Position(NamedTuple):
    rows: tuple[tuple[int, str], ...]
    state: Any
    seat: Seat
    edge: float
    is_quiet: bool
    """Whether another turn brings more points at once than the best one."""


def make_puzzle(game: AnyGame, options: Mapping[str, str], seats: int, seed: int, playouts: int = PLAYOUTS) -> Puzzle | None:
    """Return a puzzle from a new game with this seed; None if the game has none.

    Takes about ten seconds of processor time, mostly for playouts.
    """
    chance = random.Random(seed)  # noqa: S311  # nothing secret comes from it
    return _clearest(game, _outstanding_of_new_game(game, options, seats, chance), chance, playouts)


def puzzle_from_past_game(past: FinishedGame, seed: int, among: Collection[int] = (), playouts: int = PLAYOUTS) -> Puzzle | None:
    """Return a puzzle from a game that people have played, or None if the game has none.

    With `among`, only positions before these rows of the log are searched: those known to stand out.
    """
    chance = random.Random(seed)  # noqa: S311  # nothing secret comes from it
    return _clearest(past.game, _outstanding_of_log(past, among, chance), chance, playouts)


def puzzles_from_past_turns(
    past: FinishedGame, turns: Sequence[int], most: int, seed: int, leaves: int = LOOK, playouts: int = PLAYOUTS
) -> tuple[PastTurnPuzzle, ...]:
    """Return at most `most` puzzles from turns that were played badly, in the order of `turns` (the log rows where they begin).

    The best turn of each is better than the played one by at least `EDGE`, both after the opponents' answers and in playouts.
    """
    chance, past_turn_puzzles = random.Random(seed), list[PastTurnPuzzle]()  # noqa: S311  # as above
    positions = _own_positions(past, turns)
    for since in turns[:TRIED]:
        if (
            len(past_turn_puzzles) < most
            and since in positions
            and (clearest := _better(past.game, *positions[since], chance, leaves, playouts))
        ):
            past_turn_puzzles.append(clearest._replace(since=since))
    return tuple(past_turn_puzzles)


def _own_positions(past: FinishedGame, turns: Collection[int]) -> dict[int, tuple[_Position, tuple[Any, ...]]]:
    """Return the positions before these log rows in which only one seat had to decide, each with the actions played."""
    game, state, rows = past.game, past.game.start(past.game.options(past.options), past.seats), list[tuple[int, str]]()
    earlier: dict[int, tuple[_Position, tuple[Any, ...]]] = {}
    for seat, run in groupby(past.rows, lambda row: row.seat):
        its = list(run)
        if its[0].seq in turns and tuple(game.to_act(state)) == (seat,):
            position = _Position(tuple(rows), game.clone(state), seat, 0.0, is_quiet=False)
            earlier[its[0].seq] = position, tuple(game.read(row.text) for row in its)
        for row in its:
            rows.append((seat, row.text))
            game.advance(state, seat, game.read(row.text), ignore_event)
    return earlier


def _better(
    game: AnyGame, position: _Position, played: tuple[Any, ...], chance: random.Random, leaves: int, playouts: int
) -> PastTurnPuzzle | None:
    plans = search_plans(
        game, position.state, position.seat, leaves=leaves, choose=chance.randrange, breadth=CLOSELY, besides=(played,)
    )
    lost = plans[0].worth - next(plan.worth for plan in plans if plan.actions == played)
    if lost < EDGE or not _first_ends_better(
        game, position.state, position.seat, (plans[0].actions, played), chance.getrandbits(32), playouts
    ):
        return None
    choices = tuple((_write_actions(game, plan.actions), round(plans[0].worth - plan.worth, 1)) for plan in plans)
    return PastTurnPuzzle(0, Puzzle(position.rows, position.seat, choices), _write_actions(game, played))


def _clearest(game: AnyGame, standing_out: Sequence[_Position], chance: random.Random, playouts: int) -> Puzzle | None:
    """Return the first position in which one turn is best by the opponents' replies and by playouts; None if there is none.

    Quiet and clear positions come first.
    """
    for start_position in sorted(standing_out, key=lambda each: (not each.is_quiet, -each.edge))[:TRIED]:
        plans = search_plans(game, start_position.state, start_position.seat, leaves=LOOK, choose=chance.randrange, breadth=CLOSELY)
        if EDGE <= _edge(plans) <= PLAIN and wins(
            game, start_position.state, start_position.seat, plans, chance.getrandbits(32), playouts
        ):
            choices = tuple((_write_actions(game, plan.actions), round(plans[0].worth - plan.worth, 1)) for plan in plans)
            return Puzzle(start_position.rows, start_position.seat, choices)
    return None


def wins(game: AnyGame, state: Any, seat: Seat, plans: Sequence[TurnPlan], seed: int, playouts: int) -> bool:
    """Return whether playouts of the first plan end better by more than `ALIKE` than those of its best rival.

    The rival is the best plan that begins with another action.
    """
    other = next(plan for plan in plans if plan.actions[0] != plans[0].actions[0])
    return _first_ends_better(game, state, seat, (plans[0].actions, other.actions), seed, playouts)


def _first_ends_better(
    game: AnyGame, state: Any, seat: Seat, turns: tuple[Sequence[Any], Sequence[Any]], seed: int, playouts: int
) -> bool:
    """Return whether playouts of the first of two turns end better than those of the second by more than `ALIKE`."""
    best, other = turns
    gained = [_end(game, state, seat, best, seed + n) - _end(game, state, seat, other, seed + n) for n in range(playouts)]
    return not gained or fmean(gained) > ALIKE


def _end(game: AnyGame, state: Any, seat: Seat, actions: Sequence[Any], seed: int) -> float:
    """Return the seat's final margin after these actions, if all players then play on."""
    state, chance, draws = game.clone(state), random.Random(seed), 0  # noqa: S311  # as above
    for action in actions:
        game.advance(state, seat, action, ignore_event)
    while seats_to_act := game.to_act(state):
        if seats_to_act[0] == CHANCE:
            draws += 1
            turn: Sequence[Any] = (game.deal(state, random.Random(f"{seed} draw {draws}").randrange),)  # noqa: S311  # as above
        else:
            turn = search_plans(game, state, seats_to_act[0], leaves=GLANCE, choose=chance.randrange, breadth=PLAYED_ON)[0].actions
        for action in turn:
            game.advance(state, seats_to_act[0], action, ignore_event)
    return margin(game.scores(state), seat)


def _outstanding_of_log(past: FinishedGame, among: Collection[int], chance: random.Random) -> list[_Position]:
    """Return the positions of a past game in which the best turn stands out."""
    game, options = past.game, past.game.options(past.options)
    state, rows, outstanding, turn = game.start(options, past.seats), list[tuple[int, str]](), list[_Position](), 0
    whole = game.turns(options, past.seats) * past.seats
    for seat, run in groupby(past.rows, lambda row: row.seat):
        its = list(run)
        turn += seat != CHANCE
        if seat != CHANCE and FROM * whole < turn < UPTO * whole and (not among or its[0].seq in among):
            ways = search_plans(game, state, seat, leaves=GLANCE, choose=chance.randrange, breadth=ALONE)
            outstanding += _outstanding(game, state, seat, ways, rows)
        for row in its:
            rows.append((seat, row.text))
            game.advance(state, seat, game.read(row.text), ignore_event)
    return outstanding


def _outstanding_of_new_game(game: AnyGame, options: Mapping[str, str], seats: int, chance: random.Random) -> list[_Position]:
    """Play a whole game and return the positions in which the best turn stands out."""
    chosen = game.options(options)
    state, rows, outstanding, turn = game.start(chosen, seats), list[tuple[int, str]](), list[_Position](), 0
    whole = game.turns(chosen, seats) * seats
    while seats_to_act := game.to_act(state):
        seat = seats_to_act[0]
        if seat == CHANCE:
            actions: tuple[Any, ...] = (game.deal(state, chance.randrange),)
        else:
            turn += 1
            ways = search_plans(game, state, seat, leaves=GLANCE, choose=chance.randrange, breadth=ALONE)
            if FROM * whole < turn < UPTO * whole:
                outstanding += _outstanding(game, state, seat, ways, rows)
            actions = chance.choice(ways[:4] if chance.random() < 0.2 else ways[:1]).actions
        for action in actions:
            rows.append((seat, game.write(action)))
            game.advance(state, seat, action, ignore_event)
    return outstanding


def _outstanding(
    game: AnyGame, state: Any, seat: Seat, ways: Sequence[TurnPlan], rows: Sequence[tuple[int, str]]
) -> list[_Position]:
    """Return this position in a list if one turn of the only active seat stands out among many, else an empty list."""
    if tuple(game.to_act(state)) != (seat,) or len(game.legal(state, seat)) < CHOICES or not EDGE <= _edge(ways) <= PLAIN:
        return []
    return [_Position(tuple(rows), game.clone(state), seat, _edge(ways), _is_quiet(game, state, seat, ways))]


def _edge(ways: Sequence[TurnPlan]) -> float:
    others = [plan.worth for plan in ways if plan.actions[0] != ways[0].actions[0]]
    return ways[0].worth - max(others) if others else 0.0


def _is_quiet(game: AnyGame, state: Any, seat: Seat, ways: Sequence[TurnPlan]) -> bool:
    gains = [_gain(game, state, seat, plan.actions) for plan in ways]
    return gains[0] < max(gains)


def _gain(game: AnyGame, state: Any, seat: Seat, actions: Sequence[Any]) -> int:
    after = game.clone(state)
    for action in actions:
        game.advance(after, seat, action, ignore_event)
    return game.scores(after)[seat] - game.scores(state)[seat]


def _write_actions(game: AnyGame, actions: Sequence[Any]) -> tuple[str, ...]:
    return tuple(game.write(action) for action in actions)
