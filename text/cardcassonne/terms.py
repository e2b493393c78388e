"""The names of cards, rows and animals, as the rules have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.cards import COLOURS
from games.cardcassonne.view import card_emoji
from text.message_templates import plural, worded
from text.translator import Translator, meant, phrase

_TYPED: Mapping[str, str] = {
    "yellow": meant("typed", "yellow"),
    "red": meant("typed", "red"),
    "green": meant("typed", "green"),
    "blue": meant("typed", "blue"),
}

ROWS: Mapping[str, str] = {
    "yellow": phrase("yellow row"),
    "red": phrase("red row"),
    "green": phrase("green row"),
    "blue": phrase("blue row"),
}
"""A row by its colour."""

IN_ROW: Mapping[str, str] = {
    "yellow": phrase("in the yellow row"),
    "red": phrase("in the red row"),
    "green": phrase("in the green row"),
    "blue": phrase("in the blue row"),
}
"""Where a card goes."""

CARDS: Mapping[str, str] = {
    "yP1": phrase("yellow person 1"),
    "yP2": phrase("yellow person 2"),
    "yP3": phrase("yellow person 3"),
    "yH": phrase("yellow building"),
    "yA": phrase("yellow chicken"),
    "rP1": phrase("red person 1"),
    "rP2": phrase("red person 2"),
    "rP3": phrase("red person 3"),
    "rH": phrase("red building"),
    "rA": phrase("red horse"),
    "gP1": phrase("green person 1"),
    "gP2": phrase("green person 2"),
    "gP3": phrase("green person 3"),
    "gH": phrase("green building"),
    "gA": phrase("green sheep"),
    "bP1": phrase("blue person 1"),
    "bP2": phrase("blue person 2"),
    "bP3": phrase("blue person 3"),
    "bH": phrase("blue building"),
    "bA": phrase("blue pig"),
    "DR": phrase("dragon"),
    "FA": phrase("fairy"),
    "JA": phrase("animal joker"),
    "JH": phrase("building joker"),
}
"""Every card by its code."""

IN_OWN_ROW: Mapping[str, str] = {
    "P1": phrase("person 1"),
    "P2": phrase("person 2"),
    "P3": phrase("person 3"),
    "H": phrase("building"),
    "yA": phrase("chicken"),
    "rA": phrase("horse"),
    "gA": phrase("sheep"),
    "bA": phrase("pig"),
}
"""A card in the row of its own colour, which goes without saying there."""

SPECIES: Mapping[str, str] = {
    "yellow": phrase("chickens"),
    "red": phrase("horses"),
    "green": meant("a species", "sheep"),
    "blue": phrase("pigs"),
}
"""The animals of each colour."""

COLOUR_OF: Mapping[str, str] = {colour[0]: colour for colour in COLOURS}
"""The colour that the first letter of a code stands for; jokers have none."""


typed_row = worded(_TYPED)
"""What is typed for a row, or for the species of its colour."""
row_name = worded(ROWS)
"""`red row`."""
into_row = worded(IN_ROW)
"""`into the red row`."""
card_name = worded(CARDS)
"""`yellow person 2`, `green sheep`, `animal joker`."""


def shown_card(code: str, words: Translator) -> str:
    """Return the name of a card, after its emoji if emojis can be shown."""
    return words.sign(card_emoji(code)) + card_name(code, words)


def name_in_row(code: str, row: str, words: Translator) -> str:
    """Return the name of a card lying in a row: without the colour if it is the row's, such as `person 2` or `sheep`."""
    if not row or card_colour(code) != row:
        return card_name(code, words)
    return words.say(IN_OWN_ROW[code if code.endswith("A") else code[1:]])


species_name = worded(SPECIES)
"""`chickens`."""


def card_list(codes: Sequence[str], words: Translator) -> str:
    """Return cards as a list, equal ones counted at their first place: `2 × green sheep, dragon`."""
    counted: dict[str, int] = {}
    for code in codes:
        counted[code] = counted.get(code, 0) + 1
    return ", ".join(
        shown_card(code, words) if number == 1 else words.say("{number} × {card}", number=number, card=shown_card(code, words))
        for code, number in counted.items()
    )


def card_colour(code: str) -> str:
    """Return the colour of a card by its code; empty for a joker."""
    return "" if code[0].isupper() else COLOUR_OF[code[0]]


cards = plural("{number} card", "{number} cards")
"""`1 card`, `4 cards`."""
