"""The parser of typed moves of the card game: `yP3 yellow`, `yellow 3 blue`, `claim red`.

A text is compared with the legal actions, and one that matches none raises `Misread`. The module is the `MoveParser` of the game,
together with the functions that it imports for it.
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
    """Return the action that the beginning of a text names, and the rest of the text.

    Raises `Misread` if it names no legal action, or several.
    """
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
    """Return whether a chat message looks like the beginning of a move, legal or not.

    It begins with a card or with the meeple and its row, or it is a row, a number, a number and a row, or a decision about a card;
    numbers and decisions count only for the player to move.
    """
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
    """Return False, since no turn of the card game can be passed."""
    return False


def hint(_view: CardView, _legal: Sequence[Action], words: Translator) -> str:
    """Return the hint about typing moves, which is the same in every position."""
    return words.say("-# Your cards are secret: use the buttons or /play, and don't write them here.")


def _is_a_turn(said: list[str], view: CardView, words: Translator) -> bool:
    """Return whether a text plays a card or the meeple although the game waits for another decision.

    That is so if it names another card than the one to be decided on, and not only a species.
    """
    if is_claim(said[0]):
        return True
    named = card_of(said, words)
    if named is None or named[0] == view.card:
        return False
    return species_of(said[0], words) is None or len(said) > named[1]


def _choice_by_number(said: list[str], legal: Sequence[Action]) -> Action | None:
    """Return the action with the typed number in the list; None if there is none, or if the number means a card in the hand."""
    if any(action.verb in ("hide", "play") for action in legal) or not (said[0].isascii() and said[0].isdecimal()):
        return None
    number = int(said[0][:4])
    return legal[number - 1] if 1 <= number <= len(legal) else None


def _turn(said: list[str], legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the action that a card and a row name, or the meeple and a row, and how many words were read.

    Raises `Misread` if there is no such action.
    """
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
    """Return the card with the number that comes first, as in the picture of the hand, and 1 word; None without a number."""
    if not (said[0].isascii() and said[0].isdecimal()) or card_of(said, words) is not None:
        return None
    cards = playable(legal, words)
    number = int(said[0][:4])
    if not 1 <= number <= len(cards):
        raise Misread("no-such-number", number=said[0][:6], cards=_hand(legal, words))
    return cards[number - 1].actions[0].card, 1


def _into(said: list[str], used: int, there: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the action among `there` whose row the next word names, and how many words were read.

    Without a next word, the only action. Raises `Misread` if no row fits, `AmbiguousMove` if the row is missing.
    """
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
    """Return the name of the card whose row is missing, as `spots` has it; empty for the meeple."""
    return card_name(there[0].card, words) if there[0].card else ""


def _settle(said: list[str], view: CardView, legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the decision to take 10 points for a card or to keep it, and how many words were read.

    Raises `Misread` for any other text.
    """
    own = tokens(words.sense("typed", "keep"))
    verb = "cash" if is_cash(said[0]) else "keep" if is_keep(said[0]) or said[:1] == own else ""
    for action in legal:
        if action.verb == verb:
            return action, _count_decision_words(said, words)
    raise Misread("which-one", text=said[0][:30], choices=_shorts(legal, view, words))


def _count_decision_words(said: list[str], words: Translator) -> int:
    """Return how many words of `said` belong to the decision whether to cash or to keep a card.

    The first word is the decision; the name of the card and a word for points may follow it.
    """
    used = 1 + (card_of(said[1:], words) or ("", 0))[1]
    return used + 1 if said[used : used + 1] and is_cash(said[used]) else used


def _action_with_row(said: list[str], view: CardView, legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """Return the action for an opening joker or an animal joker by its row or species, and how many words were read.

    The name of the joker may come first. Raises `Misread` if no action fits.
    """
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
