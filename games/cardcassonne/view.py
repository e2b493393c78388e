"""What one viewer sees of a card game, as frozen plain data: all that pictures and words are made from.

Nothing here computes rules; `games.cardcassonne.look` fills it from a state. Cards are codes (`gA`), rows and species are
colours. What the viewer may not know is not in here: no other hand, no card that somebody else laid face down, and no
chest before the end of the game, not even his own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.cardcassonne.events import Line


@dataclass(frozen=True)
class RowCard:
    """One card in a row."""

    card: str | None
    """Its code; None for a face-down card that the viewer does not know."""
    seat: int | None = None
    """Who laid it face down; None if it lies open. A viewer knows the face-down cards that he laid himself."""

    @property
    def is_open(self) -> bool:
        """Whether it lies face up for everybody."""
        return self.seat is None


@dataclass(frozen=True)
class Claim:
    """A large meeple in a row: it claims `cards[first:end]` of the row and stands behind them; perhaps there are none."""

    seat: int
    first: int
    end: int


@dataclass(frozen=True)
class RowView:
    """One row, from the score track outwards."""

    colour: str
    cards: tuple[RowCard, ...]
    claims: tuple[Claim, ...]
    """The meeples in their order from the track."""


class Herd(NamedTuple):
    """The animals of one species in front of a player."""

    colour: str
    species: str
    """chickens, horses, sheep or pigs."""
    animals: int
    jokers: int
    points: int
    """What the table gives for all of them: paid each time when the species gets a new card."""


class Haul(NamedTuple):
    """What a player won in the round that is being settled, turned up for everybody."""

    row: str
    cards: tuple[str, ...]
    undecided: tuple[str, ...]
    """The wrongly laid cards that he must still decide about."""
    lines: tuple[Line, ...] = ()
    """The sum that it brings as things stand; undecided cards bring nothing yet."""


@dataclass(frozen=True)
class SeatView:
    """One player's side of the table."""

    seat: int
    score: int
    hand: int
    """How many cards he holds."""
    has_begun: bool
    """He has laid his face-down card in this round."""
    has_meeple: bool
    """His large meeple is still to be placed in this round."""
    herds: tuple[Herd, ...]
    """His species, in the order of the colours, those without a card left out."""
    loose: int
    """Animal jokers that belong to no species."""
    chest: int
    """How many buildings and building jokers are under his chest."""
    haul: Haul | None = None
    """While a round is being settled."""
    buildings: tuple[str, ...] = ()
    """What is in the chest, once the game is over."""
    name: str = ""
    """What the player is called, in a view that is going to be painted; no game knows it."""


class Count(NamedTuple):
    """One kind of card in the deck."""

    card: str
    copies: int
    seen: int
    """How many of them the viewer has seen so far, his hand included."""


@dataclass(frozen=True)
class CardView:
    """The whole table for one viewer."""

    viewer: int | None
    """None is a spectator."""
    rows: tuple[RowView, ...]
    """Yellow, red, green, blue."""
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    """The viewer's own cards, sorted; empty for a spectator."""
    to_act: tuple[int, ...]
    decision: str
    """What is being asked: lay (an opening joker), turn, wrong (a wrongly laid card), join (an animal joker); else empty."""
    card: str | None
    """The card that lay, wrong or join is about."""
    dealer: int | None
    next_dealer: int | None
    """Who has placed his meeple last in this round so far."""
    round: int
    """0 before the first one."""
    rounds: int
    left: int
    """Cards that are still to be dealt."""
    deck: tuple[Count, ...]
    """Every kind of card; all that are not seen lie in the deck, in other hands or face down."""
    animal_table: tuple[int, ...]
    """Points for 1-13 animals of a species."""
    over: bool

    def seat(self, number: int) -> SeatView:
        """The side of one seat."""
        return self.seats[number]

    def row(self, colour: str) -> RowView:
        """The row of one colour; `KeyError` if there is none."""
        return {row.colour: row for row in self.rows}[colour]
