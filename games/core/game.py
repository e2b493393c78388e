"""The one protocol of every game.

A game turns a state and an action into the next state and events. Chance is an actor: where the rules draw or shuffle,
`to_act` answers `CHANCE`, and the outcome is an action in the log like any other. Time, randomness and storage are other
people's business.
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
    """Something that happened: every event is a `NamedTuple` of plain data, in the order of happening."""

    def _asdict(self) -> dict[str, Any]: ...


Emit = Callable[[Event], None]


def ignore_event(_event: Event) -> None:
    """The `emit` of searches, who look at states only. A game may ask `emit is unheard` and leave out making events."""


def audience(event: Event) -> tuple[Seat, ...] | None:
    """Return the seats that may see `event`; None: everybody."""
    return getattr(event, "audience", None)


class Outcome(NamedTuple):
    """How a game ended."""

    scores: tuple[int, ...]
    """Final points by seat."""
    winners: tuple[Seat, ...]
    """All seats that won, in seat order; several share the victory."""


S = TypeVar("S")
A = TypeVar("A")
V_co = TypeVar("V_co", covariant=True)


class Game(Protocol[S, A, V_co]):
    """State, action and view of one game, and all that may be asked about them. Every method but `advance` is a pure question."""

    id: str
    rules_version: int
    """Raised whenever a logged game could replay differently; pinned per match."""
    takes_over: frozenset[int]
    """Earlier versions whose running matches may go on under this one, if their whole log replays equal."""
    has_secrets: bool
    """Whether some of what is done or happens is not for everybody's eyes. Only the rules can tell what, by replaying a log."""

    estimates: int
    """The version of what `estimate` weighs with, raised whenever it may answer otherwise: what was found with another is old."""

    def under(self, version: int) -> AnyGame | None:
        """This game under another version of its rules; None for one that is not known."""

    def schema(self) -> Sequence[Option]:
        """Return the options of this game, in the order in which a host should see them."""

    def options(self, given: Mapping[str, str]) -> Options:
        """Checked options; raises `IllegalActionError` with an option code."""

    def seats(self, options: Options) -> range:
        """Return the numbers of players that this game allows."""

    def turns(self, options: Options, seats: int) -> int:
        """About how many turns of the own each seat has in a whole game: for what a clock means. Asks for rules to be compiled."""

    def start(self, options: Options, seats: int) -> S:
        """Return the state before the first action; raises `IllegalActionError("bad-seats")`."""

    def opening(self, options: Options, seats: int) -> tuple[S, list[Event]]:
        """Return what `start` does, with the events before the first action: what is laid out, and the first turn if it has begun.

        All that happened in a game is these events and those of its actions.
        """

    def teaching(self, options: Options) -> Teaching | None:
        """Return what teaches the learner, who sits first, in a match with these options; None for people who know the game."""

    def clone(self, state: S) -> S:
        """Return an independent copy: advancing one never shows in the other."""

    def to_act(self, state: S) -> Sequence[Seat]:
        """Return who is asked now. `(HOUSE,)`: chance. Several: all of them, in any order. Empty: the game is over."""

    def turn_of(self, state: S) -> Seat | None:
        """Return whose turn it is, even if others are asked; None between turns. Out of turn nobody is asked about forced moves."""

    def legal(self, state: S, seat: Seat) -> Sequence[A]:
        """Return every action open to `seat` now, none twice, in a fixed order; empty if it is not asked. Do not change the
        sequence.
        """

    def nothing(self, state: S, seat: Seat) -> A | None:
        """Return the legal action by which `seat` leaves out what it is asked; None where it is not asked, or has to choose
        something.
        """

    def odds(self, state: S) -> Sequence[tuple[A, int]]:
        """Return the house's possible actions with their weights; empty if the house is not asked."""

    def deal(self, state: S, choose: Callable[[int], int]) -> A:
        """Return one of the house's actions by its weight: the one on which `choose(sum of the weights)` falls, in the order of
        `odds`.
        """

    def advance(self, state: S, seat: Seat, action: A, emit: Emit) -> None:
        """Carry out `action` in place. Assumes that it is legal: call `play` unless you are a search."""

    def conclude(self, state: S, emit: Emit) -> None:
        """End the game in place where it stands, as all players want: what is unfinished counts as it would at the end. Afterwards
        nobody is asked. Assumes that somebody is.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while somebody is to act."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return points by seat so far."""

    def ledger(self, events: Sequence[Event]) -> Ledger:
        """Return the account of these events: a row for each gain and loss of points, which add up to the change of `scores`.

        The turn of a row is known from the first turn on that begins among the events.
        """

    def feats(self, state: S, events: Sequence[Event]) -> Mapping[str, Achievement]:
        """Return what of these events compares with other games, by name: more is always better.

        `state` is the table after them.
        """

    def estimate(self, state: S) -> Sequence[float]:
        """Return a rough guess of the final points by seat, from what lies open: for players that look ahead."""

    def features(self, state: S) -> Mapping[str, Sequence[float]]:
        """Return what `estimate` is made of: named shares by seat that add up to it, under the same names in every state of a
        match. For players that weigh them in another way; a game that has nothing to tell apart answers none.
        """

    def guess(self, state: S) -> Sequence[float]:
        """Return the guess of the final points by which the yardstick among computer players judges; it never changes."""

    def view(self, state: S, viewer: Seat | None) -> V_co:
        """Return what `viewer` may see, as plain data; None is a spectator. Secrets stop here."""

    def imagine(self, state: S, viewer: Seat, choose: Callable[[int], int]) -> S:
        """Return a full state that `viewer` could be in: what they cannot see is dealt again with `choose(n)`, a number below n."""

    def plans_ahead(self, options: Options) -> bool:
        """Return whether seats know what they will play in their next turn, and may plan it while others play."""

    def ahead(self, state: S, seat: Seat) -> S | None:
        """Return the state if the next turn of `seat`, which is not asked, began now; None where what it will play is not known, or
        cannot be played as things are.
        """

    def lapse(self, then: S, now: S, seat: Seat, actions: Sequence[A]) -> str:
        """Return why a turn planned in `then` is not what it was in `now`, both at the beginning of that turn (`ahead`): a word for
        it (`text.play.plans.REASONS`); empty if all that it is about is as it was.
        """

    def write(self, action: A) -> str:
        """Return the one text form of an action: log, tests and button ids."""

    def read(self, text: str) -> A:
        """Return the action that `text` writes; raises `IllegalActionError("unreadable")`."""

    def dump(self, state: S) -> Json:
        """Return a snapshot for `load`; only ever an accelerator."""

    def load(self, data: Json) -> S:
        """Return the state that `dump` took."""


def by_weight(weighted: Sequence[tuple[A, int]], choose: Callable[[int], int]) -> A:
    """Return the action on which `choose(sum of the weights)` falls: what `Game.deal` means."""
    mark = choose(sum([weight for _, weight in weighted]))
    for action, weight in weighted:
        mark -= weight
        if mark < 0:
            return action
    raise AssertionError("choose gave a number beyond its range")


AnyGame = Game[Any, Any, Any]
"""A game whose types the caller does not care about: services, storage, players."""


def ranked(points: Sequence[Any], below: Sequence[int] = ()) -> list[tuple[int, int]]:
    """(place, seat), best first; `points` by seat are anything that compares, and equals share a place.

    `below`: seats that rank behind all others whatever they have, the last of all first.
    """

    def key(seat: int) -> tuple[int, Any]:
        return (below.index(seat) - len(below) if seat in below else 0, points[seat])

    order = sorted(range(len(points)), key=key, reverse=True)
    return [(1 + sum(key(other) > key(seat) for other in order), seat) for seat in order]
