"""Point values of choices, computed for any game by playing each choice on a copy and comparing with skipping.

After the choice its seat skips every decision that it may skip. If a player must choose before the turn's points are known, such as
whom a tower captures, every continuation is played, and only points equal in all of them are returned. Likewise, in a game with
secrets the choice is played in several positions that the seat could be in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.core.game import CHANCE, AnyGame, Event, Seat, ignore_event
from games.core.ledger import points_by_seat

IMAGINED = 4
"""So many positions are imagined where a game hides something."""

WAYS = 24
"""Most ways to go on that are played out. Where there are more, as on a long walk of the dragon, the points right after the choice
are told.
"""


class ChoiceValue(NamedTuple):
    """Points by seat that one choice brings."""

    now: tuple[int, ...]
    """Scored at once, as far as it would not be without the choice."""
    later: tuple[int, ...]
    """More, or fewer, points at the end if the board stayed as it is then; all 0 in a game that hides something."""


class _Points(NamedTuple):
    now: tuple[int, ...]
    """Scored before the turn passes on."""
    end: tuple[int, ...]
    """All that, and final scoring if the game ended there."""


_Ways = dict[tuple[Any, ...], _Points]
"""The points by the choices with which a turn went on."""


def value_choices(
    game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]], choose: Callable[[int], int]
) -> tuple[ChoiceValue, ...]:
    """Return the value of each of `lines`, in their order: sequences of legal actions of `seat` from `state`.

    Takes about 0.3 ms a line in the middle of a game. `choose(n)`, a number below n, is for `Game.imagine`.
    """
    if not game.has_secrets:
        return _line_gains(game, state, seat, lines)
    told = [_line_gains(game, game.imagine(state, seat, choose), seat, lines) for _ in range(IMAGINED)]
    return tuple(_certain([gain._replace(later=(0,) * len(gain.later)) for gain in values]) for values in zip(*told, strict=True))


def _line_gains(game: AnyGame, state: Any, seat: Seat, lines: Sequence[Sequence[Any]]) -> tuple[ChoiceValue, ...]:
    if game.nothing(state, seat) is None:  # nothing can be left out, so a choice is compared with the position itself
        stopped = _play_line(game, state, seat, ()).points()
        return tuple(_additional_points(_play_line(game, state, seat, line).points(), stopped) for line in lines)
    without = _points_by_way(game, state, seat, ())
    return tuple(_gain(game, state, seat, line, without) for line in lines)


def _gain(game: AnyGame, state: Any, seat: Seat, line: Sequence[Any], without: _Ways | None) -> ChoiceValue:
    ways = _points_by_way(game, state, seat, line)
    if ways is not None and without is not None:
        return _certain(_compare_ways(ways, without))
    if ways is None and without is None:
        return _additional_points(_play_line(game, state, seat, line).points(), _play_line(game, state, seat, ()).points())
    nothing = (0,) * len(game.scores(state))  # one of them stops in the middle of the turn, so they can't be compared
    return ChoiceValue(nothing, nothing)


def _compare_ways(ways: _Ways, without: _Ways) -> list[ChoiceValue]:
    """Return each way's points compared with the turn that goes on in the same way without the choice.

    If no turn goes on in the same way, compare with every turn without the choice.
    """
    return [
        _additional_points(points, other)
        for way, points in ways.items()
        for other in ([without[way]] if way in without else without.values())
    ]


def _certain(found: Sequence[ChoiceValue]) -> ChoiceValue:
    """Return the points that all of the values agree on, seat by seat."""
    now, later = (zip(*rows, strict=True) for rows in ([gain.now for gain in found], [gain.later for gain in found]))
    return ChoiceValue(*(tuple(seat[0] if len(set(seat)) == 1 else 0 for seat in rows) for rows in (now, later)))


def _additional_points(points: _Points, without: _Points) -> ChoiceValue:
    now = tuple(a - b for a, b in zip(points.now, without.now, strict=True))
    return ChoiceValue(now, tuple(a - b - c for a, b, c in zip(points.end, without.end, now, strict=True)))


class _Turn:
    """One turn played on a copy of the game: its state, the events of the turn, and those after it."""

    def __init__(
        self,
        game: AnyGame,
        state: Any,
        owner: Seat | None,
        told: Sequence[Event] = (),
        after: Sequence[Event] = (),
        before: tuple[int, ...] | None = None,
    ) -> None:
        """Copy `state`; `before` are the points at the beginning of the turn (None: those of `state`)."""
        self.game, self.state, self.owner = game, game.clone(state), owner
        self.told, self.after = list(told), list(after)
        self._before = game.scores(state) if before is None else before

    def _record_event(self, event: Event) -> None:
        """Record an event, separately for this turn and for what follows it."""
        over = self.after or self.game.turn_of(self.state) != self.owner
        (self.after if over else self.told).append(event)

    def act(self, seat: Seat, action: Any) -> None:
        """Carry out an action."""
        self.game.advance(self.state, seat, action, self._record_event)

    def leave_out(self, seat: Seat) -> None:
        """Skip the seat's decisions as long as it may."""
        while self.goes_on and (nothing := self.game.nothing(self.state, seat)) is not None:
            self.act(seat, nothing)

    def branch(self) -> _Turn:
        """Return an independent copy."""
        return _Turn(self.game, self.state, self.owner, self.told, self.after, self._before)

    @property
    def goes_on(self) -> bool:
        """Flag for a turn in which a player still has to decide."""
        seats_to_act = self.game.to_act(self.state)
        return bool(seats_to_act) and CHANCE not in seats_to_act and not self.after and self.game.turn_of(self.state) == self.owner

    def points(self) -> _Points:
        """Return the points of the turn, and the change of the final points.

        Final scoring is never counted as points of the turn.
        """
        # Final scoring is most of the work, and nobody is told of it: its rows would add up to the change of the points.
        if self.game.to_act(self.state) and not self.game.has_secrets:
            self.game.conclude(self.state, ignore_event)
        now = [row for row in self.game.ledger(self.told).rows if not row.is_final]
        end = tuple(after - before for after, before in zip(self.game.scores(self.state), self._before, strict=True))
        return _Points(points_by_seat(now, len(end)), end)


def _play_line(game: AnyGame, state: Any, seat: Seat, line: Sequence[Any]) -> _Turn:
    """Return the turn after the actions of a line and after skipping all that `seat` may skip."""
    turn = _Turn(game, state, game.turn_of(state))
    for action in line:
        turn.act(seat, action)
    turn.leave_out(seat)
    return turn


def _points_by_way(game: AnyGame, state: Any, seat: Seat, line: Sequence[Any]) -> _Ways | None:
    """Return the points after a line for every continuation of the turn; None if there are more than `WAYS`.

    The key of a continuation is the tuple of its actions.
    """
    first, ways = _play_line(game, state, seat, line), _Ways()
    waiting: list[tuple[tuple[Any, ...], _Turn]] = [((), first)]
    while waiting:
        way, turn = waiting.pop()
        turn.leave_out(seat)
        if not turn.goes_on:
            ways[way] = turn.points()
            continue
        (seats_to_act, *_) = game.to_act(turn.state)
        for action in game.legal(turn.state, seats_to_act):
            branch = turn.branch()
            branch.act(seats_to_act, action)
            waiting.append(((*way, action), branch))
        if len(waiting) + len(ways) > WAYS:
            return None
    return ways
