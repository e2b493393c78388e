"""Why a typed move was not understood or does not fit, and what would: one sentence for each `Misread`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.carcassonne.view import BoardView
from games.carcassonne.why import Clash
from text.carcassonne.phrasebook import phrases
from text.carcassonne.places import side_name
from text.carcassonne.terms import role_phrase
from text.language import Words, phrase
from text.names import safe

_MINE: Mapping[str, str] = {"C": phrase("city edge"), "R": phrase("road"), "F": phrase("field edge")}
_MOST = 12
"""How many squares or choices a sentence names before it says how many more there are."""

Params = Mapping[str, Any]


def sentence(code: str, params: Params, view: BoardView, words: Words) -> str:
    """What a player reads for a `Misread`."""
    return MISREADS[code](params, view, words)


def some(parts: Sequence[str], words: Words) -> str:
    """The first few of a list, and how many more there are."""
    if len(parts) <= _MOST:
        return ", ".join(parts)
    more = words.count("{number} more", "{number} more", len(parts) - _MOST)
    return ", ".join((*parts[:_MOST], more))


def _squares(params: Params, words: Words) -> str:
    return words.say("Squares that fit: {squares}.", squares=some(params["squares"], words))


def _facings(params: Params, words: Words) -> str:
    facings = ", ".join(f"{facing}°" for facing in params["facings"])
    return words.count("Facing that fits: {facings}.", "Facings that fit: {facings}.", len(params["facings"]), facings=facings)


def _choices(params: Params, words: Words) -> str:
    if not params["choices"]:
        return words.say("Only “-” (none) is possible.")
    return words.say("Possible: {choices}.", choices=some(params["choices"], words))


def _nothing_typed(_params: Params, _view: BoardView, words: Words) -> str:
    return words.say("Type a square, a facing and a figure, such as “N12 90 knight”; “-” means no figure.")


def _too_much(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("“{text}” is too much: the move is complete without it.", text=safe(params["text"]))


def _not_a_square(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("“{text}” is not a square such as N12. ", text=safe(params["text"])) + _squares(params, words)


def _no_such_spot(params: Params, _view: BoardView, words: Words) -> str:
    first = words.count(
        "There is {number} spot; {spot} is not its number. ",
        "There are {number} spots, none with number {spot}. ",
        params["count"],
        spot=params["number"],
    )
    return first + _squares(params, words)


def _square_taken(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("A tile already lies at {square}. ", square=params["square"]) + _squares(params, words)


def _square_apart(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("{square} has no tile beside it. ", square=params["square"]) + _squares(params, words)


def _square_off(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("{square} is no square for tiles on this map. ", square=params["square"]) + _squares(params, words)


def _square_far(params: Params, _view: BoardView, words: Words) -> str:
    first = words.say("{square} is out of reach: no tile, connected city or ferry is beside it. ", square=params["square"])
    return first + _squares(params, words)


def _fits_nowhere_here(params: Params, view: BoardView, words: Words) -> str:
    first = words.say("This tile fits {square} in no facing. ", square=params["square"])
    if params["clashes"]:
        clashes = words.list([_clash(clash, view, words) for clash in params["clashes"]])
        first += words.say("At {facing}°: {clashes}. ", facing=params["facing"], clashes=clashes)
    return first + _squares(params, words)


def _not_here(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("The rules do not allow {square} now. ", square=params["square"]) + _squares(params, words)


def _which_facing(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("{square} takes this tile in several facings: name one. ", square=params["square"]) + _facings(params, words)


def _not_a_facing(params: Params, _view: BoardView, words: Words) -> str:
    first = words.say(
        "“{text}” is not a facing (0, 90, 180 or 270) that fits {square}. ", text=params["text"], square=params["square"]
    )
    return first + _facings(params, words)


def _does_not_fit(params: Params, view: BoardView, words: Words) -> str:
    clashes = words.list([_clash(clash, view, words) for clash in params["clashes"]])
    first = words.say(
        "{square} at {facing}° does not fit: {clashes}. ", square=params["square"], facing=params["facing"], clashes=clashes
    )
    return first + _facings(params, words)


def _clash(clash: Clash, view: BoardView, words: Words) -> str:
    mine = words.say(_MINE.get(clash.mine) or phrases().edges[clash.mine])
    side, square = side_name(clash.side, words), view.squares.name(*clash.square)
    if clash.printed and clash.theirs == "C":
        return words.say("your {edge} ({side}) would meet the printed city {name}", edge=mine, side=side, name=clash.printed)
    if clash.printed:
        return words.say("your {edge} ({side}) would meet the printed road {name}", edge=mine, side=side, name=clash.printed)
    meets: Mapping[str, Callable[[], str]] = {
        "C": lambda: words.say("your {edge} ({side}) would meet the city of {square}", edge=mine, side=side, square=square),
        "R": lambda: words.say("your {edge} ({side}) would meet the road of {square}", edge=mine, side=side, square=square),
        "F": lambda: words.say("your {edge} ({side}) would meet the field of {square}", edge=mine, side=side, square=square),
    }
    if clash.theirs not in meets:
        return phrases().clashes[clash.theirs](mine, side, square, words)
    return meets[clash.theirs]()


def _must_choose(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("You have to choose here. ") + _choices(params, words)


def _no_such_choice(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("There is no choice number {number}. ", number=params["number"]) + _choices(params, words)


def _which_one(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("“{text}” can mean several things. ", text=safe(params["text"])) + _choices(params, words)


def _unknown_word(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("“{text}” names nothing that is possible now. ", text=safe(params["text"])) + _choices(params, words)


def _no_such_place(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("The tile has no place for a {role}. ", role=words.say(role_phrase(params["role"]))) + _choices(params, words)


def _occupied(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("No {role} here: somebody already stands there. ", role=words.say(role_phrase(params["role"]))) + _choices(
        params, words
    )


def _not_there(params: Params, _view: BoardView, words: Words) -> str:
    return words.say("No {role} can be placed there now. ", role=words.say(role_phrase(params["role"]))) + _choices(params, words)


def _no_topic(params: Params, _view: BoardView, words: Words) -> str:
    return words.say(
        "There is no help on “{text}”. Topics: {topics}.", text=safe(params["text"]), topics=", ".join(params["topics"])
    )


MISREADS: Mapping[str, Callable[[Params, BoardView, Words], str]] = {
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
    "no-such-place": _no_such_place,
    "occupied": _occupied,
    "not-there": _not_there,
    "no-topic": _no_topic,
}
"""Every code of a `Misread` of this game, with its sentence."""
