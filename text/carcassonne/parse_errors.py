"""Why a typed move was not understood or does not fit, and what would: one sentence for each `Misread`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.carcassonne.illegal_move_reasons import EdgeMismatch
from games.carcassonne.view import BoardView
from text.carcassonne.phrasebook import phrases
from text.carcassonne.segment_names import side_name
from text.message_templates import Params
from text.translator import Translator, meant, phrase
from text.users.player_names import safe

_EDGES: Mapping[str, str] = {"C": meant("edge", "city"), "R": meant("edge", "road"), "F": meant("edge", "field")}
_MOST = 12
"""How many squares or choices a sentence names before it says how many more there are."""


def refusal(code: str, params: Params, view: BoardView, words: Translator) -> str:
    """Return the sentence that explains why a typed text was not understood."""
    return MISREADS[code](params, view, words)


def some(parts: Sequence[str], words: Translator) -> str:
    """Return the first few of a list, and how many more there are."""
    if len(parts) <= _MOST:
        return ", ".join(parts)
    more = words.count("{number} more", "{number} more", len(parts) - _MOST)
    return ", ".join((*parts[:_MOST], more))


def _both(first: str, then: str) -> str:
    """Return two sentences, one after the other."""
    return f"{first} {then}"


def _squares(params: Params, words: Translator) -> str:
    return words.say("Squares that fit: {squares}.", squares=some(params["squares"], words))


def _rotations(params: Params, words: Translator) -> str:
    fitting = ", ".join(f"{params['square']} {rotation}°" for rotation in params["facings"])
    return words.count(
        "Rotation that fits: {rotations}.", "Rotations that fit: {rotations}.", len(params["facings"]), rotations=fitting
    )


def _choices(params: Params, words: Translator) -> str:
    if not params["choices"]:
        return words.say("Only “-” (none) is possible.")
    return words.say("Possible: {choices}.", choices=some(params["choices"], words))


def _nothing_typed(_params: Params, _view: BoardView, words: Translator) -> str:
    return words.say("Tell me the square, the rotation and the meeple, such as “N12 90 knight”; “-” means no meeple.")


def _too_much(params: Params, _view: BoardView, words: Translator) -> str:
    return words.say("Leave out “{text}”: the move is complete without it.", text=safe(params["text"]))


def _not_a_square(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("“{text}” isn't a square such as N12.", text=safe(params["text"])), _squares(params, words))


def _no_such_spot(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("There's no spot {spot}.", spot=params["number"]), _squares(params, words))


def _square_taken(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("There's already a tile at {square}.", square=params["square"]), _squares(params, words))


def _square_apart(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("There's no tile next to {square}.", square=params["square"]), _squares(params, words))


def _square_off(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("{square} isn't part of this map.", square=params["square"]), _squares(params, words))


def _square_far(params: Params, _view: BoardView, words: Translator) -> str:
    first = words.say("{square} is out of reach: there's no tile, connected city or ferry next to it.", square=params["square"])
    return _both(first, _squares(params, words))


def _fits_nowhere_here(params: Params, view: BoardView, words: Translator) -> str:
    first = words.say("This tile doesn't fit at {square}, however you rotate it.", square=params["square"])
    if params["clashes"]:
        clashes = words.list([_clash(clash, view, words) for clash in params["clashes"]])
        first = _both(first, words.say("At {rotation}°: {clashes}.", rotation=params["facing"], clashes=clashes))
    return _both(first, _squares(params, words))


def _not_here(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("You can't use {square} now.", square=params["square"]), _squares(params, words))


def _which_facing(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(
        words.say("The tile fits at {square} in more than one rotation. Which one?", square=params["square"]),
        _rotations(params, words),
    )


def _not_a_facing(params: Params, _view: BoardView, words: Translator) -> str:
    first = words.say("Rotation “{text}” doesn't fit at {square}.", text=params["text"], square=params["square"])
    return _both(first, _rotations(params, words))


def _does_not_fit(params: Params, view: BoardView, words: Translator) -> str:
    clashes = words.list([_clash(clash, view, words) for clash in params["clashes"]])
    first = words.say(
        "{square} at {rotation}° doesn't fit: {clashes}.", square=params["square"], rotation=params["facing"], clashes=clashes
    )
    return _both(first, _rotations(params, words))


def _clash(clash: EdgeMismatch, view: BoardView, words: Translator) -> str:
    """`city against road (N11, north)`, the place being what is printed there on a map."""
    edges = {**_EDGES, **phrases().edges}
    return words.say(
        "{mine} against {theirs} ({place}, {side})",
        side=side_name(clash.side, words),
        mine=words.say(edges[clash.mine]),
        theirs=words.say(edges[clash.theirs]),
        place=clash.printed or view.squares.name(*clash.square),
    )


def _must_choose(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("You have to choose one."), _choices(params, words))


def _no_such_choice(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("There's no choice number {number}.", number=params["number"]), _choices(params, words))


def _which_one(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("“{text}” can mean several things.", text=safe(params["text"])), _choices(params, words))


def _unknown_word(params: Params, _view: BoardView, words: Translator) -> str:
    return _both(words.say("“{text}” isn't one of your choices.", text=safe(params["text"])), _choices(params, words))


def _no_role(code: str) -> Callable[[Params, BoardView, Translator], str]:
    """Why no figure can be placed as what was named: a sentence for each role."""

    def refused(params: Params, _view: BoardView, words: Translator) -> str:
        said = {**_REFUSED, **phrases().refused}[code, params["role"]]
        return _both(words.say(said), _choices(params, words))

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


def _no_topic(params: Params, _view: BoardView, words: Translator) -> str:
    return words.say(
        "There's no help on “{text}”. Topics: {topics}.", text=safe(params["text"]), topics=", ".join(params["topics"])
    )


MISREADS: Mapping[str, Callable[[Params, BoardView, Translator], str]] = {
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
