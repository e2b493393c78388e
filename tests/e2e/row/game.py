"""Three tiles in a row: the smallest complete game, made by following `docs/new-game.md`.

Players take turns to put tiles of their colour on empty squares; three in a row win. With the option `stone`, chance first puts a
stone on a square.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from games.core.errors import IllegalActionError
from games.core.game import CHANCE, AnyGame, Emit, Event, Outcome, Seat, by_weight
from games.core.game_summary import Achievement
from games.core.ledger import Ledger
from games.core.options import Option, Options, check

SCHEMA = (Option("size", "number", 3, low=3, high=5), Option("stone", "flag", False))
ROW = 3
"""So many in a row win."""
STONE = -1
"""On a square: nobody's."""

Square = tuple[int, int]


class Put(NamedTuple):
    """The only kind of action: a tile of the active seat, or the stone of chance, put on an empty square."""

    square: Square


class Laid(NamedTuple):
    """Event: a tile was put on a square; seat None is the stone."""

    seat: int | None
    square: Square


class Won(NamedTuple):
    """Event: three in a row, with the only points of the game."""

    seat: int
    points: int = 1
    reason: str = "row"
    to: int | None = None
    """Who pays; nobody here."""


class Full(NamedTuple):
    """Event: the board is full without a winner."""

    squares: int


@dataclass
class State:
    """The state of a game; `board` holds the owner of each occupied square."""

    size: int
    seats: int
    stone: bool
    """A stone is still to be laid."""
    board: dict[Square, int] = field(default_factory=dict)
    turn: int = 0
    row: tuple[Square, ...] = ()
    """The squares that have won."""
    stopped: bool = False
    """Whether all have agreed to end it before that."""


class View(NamedTuple):
    """A viewer's view of the game, which hides nothing."""

    size: int
    tiles: tuple[tuple[Square, int], ...]
    """(square, seat) in the order of laying."""
    asked: int | None
    row: tuple[Square, ...]


class RowGame:
    """The game of three in a row, with the methods of `games.core.game.Game`."""

    id = "row"
    rules_version = 1
    takes_over: frozenset[int] = frozenset()
    has_secrets = False
    estimates = 1

    def under(self, version: int) -> None:
        """Return None: no earlier version of the rules exists."""

    def schema(self) -> Sequence[Option]:
        return SCHEMA

    def options(self, given: Mapping[str, str]) -> Options:
        return check(SCHEMA, given)

    def seats(self, options: Options) -> range:
        return range(2, 4)

    def turns(self, options: Options, seats: int) -> int:
        return -(-options.number("size") // seats)

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seats(options):
            raise IllegalActionError("bad-seats", seats=seats, low=2, high=3)
        return State(options.number("size"), seats, bool(options["stone"]))

    def opening(self, options: Options, seats: int) -> tuple[State, list[Event]]:
        return self.start(options, seats), []

    def teaching(self, options: Options) -> None:
        """Return None: the game has no practice."""

    def clone(self, state: State) -> State:
        return replace(state, board=dict(state.board))

    def to_act(self, state: State) -> Sequence[Seat]:
        if state.stone and not state.stopped:
            return (CHANCE,)
        return () if state.stopped or state.row or len(state.board) == state.size**2 else (Seat(state.turn % state.seats),)

    def turn_of(self, state: State) -> Seat | None:
        return None if state.stone else Seat(state.turn % state.seats)

    def legal(self, state: State, seat: Seat) -> Sequence[Put]:
        return _empty(state) if seat != CHANCE and seat in self.to_act(state) else ()

    def plans_ahead(self, options: Options) -> bool:
        """Return False: turns can't be planned."""
        return False

    def ahead(self, state: State, seat: Seat) -> State | None:
        """Return None: turns can't be planned."""
        return None

    def lapse(self, then: State, now: State, seat: Seat, actions: Sequence[Put]) -> str:
        """Return an empty reason: turns can't be planned."""
        return ""

    def nothing(self, state: State, seat: Seat) -> None:
        return None

    def odds(self, state: State) -> Sequence[tuple[Put, int]]:
        return [(action, 1) for action in _empty(state)] if state.stone else ()

    def deal(self, state: State, choose: Callable[[int], int]) -> Put:
        return by_weight(self.odds(state), choose)

    def advance(self, state: State, seat: Seat, action: Put, emit: Emit) -> None:
        state.board[action.square] = STONE if seat == CHANCE else seat
        emit(Laid(None if seat == CHANCE else seat, action.square))
        if seat == CHANCE:
            state.stone = False
            return
        state.turn += 1
        state.row = _row_through(state, action.square)
        if not self.to_act(state):
            emit(Won(seat) if state.row else Full(len(state.board)))

    def conclude(self, state: State, emit: Emit) -> None:
        state.stopped = True
        emit(Full(len(state.board)))

    def outcome(self, state: State) -> Outcome | None:
        if self.to_act(state):
            return None
        scores = self.scores(state)
        return Outcome(scores, tuple(Seat(s) for s, points in enumerate(scores) if points == max(scores)))

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(int(bool(state.row) and state.board[state.row[0]] == seat) for seat in range(state.seats))

    def estimate(self, state: State) -> Sequence[float]:
        return self.scores(state)

    def ledger(self, events: Sequence[Event]) -> Ledger:
        return Ledger()

    def feats(self, state: State, events: Sequence[Event]) -> Mapping[str, Achievement]:
        return {}

    def features(self, state: State) -> Mapping[str, Sequence[float]]:
        return {}

    def guess(self, state: State) -> Sequence[float]:
        return self.estimate(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        seats_to_act = self.to_act(state)
        return View(state.size, tuple(state.board.items()), seats_to_act[0] if seats_to_act else None, state.row)

    def imagine(self, state: State, viewer: Seat, choose: Callable[[int], int]) -> State:
        return self.clone(state)

    def write(self, action: Put) -> str:
        return f"put {action.square[0]},{action.square[1]}"

    def read(self, text: str) -> Put:
        verb, _, square = text.partition(" ")
        x, _, y = square.partition(",")
        if verb != "put" or not (x.isdecimal() and y.isdecimal()):
            raise IllegalActionError("unreadable", text=text)
        return Put((int(x), int(y)))

    def dump(self, state: State) -> Any:
        return {**vars(state), "board": [[*square, owner] for square, owner in state.board.items()], "row": [*state.row]}

    def load(self, data: Any) -> State:
        board = {(x, y): owner for x, y, owner in data["board"]}
        return State(**{**data, "board": board, "row": tuple((x, y) for x, y in data["row"])})


def _empty(state: State) -> tuple[Put, ...]:
    squares = ((x, y) for y in range(state.size) for x in range(state.size))
    return tuple(Put(square) for square in squares if square not in state.board)


def _row_through(state: State, square: Square) -> tuple[Square, ...]:
    """Return the first three in a row through a square that belong to the square's owner; empty if there are none."""
    owner = state.board[square]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for start in range(1 - ROW, 1):
            row = tuple((square[0] + (start + n) * dx, square[1] + (start + n) * dy) for n in range(ROW))
            if all(state.board.get(part) == owner for part in row):
                return row
    return ()


PROVEN: AnyGame = RowGame()
"""The checker of types compares the whole protocol here."""
