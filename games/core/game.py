"""Protocol that every game implements.

A game turns a state and an action into the next state and events. Chance is an actor: where the rules draw or shuffle, `to_act`
returns `CHANCE`, and the outcome is an action in the log like any other. Callers take care of time, randomness and storage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NewType, Protocol, TypeVar

from games.core.game_summary import Achievement
from games.core.ledger import Ledger
from games.core.options import Option, Options
from games.core.tutorial import Teaching

Seat = NewType("Seat", int)
CHANCE = Seat(-1)
"""The actor that deals and draws; its actions are logged like everybody's."""

Json = Any
"""What `json.dumps` takes; typed loosely on purpose, it never leaves dump and load."""


class Event(Protocol):
    """Type of all events: each is a `NamedTuple` of plain data, and a sequence is in the order of happening."""

    def _asdict(self) -> dict[str, Any]: ...


Emit = Callable[[Event], None]


def ignore_event(_event: Event) -> None:
    """Ignore an event: the `emit` of searches, which look at states only.

    A game may test `emit is ignore_event` and skip creating events.
    """


def audience(event: Event) -> tuple[Seat, ...] | None:
    """Return the seats that may see `event`; None for all viewers."""
    return getattr(event, "audience", None)


class Outcome(NamedTuple):
    """Final result of a game."""

    scores: tuple[int, ...]
    """Final points by seat."""
    winners: tuple[Seat, ...]
    """All seats that won, in seat order; several share the victory."""


S = TypeVar("S")
A = TypeVar("A")
V_co = TypeVar("V_co", covariant=True)


