"""The formulas for the values of cards, as lines that add up to points. No function here changes a state."""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne.cards import (
    ANIMAL_JOKER,
    BUILDING,
    BUILDING_JOKER,
    COLOURED,
    COLOURS,
    DRAGON,
    FAIRY,
    colour_of,
    number_of,
    sort_of,
)
from games.cardcassonne.events import ScoringLine

ANIMAL_TABLE = (3, 6, 9, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
"""Points for 1 to 13 cards of a species (section 4.2; 6 and 14 are in the rules, the rest is our ruling)."""

SERIES = (0, 0, 5, 15, 30)
"""Points for a series of so many different buildings (section 5)."""

WRONG_CARD_POINTS = 10
FIGURE = 10
LONE_JOKER = 3


def person_lines(row: int, cards: Sequence[int]) -> list[ScoringLine]:
    """Return the lines for persons won in their own row: the sum of their numbers times their count (section 4.1)."""
    first = row * 5
    numbers = [number_of(card) for card in cards if first <= card < first + BUILDING]
    return [ScoringLine("persons", sum(numbers), len(numbers), len(numbers), COLOURS[row])] if numbers else []


def figure_lines(cards: Sequence[int]) -> list[ScoringLine]:
    """Return the lines for dragon and fairy: 10 points each (section 4.5)."""
    return [ScoringLine(what, 1, FIGURE, 1) for card, what in ((DRAGON, "dragon"), (FAIRY, "fairy")) if card in cards]


def wrong_lines(cashed: int) -> list[ScoringLine]:
    """Return the lines for cards from wrong rows: 10 points for each person and each other cashed card (section 4.6)."""
    return [ScoringLine("wrong", cashed, WRONG_CARD_POINTS, cashed)] if cashed else []


def animal_lines(table: Sequence[int], sizes: Sequence[int], fresh: int) -> list[ScoringLine]:
    """Return a line for each species with a new card: the table's value of all cards of the species (section 4.2).

    `sizes` are cards by species, jokers included; `fresh` has a bit for each species that got a card.
    """
    return [ScoringLine("animals", 1, table[sizes[c] - 1], sizes[c], COLOURS[c]) for c in range(len(COLOURS)) if fresh >> c & 1]


def joker_lines(cards: Sequence[int]) -> list[ScoringLine]:
    """Return the lines for animal jokers won by a player without animals: 3 points each (section 4.3)."""
    jokers = cards.count(ANIMAL_JOKER)
    return [ScoringLine("joker", jokers, LONE_JOKER, jokers)] if jokers else []


def series(chest: Sequence[int]) -> tuple[int, ...]:
    """Return the lengths of the best division of a chest into series of different colours, longest first (section 5).

    `chest` counts the buildings of the four colours and then the jokers. Always the longest possible series: one of
    each colour there is, and jokers for the colours that are missing.
    """
    *buildings, jokers = chest
    lengths = []
    while any(buildings) or jokers:
        colours = sum(1 for n in buildings if n)
        buildings = [n - 1 if n else 0 for n in buildings]
        filled = min(jokers, len(COLOURS) - colours)
        jokers -= filled
        lengths.append(colours + filled)
    return tuple(lengths)


def series_lines(chest: Sequence[int]) -> list[ScoringLine]:
    """Return the lines for the series of a chest, one per length, longest first; single buildings bring a line of 0 points."""
    lengths = series(chest)
    return [ScoringLine("series", lengths.count(n), SERIES[n], n) for n in (4, 3, 2, 1) if n in lengths]


def points(lines: Sequence[ScoringLine]) -> int:
    """Return the sum of the lines."""
    return sum([line.number * line.each for line in lines])


def chest_place(card: int) -> int:
    """Return the chest's slot for a building or building joker, or -1 for any other card."""
    if card >= COLOURED:
        return len(COLOURS) if card == BUILDING_JOKER else -1
    return colour_of(card) if sort_of(card) == BUILDING else -1
