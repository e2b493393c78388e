"""The tile-laying game as an implementation of `games.core.game.Game`; the rules themselves are elsewhere."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, compress

from games.carcassonne import actions, baseline_evaluation, planning, practice, snapshot, view_builder
from games.carcassonne.actions import Action
from games.carcassonne.completion_odds import Measured
from games.carcassonne.evaluation import Evaluator, evaluator_for
from games.carcassonne.expansion import all_expansions, expansion_modules
from games.carcassonne.expansions.base import EDITIONS, edition
from games.carcassonne.expansions.base.turn import SKIP, end
from games.carcassonne.ledger import game_achievements, ledger
from games.carcassonne.rulebook import Rulebook, proceed, select
from games.carcassonne.state import NOBODY, State
from games.carcassonne.view import BoardView
from games.carcassonne.weights import Weights
from games.carcassonne.weights import version as version_of_weights
from games.core.errors import IllegalActionError
from games.core.game import CHANCE, Emit, Event, Json, Outcome, Seat, by_weight
from games.core.game_summary import Achievement
from games.core.options import Option, Options, check, non_default_options

COMPILED = 64
"""Rulebooks that are kept when nobody plays by them; one that is played by lives as long as its matches in memory."""


def schema() -> tuple[Option, ...]:
    """Return the options: edition and expansions, then the options of each expansion."""
    return _schema(expansion_modules())


@cache
def _schema(_installed: tuple[str, ...]) -> tuple[Option, ...]:
    choosable = tuple(expansion.id for expansion in all_expansions() if expansion.played is None and not expansion.needs)
    boxes = tuple((expansion.box, expansion.needs) for expansion in all_expansions() if expansion.box)
    chosen = (
        Option("edition", "choice", "base", tuple(EDITIONS)),
        Option("expansions", "set", (), choosable, rule="BB-O1", bundles=boxes),
    )
    return chosen + tuple(option for expansion in all_expansions() for option in expansion.options)


@lru_cache(maxsize=COMPILED)
def rulebook(options: Options, version: int) -> Rulebook:
    """Return the rules compiled for these options, as `version` of the rules reads them."""
    return Rulebook(select(all_expansions(), options), options, version)


def versions() -> range:
    """Return all versions of the rules that can be played; the last one is the present one."""
    return range(1, 2 + max((ruling.until for expansion in all_expansions() for ruling in expansion.rulings), default=0))


def big_box() -> Sequence[str]:
    """Return the choices of the option `expansions` that belong to no separately sold box."""
    expansions = next(option for option in schema() if option.key == "expansions")
    boxed = {choice for _, inside in expansions.bundles for choice in inside}
    return [choice for choice in expansions.choices if choice not in boxed]


class Carcassonne:
    """Carcassonne with editions, expansions and maps, as a `games.core.game.Game`."""

    id = "carcassonne"
    has_secrets = False

    ledger = staticmethod(ledger)
    guess = staticmethod(baseline_evaluation.guess)
    ahead = staticmethod(planning.ahead)
    lapse = staticmethod(planning.lapse)
    write = staticmethod(actions.write)

    def __init__(self, version: int | None = None, weights: tuple[Weights, ...] | None = None) -> None:
        """Set the version of the rules (None: the present one) and the weights of `estimate` (None: the learned ones)."""
        self.weights = weights
        self.estimates = version_of_weights()
        self.rules_version = versions()[-1] if version is None else version
        self.takes_over = frozenset(earlier for earlier in versions() if self._takes_over(earlier))

    def _takes_over(self, earlier: int) -> bool:
        left = [r for expansion in all_expansions() for r in expansion.rulings if earlier <= r.until < self.rules_version]
        return earlier < self.rules_version and all(ruling.lets_go for ruling in left)

    def under(self, version: int) -> Carcassonne | None:
        return Carcassonne(version) if version in versions() else None

    def schema(self) -> Sequence[Option]:
        return schema()

    def options(self, given: Mapping[str, str]) -> Options:
        chosen = check(schema(), given)
        for expansion in all_expansions():
            if expansion.forbid:
                expansion.forbid(chosen)
        return chosen

    def seats(self, options: Options) -> range:
        """Return the possible numbers of players: 2 to 6; 2 to 5 in the first and winter editions (first edition 1, winter 1)."""
        return range(2, edition(options).colours + 1)

    def turns(self, options: Options, seats: int) -> int:
        """Return the number of turns per seat, rounded up: one tile per turn until none is left."""
        return -(-self.start(options, seats).left // seats)

    def start(self, options: Options, seats: int) -> State:
        state, _ = self.opening(options, seats)
        return state

    def opening(self, options: Options, seats: int) -> tuple[State, list[Event]]:
        allowed = self.seats(options)
        if seats not in allowed:
            raise IllegalActionError("bad-seats", seats=seats, low=allowed[0], high=allowed[-1])
        events: list[Event] = []
        rules = rulebook(options, self.rules_version)
        state = State(rules, seats)
        state.supply = [piece.supply(options) for _ in range(seats) for piece in rules.pieces]
        state.bag = [tile.count for tile in rules.tiles]
        state.left = sum(state.bag)
        state.memory = {slot.name: slot.initial(seats, options) for slot in rules.slots}
        for begin in rules.begin:
            begin(state, events.append)
        if not state.asked:
            proceed(state, events.append)
        return state, events

    def teaching(self, options: Options) -> practice.Tutorial | None:
        return practice.TUTORIAL if non_default_options(schema(), options) == practice.OPTIONS else None

    def clone(self, state: State) -> State:
        return state.clone()

    def to_act(self, state: State) -> Sequence[Seat]:
        return state.asked

    def turn_of(self, state: State) -> Seat | None:
        """Return the seat that has drawn the tile; decisions of other seats belong to that seat's turn."""
        return Seat(state.seat)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return state.choices if seat in state.asked else ()

    def nothing(self, state: State, seat: Seat) -> Action | None:
        return SKIP if seat in state.asked and SKIP in state.choices else None

    def odds(self, state: State) -> Sequence[tuple[Action, int]]:
        """Return the tiles that may be drawn with their numbers in the bag, or the chance decision of a printed board."""
        if state.decision == "draw" and state.asked:
            bag = on_top(state)
            return list(compress(zip(state.rules.draws, bag, strict=True), bag))
        return state.rules.chances[state.decision](state) if CHANCE in state.asked else ()

    def deal(self, state: State, choose: Callable[[int], int]) -> Action:
        """Implement `Game.deal`. A tile out of the bag."""
        if state.decision != "draw":
            return by_weight(self.odds(state), choose)
        sums = list(accumulate(on_top(state)))  # on a small map more tiles are in the bag than will be drawn
        return state.rules.draws[bisect_right(sums, choose(sums[-1]))]

    def advance(self, state: State, seat: Seat, action: Action, emit: Emit) -> None:
        state.asked = NOBODY
        state.rules.apply[action.verb](state, seat, action, emit)
        if not state.asked and not state.over:
            proceed(state, emit)

    def conclude(self, state: State, emit: Emit) -> None:
        """Score the present board as at the end of a game; tiles in hand count for nothing."""
        state.asked = NOBODY
        state.choices = ()
        state.hand = -1
        state.held = ()
        end(state, emit)

    def outcome(self, state: State) -> Outcome | None:
        """Return final points and all seats with the most (base 9: shared victory), or None while the game runs."""
        if not state.over:
            return None
        best = max(state.scores)
        return Outcome(tuple(state.scores), tuple(Seat(s) for s, points in enumerate(state.scores) if points == best))

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.scores)

    def estimate(self, state: State) -> Sequence[float]:
        return self._appraiser(state).estimate(state)

    def feats(self, state: State, events: Sequence[Event]) -> Mapping[str, Achievement]:
        expansions = state.rules.options["expansions"]
        assert isinstance(expansions, tuple), "a set of names"
        return game_achievements(events, self.scores(state), is_big=set(big_box()) <= set(expansions))

    def features(self, state: State) -> Mapping[str, Sequence[float]]:
        return self._appraiser(state).shares(state)

    def measured(self, state: State) -> Measured:
        """Return the unweighted measures of `estimate` by seat, for training the weights."""
        return self._appraiser(state).measured(state)

    def _appraiser(self, state: State) -> Evaluator:
        return evaluator_for(state.rules, state.seats, self.weights)

    def view(self, state: State, viewer: Seat | None) -> BoardView:
        """Return the whole table, the same for all viewers: nothing is hidden in this game."""
        return view_builder.build_view(state)

    def imagine(self, state: State, viewer: Seat, choose: Callable[[int], int]) -> State:
        """Return a copy: nothing is hidden, because the bag has no order."""
        return state.clone()

    def plans_ahead(self, options: Options) -> bool:
        """Return whether players hold the tile of their next turn, and so can plan that turn (TH-R1)."""
        return bool(options["in_hand"])

    def read(self, text: str) -> Action:
        return actions.read(text, _shapes(expansion_modules()))

    def dump(self, state: State) -> Json:
        return {"options": non_default_options(schema(), state.rules.options), **snapshot.dump(state)}

    def load(self, data: Json) -> State:
        return snapshot.load(data, rulebook(self.options(data["options"]), self.rules_version))


def on_top(state: State) -> list[int]:
    """Return how many tiles of each kind may be drawn now.

    With a fixed order that is the next tile; with stacks, those of the first stack that is not used up; otherwise all tiles left.
    """
    if state.rules.order:
        following = state.rules.order[-state.left]
        return [int(kind == following) for kind in range(len(state.bag))]
    for stack in state.rules.stacks:
        if any(state.bag[kind] for kind in stack):
            return [number if kind in stack else 0 for kind, number in enumerate(state.bag)]
    return state.bag


@cache
def _shapes(_installed: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((verb.name, verb.shapes) for expansion in all_expansions() for verb in expansion.verbs)
