"""View of a card game for one viewer, as frozen plain data: the source of all pictures and texts.

Nothing here computes rules; `games.cardcassonne.view_builder` fills it from a state. Cards are codes (`gA`), rows and species are
colours. What the viewer may not know is absent: other hands, cards that other players laid face down, and every chest before the
end of the game, the viewer's own included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.cardcassonne.cards import ANIMAL, ANIMAL_JOKER, CARD, CODES, COLOURED, COLOURS, ROW, is_wrong, sort_of
from games.cardcassonne.events import ChestOpened, ClaimWon, PointsScored, ScoringLine, SeatPoints
from games.cardcassonne.scoring import animal_lines, figure_lines, joker_lines, person_lines, wrong_lines


@dataclass(frozen=True)
class RowCard:
    """One card in a row."""

    card: str | None
    """Its code; None for a face-down card that the viewer does not know."""
    seat: int | None = None
    """Who laid it face down; None if it lies open. A viewer knows the face-down cards that they laid themselves."""

    @property
    def is_open(self) -> bool:
        """Flag for a card that lies face up, visible to all."""
        return self.seat is None


@dataclass(frozen=True)
class Claim:
    """Claim of a large meeple in a row: it stands behind `cards[first:end]` and claims them; the range may be empty."""

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


class WinningsView(NamedTuple):
    """A player's openly shown winnings of the round that is being settled."""

    row: str
    cards: tuple[str, ...]
    undecided: tuple[str, ...]
    """The wrongly laid cards that they must still decide about."""
    lines: tuple[ScoringLine, ...] = ()
    """The sum that it brings as things stand; undecided cards bring nothing yet."""


@dataclass(frozen=True)
class SeatView:
    """Public state of one seat: its points, cards, animals and meeple."""

    seat: int
    score: int
    hand: int
    """How many cards they hold."""
    has_begun: bool
    """They have laid their face-down card in this round."""
    has_meeple: bool
    """Their large meeple is still to be placed in this round."""
    herds: tuple[Herd, ...]
    """Their species, in the order of the colours, those without a card left out."""
    loose: int
    """Animal jokers that belong to no species."""
    chest: int
    """How many buildings and building jokers are under their chest."""
    haul: WinningsView | None = None
    """While a round is being settled."""
    buildings: tuple[str, ...] = ()
    """What is in the chest, once the game is over."""
    name: str = ""
    """What the player is called, in a view that is going to be painted; no game knows it."""


class Count(NamedTuple):
    """One kind of card with its number in the deck."""

    card: str
    copies: int
    seen: int
    """How many of them the viewer has seen so far, their hand included."""


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
        """Return the side of one seat."""
        return self.seats[number]

    def row(self, colour: str) -> RowView:
        """Return the row of one colour; `KeyError` if there is none."""
        return {row.colour: row for row in self.rows}[colour]


def claimed(view: CardView, seat: int, colour: str) -> tuple[ScoringLine, ...]:
    """Return the score lines of the known cards that a meeple at the end of a row would claim for a seat.

    Wrongly laid cards count 10 points each. Face-down cards that the viewer does not know are left out, and so are buildings, which
    count at the end of the game.
    """
    row = view.row(colour)
    first = row.claims[-1].end if row.claims else 0
    cards = tuple(CARD[card.card] for card in row.cards[first:] if card.card is not None)
    wrong = sum(is_wrong(card, ROW[colour]) for card in cards)
    lines = person_lines(ROW[colour], cards) + figure_lines(cards) + wrong_lines(wrong)
    own = {herd.colour: herd.animals + herd.jokers for herd in view.seat(seat).herds}
    fresh = Counter(COLOURS[card // 5] for card in cards if _is_kept_animal(card, ROW[colour]))
    sizes = [own.get(c, 0) + fresh[c] for c in COLOURS]
    if any(sizes):
        lines += animal_lines(view.animal_table, sizes, sum(1 << n for n, c in enumerate(COLOURS) if fresh[c]))
    elif ANIMAL_JOKER in cards:
        lines += joker_lines(cards)
    return tuple(lines)


def _is_kept_animal(card: int, row: int) -> bool:
    return card < COLOURED and sort_of(card) == ANIMAL and not is_wrong(card, row)


_JOKERS: Mapping[str, str] = {"DR": "dragon", "FA": "fairy", "JA": "animal_joker", "JH": "building_joker"}
_KINDS: Mapping[str, str] = {"P1": "person_1", "P2": "person_2", "P3": "person_3", "H": "building", "A": "animal"}
_COLOURS: Mapping[str, str] = {"y": "yellow", "r": "red", "g": "green", "b": "blue"}


def card_emoji(code: str) -> str:
    """Return the emoji name of a card, such as `card_yellow_person_2`."""
    return f"card_{_JOKERS[code]}" if code in _JOKERS else f"card_{_COLOURS[code[0]]}_{_KINDS[code[1:]]}"


def card_emojis() -> dict[str, str]:
    """Return the code of every card by its emoji name."""
    return {card_emoji(code): code for code in CODES}


class SeatGain(NamedTuple):
    """Points of one seat at the end of a round or for its chest, with the cards that brought them."""

    round: int | None
    """None for a chest."""
    gain: SeatPoints
    cards: tuple[str, ...]
    row: str
    """The row that the cards lay in; empty for a chest."""


def seat_gains(events: Sequence[object]) -> list[SeatGain]:
    """Return every gain of points among the events, in the order of happening."""
    seat_gains: list[SeatGain] = []
    had: dict[int, tuple[tuple[str, ...], str]] = {}
    for event in events:
        if isinstance(event, ClaimWon):
            had[event.seat] = tuple(each.card for each in event.cards), event.row
        elif isinstance(event, ChestOpened):
            had[event.seat] = event.cards, ""
        elif isinstance(event, PointsScored):
            number = event.number if event.kind == "round" else None
            seat_gains += [SeatGain(number, gain, *had.get(gain.seat, ((), ""))) for gain in event.gains if gain.points]
            had = {}
    return seat_gains
