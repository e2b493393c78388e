"""What choices bring: found by playing them on a copy, and comparing with doing nothing instead. Asks no game which one it is.

After them their seat does nothing more of what it may leave out. Where a game hides something, the choice is played in several
positions that the seat could be in, and only what is the same in all of them is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.core.game import AnyGame, Event, Seat, ignore_event

IMAGINED = 4
"""So many positions are imagined where a game hides something."""


class ChoiceValue(NamedTuple):
    """What a choice brings each seat, as points by seat."""

    now: tuple[int, ...]
    """Scored at once, as far as it would not be without the choice."""
    later: tuple[int, ...]
    """More, or fewer, points at the end if the board stayed as it is then; all 0 in a game that hides something."""


class _Points(NamedTuple):
    now: tuple[int, ...]
    """Scored before the turn passes on."""
    end: tuple[int, ...]
    """The result if the game ended there."""


def value_choices(
    game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]], choose: Callable[[int], int]
) -> tuple[ChoiceValue, ...]:
    """What each of some `lines` brings, in their order: legal actions of `seat`, one after the other, from `state`.

    About 0.3 ms a line in the middle of a game. `choose(n)`, a number below n, is for `Game.imagine`.
    """
    if not game.has_secrets:
        return _gains(game, state, seat, lines)
    told = [_gains(game, game.imagine(state, seat, choose), seat, lines) for _ in range(IMAGINED)]
    return tuple(_certain(found) for found in zip(*told, strict=True))


def _gains(game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]]) -> tuple[ChoiceValue, ...]:
    without = _points(game, state, seat, ())
    return tuple(_more(_points(game, state, seat, line), without) for line in lines)


def _certain(values: Sequence[ChoiceValue]) -> ChoiceValue:
    none = (0,) * len(values[0].now)
    return ChoiceValue(values[0].now if len({gain.now for gain in values}) == 1 else none, none)


def _more(points: _Points, without: _Points) -> ChoiceValue:
    now = tuple(a - b for a, b in zip(points.now, without.now, strict=True))
    return ChoiceValue(now, tuple(a - b - c for a, b, c in zip(points.end, without.end, now, strict=True)))


def _points(game: AnyGame, state: Any, seat: Seat, line: Sequence[Any]) -> _Points:
    """The points after a line, and after nothing more."""
    after, turn = game.clone(state), game.turn_of(state)
    passed: list[tuple[int, ...]] = []

    def hear(_event: Event) -> None:
        """What the next turn begins with is not brought by this one."""
        if not passed and game.turn_of(after) != turn:
            passed.append(tuple(game.scores(after)))

    for action in line:
        game.advance(after, seat, action, hear)
    while not passed and game.turn_of(after) == turn and (nothing := game.nothing(after, seat)) is not None:
        game.advance(after, seat, nothing, hear)
    is_over = not game.to_act(after)
    now = passed[0] if passed else tuple(game.scores(state if is_over else after))  # at the end all of it is called later
    if not (is_over or game.has_secrets):
        game.conclude(after, ignore_event)
    return _Points(now, tuple(game.scores(after)))
