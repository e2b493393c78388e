"""The card game as an implementation of `games.core.game.Game`; the rules themselves are elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne import actions, baseline_evaluation, rounds, view_builder
from games.cardcassonne.actions import Action
from games.cardcassonne.cards import DECK, HANDS
from games.cardcassonne.evaluation import evaluator_for
from games.cardcassonne.ledger import game_achievements, ledger
from games.cardcassonne.round_scoring import winners
from games.cardcassonne.scoring import ANIMAL_TABLE
from games.cardcassonne.state import CardState, dump, load, new_state
from games.cardcassonne.weights import Weights, version
from games.core.errors import IllegalActionError
from games.core.game import Event, Outcome, Seat, by_weight
from games.core.game_summary import Achievement
from games.core.options import Option, Options, check

SCHEMA = (
    Option("animal_table", "numbers", tuple(map(str, ANIMAL_TABLE)), low=0, high=200, rule="cardcassonne 4.2"),
    Option("initial_jokers", "choice", "ask", ("ask", "shortest_row"), rule="cardcassonne 2.3"),
)


class Cardcassonne:
    """Cardcassonne as a `games.core.game.Game`."""

    id = "cardcassonne"
    rules_version = 1
    takes_over: frozenset[int] = frozenset()
    has_secrets = True

    legal = staticmethod(rounds.legal)
    odds = staticmethod(rounds.odds)
    advance = staticmethod(rounds.advance)
    conclude = staticmethod(rounds.conclude)
    ledger = staticmethod(ledger)
    guess = staticmethod(baseline_evaluation.guess)
    view = staticmethod(view_builder.build_view)
    imagine = staticmethod(view_builder.imagined_state)
    write = staticmethod(actions.write)
    read = staticmethod(actions.read)
    public = staticmethod(actions.public)
    dump = staticmethod(dump)
    load = staticmethod(load)

    def __init__(self, weights: tuple[Weights, ...] | None = None) -> None:
        """Set the weights of `estimate`; None for the learned ones."""
        self.weights = weights
        self.estimates = version()

    def under(self, version: int) -> None:
        """There has been one version only."""

    def schema(self) -> Sequence[Option]:
        """Return the options `animal_table` and `initial_jokers`.

        `animal_table`: points for 1-13 animals of a species; `initial_jokers`: whether the dealer places a joker of the opening.
        """
        return SCHEMA

    def options(self, given: Mapping[str, str]) -> Options:
        """Return checked options; raises `IllegalActionError` with an option code."""
        return check(SCHEMA, given)

    def seats(self, options: Options) -> range:
        """Return the possible numbers of players, 2 to 5."""
        return range(min(HANDS), max(HANDS) + 1)

    def turns(self, options: Options, seats: int) -> int:  # they change no number of cards
        """Return a card a turn, as long as there are any."""
        return -(-DECK // seats)

    def start(self, options: Options, seats: int) -> CardState:
        """Return the state before chance names the first dealer; raises `IllegalActionError("bad-seats")`."""
        if seats not in HANDS:
            raise IllegalActionError("bad-seats", seats=seats, low=min(HANDS), high=max(HANDS))
        table = tuple(map(int, options.names("animal_table")))
        return new_state(seats, table=table, ask_jokers=options["initial_jokers"] == "ask")

    def opening(self, options: Options, seats: int) -> tuple[CardState, list[Event]]:
        """Return the first state without events, because the first dealer is still to be named."""
        return self.start(options, seats), []

    def teaching(self, options: Options) -> None:
        """Return None: the game has no tutorial."""

    def clone(self, state: CardState) -> CardState:
        """Return an independent copy."""
        return state.clone()

    def to_act(self, state: CardState) -> tuple[Seat, ...]:
        """Return the seat that must decide, or chance, as a tuple of one; empty when the game is over.

        Chance deals, and turns up claims and chests; so trying a turn, or taking it back, never shows a hidden card.
        """
        return state.asked

    def turn_of(self, state: CardState) -> Seat | None:
        """Return the seat that must play a card or its meeple; None while a joker is placed or a round is settled."""
        return state.asked[0] if state.phase == "turn" else None

    def plans_ahead(self, options: Options) -> bool:
        """Return False: the next turn can't be known beforehand."""
        return False

    def ahead(self, state: CardState, seat: Seat) -> CardState | None:
        return None

    def lapse(self, then: CardState, now: CardState, seat: Seat, actions: Sequence[Action]) -> str:
        return ""

    def nothing(self, state: CardState, seat: Seat) -> Action | None:
        """Return None: a seat always has to play."""
        return None

    def deal(self, state: CardState, choose: Callable[[int], int]) -> Action:
        return by_weight(self.odds(state), choose)

    def outcome(self, state: CardState) -> Outcome | None:
        """Return final points and winners (section 5), or None while the game runs."""
        return None if state.asked else Outcome(tuple(state.scores), winners(state))

    def scores(self, state: CardState) -> tuple[int, ...]:
        """Return points by seat so far; chests count at the end only."""
        return tuple(state.scores)

    def estimate(self, state: CardState) -> Sequence[float]:
        """Return a rough guess of the final points by seat.

        Pass imagined states, because hidden cards are read as the state holds them.
        """
        return evaluator_for(state.seats, state.table, self.weights).estimate(state)

    def feats(self, state: CardState, events: Sequence[Event]) -> Mapping[str, Achievement]:
        return game_achievements(events, self.scores(state))

    def features(self, state: CardState) -> Mapping[str, Sequence[float]]:
        return evaluator_for(state.seats, state.table, self.weights).shares(state)
