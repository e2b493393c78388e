"""The state of a running card game: flat lists of small ints, cloned by hand.

Used by searches, so mutable and unchecked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.cardcassonne.cards import COLOURS, COPIES, DECK, HANDS, KINDS
from games.core.game import CHANCE, Json, Seat

THE_HOUSE: tuple[Seat, ...] = (CHANCE,)
ASKED: tuple[tuple[Seat, ...], ...] = tuple((seat,) for seat in map(Seat, range(max(HANDS))))
"""What `to_act` answers when one seat is asked."""


class RoundWinnings:
    """Cards that one seat won in the round that is being settled."""

    __slots__ = ("cards", "cashed", "fresh", "row", "undecided")

    def __init__(self, row: int, cards: tuple[int, ...]) -> None:
        self.row = row
        self.cards = cards
        """In the order of the row."""
        self.undecided: list[int] = []
        """Wrongly laid animals and buildings that wait for a decision, in the order of the row."""
        self.cashed = 0
        """How many wrongly laid cards bring 10 points."""
        self.fresh = 0
        """A bit for each species that got a new card."""

    def clone(self) -> RoundWinnings:
        """Return an independent copy."""
        copy = RoundWinnings(self.row, self.cards)
        copy.undecided = self.undecided[:]
        copy.cashed = self.cashed
        copy.fresh = self.fresh
        return copy


class CardState:
    """Whole state of a card game.

    Create the first one with `new_state`; code outside this package must not look inside.
    """

    __slots__ = (
        "animals",
        "ask_jokers",
        "asked",
        "bag",
        "began",
        "chests",
        "claimed",
        "dealer",
        "hands",
        "hauls",
        "joined",
        "joker",
        "last_claim",
        "left",
        "loose",
        "phase",
        "round",
        "rows",
        "scores",
        "seats",
        "seen",
        "settling",
        "step",
        "table",
    )

    seats: int
    """How many play: 2-5."""
    table: tuple[int, ...]
    """Points for 1-13 animals of a species."""
    ask_jokers: bool
    """Whether the dealer is asked where a joker of the opening goes."""
    phase: str
    """dealer, open, lay, deal, turn, reveal (the claims), settle, chests (to be turned up) or over."""
    asked: tuple[Seat, ...]
    """Who is to act."""
    step: int
    """Cards turned up, cards dealt or turns taken so far in the present phase; seats settled in `settle`."""
    round: int
    """0 before the first one."""
    dealer: int
    """-1 until chance names one."""
    bag: list[int]
    """How many of each card are still to be dealt."""
    left: int
    """The sum of `bag`."""
    rows: list[list[int]]
    """By colour, from the track outwards: cards, cards face down (`cards.face_down`) and meeples (`cards.meeple_of`)."""
    joker: int
    """The opening joker that waits for the dealer, or -1."""
    hands: list[list[int]]
    """By seat, sorted."""
    began: int
    """A bit for each seat that has laid its face-down card in this round."""
    claimed: int
    """A bit for each seat whose meeple stands."""
    last_claim: int
    """The seat that placed its meeple last in this round, or -1."""
    hauls: list[RoundWinnings]
    """By seat while a round is settled, else empty."""
    settling: int
    """The seat that is settling, or -1."""
    seen: list[int]
    """How many of each card everybody has seen face up at any time."""
    animals: list[list[int]]
    """By seat and colour: animal cards kept."""
    joined: list[list[int]]
    """By seat and colour: jokers that joined the species."""
    loose: list[int]
    """By seat: animal jokers that belong to no species."""
    chests: list[list[int]]
    """By seat: buildings of the four colours, then building jokers."""
    scores: list[int]
    """By seat."""

    def clone(self) -> CardState:
        """Return an independent copy."""
        copy = CardState()
        copy.seats = self.seats
        copy.table = self.table
        copy.ask_jokers = self.ask_jokers
        copy.phase = self.phase
        copy.asked = self.asked
        copy.step = self.step
        copy.round = self.round
        copy.dealer = self.dealer
        copy.bag = self.bag[:]
        copy.left = self.left
        copy.rows = [row[:] for row in self.rows]
        copy.joker = self.joker
        copy.hands = [hand[:] for hand in self.hands]
        copy.began = self.began
        copy.claimed = self.claimed
        copy.last_claim = self.last_claim
        copy.hauls = [haul.clone() for haul in self.hauls] if self.hauls else []
        copy.settling = self.settling
        copy.seen = self.seen[:]
        copy.animals = [kept[:] for kept in self.animals]
        copy.joined = [jokers[:] for jokers in self.joined]
        copy.loose = self.loose[:]
        copy.chests = [chest[:] for chest in self.chests]
        copy.scores = self.scores[:]
        return copy

    def turns(self) -> int:
        """Return how many turns a round has, of all seats together.

        Each seat plays its hand and places its meeple (section 3).
        """
        return self.seats * (HANDS[self.seats][0] + 1)


def new_state(seats: int, *, table: tuple[int, ...], ask_jokers: bool) -> CardState:
    """Return the state before chance names the first dealer."""
    state = CardState()
    state.seats = seats
    state.table = table
    state.ask_jokers = ask_jokers
    state.phase, state.asked, state.step = "dealer", THE_HOUSE, 0
    state.round, state.dealer = 0, -1
    state.bag, state.left = list(COPIES), DECK
    state.rows = [[] for _ in COLOURS]
    state.joker = state.last_claim = state.settling = -1
    state.hands = [[] for _ in range(seats)]
    state.began = state.claimed = 0
    state.hauls = []
    state.seen = [0] * KINDS
    state.animals = [[0] * len(COLOURS) for _ in range(seats)]
    state.joined = [[0] * len(COLOURS) for _ in range(seats)]
    state.loose = [0] * seats
    state.chests = [[0] * (len(COLOURS) + 1) for _ in range(seats)]
    state.scores = [0] * seats
    return state


def dump(state: CardState) -> Json:
    """Return the whole state as JSON, hidden cards included: never show it to a player."""
    data: dict[str, Any] = {name: getattr(state, name) for name in CardState.__slots__}
    data["hauls"] = [[h.row, list(h.cards), h.undecided[:], h.cashed, h.fresh] for h in state.hauls]
    return {name: _copy_value(value) for name, value in data.items()}


def load(data: Mapping[str, Any]) -> CardState:
    """Return the state that `dump` took."""
    state = CardState()
    for name in CardState.__slots__:
        setattr(state, name, _copy_value(data[name]))
    state.table = tuple(data["table"])
    state.asked = tuple(Seat(seat) for seat in data["asked"])
    state.hauls = [_haul(*fields) for fields in data["hauls"]]
    return state


def _haul(row: int, cards: list[int], undecided: list[int], cashed: int, fresh: int) -> RoundWinnings:
    haul = RoundWinnings(row, tuple(cards))
    haul.undecided, haul.cashed, haul.fresh = undecided[:], cashed, fresh
    return haul


def _copy_value(value: Any) -> Any:
    return [_copy_value(v) for v in value] if isinstance(value, (list, tuple)) else value
