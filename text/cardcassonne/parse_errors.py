"""Why a typed move was not understood or does not fit, and what would: one sentence for each `Misread`.

Only the one who typed reads them: they may name the cards of the own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne.view import CardView
from text.cardcassonne import table
from text.cardcassonne.terms import card_name
from text.message_templates import Params, filled, opened
from text.translator import Translator
from text.users.player_names import safe


def refusal(code: str, params: Params, _view: CardView, words: Translator) -> str:
    """Return the sentence that explains why a typed text was not understood."""
    return MISREADS[code](params, words)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(safe(part) for part in parts)


def _both(first: str, then: str) -> str:
    """Return two sentences, one after the other."""
    return f"{first} {then}"


def _cards(params: Params, words: Translator) -> str:
    if not params["cards"]:
        return words.say("Your hand is empty: you only have your meeple left.")
    return words.say("Your cards: {cards}.", cards=_listed(params["cards"]))


def _rows(params: Params, words: Translator) -> str:
    return words.say("Possible: {choices}.", choices=_listed(params["rows"]))


def _choices(params: Params, words: Translator) -> str:
    return words.say("Possible: {choices}.", choices=_listed(params["choices"]))


def _asked_first(params: Params, words: Translator) -> str:
    question = table.YOURS[params["decision"]](card_name(params["card"], words), words)
    first = words.say("Before you play another card, there's something else to choose. {question}", question=question)
    return _both(first, _choices(params, words))


MISREADS: Mapping[str, Callable[[Params, Translator], str]] = {
    "nothing-typed": filled("Type a card and a row, such as “yP3 yellow” or “yellow 3 blue”, or “claim red” to place your meeple."),
    "too-much": filled("Leave out “{text}”: the move is complete without it.", text=lambda params: safe(params["text"])),
    "which-card": lambda params, words: _both(
        words.say("“{text}” isn't one of your cards.", text=safe(params["text"])), _cards(params, words)
    ),
    "not-in-hand": lambda params, words: _both(words.say("Not in your hand: {card}.", card=params["card"]), _cards(params, words)),
    "no-such-number": lambda params, words: _both(
        words.say("None of your cards has the number {number}.", number=params["number"]), _cards(params, words)
    ),
    "meeple-placed": filled("You've already placed your meeple this round: play a card."),
    "which-row": lambda params, words: _both(words.say("Which row?"), _rows(params, words)),
    "not-a-row": lambda params, words: _both(words.say("“{text}” isn't a row.", text=safe(params["text"])), _rows(params, words)),
    "wrong-row": lambda params, words: _both(
        words.say("{card} can't go there: {row}.", card=opened(params["card"]), row=params["row"]), _rows(params, words)
    ),
    "which-one": lambda params, words: _both(
        words.say("“{text}” isn't one of your choices.", text=safe(params["text"])), _choices(params, words)
    ),
    "asked-first": _asked_first,
    "no-topic": filled(
        "There's no help on “{text}”. Topics: {topics}.",
        text=lambda params: safe(params["text"]),
        topics=lambda params: ", ".join(params["topics"]),
    ),
}
"""Every code of a `Misread` of this game, with its sentence."""