class Game(Protocol[S, A, V_co]):
    """Interface of a game: its states, actions and views.

    Only `advance` and `conclude` change a state; all other methods are pure.
    """

    id: str
    rules_version: int
    """Raised whenever a logged game could replay differently; pinned per match."""
    takes_over: frozenset[int]
    """Earlier versions whose running matches may go on under this one, if their whole log replays equal."""
    has_secrets: bool
    """Whether some of what is done or happens is not for everybody's eyes. Only the rules can tell what, by replaying a log.

    Without secrets the view is the same for all.
    """

    estimates: int
    """The version of what `estimate` weighs with, raised whenever it may answer otherwise: what was found with another is old."""

    def under(self, version: int) -> AnyGame | None:
        """Return this game under another version of its rules; None for an unknown version."""

    def schema(self) -> Sequence[Option]:
        """Return the options of this game, in the order in which a host should see them."""

    def options(self, given: Mapping[str, str]) -> Options:
        """Return checked options; raises `IllegalActionError` with an option code."""

    def seats(self, options: Options) -> range:
        """Return the numbers of players that this game allows."""

    def turns(self, options: Options, seats: int) -> int:
        """Return about how many turns each seat has in a whole game, to translate clock settings.

        Slow at first, because rules may have to be compiled.
        """

    def start(self, options: Options, seats: int) -> S:
        """Return the state before the first action; raises `IllegalActionError("bad-seats")`."""

    def opening(self, options: Options, seats: int) -> tuple[S, list[Event]]:
        """Return the state that `start` returns, with the events before the first action.

        These are the initial placements, and the first turn if it has begun; with the events of all actions they are the whole
        game.
        """

    def teaching(self, options: Options) -> Teaching | None:
        """Return the tutorial for the learner, who sits first, in a match with these options; None if it has none."""

    def clone(self, state: S) -> S:
        """Return an independent copy: advancing one never shows in the other."""

    def to_act(self, state: S) -> Sequence[Seat]:
        """Return the seats that must decide now: `(CHANCE,)` for chance, several in any order, none when the game is over."""

    def turn_of(self, state: S) -> Seat | None:
        """Return the seat whose turn it is, even while other seats must decide; None between turns.

        Outside its own turn a seat's forced move is made for it, without waiting for the player.
        """

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return every legal action of `seat`, without repeats and in a fixed order; empty if it is not to act.

        Callers must not change the sequence.
        """

    def nothing(self, state: S, seat: Seat) -> A | None:
        """Return the legal action by which `seat` skips its decision; None if it need not decide or can't skip."""

    def odds(self, state: S) -> Sequence[tuple[A, int]]:
        """Return the possible actions of chance with their weights; empty unless chance must act."""

    def deal(self, state: S, choose: Callable[[int], int]) -> A:
        """Return one of the actions of chance, picked by weight.

        It is the one on which `choose(sum of the weights)` falls, in the order of `odds`.
        """

    def advance(self, state: S, seat: Seat, action: A, emit: Emit) -> None:
        """Carry out `action` in place, without checking that it is legal.

        Only searches call this; other code calls `play`.
        """

    def conclude(self, state: S, emit: Emit) -> None:
        """End the running game in place, as when all players agree to; unfinished parts count as they would at the end."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the game runs."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return points by seat so far."""

    def ledger(self, events: Sequence[Event]) -> Ledger:
        """Return the points ledger of these events: one row per gain or loss, which add up to the change of `scores`.

        A row's turn is known if that turn begins among the events.
        """

    def feats(self, state: S, events: Sequence[Event]) -> Mapping[str, Achievement]:
        """Return the achievements among these events by name, comparable with other games: more is better.

        `state` is the position after the events.
        """

    def estimate(self, state: S) -> Sequence[float]:
        """Return a rough guess of the final points by seat, from what lies open: for players that look ahead."""

    def features(self, state: S) -> Mapping[str, Sequence[float]]:
        """Return the terms of `estimate` by name and seat, which add up to it; the names are the same throughout a match.

        Meant for players that weigh the terms in another way; a game without terms returns none.
        """

    def guess(self, state: S) -> Sequence[float]:
        """Return the fixed estimate of the final points that the benchmark player uses; it never changes."""

    def view(self, state: S, viewer: Seat | None) -> V_co:
        """Return what `viewer` may see, as plain data; None is a spectator. Secrets stop here."""

    def imagine(self, state: S, viewer: Seat, choose: Callable[[int], int]) -> S:
        """Return a full state that `viewer` could be in: what they cannot see is dealt again with `choose(n)`, a number below n."""

    def plans_ahead(self, options: Options) -> bool:
        """Return whether seats know what they will play in their next turn, and may plan it while others play."""

    def ahead(self, state: S, seat: Seat) -> S | None:
        """Return the state as if the next turn of `seat`, which is not to act, began now.

        None if its tile or card is unknown or can't be played at present.
        """

    def lapse(self, then: S, now: S, seat: Seat, actions: Sequence[A]) -> str:
        """Return why a turn planned in `then` no longer holds in `now`; empty if everything that it depends on is unchanged.

        Both states come from `ahead`; the reason is a word of `text.play.plans.REASONS`.
        """

    def write(self, action: A) -> str:
        """Return the text form of an action, used by the log, tests and button ids."""

    def read(self, text: str) -> A:
        """Return the action that `text` writes; raises `IllegalActionError("unreadable")`."""

    def dump(self, state: S) -> Json:
        """Return a snapshot for `load`; only ever an accelerator."""

    def load(self, data: Json) -> S:
        """Return the state that `dump` took."""


def by_weight(weighted: Sequence[tuple[A, int]], choose: Callable[[int], int]) -> A:
    """Return the action on which `choose(sum of the weights)` falls, in the order given."""
    mark = choose(sum([weight for _, weight in weighted]))
    for action, weight in weighted:
        mark -= weight
        if mark < 0:
            return action
    raise AssertionError("choose gave a number beyond its range")


AnyGame = Game[Any, Any, Any]
"""A game whose types the caller does not care about: services, storage, players."""


def ranking(points: Sequence[Any], below: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Return (place, seat), best first; equal `points` share a place.

    `points` by seat are any comparable values. `below`: seats that rank behind all others whatever their points, the last of all
    first.
    """

    def key(seat: int) -> tuple[int, Any]:
        return (below.index(seat) - len(below) if seat in below else 0, points[seat])

    order = sorted(range(len(points)), key=key, reverse=True)
    return [(1 + sum(key(other) > key(seat) for other in order), seat) for seat in order]
