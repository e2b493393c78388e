"""The messages about typed moves that were not understood or don't fit, one sentence for each code of `Misread`.

Only the player who typed reads them, so they may name the cards in this player's hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.view import CardView
from text.cardcassonne import table
from text.cardcassonne.terms import card_name
from text.message_templates import Params, Spoken, filled, opened, spoken
from text.translator import Translator
from text.users.player_names import safe


def refusal(code: str, params: Params, _view: CardView, words: Translator) -> str:
    """Return the sentence that explains why a typed text was not understood."""
    return spoken(MISREADS[code], params, words)


def _list_parts(parts: Sequence[str]) -> str:
    return ", ".join(safe(part) for part in parts)


def _join_sentences(first: str, then: str) -> str:
    """Return two sentences joined by a space."""
    return f"{first} {then}"


def _cards(cards: Sequence[str], words: Translator) -> str:
    if not cards:
        return words.say("Your hand is empty: you only have your meeple left.")
    return words.say("Your cards: {cards}.", cards=_list_parts(cards))


def _rows(rows: Sequence[str], words: Translator) -> str:
    return words.say("Possible: {choices}.", choices=_list_parts(rows))


def _choices(choices: Sequence[str], words: Translator) -> str:
    return words.say("Possible: {choices}.", choices=_list_parts(choices))


def _asked_first(decision: str, card: str, choices: Sequence[str], words: Translator) -> str:
    question = table.YOURS[decision](card_name(card, words), words)
    first = words.say("Before you play another card, there's something else to choose. {question}", question=question)
    return _join_sentences(first, _choices(choices, words))


MISREADS: Mapping[str, Spoken] = {
    "nothing-typed": filled("Type a card and a row, such as “yP3 yellow” or “yellow 3 blue”, or “claim red” to place your meeple."),
    "too-much": filled("Leave out “{text}”: the move is complete without it.", text=lambda text: safe(text)),
    "which-card": lambda text, cards, words: _join_sentences(
        words.say("“{text}” isn't one of your cards.", text=safe(text)), _cards(cards, words)
    ),
    "not-in-hand": lambda card, cards, words: _join_sentences(
        words.say("Not in your hand: {card}.", card=card), _cards(cards, words)
    ),
    "no-such-number": lambda number, cards, words: _join_sentences(
        words.say("None of your cards has the number {number}.", number=number), _cards(cards, words)
    ),
    "meeple-placed": filled("You've already placed your meeple this round: play a card."),
    "which-row": lambda rows, words: _join_sentences(words.say("Which row?"), _rows(rows, words)),
    "not-a-row": lambda text, rows, words: _join_sentences(words.say("“{text}” isn't a row.", text=safe(text)), _rows(rows, words)),
    "wrong-row": lambda card, row, rows, words: _join_sentences(
        words.say("{card} can't go there: {row}.", card=opened(card), row=row), _rows(rows, words)
    ),
    "which-one": lambda text, choices, words: _join_sentences(
        words.say("“{text}” isn't one of your choices.", text=safe(text)), _choices(choices, words)
    ),
    "asked-first": _asked_first,
    "no-topic": filled(
        "There's no help on “{text}”. Topics: {topics}.",
        text=lambda text: safe(text),
        topics=lambda topics: ", ".join(topics),
    ),
}
"""Every code of a `Misread` of this game, with its sentence."""
