"""The completions of typed moves, at most 25; the parser reads each of their values.

They name cards in the hand, so they are made from the legal actions of the player who is typing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne.actions import Action
from games.cardcassonne.view import CardView
from text.cardcassonne.choices import MEEPLE, choice, playable
from text.cardcassonne.terms import cards, row_name
from text.protocol import completions
from text.translator import Translator

Offer = tuple[str, str]


def autocomplete(
    option: str, text: str, view: CardView, legal: Sequence[Action], names: Sequence[str], words: Translator
) -> list[Offer]:
    """Return the completions of a command option's text, as specified by `MoveParser.autocomplete`."""
    words = words.unillustrated
    return completions(OFFERS[option](view, legal, names, words), text) if option in OFFERS else []


def _card(view: CardView, legal: Sequence[Action], names: Sequence[str], words: Translator) -> list[Offer]:
    """Return the completions for the option `card`: cards in the hand, the meeple, and answers to any other question."""
    offers = []
    for spot in playable(legal, words):
        rows = ", ".join(row_name(action.row, words) for action in spot.actions)
        offers.append((words.say("{card}: {rows}", card=spot.name, rows=rows), spot.actions[0].card))
    if any(action.verb == "claim" for action in legal):
        offers.append((words.say("your meeple"), MEEPLE))
    for action in legal:
        if action.verb not in ("hide", "play", "claim"):
            texts = choice(action, view, names, words)
            offers.append((texts.label, texts.short))
    return offers


def _row(view: CardView, legal: Sequence[Action], _names: Sequence[str], words: Translator) -> list[Offer]:
    """Return the completions for the option `row`: the rows of these actions, each with its number of cards."""
    rows = dict.fromkeys(action.row for action in legal if action.verb in ("hide", "play", "claim"))
    return [
        (words.say("{row}, {cards}", row=row_name(row, words), cards=cards(len(view.row(row).cards), words)), row) for row in rows
    ]


OFFERS: Mapping[str, Callable[[CardView, Sequence[Action], Sequence[str], Translator], list[Offer]]] = {"card": _card, "row": _row}
"""The options of commands that this game completes; those of other games get no lines."""
