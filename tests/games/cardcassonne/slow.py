"""An independent, slow implementation of the card game's rules, which checks and scores a finished log.

It shares nothing with the engine but the text of the log. Cards are strings, and chests are divided by trying all ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

ROWS = ["yellow", "red", "green", "blue"]
JOKERS = {"DR": 1, "FA": 1, "JA": 4, "JH": 4}
PER_COLOUR = {"P1": 8, "P2": 5, "P3": 3, "H": 5, "A": 9}
HANDS = {2: (6, 10), 3: (5, 8), 4: (5, 6), 5: (4, 6)}
TABLE = [3, 6, 9, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
SERIES = {0: 0, 1: 0, 2: 5, 3: 15, 4: 30}

Step = tuple[int, str, list[str]]
"""Who acted (-1 the house), the action, and what the engine offered."""


def deck() -> Counter[str]:
    """Return the 130 cards, each with its number of copies."""
    cards = Counter({row[0] + kind: n for row in ROWS for kind, n in PER_COLOUR.items()})
    return cards + Counter(JOKERS)


def row_of(card: str) -> str | None:
    """Return the row that a card belongs to; None for a joker."""
    return None if card in JOKERS else next(row for row in ROWS if row[0] == card[0])


@cache
def best_division(chest: tuple[str, ...]) -> int:
    """Return the most points that the series of a chest can give, by trying every first series."""
    best = 0
    kinds = sorted(set(chest))
    colours = [kind for kind in kinds if kind != "JH"]
    for size in range(len(colours) + 1):
        for chosen in combinations(colours, size):
            for jokers in range(min(chest.count("JH"), 4 - size) + 1):
                if size + jokers:
                    left = Counter(chest) - Counter({**dict.fromkeys(chosen, 1), "JH": jokers})
                    best = max(best, SERIES[size + jokers] + best_division(tuple(sorted(left.elements()))))
    return best


@dataclass
class Item:
    """A card or a meeple in a row."""

    card: str = ""
    meeple: int = -1


@dataclass
class Player:
    hand: list[str] = field(default_factory=list)
    begun: bool = False
    stands: bool = False
    species: dict[str, list[str]] = field(default_factory=dict)
    lone: list[str] = field(default_factory=list)
    chest: list[str] = field(default_factory=list)
    points: int = 0


@dataclass
class Slow:
    """A whole game; `history` holds the points after each round and, last, at the end."""

    seats: int
    ask: bool = True
    table: Sequence[int] = tuple(TABLE)
    history: list[list[int]] = field(default_factory=list)

    def run(self, log: Sequence[Step]) -> Slow:
        """Read the whole log; raise an assertion error at the first step that the rules forbid."""
        self.steps: Iterator[Step] = iter(log)
        self.deck = deck()
        self.rows: dict[str, list[Item]] = {row: [] for row in ROWS}
        self.players = [Player() for _ in range(self.seats)]
        self.opening()
        for _ in range(HANDS[self.seats][1]):
            self.one_round()
        assert not +self.deck, "the deck is used up exactly"
        self.take(-1, ["reveal"])
        for player in self.players:
            player.points += best_division(tuple(sorted(player.chest)))
        self.history.append([p.points for p in self.players])
        assert next(self.steps, None) is None
        return self

    @property
    def winners(self) -> list[int]:
        top = max(p.points for p in self.players)
        tied = [s for s, p in enumerate(self.players) if p.points == top]
        most = max(len(self.players[s].chest) for s in tied)
        return [s for s in tied if len(self.players[s].chest) == most]

    def take(self, seat: int, offered: list[str] | None = None) -> list[str]:
        """Return the next step of the log as words, after checking that `seat` made it.

        With `offered`, the engine must have offered exactly these steps, and the log's step must be one of them.
        """
        actor, text, legal = next(self.steps)
        assert actor == seat, (actor, seat, text)
        if offered is not None:
            assert sorted(legal) == sorted(offered), (legal, offered)
            assert text in offered
        return text.split()

    def draw(self, card: str) -> str:
        assert self.deck[card] > 0
        self.deck[card] -= 1
        return card

    def opening(self) -> None:
        self.dealer = int(self.take(-1, [f"dealer s{s}" for s in range(self.seats)])[1][1:])
        for _ in range(10):
            card = self.draw(self.take(-1, [f"turn {c}" for c in +self.deck])[1])
            row = row_of(card)
            if row is None and self.ask:
                row = self.take(self.dealer, [f"lay {card} {r}" for r in ROWS])[2]
            elif row is None:
                row = sorted(ROWS, key=lambda r: (len(self.rows[r]), ROWS.index(r)))[0]
            self.rows[row].append(Item(card))

    def one_round(self) -> None:
        cards = HANDS[self.seats][0]
        order = [(self.dealer + 1 + i) % self.seats for i in range(self.seats)]
        for _ in range(cards):
            for seat in order:
                text = self.take(-1, [f"deal {c} s{seat}" for c in +self.deck])
                self.players[seat].hand.append(self.draw(text[1]))
        for player in self.players:
            player.begun = player.stands = False
        last = -1
        while any(p.hand or not p.stands for p in self.players):
            for seat in order:
                if self.turn(seat):
                    last = seat
        self.take(-1, ["reveal"])
        self.score(order)
        self.dealer = last
        self.history.append([p.points for p in self.players])

    def turn(self, seat: int) -> bool:
        """Play one turn; return True if the meeple was placed."""
        player = self.players[seat]
        offered = [] if player.stands else [f"claim {r}" for r in ROWS]
        for card in sorted(set(player.hand)):
            rows = [row for row in ROWS if not player.begun or row_of(card) in (None, row)]
            offered += [f"{'play' if player.begun else 'hide'} {card} {row}" for row in rows]
        verb, *words = self.take(seat, offered)
        if verb == "claim":
            player.stands = True
            self.rows[words[0]].append(Item(meeple=seat))
            return True
        player.hand.remove(words[0])
        player.begun = True
        self.rows[words[1]].append(Item(words[0]))
        return False

    def claim(self, seat: int) -> tuple[str, list[str]]:
        """Return the row of a meeple and the cards from there back to the next meeple, or to the track."""
        row = next(r for r in ROWS if any(i.meeple == seat for i in self.rows[r]))
        place = next(n for n, i in enumerate(self.rows[row]) if i.meeple == seat)
        won: list[str] = []
        while place and self.rows[row][place - 1].card:
            place -= 1
            won.insert(0, self.rows[row][place].card)
        return row, won

    def score(self, order: list[int]) -> None:
        claims = {seat: self.claim(seat) for seat in order}
        for row in ROWS:
            stands = [n for n, item in enumerate(self.rows[row]) if item.meeple >= 0]
            self.rows[row] = self.rows[row][max(stands, default=-1) + 1 :]
        for seat in order:
            self.players[seat].points += self.worth(seat, *claims[seat])

    def worth(self, seat: int, row: str, won: list[str]) -> int:
        player = self.players[seat]
        points = 0
        fresh = set()
        numbers = []
        for card in won:
            home = row_of(card)
            if card in ("DR", "FA"):
                points += 10
            elif card == "JA":
                player.lone.append(card)
            elif card == "JH":
                player.chest.append(card)
            elif card[1] == "P" and home == row:
                numbers.append(int(card[2]))
            elif card[1] == "P" or (home != row and self.take(seat, [f"cash {card}", f"keep {card}"])[0] == "cash"):
                points += 10
            elif card[1] == "A":
                assert home
                player.species.setdefault(home, []).append(card)
                fresh.add(home)
            else:
                player.chest.append(card)
        points += sum(numbers) * len(numbers)
        while player.lone and player.species:
            choice = sorted(player.species)
            species = choice[0] if len(choice) == 1 else self.take(seat, [f"join {c}" for c in choice])[1]
            player.species[species].append(player.lone.pop())
            fresh.add(species)
        if not player.species:
            points += 3 * won.count("JA")
        return points + sum(self.table[len(player.species[c]) - 1] for c in fresh)
