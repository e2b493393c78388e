"""Reads what players type, one step at a time: `N12 90 knight` is a placement, and then a figure.

Nothing here decides what is legal: a text is matched against the legal actions, and what matches none is explained.
The module is the `MoveParser` of the game, together with what it takes from its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import NOWHERE, Action
from games.carcassonne.catalog import tile
from games.carcassonne.illegal_move_reasons import feature_at, illegal_move_reason
from games.carcassonne.view import BoardView
from text.carcassonne.autocomplete import autocomplete
from text.carcassonne.board import hint
from text.carcassonne.choices import choice, spots, square_of
from text.carcassonne.parse_errors import refusal
from text.carcassonne.phrasebook import phrases
from text.carcassonne.questions import kind_of, numbers
from text.carcassonne.segment_names import segment_at, segments_at, where
from text.carcassonne.terms import standing_role
from text.carcassonne.vocabulary import (
    all_role_words,
    facing,
    is_none,
    is_short_of_two,
    loose_side_words,
    piece_words,
    role_words,
    side_words,
    tokens,
    verb_words,
)
from text.protocol import AmbiguousMove, Misread, NamedSpot
from text.translator import Translator, languages
from text.translator import translator_for as spoken

__all__ = ["autocomplete", "begins", "hint", "is_nothing", "refusal", "typed"]


def typed(text: str, view: BoardView, legal: Sequence[Action], words: Translator) -> tuple[Action, str]:
    """See `MoveParser.typed`."""
    said = tokens(text)
    if not said:
        raise Misread("nothing-typed")
    if not legal:
        raise Misread("too-much", text=" ".join(said)[:60])
    if any(action.verb == "place" for action in legal) and said[0] not in _verb_words(legal):
        action, used = _placement(said, view, legal)
    else:
        action, used = _other(said, view, legal, words)
    return action, " ".join(said[used:])


def begins(text: str, view: BoardView, legal: Sequence[Action], words: Translator) -> bool:
    """See `MoveParser.begins`: a number, or a square written apart, only where nothing else follows it than in a move."""
    said = tokens(text)
    if not said:
        return False
    first = said[0].lstrip("#")
    if view.squares.read(first) is not None:
        return True
    if first.isdecimal():
        return _goes_on(said[1:], words) if legal else len(said) > 1 and facing(said[1]) is not None
    if len(said) > 1 and view.squares.read("".join(said[:2])) is not None:
        return _goes_on(said[2:], words)
    if is_none(first, words):
        return len(said) == 1 and any(action.verb == "skip" for action in legal)
    return _names_choice(first, view, legal, words)


def _goes_on(said: Sequence[str], words: Translator) -> bool:
    """Whether nothing follows, or what follows a place in a move."""
    if not said:
        return True
    figures = any(said[0] in role_words(role) for role in all_role_words())
    return facing(said[0]) is not None or said[0].isdecimal() or is_none(said[0], words) or figures


def _names_choice(token: str, view: BoardView, legal: Sequence[Action], words: Translator) -> bool:
    """Whether a word names one of the choices that are no placements, or a figure where one is asked for."""
    real = [action for action in legal if action.verb not in ("place", "skip")]
    if any(token in _exact(action, view, words) for action in real):
        return True
    asked = any(action.verb == "deploy" for action in real) or view.decision == "deploy"
    return bool(legal) and asked and any(token in role_words(role) for role in all_role_words())


def is_nothing(text: str, words: Translator) -> bool:
    """See `MoveParser.is_nothing`."""
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
        raise _refused(view, square, asked, open_spots)
    if asked is None:
        return _only(spot, said[used:]), used
    return _turned(view, spot, asked), used + 1


def _square(said: Sequence[str], view: BoardView, open_spots: Sequence[NamedSpot]) -> tuple[tuple[int, int], int]:
    """The square that the first word or two name, by name or number, and how many words that took."""
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


def _only(spot: NamedSpot, rest: Sequence[str]) -> Action:
    """The placement on a spot for which no facing was named."""
    turns = tuple(action.turn * 90 for action in spot.actions)
    if rest and rest[0].isdecimal():
        raise Misread("not-a-facing", text=rest[0][:6], square=spot.name, facings=turns)
    if len(turns) > 1:
        raise AmbiguousMove("which-facing", square=spot.name, facings=turns)
    action: Action = spot.actions[0]
    return action


def _turned(view: BoardView, spot: NamedSpot, turn: int) -> Action:
    """The placement in this turn, or in one that looks the same, on a plain tile whatever its symbols."""
    assert view.hand is not None
    for alike in (tile(view.hand).alike, tile(view.hand).alike_plain):
        for action in spot.actions:
            if alike[action.turn] == alike[turn]:
                found: Action = action
                return found
    raise _refused(view, spot.square, turn, (spot,))


def _refused(view: BoardView, square: tuple[int, int], turn: int | None, open_spots: Sequence[NamedSpot]) -> Misread:
    assert view.hand is not None
    name = view.squares.name(*square)
    squares = tuple(s.name for s in open_spots)
    found = illegal_move_reason(view, view.hand, square, turn or 0)
    if found is None:
        return Misread("not-here", square=name, squares=squares)
    if found.reason != "edges":
        return Misread(f"square-{found.reason}", square=name, squares=squares)
    if not found.fitting:
        clashes = () if turn is None else found.clashes
        return Misread("fits-nowhere-here", square=name, squares=squares, facing=(turn or 0) * 90, clashes=clashes)
    facings = tuple(t * 90 for t in found.fitting)
    if turn is None:
        return AmbiguousMove("which-facing", square=name, facings=facings)
    return Misread("does-not-fit", square=name, facing=turn * 90, clashes=found.clashes, facings=facings)


def _other(said: Sequence[str], view: BoardView, legal: Sequence[Action], words: Translator) -> tuple[Action, int]:
    """A choice that is no placement: nothing, a number from the list, or words that fit one action only."""
    none = next((action for action in legal if action.verb == "skip"), None)
    if is_none(said[0], words):
        if none is None:
            raise Misread("must-choose", choices=_shorts(legal, view, words))
        return none, 1
    real = [action for action in legal if action.verb != "skip"]
    left, used = _numbered(said, view, real, words)
    left, more = _narrowed(said[used:], view, left, words)
    used += more
    if not used:
        raise _unknown(said[0], view, real, words)
    if not any(_two_meanings(token, left, view, words) for token in said[:used]):
        left = _usual(left)
    if len(left) > 1:
        raise Misread("which-one", text=" ".join(said[:used])[:40], choices=_shorts(left, view, words))
    return left[0], used


def _two_meanings(token: str, left: Sequence[Action], view: BoardView, words: Translator) -> bool:
    """Whether a letter that means two things leaves some choices by one meaning only, and others by the other only."""
    if not is_short_of_two(token):
        return False
    roles = [a for a in left if token in role_words(_role(a, view))]
    others = [
        a for a in left if token in (piece_words(a.what, words) if a.what else ()) or token in loose_side_words(_where(a, view))
    ]
    return len(roles) < len(left) and len(others) < len(left)


def _usual(left: list[Action]) -> list[Action]:
    """What is meant where nothing says otherwise: the tile just placed, a small figure."""
    for usual in ([a for a in left if a.cell == NOWHERE], [a for a in left if a.what == "small"]):
        left = [a for a in left if a in usual] or left
    return left


def _kind_words(verb: str) -> frozenset[str]:
    """What names the kind of choices with a verb: `tower`, `guard`."""
    role = phrases().takes.get(verb)
    return verb_words(verb) | (role_words(role) if role else frozenset())


def _numbered(said: Sequence[str], view: BoardView, real: Sequence[Action], words: Translator) -> tuple[Sequence[Action], int]:
    """The choices with the number that comes first, `3`, or first behind the name of their kind, `tower 3`; else all of them."""
    asked, used = real, 0
    if len(said) > 1 and said[1].isdecimal():
        asked = [a for a in real if kind_of(a, view) and said[0] in _kind_words(a.verb)] or real
        used = 1 if asked is not real else 0
    if not said[used].isdecimal():
        return real, 0
    number = int(said[used][:4]) if said[used].isascii() else 0
    found = [a for a, of in zip(asked, numbers(view, asked), strict=True) if number and of == number]
    if not found:
        raise Misread("no-such-choice", number=said[used][:6], choices=_shorts(asked, view, words))
    return found, used + 1


def _narrowed(said: Sequence[str], view: BoardView, real: Sequence[Action], words: Translator) -> tuple[list[Action], int]:
    """The actions that fit the first words, as many as fit any, and how many words that took. A word that comes again after others
    belongs to the next step: `L8 raise L8` is a tower, and then a square for the dragon.
    """
    left, used = list(real), 0
    for token in said:
        found = _fitting(token, left, view, words)
        if not found or (token in said[:used] and len(set(said[:used])) > 1):
            break
        left, used = found, used + 1
    return left, used


def _fitting(token: str, left: Sequence[Action], view: BoardView, words: Translator) -> list[Action]:
    """Those that a word names, as exactly as it names any; a letter that means two things names them all."""
    hits = ([a for a in left if token in level(a, view, words)] for level in _LEVELS)
    if is_short_of_two(token):  # `w` is west, and short for a role: whatever comes next tells which is meant
        named = [a for hit in hits for a in hit]
        return [a for a in left if a in named]
    return next((hit for hit in hits if hit), [])


def _exact(action: Action, view: BoardView, words: Translator) -> frozenset[str]:
    """Words that name what an action does, and exactly where."""
    named = verb_words(action.verb) | _said(action, view, words)
    if action.cell != NOWHERE:
        named |= {view.squares.name(*action.square).casefold()}
    if action.what:
        named |= piece_words(action.what, words)
    return named | role_words(_role(action, view))


def _said(action: Action, view: BoardView, words: Translator) -> frozenset[str]:
    """The words of the answer that is shown to be typed."""
    return frozenset(choice(action, view, ("?",) * len(view.seats), words).short.casefold().split())


def _precise(action: Action, view: BoardView, _words: Translator) -> frozenset[str]:
    return side_words(_where(action, view))


def _loose(action: Action, view: BoardView, _words: Translator) -> frozenset[str]:
    return loose_side_words(_where(action, view))


def _elsewhere(action: Action, view: BoardView, _words: Translator) -> frozenset[str]:
    """The words of the answer that is shown to be typed, in every language."""
    return frozenset(word for language in languages() for word in _said(action, view, spoken(language)))


_LEVELS = (_exact, _precise, _loose, _elsewhere)


def _role(action: Action, view: BoardView) -> str:
    """The role that a figure would take, or has where the action names one on the board; empty without any."""
    if not action.part:
        return phrases().takes.get(action.verb, "")
    x, y = square_of(action, view)
    if action.verb != "deploy":
        return next((p.role for p in view.pieces if (p.x, p.y, p.part) == (x, y, action.part) and p.seat is not None), "")
    return standing_role(action.what, segment_at(view, x, y, action.part).kind)


def _where(action: Action, view: BoardView) -> str:
    """Where on its tile the action's segment lies; for what leads somewhere in which direction it goes."""
    if action.verb in phrases().aims:
        return phrases().aims[action.verb](action, view)
    if not action.part:
        return ""
    x, y = square_of(action, view)
    return where(segment_at(view, x, y, action.part), segments_at(view, x, y))


def _shorts(actions: Sequence[Action], view: BoardView, words: Translator) -> tuple[str, ...]:
    """What could be typed for each action, none twice."""
    nobody = ("?",) * len(view.seats)
    return tuple(dict.fromkeys(choice(action, view, nobody, words).short for action in actions))


def _unknown(token: str, view: BoardView, real: Sequence[Action], words: Translator) -> Misread:
    """Why a word names none of the choices: a role that cannot be taken is explained."""
    choices = _shorts(real, view, words)
    role = next((r for r in all_role_words() if token in role_words(r)), None)
    if role is None or view.decision != "deploy" or view.current is None:
        return Misread("unknown-word", text=token[:30], choices=choices)
    x, y = view.current
    there = [s for s in segments_at(view, x, y) if s.kind.role == role]
    if not there:
        return Misread("no-such-place", role=role, choices=choices)
    for segment in there:
        feature = feature_at(view, x, y, segment.name)
        if feature is not None and feature.weights:
            return Misread("occupied", role=role, seats=tuple(seat for seat, _ in feature.weights), choices=choices)
    return Misread("not-there", role=role, choices=choices)
