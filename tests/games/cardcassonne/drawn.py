"""Drawn positions of the card game that can be played on.

Rows are text from the track outwards: `(rP3)0` is a card laid face down by seat 0, `@1` a meeple of seat 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypedDict, TypeVar, Unpack

from games.cardcassonne.cards import CARD, COLOURS, COPIES, HANDS, ROW, card_in, face_down, laid_by, meeple_of
from games.cardcassonne.events import PointsScored, SeatPoints
from games.cardcassonne.game import Cardcassonne
from games.cardcassonne.scoring import chest_place
from games.cardcassonne.state import ASKED, CardState
from games.cardcassonne.view import CardView
from games.core.action_gateway import play
from games.core.game import CHANCE, Event, Seat

GAME = Cardcassonne()
E = TypeVar("E")
Colour = Literal["yellow", "red", "green", "blue"]


class Rows(TypedDict, total=False):
    """The rows of cards as text, from the track outwards."""

    yellow: str
    red: str
    green: str
    blue: str


class Table:
    """A drawn position within the turns of a round, with the events of what was played from there."""

    def __init__(self, state: CardState) -> None:
        self.state = state
        self.events: list[Event] = []

    @classmethod
    def drawn(
        cls,
        *,
        to_move: int,
        hands: Sequence[str] = ("", ""),
        kept: Sequence[str] = (),
        number: int = 1,
        options: dict[str, str] | None = None,
        **rows: Unpack[Rows],
    ) -> Table:
        """Return a drawn position.

        `kept` holds the cards in front of each seat: animals, loose jokers `JA`, joined ones `JA>green`, chest cards.
        """
        state = GAME.start(GAME.options(options or {}), len(hands))
        for colour, row in ROW.items():
            state.rows[row] = [_item(word) for word in str(rows.get(colour, "")).split()]
        state.hands = [sorted(CARD[code] for code in hand.split()) for hand in hands]
        for seat, words in enumerate(kept):
            _keep(state, seat, words.split())
        _bag(state, kept)
        _turn(state, to_move, number)
        return cls(state)

    @classmethod
    def new(cls, seats: int, **options: str) -> Table:
        """Return the table of a new game."""
        return cls(GAME.start(GAME.options(options), seats))

    def play(self, *texts: str) -> list[Event]:
        """Play these texts one after the other, with draws by chance when due; return the events of the last one."""
        for text in texts:
            latest = self.do(text)
            while GAME.odds(self.state) == [(GAME.read("reveal"), 1)]:
                latest += self.do("reveal")
        return latest

    def do(self, text: str) -> list[Event]:
        """Play this text as the active seat, without draws by chance; return its events."""
        self.state, events = play(GAME, self.state, GAME.to_act(self.state)[0], GAME.read(text))
        self.events += events
        return events

    def deal(self) -> None:
        """Perform the first possible action of chance until a seat must act."""
        while GAME.to_act(self.state) == (CHANCE,):
            self.play(GAME.write(GAME.odds(self.state)[0][0]))

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Seats that must act now."""
        return tuple(GAME.to_act(self.state))

    @property
    def legal(self) -> list[str]:
        """Legal actions of the active seat, as texts."""
        return [GAME.write(a) for a in GAME.legal(self.state, self.asked[0])]

    @property
    def scores(self) -> tuple[int, ...]:
        return GAME.scores(self.state)

    def view(self, seat: int | None = None) -> CardView:
        return GAME.view(self.state, None if seat is None else Seat(seat))

    def all(self, kind: type[E]) -> list[E]:
        """Return all events of this class so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def gain(self, seat: int, kind: str = "round") -> SeatPoints:
        """Return the points of a seat in the last scoring of this kind."""
        scored = [event for event in self.all(PointsScored) if event.kind == kind][-1]
        return next(gain for gain in scored.gains if gain.seat == seat)

    def explained(self, seat: int, kind: str = "round") -> list[tuple[str, int, int]]:
        """Return the lines that explain the points of `gain`."""
        return [(line.what, line.number, line.each) for line in self.gain(seat, kind).lines]


def _item(word: str) -> int:
    if word[0] == "@":
        return meeple_of(int(word[1:]))
    if match := re.fullmatch(r"\((\w+)\)(\d)", word):
        return face_down(CARD[match[1]], int(match[2]))
    return CARD[word]


def _keep(state: CardState, seat: int, words: list[str]) -> None:
    for word in words:
        code, _, colour = word.partition(">")
        if (place := chest_place(CARD[code])) >= 0:
            state.chests[seat][place] += 1
        elif colour:
            state.joined[seat][COLOURS.index(colour)] += 1
        elif code == "JA":
            state.loose[seat] += 1
        else:
            state.animals[seat][CARD[code] // 5] += 1


def _bag(state: CardState, kept: Sequence[str]) -> None:
    drawn = [CARD[word.partition(">")[0]] for words in kept for word in words.split()]
    cards = [item for row in state.rows for item in row if item >= 0]
    for card in drawn + [item for item in cards if laid_by(item) < 0]:
        state.seen[card] += 1
    for card in drawn + [card_in(item) for item in cards] + [card for hand in state.hands for card in hand]:
        state.bag[card] -= 1
    assert min(state.bag) >= 0, "the deck has not so many"
    assert all(a + b <= c for a, b, c in zip(state.bag, state.seen, COPIES, strict=True))
    state.left = sum(state.bag)


def _turn(state: CardState, to_move: int, number: int) -> None:
    cards = HANDS[state.seats][0]
    meeples = [-1 - item for row in state.rows for item in row if item < 0]
    state.claimed = sum(1 << seat for seat in meeples)
    state.last_claim = meeples[-1] if meeples else -1
    state.began = sum(1 << seat for seat, hand in enumerate(state.hands) if len(hand) < cards)
    state.step = state.turns() - sum(map(len, state.hands)) - (state.seats - len(meeples))
    state.dealer = (to_move - 1 - state.step) % state.seats
    state.phase, state.round, state.asked = "turn", number, ASKED[to_move]
