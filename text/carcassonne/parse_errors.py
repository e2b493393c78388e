"""The messages about typed moves that were not understood or don't fit, one sentence for each code of `Misread`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.carcassonne.illegal_move_reasons import EdgeMismatch
from games.carcassonne.view import BoardView
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import side_name
from text.message_templates import Params, Spoken, spoken
from text.translator import Translator, meant, phrase
from text.users.player_names import safe

_EDGES: Mapping[str, str] = {"C": meant("edge", "city"), "R": meant("edge", "road"), "F": meant("edge", "field")}
_MOST = 12
"""How many squares or choices a sentence names before it says how many more there are."""


def refusal(code: str, params: Params, view: BoardView, words: Translator) -> str:
    """Return the sentence that explains why a typed text was not understood."""
    return spoken(MISREADS[code], params, words, view=view)


def some(parts: Sequence[str], words: Translator) -> str:
    """Return the first few of some texts as a list, and how many more there are."""
    if len(parts) <= _MOST:
        return ", ".join(parts)
    more = words.count("{number} more", "{number} more", len(parts) - _MOST)
    return ", ".join((*parts[:_MOST], more))


def _join_sentences(first: str, then: str) -> str:
    """Return two sentences joined by a space."""
    return f"{first} {then}"


def _squares(squares: Sequence[str], words: Translator) -> str:
    return words.say("Squares that fit: {squares}.", squares=some(squares, words))


def _rotations(square: str, facings: Sequence[int], words: Translator) -> str:
    fitting = ", ".join(f"{square} {rotation}°" for rotation in facings)
    return words.count("Rotation that fits: {rotations}.", "Rotations that fit: {rotations}.", len(facings), rotations=fitting)


def _choices(choices: Sequence[str], words: Translator) -> str:
    if not choices:
        return words.say("Only “-” (none) is possible.")
    return words.say("Possible: {choices}.", choices=some(choices, words))


def _nothing_typed(words: Translator) -> str:
    return words.say("Tell me the square, the rotation and the meeple, such as “N12 90 knight”; “-” means no meeple.")


def _too_much(text: str, words: Translator) -> str:
    return words.say("Leave out “{text}”: the move is complete without it.", text=safe(text))


def _not_a_square(text: str, squares: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("“{text}” isn't a square such as N12.", text=safe(text)), _squares(squares, words))


def _no_such_spot(number: int, squares: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("There's no spot {spot}.", spot=number), _squares(squares, words))


def _square_taken(square: str, squares: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("There's already a tile at {square}.", square=square), _squares(squares, words))


def _square_apart(square: str, squares: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("There's no tile next to {square}.", square=square), _squares(squares, words))


def _square_off(square: str, squares: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("{square} isn't part of this map.", square=square), _squares(squares, words))


def _square_far(square: str, squares: Sequence[str], words: Translator) -> str:
    first = words.say("{square} is out of reach: there's no tile, connected city or ferry next to it.", square=square)
    return _join_sentences(first, _squares(squares, words))


def _fits_nowhere_here(
    square: str, clashes: Sequence[EdgeMismatch], squares: Sequence[str], view: BoardView, words: Translator, facing: int = 0
) -> str:
    first = words.say("This tile doesn't fit at {square}, however you rotate it.", square=square)
    if clashes:
        named = words.list([_clash(clash, view, words) for clash in clashes])
        first = _join_sentences(first, words.say("At {rotation}°: {clashes}.", rotation=facing, clashes=named))
    return _join_sentences(first, _squares(squares, words))


def _not_here(square: str, squares: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("You can't use {square} now.", square=square), _squares(squares, words))


def _which_facing(square: str, facings: Sequence[int], words: Translator) -> str:
    return _join_sentences(
        words.say("The tile fits at {square} in more than one rotation. Which one?", square=square),
        _rotations(square, facings, words),
    )


def _not_a_facing(text: str, square: str, facings: Sequence[int], words: Translator) -> str:
    first = words.say("Rotation “{text}” doesn't fit at {square}.", text=text, square=square)
    return _join_sentences(first, _rotations(square, facings, words))


def _does_not_fit(
    clashes: Sequence[EdgeMismatch], square: str, facing: int, facings: Sequence[int], view: BoardView, words: Translator
) -> str:
    named = words.list([_clash(clash, view, words) for clash in clashes])
    first = words.say("{square} at {rotation}° doesn't fit: {clashes}.", square=square, rotation=facing, clashes=named)
    return _join_sentences(first, _rotations(square, facings, words))


def _clash(clash: EdgeMismatch, view: BoardView, words: Translator) -> str:
    """Return the text about two edges that don't fit: `city against road (N11, north)`.

    In place of the neighbour's square it may name the print of a map.
    """
    edges = {**_EDGES, **phrases().edges}
    return words.say(
        "{mine} against {theirs} ({place}, {side})",
        side=side_name(clash.side, words),
        mine=words.say(edges[clash.mine]),
        theirs=words.say(edges[clash.theirs]),
        place=clash.printed or view.squares.name(*clash.square),
    )


def _must_choose(choices: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("You have to choose one."), _choices(choices, words))


def _no_such_choice(number: int, choices: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("There's no choice number {number}.", number=number), _choices(choices, words))


def _which_one(text: str, choices: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("“{text}” can mean several things.", text=safe(text)), _choices(choices, words))


def _unknown_word(text: str, choices: Sequence[str], words: Translator) -> str:
    return _join_sentences(words.say("“{text}” isn't one of your choices.", text=safe(text)), _choices(choices, words))


def _no_role(code: str) -> Spoken:
    """Return the function that explains, for each role, why no figure can be placed in that role."""

    def refused(role: str, choices: Sequence[str], words: Translator) -> str:
        text = {**_REFUSED, **phrases().refused}[code, role]
        return _join_sentences(words.say(text), _choices(choices, words))

    return refused


_REFUSED: Mapping[tuple[str, str], str] = {
    ("no-such-place", "knight"): phrase("This tile has no city."),
    ("no-such-place", "highwayman"): phrase("This tile has no road."),
    ("no-such-place", "monk"): phrase("This tile has no monastery."),
    ("no-such-place", "farmer"): phrase("This tile has no field."),
    ("occupied", "knight"): phrase("That city already has a meeple."),
    ("occupied", "highwayman"): phrase("That road already has a meeple."),
    ("occupied", "monk"): phrase("That monastery already has a meeple."),
    ("occupied", "farmer"): phrase("That field already has a meeple."),
    ("not-there", "knight"): phrase("You can't put a knight there now."),
    ("not-there", "highwayman"): phrase("You can't put a highwayman there now."),
    ("not-there", "monk"): phrase("You can't put a monk there now."),
    ("not-there", "farmer"): phrase("You can't put a farmer there now."),
}


def _no_topic(text: str, topics: Sequence[str], words: Translator) -> str:
    return words.say("There's no help on “{text}”. Topics: {topics}.", text=safe(text), topics=", ".join(topics))


MISREADS: Mapping[str, Spoken] = {
    "nothing-typed": _nothing_typed,
    "too-much": _too_much,
    "not-a-square": _not_a_square,
    "no-such-spot": _no_such_spot,
    "square-taken": _square_taken,
    "square-apart": _square_apart,
    "square-off": _square_off,
    "square-far": _square_far,
    "fits-nowhere-here": _fits_nowhere_here,
    "not-here": _not_here,
    "which-facing": _which_facing,
    "not-a-facing": _not_a_facing,
    "does-not-fit": _does_not_fit,
    "must-choose": _must_choose,
    "no-such-choice": _no_such_choice,
    "which-one": _which_one,
    "unknown-word": _unknown_word,
    "no-such-place": _no_role("no-such-place"),
    "occupied": _no_role("occupied"),
    "not-there": _no_role("not-there"),
    "no-topic": _no_topic,
}
"""Every code of a `Misread` of this game, with its sentence."""
