"""Why a typed move was not understood or does not fit, and what would: one sentence for each `Misread`.

Only the one who typed reads them: they may name the cards of the own hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne.view import CardView
from text.cardcassonne import table
from text.cardcassonne.terms import card_name
from text.language import Words
from text.people.names import safe
from text.sentences import Params, opened


def refusal(code: str, params: Params, _view: CardView, words: Words) -> str:
    """See `Reading.refusal`."""
    return MISREADS[code](params, words)


def _listed(parts: Sequence[str]) -> str:
    return ", ".join(safe(part) for part in parts)


def _both(first: str, then: str) -> str:
    """Two sentences, one after the other."""
    return f"{first} {then}"


def _cards(params: Params, words: Words) -> str:
    if not params["cards"]:
        return words.say("Your hand is empty: you only have your meeple left.")
    return words.say("Your cards: {cards}.", cards=_listed(params["cards"]))


def _rows(params: Params, words: Words) -> str:
    return words.say("Possible: {choices}.", choices=_listed(params["rows"]))


def _choices(params: Params, words: Words) -> str:
    return words.say("Possible: {choices}.", choices=_listed(params["choices"]))


def _nothing_typed(_params: Params, words: Words) -> str:
    return words.say("Type a card and a row, such as “yP3 yellow” or “yellow 3 blue”, or “claim red” to place your meeple.")


def _too_much(params: Params, words: Words) -> str:
    return words.say("Leave out “{text}”: the move is complete without it.", text=safe(params["text"]))


def _which_card(params: Params, words: Words) -> str:
    return _both(words.say("“{text}” isn't one of your cards.", text=safe(params["text"])), _cards(params, words))


def _not_in_hand(params: Params, words: Words) -> str:
    return _both(words.say("Not in your hand: {card}.", card=params["card"]), _cards(params, words))


def _no_such_number(params: Params, words: Words) -> str:
    return _both(words.say("None of your cards has the number {number}.", number=params["number"]), _cards(params, words))


def _meeple_placed(_params: Params, words: Words) -> str:
    return words.say("You've already placed your meeple this round: play a card.")


def _which_row(params: Params, words: Words) -> str:
    return _both(words.say("Which row?"), _rows(params, words))


def _not_a_row(params: Params, words: Words) -> str:
    return _both(words.say("“{text}” isn't a row.", text=safe(params["text"])), _rows(params, words))


def _wrong_row(params: Params, words: Words) -> str:
    return _both(words.say("{card} can't go there: {row}.", card=opened(params["card"]), row=params["row"]), _rows(params, words))


def _which_one(params: Params, words: Words) -> str:
    return _both(words.say("“{text}” isn't one of your choices.", text=safe(params["text"])), _choices(params, words))


def _asked_first(params: Params, words: Words) -> str:
    question = table.YOURS[params["decision"]](card_name(params["card"], words), words)
    first = words.say("Before you play another card, there's something else to choose. {question}", question=question)
    return _both(first, _choices(params, words))


def _no_topic(params: Params, words: Words) -> str:
    return words.say(
        "There's no help on “{text}”. Topics: {topics}.", text=safe(params["text"]), topics=", ".join(params["topics"])
    )


MISREADS: Mapping[str, Callable[[Params, Words], str]] = {
    "nothing-typed": _nothing_typed,
    "too-much": _too_much,
    "which-card": _which_card,
    "not-in-hand": _not_in_hand,
    "no-such-number": _no_such_number,
    "meeple-placed": _meeple_placed,
    "which-row": _which_row,
    "not-a-row": _not_a_row,
    "wrong-row": _wrong_row,
    "which-one": _which_one,
    "asked-first": _asked_first,
    "no-topic": _no_topic,
}
"""Every code of a `Misread` of this game, with its sentence."""
