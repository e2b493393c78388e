"""The card game behind the protocol that every game shares: glue, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne import actions, course, look, rounds, yardstick
from games.cardcassonne.actions import Action
from games.cardcassonne.appraisal import appraiser
from games.cardcassonne.cards import DECK, HANDS
from games.cardcassonne.events import by_source
from games.cardcassonne.scoring import ANIMAL_TABLE
from games.cardcassonne.settle import winners
from games.cardcassonne.state import CardState, begun, dump, load
from games.cardcassonne.view import CardView
from games.cardcassonne.weights import Weights, version
from games.core.course import Feat
from games.core.errors import IllegalAction
from games.core.game import Emit, Event, Json, Outcome, Seat, by_weight
from games.core.options import Option, Options, check

SCHEMA = (
    Option("animal_table", "numbers", tuple(map(str, ANIMAL_TABLE)), low=0, high=200, rule="cardcassonne 4.2"),
    Option("initial_jokers", "choice", "ask", ("ask", "shortest_row"), rule="cardcassonne 2.3"),
)


class Cardcassonne:
    """Cardcassonne for the protocol `games.core.game.Game`."""

    id = "cardcassonne"
    rules_version = 1
    takes_over: frozenset[int] = frozenset()
    has_secrets = True

    def __init__(self, weights: tuple[Weights, ...] | None = None) -> None:
        """What `estimate` weighs with: None for what was learned."""
        self.weights = weights
        self.estimates = version()

    def under(self, version: int) -> None:
        """There has been one version only."""

    def schema(self) -> Sequence[Option]:
        """`animal_table`: points for 1-13 animals of a species; `initial_jokers`: who places a joker of the opening."""
        return SCHEMA

    def options(self, given: Mapping[str, str]) -> Options:
        """Checked options; raises `IllegalAction` with an option code."""
        return check(SCHEMA, given)

    def seats(self, options: Options) -> range:
        """Two to five."""
        return range(min(HANDS), max(HANDS) + 1)

    def turns(self, options: Options, seats: int) -> int:  # they change no number of cards
        """A card a turn, as long as there are any."""
        return -(-DECK // seats)

    def start(self, options: Options, seats: int) -> CardState:
        """A game before the house names the first dealer; raises `IllegalAction("bad-seats")`."""
        if seats not in HANDS:
            raise IllegalAction("bad-seats", seats=seats, low=min(HANDS), high=max(HANDS))
        table = tuple(map(int, options.names("animal_table")))
        return begun(seats, table=table, ask_jokers=options["initial_jokers"] == "ask")

    def teaching(self, options: Options) -> None:
        """Nothing teaches it yet."""

    def clone(self, state: CardState) -> CardState:
        """An independent copy."""
        return state.clone()

    def to_act(self, state: CardState) -> tuple[Seat, ...]:
        """Always one: the house, or the seat whose turn or decision it is; nobody when the game is over.

        The house deals, and turns claims and chests up: so trying a turn, or taking it back, never shows a hidden card.
        """
        return state.asked

    def turn_of(self, state: CardState) -> Seat | None:
        """Who plays a card or their meeple; nobody while a joker is laid out or a round is settled."""
        return state.asked[0] if state.phase == "turn" else None

    def legal(self, state: CardState, seat: Seat) -> Sequence[Action]:
        """Cards in the order of the hand, rows in the order of the table, the meeple last."""
        return rounds.legal(state, seat)

    def plans_ahead(self, options: Options) -> bool:
        """Nobody knows what comes."""
        return False

    def ahead(self, state: CardState, seat: Seat) -> CardState | None:
        """See `plans_ahead`."""
        return None

    def lapse(self, then: CardState, now: CardState, seat: Seat, actions: Sequence[Action]) -> str:
        """See `plans_ahead`."""
        return ""

    def nothing(self, state: CardState, seat: Seat) -> Action | None:
        """See `Game.nothing`. Something is always played."""
        return None

    def odds(self, state: CardState) -> Sequence[tuple[Action, int]]:
        """Each card as often as it is still in the deck. Tells what is hidden elsewhere: for the house only."""
        return rounds.odds(state)

    def deal(self, state: CardState, choose: Callable[[int], int]) -> Action:
        """See `Game.deal`."""
        return by_weight(self.odds(state), choose)

    def advance(self, state: CardState, seat: Seat, action: Action, emit: Emit) -> None:
        """Carry out a legal action in place. Deals and cards laid face down emit events with an audience."""
        rounds.advance(state, seat, action, emit)

    def conclude(self, state: CardState, emit: Emit) -> None:
        """The points of the rounds that are over, and the chests; what lies in the rows and in the hands counts for nothing."""
        rounds.conclude(state, emit)

    def outcome(self, state: CardState) -> Outcome | None:
        """Final points and winners (section 5), or None while somebody is to act."""
        return None if state.asked else Outcome(tuple(state.scores), winners(state))

    def scores(self, state: CardState) -> tuple[int, ...]:
        """Points by seat so far; chests count at the end only."""
        return tuple(state.scores)

    def estimate(self, state: CardState) -> Sequence[float]:
        """A rough guess of the final points by seat. Ask about imagined states: it takes hidden cards for what they are."""
        return appraiser(state.seats, state.table, self.weights).estimate(state)

    def sources(self, events: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        """See `Game.sources`."""
        return by_source(events, seats)

    def feats(self, state: CardState, events: Sequence[Event]) -> Mapping[str, Feat]:
        """See `Game.feats`."""
        return course.found(events, self.scores(state))

    def features(self, state: CardState) -> Mapping[str, Sequence[float]]:
        """See `Game.features`."""
        return appraiser(state.seats, state.table, self.weights).shares(state)

    def guess(self, state: CardState) -> Sequence[float]:
        """See `Game.guess`."""
        return yardstick.guess(state)

    def view(self, state: CardState, viewer: Seat | None) -> CardView:
        """The table without anything that `viewer` may not know."""
        return look.table(state, viewer)

    def imagine(self, state: CardState, viewer: Seat, choose: Callable[[int], int]) -> CardState:
        """Other hands, strange face-down cards and the deck dealt again; depends on nothing that `viewer` cannot know."""
        return look.imagined(state, viewer, choose)

    def write(self, action: Action) -> str:
        """The full text, hidden card included: for the log and for the player themselves."""
        return actions.write(action)

    def read(self, text: str) -> Action:
        """The action that `text` writes; raises `IllegalAction("unreadable")`."""
        return actions.read(text)

    def public(self, seat: Seat, action: Action, viewer: Seat | None) -> str:
        """A line of the log as `viewer` may read it while the game runs: `deal ? s1` and `hide ? red` for strangers.

        So a running game is exported line by line with `public(..., None)`, or with the exporter's own seat; a finished
        one with `write`. The draws of a running game stay in the sealed bag anyway.
        """
        return actions.public(seat, action, viewer)

    def dump(self, state: CardState) -> Json:
        """A snapshot for `load`, hidden cards included."""
        return dump(state)

    def load(self, data: Json) -> CardState:
        """The state that `dump` took."""
        return load(data)
