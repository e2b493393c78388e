"""A complete game in a hundred lines, which proves that the services depend on no particular game.

Chance draws a number; the active seat keeps or passes it and then banks or holds. After the last round all seats vote at the same
time, and the game is over.
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

SCHEMA = (Option("rounds", "number", 3, low=1, high=50), Option("vote", "flag", False))
ODDS = (("draw 1", 3), ("draw 2", 2), ("draw 3", 1))
CHOICES = {"keep": ("keep", "pass"), "bank": ("bank", "hold"), "vote": ("vote yes", "vote no")}
WORDS = {text for text, _ in ODDS} | {word for words in CHOICES.values() for word in words}


class Drew(NamedTuple):
    number: int


class Did(NamedTuple):
    seat: int
    what: str


class Over(NamedTuple):
    scores: tuple[int, ...]


@dataclass
class State:
    rounds: int
    vote: bool
    scores: list[int]
    turn: int = 0
    phase: str = "draw"
    number: int = 0
    voted: list[int] = field(default_factory=list)


class View(NamedTuple):
    viewer: int | None
    scores: tuple[int, ...]
    phase: str
    number: int
    turn: int


class TinyGame:
    """The tiny game, with all methods of `Game`."""

    id = "tiny"
    rules_version = 1
    takes_over: frozenset[int] = frozenset()
    has_secrets = False
    estimates = 1

    def under(self, version: int) -> AnyGame | None:
        return None

    def schema(self) -> Sequence[Option]:
        return SCHEMA

    def options(self, given: Mapping[str, str]) -> Options:
        return check(SCHEMA, given)

    def seats(self, options: Options) -> range:
        return range(2, 6)

    def turns(self, options: Options, seats: int) -> int:
        return options.number("rounds")

    def start(self, options: Options, seats: int) -> State:
        if seats not in self.seats(options):
            raise IllegalActionError("bad-seats", seats=seats, low=2, high=5)
        return State(options.number("rounds"), bool(options["vote"]), [0] * seats)

    def opening(self, options: Options, seats: int) -> tuple[State, list[Event]]:
        return self.start(options, seats), []

    def teaching(self, options: Options) -> None:
        """Return None: the game has no practice."""

    def clone(self, state: State) -> State:
        return replace(state, scores=list(state.scores), voted=list(state.voted))

    def to_act(self, state: State) -> Sequence[Seat]:
        if state.phase == "draw":
            return (CHANCE,)
        if state.phase == "vote":
            return tuple(Seat(s) for s in range(len(state.scores)) if s not in state.voted)
        return () if state.phase == "over" else (Seat(state.turn % len(state.scores)),)

    def turn_of(self, state: State) -> Seat | None:
        return None if state.phase in ("vote", "over") else Seat(state.turn % len(state.scores))

    def legal(self, state: State, seat: Seat) -> Sequence[str]:
        return CHOICES[state.phase] if seat in self.to_act(state) and seat != CHANCE else ()

    def plans_ahead(self, options: Options) -> bool:
        """Return False: turns can't be planned."""
        return False

    def ahead(self, state: State, seat: Seat) -> State | None:
        """Return None: turns can't be planned."""
        return None

    def lapse(self, then: State, now: State, seat: Seat, actions: Sequence[str]) -> str:
        """Return an empty reason: turns can't be planned."""
        return ""

    def nothing(self, state: State, seat: Seat) -> None:
        return None

    def odds(self, state: State) -> Sequence[tuple[str, int]]:
        return ODDS if state.phase == "draw" else ()

    def deal(self, state: State, choose: Callable[[int], int]) -> str:
        """Return a weighted random draw."""
        return by_weight(self.odds(state), choose)

    def advance(self, state: State, seat: Seat, action: str, emit: Emit) -> None:
        if seat == CHANCE:
            state.number, state.phase = int(action.split()[1]), "keep"
            emit(Drew(state.number))
            return
        emit(Did(seat, action))
        if action == "keep":
            state.scores[seat] += state.number
        if state.phase == "vote":
            state.voted.append(seat)
            self._finish(state, emit, over=len(state.voted) == len(state.scores))
        elif state.phase == "keep":
            state.phase = "bank"
        else:
            self._pass_on(state, emit)

    def _pass_on(self, state: State, emit: Emit) -> None:
        state.turn += 1
        state.phase = "draw"
        if state.turn == state.rounds * len(state.scores):
            state.phase = "vote" if state.vote else "over"
            self._finish(state, emit, over=not state.vote)

    def _finish(self, state: State, emit: Emit, *, over: bool) -> None:
        if over:
            state.phase = "over"
            emit(Over(tuple(state.scores)))

    def conclude(self, state: State, emit: Emit) -> None:
        self._finish(state, emit, over=True)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        best = max(state.scores)
        return Outcome(tuple(state.scores), tuple(Seat(s) for s, points in enumerate(state.scores) if points == best))

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.scores)

    def estimate(self, state: State) -> Sequence[float]:
        return [float(points) for points in state.scores]

    def ledger(self, events: Sequence[Event]) -> Ledger:
        return Ledger()

    def feats(self, state: State, events: Sequence[Event]) -> Mapping[str, Achievement]:
        return {}

    def features(self, state: State) -> Mapping[str, Sequence[float]]:
        return {}

    def guess(self, state: State) -> Sequence[float]:
        return self.estimate(state)

    def view(self, state: State, viewer: Seat | None) -> View:
        return View(viewer, tuple(state.scores), state.phase, state.number, state.turn)

    def imagine(self, state: State, viewer: Seat, choose: Callable[[int], int]) -> State:
        return self.clone(state)

    def write(self, action: str) -> str:
        return action

    def read(self, text: str) -> str:
        if text not in WORDS:
            raise IllegalActionError("unreadable", text=text)
        return text

    def dump(self, state: State) -> Any:
        return vars(self.clone(state))

    def load(self, data: Any) -> State:
        return State(**data)


class AnyLegal:
    """A computer player that takes a random legal action."""

    def turn(self, game: Any, state: Any, seat: Seat, choose: Callable[[int], int]) -> Sequence[Any]:
        legal = game.legal(state, seat)
        return (legal[choose(len(legal))],)


PROVEN: AnyGame = TinyGame()
"""The checker of types compares the whole protocol here."""
