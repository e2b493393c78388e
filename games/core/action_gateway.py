"""The gateway for actions from outside: checks and carries out one action, or replays a log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Event, Game, Seat
from games.core.options import Options

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class LoggedAction(NamedTuple):
    """Accepted action as stored in the log."""

    seat: Seat
    text: str


def play(game: Game[S, A, V], state: S, seat: Seat, action: A) -> tuple[S, list[Event]]:
    """Return the state after `action` and its events; `state` itself is not changed.

    Raises `IllegalActionError`: `game-over`, `not-your-turn`, `not-legal`.
    """
    check(game, state, seat, action)
    after = game.clone(state)
    events: list[Event] = []
    game.advance(after, seat, action, events.append)
    return after, events


def check(game: Game[S, A, V], state: S, seat: Seat, action: A) -> None:
    """Raise `IllegalActionError` unless `action` is legal for `seat` in this state."""
    seats_to_act = game.to_act(state)
    if not seats_to_act:
        raise IllegalActionError("game-over")
    if seat not in seats_to_act:
        raise IllegalActionError("not-your-turn", asked=tuple(seats_to_act))
    open_to = [a for a, _ in game.odds(state)] if seat == CHANCE else game.legal(state, seat)
    if action not in open_to:
        raise IllegalActionError("not-legal", action=game.write(action))


def replay(game: Game[S, A, V], options: Options, seats: int, log: Iterable[LoggedAction]) -> tuple[S, list[Event]]:
    """Return the state after all actions of `log`, and all events.

    Every action is checked; raises as `play` does at the first illegal one.
    """
    state = game.start(options, seats)
    events: list[Event] = []
    for seat, text in log:
        action = game.read(text)
        check(game, state, seat, action)
        game.advance(state, seat, action, events.append)
    return state, events


class GameRegistry(Mapping[str, AnyGame]):
    """Mapping of games by id under their present rules; `at` finds earlier versions."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        self._present = dict(games)
        self._earlier: dict[tuple[str, int], AnyGame | None] = {}

    def __getitem__(self, game_id: str) -> AnyGame:
        return self._present[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._present)

    def __len__(self) -> int:
        return len(self._present)

    def at(self, game_id: str, version: int) -> AnyGame | None:
        """Return the game under this version of its rules; None if this program does not know the game or version."""
        present = self._present.get(game_id)
        if present is None or present.rules_version == version:
            return present
        key = (game_id, version)
        if key not in self._earlier:
            self._earlier[key] = present.under(version)
        return self._earlier[key]

    def closest(self, game_id: str, version: int) -> AnyGame:
        """Return the game under this version of its rules, or else under the present one.

        For names and settings, never for playing. Raises `KeyError` for an unknown game.
        """
        return self.at(game_id, version) or self[game_id]
