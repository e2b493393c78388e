"""Reads what players type: `yP3 yellow`, `yellow 3 blue`, `claim red`. Nothing here decides what is legal.

The module is the `MoveParser` of the game, together with what it takes from its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne.actions import Action
from games.cardcassonne.view import CardView
from text.cardcassonne.autocomplete import autocomplete
from text.cardcassonne.choices import choice, playable
from text.cardcassonne.parse_errors import refusal
from text.cardcassonne.terms import card_name, row_name
from text.cardcassonne.vocabulary import card_of, is_cash, is_claim, is_keep, row_of, species_of, tokens
from text.protocol import AmbiguousMove, Misread
from text.translator import Translator

__all__ = ["autocomplete", "begins", "hint", "is_nothing", "refusal", "typed"]


def typed(text: str, view: CardView, legal: Sequence[Action], words: Translator) -> tuple[Action, str]:
    """Return the action that a text begins with and the rest of the text; raise `Misread`."""
    typed_tokens = tokens(text) or text.split()[:1]
    if not typed_tokens:
        raise Misread("nothing-typed")
    if not legal:
        raise Misread("too-much", text=" ".join(typed_tokens)[:60])
    if (numbered := _choice_by_number(typed_tokens, legal)) is not None:
        return numbered, " ".join(typed_tokens[1:])
    verbs = {action.verb for action in legal}
    if not verbs & {"hide", "play", "claim"} and _is_a_turn(typed_tokens, view, words):
        raise Misread("asked-first", decision=view.decision, card=view.card, choices=_shorts(legal, view, words))
    if verbs & {"hide", "play", "claim"}:
        action, used = _turn(typed_tokens, legal, words)
    elif verbs & {"cash", "keep"}:
        action, used = _settle(typed_tokens, view, legal, words)
    else:
        action, used = _action_with_row(typed_tokens, view, legal, words)
    return action, " ".join(typed_tokens[used:])


def begins(text: str, _view: CardView, legal: Sequence[Action], words: Translator) -> bool:
    """Return whether a text begins with a card, the meeple and its row, a row or a number."""
    typed_tokens = tokens(text)
    if not typed_tokens:
        return False
    if card_of(typed_tokens, words) is not None:
        return True
    if is_claim(typed_tokens[0]):
        return len(typed_tokens) > 1 and row_of(typed_tokens[1], words) is not None
    if len(typed_tokens) > 1:
        return bool(legal) and typed_tokens[0].isdecimal() and row_of(typed_tokens[1], words) is not None
    decides = any(action.verb in ("cash", "keep") for action in legal) and (is_cash(typed_tokens[0]) or is_keep(typed_tokens[0]))
    return decides or row_of(typed_tokens[0], words) is not None or (bool(legal) and typed_tokens[0].isdecimal())


def is_nothing(_text: str, _words: Translator) -> bool:
    """Return False: no card turn can be passed."""
    return False


def hint(_view: CardView, _legal: Sequence[Action], words: Translator) -> str:
    """Return the hint about typing moves, the same at every table."""
    return words.say("-# Your cards are secret: use the buttons or /play, and don't write them here.")


def _is_a_turn(said: list[str], view: CardView, words: Translator) -> bool:
    """Return whether a text plays a card or the meeple though a different question is asked.

    That is so if it names another card, and no species alone.
    """
    if is_claim(said[0]):
        return True
    named = card_of(said, words)
    if named is None or named[0] == view.card:
        return False
    return species_of(said[0], words) is None or len(said) > named[1]


def _choice_by_number(said: list[str], legal: Sequence[Action]) -> Action | None:
    """Return the choice with this number in the list, if the hand's cards have no numbers."""
    if any(action.verb in ("hide", "play") for action in legal) or not (said[0].isascii() and said[0].isdecimal()):
        return None
    number = int(said[0][:4])
    return legal[number - 1] if 1 <= number <= len(legal) else None


def _turn(said: list[str], legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the action of a card and a row, or of the meeple and a row, and the number of words read."""
    if is_claim(said[0]):
        claims = [action for action in legal if action.verb == "claim"]
        if not claims:
            raise Misread("meeple-placed")
        return _into(said, 1, claims, words)
    numbered = _card_by_number(said, legal, words) or card_of(said, words)
    if numbered is None:
        raise Misread("which-card", text=said[0][:30], cards=_hand(legal, words))
    card, used = numbered
    there = [action for action in legal if action.card == card]
    if not there:
        raise Misread("not-in-hand", card=card_name(card, words), cards=_hand(legal, words))
    return _into(said, used, there, words)


def _card_by_number(said: list[str], legal: Sequence[Action], words: Translator) -> tuple[str, int] | None:
    """Return a card by its number in the picture of the hand, if a number stands first."""
    if not (said[0].isascii() and said[0].isdecimal()) or card_of(said, words) is not None:
        return None
    cards = playable(legal, words)
    number = int(said[0][:4])
    if not 1 <= number <= len(cards):
        raise Misread("no-such-number", number=said[0][:6], cards=_hand(legal, words))
    return cards[number - 1].actions[0].card, 1


def _into(said: list[str], used: int, there: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the one of these actions whose row the next word names; without a word, the only action."""
    rows = tuple(row_name(action.row, words) for action in there)
    if len(said) <= used:
        if len(there) == 1:
            return there[0], used
        raise AmbiguousMove("which-row", square=_place(there, words), rows=rows)
    colour = row_of(said[used], words)
    if colour is None:
        raise Misread("not-a-row", text=said[used][:30], rows=rows)
    for action in there:
        if action.row == colour:
            return action, used + 1
    raise Misread("wrong-row", card=card_name(there[0].card, words), row=row_name(colour, words), rows=rows)


def _place(there: Sequence[Action], words: Translator) -> str:
    """Return the name of the card, as `spots` gives it, whose row is missing."""
    return card_name(there[0].card, words) if there[0].card else ""


def _settle(said: list[str], view: CardView, legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """10 points, or keep the card."""
    own = tokens(words.sense("typed", "keep"))
    verb = "cash" if is_cash(said[0]) else "keep" if is_keep(said[0]) or said[:1] == own else ""
    for action in legal:
        if action.verb == verb:
            return action, _count_decision_words(said, words)
    raise Misread("which-one", text=said[0][:30], choices=_shorts(legal, view, words))


def _count_decision_words(said: list[str], words: Translator) -> int:
    """Return the number of words of a decision, including its card and the word for points after it."""
    used = 1 + (card_of(said[1:], words) or ("", 0))[1]
    return used + 1 if said[used : used + 1] and is_cash(said[used]) else used


def _action_with_row(said: list[str], view: CardView, legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the action that names a row for an opening joker or a species for an animal joker; the joker may come first."""
    named = card_of(said, words)
    used = named[1] if named is not None and named[0][0] in "DFJ" and len(said) > named[1] else 0
    colour = row_of(said[used], words) or species_of(said[used], words)
    for action in legal:
        if action.row == colour:
            return action, used + 1
    raise Misread("which-one", text=said[used][:30], choices=_shorts(legal, view, words))


def _hand(legal: Sequence[Action], words: Translator) -> tuple[str, ...]:
    return tuple(spot.name for spot in playable(legal, words))


def _shorts(legal: Sequence[Action], view: CardView, words: Translator) -> tuple[str, ...]:
    nobody = ("?",) * len(view.seats)
    return tuple(choice(action, view, nobody, words).short for action in legal)
