"""Events of a card game, as plain data in the order of happening.

Cards are codes (`gA`), rows and species are colours, seats are ints. An event with an `audience` is for those seats only; all
others are public. A card laid face down brings two events: the public `CardLaidFaceDown`, and `FaceDownCardNamed` for its player.
"""

from __future__ import annotations

from typing import NamedTuple

from games.core.game import Seat


class DealerNamed(NamedTuple):
    """Choice of the first dealer by chance (section 2.2)."""

    seat: int


class JokerTurnedUp(NamedTuple):
    """Turning up of a joker in the opening, which waits until the dealer chooses its row (section 2.3)."""

    card: str
    seat: int
    """The dealer."""


class OpeningCardLaid(NamedTuple):
    """Placement of an opening card in its row; `seat` is the dealer if they chose the row, else None."""

    card: str
    row: str
    seat: int | None = None


class RoundBegan(NamedTuple):
    """Beginning of a round with hands of `cards` cards; the seat to the left of `dealer` plays first."""

    number: int
    dealer: int
    cards: int


class CardDealt(NamedTuple):
    """Dealing of a card to a hand; secret."""

    seat: int
    card: str

    @property
    def audience(self) -> tuple[Seat, ...]:
        """Owner of the hand, the only seat that sees the event."""
        return (Seat(self.seat),)


class CardLaidFaceDown(NamedTuple):
    """Placement of a first card face down."""

    seat: int
    row: str


class FaceDownCardNamed(NamedTuple):
    """Identity of the card of the preceding `CardLaidFaceDown`; secret."""

    seat: int
    card: str
    row: str

    @property
    def audience(self) -> tuple[Seat, ...]:
        """Player who placed the card, the only seat that sees the event."""
        return (Seat(self.seat),)


class CardPlayed(NamedTuple):
    """Placement of a card face up."""

    seat: int
    card: str
    row: str


class RowClaimed(NamedTuple):
    """Placement of a large meeple at the end of a row, claiming `cards` cards up to the next meeple or the track."""

    seat: int
    row: str
    cards: int


class RoundEnded(NamedTuple):
    """End of a round: all hands are empty and all meeples placed.

    `dealer` placed their meeple last and deals next (section 3).
    """

    number: int
    dealer: int


class ClaimedCard(NamedTuple):
    """One card of a claim."""

    card: str
    was_hidden: bool
    """It lay face down until now."""
    is_wrong: bool
    """It lay in a row of another colour (section 4.6)."""


class ClaimWon(NamedTuple):
    """Cards won by a player's claim, shown openly, in the order of the row from the score track outwards."""

    seat: int
    row: str
    cards: tuple[ClaimedCard, ...]


class MisplacedCardDecided(NamedTuple):
    """Decision about an animal or building in the wrong row: `kept`, or out of the game for 10 points."""

    seat: int
    card: str
    kept: bool


class JokerAssigned(NamedTuple):
    """Permanent assignment of an animal joker to a species.

    `chosen` if the player had several species to choose from (section 4.3).
    """

    seat: int
    colour: str
    chosen: bool


class ScoringLine(NamedTuple):
    """One line of a sum: `number` times `each` points for `what`.

    persons: sum of their numbers x how many; animals: 1 x value of the table; dragon, fairy, wrong, joker: how many x 10,
    10, 10 or 3; series: how many of one length x what each brings.
    """

    what: str
    number: int
    each: int
    cards: int
    """How many cards the line is about; for a series its length."""
    colour: str = ""
    """The species of an `animals` line, the row of a `persons` line."""


class SeatPoints(NamedTuple):
    """Points of one seat; they are the sum of its lines."""

    seat: int
    points: int
    lines: tuple[ScoringLine, ...]
    total: int
    """The score of the seat afterwards."""


class PointsScored(NamedTuple):
    """Points at the end of a round (`kind` round), or for the chests at the end of the game (`kind` buildings)."""

    kind: str
    number: int
    """The round."""
    gains: tuple[SeatPoints, ...]
    """Every seat, also those without points, clockwise from the dealer's left."""


class UnclaimedCardsRemoved(NamedTuple):
    """Removal of unclaimed cards at the end of the game, in the order of the row (section 5)."""

    row: str
    cards: tuple[str, ...]


class ChestOpened(NamedTuple):
    """Turning up of a chest at the end of the game."""

    seat: int
    cards: tuple[str, ...]


class GameEnded(NamedTuple):
    """End of the game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


ROUND = "round"
"""Kind of `PointsScored` at the end of a round; any other is counted at the end of the game."""
