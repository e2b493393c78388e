"""The parser of typed moves, which reads one step at a time: `N12 90 knight` is a placement, and then a figure.

A text is compared with the legal actions, and one that matches none raises `Misread`. The module is the `MoveParser` of the game,
together with the functions that it imports for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.catalog import tile
from games.carcassonne.illegal_move_reasons import illegal_move_reason
from games.carcassonne.view import BoardView
from text.carcassonne.action_names import Lexicon
from text.carcassonne.autocomplete import autocomplete
from text.carcassonne.board import hint
from text.carcassonne.choices import spots
from text.carcassonne.parse_errors import refusal
from text.carcassonne.vocabulary import (
    all_role_words,
    facing,
    is_none,
    role_words,
    tokens,
    verb_words,
)
from text.protocol import AmbiguousMove, Misread, NamedSpot
from text.translator import Translator

__all__ = ["autocomplete", "begins", "hint", "is_nothing", "refusal", "typed"]


def typed(text: str, view: BoardView, legal: Sequence[Action], words: Translator) -> tuple[Action, str]:
    """Return the action that the beginning of a text names, and the rest of the text.

    Raises `Misread` if it names no legal action, or several.
    """
    typed_tokens = tokens(text)
    if not typed_tokens:
        raise Misread("nothing-typed")
    if not legal:
        raise Misread("too-much", text=" ".join(typed_tokens)[:60])
    if any(action.verb == "place" for action in legal) and typed_tokens[0] not in _verb_words(legal):
        action, used = _placement(typed_tokens, view, legal)
    else:
        action, used = Lexicon(view, legal, words).read(typed_tokens)
    return action, " ".join(typed_tokens[used:])


def begins(text: str, view: BoardView, legal: Sequence[Action], words: Translator) -> bool:
    """Return whether a chat message looks like the beginning of a move, legal or not.

    A message that begins with a square does. A number, or a square written as two words, counts only if it ends the message or the
    next word fits a move.
    """
    typed_tokens = tokens(text)
    if not typed_tokens:
        return False
    first = typed_tokens[0].lstrip("#")
    if view.squares.read(first) is not None:
        return True
    if first.isdecimal():
        return _ends_or_goes_on(typed_tokens[1:], words) if legal else len(typed_tokens) > 1 and facing(typed_tokens[1]) is not None
    if len(typed_tokens) > 1 and view.squares.read("".join(typed_tokens[:2])) is not None:
        return _ends_or_goes_on(typed_tokens[2:], words)
    if is_none(first, words):
        return len(typed_tokens) == 1 and any(action.verb == "skip" for action in legal)
    return _names_choice(first, view, legal, words)


def _ends_or_goes_on(said: Sequence[str], words: Translator) -> bool:
    """Return whether the words after a square are empty, or begin with a rotation, a number, a figure or a declining word."""
    if not said:
        return True
    figures = any(said[0] in role_words(role) for role in all_role_words())
    return facing(said[0]) is not None or said[0].isdecimal() or is_none(said[0], words) or figures


def _names_choice(token: str, view: BoardView, legal: Sequence[Action], words: Translator) -> bool:
    """Return whether a word names a legal action other than a placement, or a figure while figures are placed."""
    real = [action for action in legal if action.verb not in ("place", "skip")]
    if Lexicon(view, real, words).names_choice(token):
        return True
    asked = any(action.verb == "deploy" for action in real) or view.decision == "deploy"
    return bool(legal) and asked and any(token in role_words(role) for role in all_role_words())


def is_nothing(text: str, words: Translator) -> bool:
    """Return whether every word of a text declines a choice, such as `-`; fillers are ignored."""
    return all(is_none(token, words) for token in tokens(text))


def _verb_words(legal: Sequence[Action]) -> frozenset[str]:
    return frozenset(word for action in legal for word in verb_words(action.verb))


def _placement(said: Sequence[str], view: BoardView, legal: Sequence[Action]) -> tuple[Action, int]:
    placements = [action for action in legal if action.verb == "place"]
    open_spots = spots(view, placements)
    square, used = _square(said, view, open_spots)
    spot = next((s for s in open_spots if s.square == square), None)
    asked = facing(said[used]) if used < len(said) else None
    if spot is None:
        raise _misread_placement(view, square, asked, open_spots)
    if asked is None:
        return _only_placement(spot, said[used:]), used
    return _placement_in_rotation(view, spot, asked), used + 1


def _square(said: Sequence[str], view: BoardView, open_spots: Sequence[NamedSpot]) -> tuple[tuple[int, int], int]:
    """Return the square that the first one or two words name, by its name or its number, and how many words were read.

    Raises `Misread` if they name none.
    """
    first = said[0].lstrip("#")
    if first.isdecimal():
        numbered = next((s for s in open_spots if first.isascii() and s.number == int(first[:4])), None)
        if numbered is None:
            raise Misread("no-such-spot", number=first[:6], count=len(open_spots), squares=tuple(s.name for s in open_spots))
        return numbered.square, 1
    for used in (1, 2):
        square = view.squares.read("".join(said[:used])) if len(said) >= used else None
        if square is not None:
            return square, used
    raise Misread("not-a-square", text=said[0][:30], squares=tuple(s.name for s in open_spots))


def _only_placement(spot: NamedSpot, rest: Sequence[str]) -> Action:
    """Return the only placement on a square for which no rotation was typed.

    Raises `Misread` if the next word is a wrong rotation, `AmbiguousMove` if several rotations fit.
    """
    turns = tuple(action.turn * 90 for action in spot.actions)
    if rest and rest[0].isdecimal():
        raise Misread("not-a-facing", text=rest[0][:6], square=spot.name, facings=turns)
    if len(turns) > 1:
        raise AmbiguousMove("which-facing", square=spot.name, facings=turns)
    action: Action = spot.actions[0]
    return action


def _placement_in_rotation(view: BoardView, spot: NamedSpot, turn: int) -> Action:
    """Return the placement on `spot` in a rotation, or in one in which the tile looks the same.

    Raises `Misread` if the tile doesn't fit.
    """
    assert view.hand is not None
    for alike in (tile(view.hand).alike, tile(view.hand).alike_plain):
        for action in spot.actions:
            if alike[action.turn] == alike[turn]:
                each_action: Action = action
                return each_action
    raise _misread_placement(view, spot.square, turn, (spot,))


def _misread_placement(view: BoardView, square: tuple[int, int], turn: int | None, open_spots: Sequence[NamedSpot]) -> Misread:
    assert view.hand is not None
    name = view.squares.name(*square)
    squares = tuple(s.name for s in open_spots)
    reason = illegal_move_reason(view, view.hand, square, turn or 0)
    if reason is None:
        return Misread("not-here", square=name, squares=squares)
    if reason.reason != "edges":
        return Misread(f"square-{reason.reason}", square=name, squares=squares)
    if not reason.fitting:
        clashes = () if turn is None else reason.clashes
        return Misread("fits-nowhere-here", square=name, squares=squares, facing=(turn or 0) * 90, clashes=clashes)
    facings = tuple(t * 90 for t in reason.fitting)
    if turn is None:
        return AmbiguousMove("which-facing", square=name, facings=facings)
    return Misread("does-not-fit", square=name, facing=turn * 90, clashes=reason.clashes, facings=facings)
