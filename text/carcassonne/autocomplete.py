"""The completions of typed moves, at most 25; the parser reads each of their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.carcassonne.actions import Action
from games.carcassonne.illegal_move_reasons import demands, empty_squares, matching_turns
from games.carcassonne.view import BoardView
from text.carcassonne.action_names import written
from text.carcassonne.choices import choice, spots
from text.carcassonne.terms import piece_name
from text.carcassonne.vocabulary import facing
from text.protocol import completions
from text.translator import Translator

Offer = tuple[str, str]


def autocomplete(
    option: str, text: str, view: BoardView, legal: Sequence[Action], names: Sequence[str], words: Translator
) -> list[Offer]:
    """Return the completions of a command option's text, as specified by `MoveParser.autocomplete`."""
    words = words.unillustrated
    return completions(OFFERS[option](view, legal, names, words), text) if option in OFFERS else []


def _spot(view: BoardView, legal: Sequence[Action], _names: Sequence[str], words: Translator) -> list[Offer]:
    offers = []
    for spot in spots(view, [action for action in legal if action.verb == "place"]):
        facings = ", ".join(f"{action.turn * 90}°" for action in spot.actions)
        label = words.say("{square} (spot {number}): {facings}", square=spot.name, number=spot.number, facings=facings)
        offers.append((label, spot.name))
    return offers


def _rotation(view: BoardView, legal: Sequence[Action], names: Sequence[str], words: Translator) -> list[Offer]:
    offers: dict[str, Offer] = {}
    for action in legal:
        if action.verb == "place":
            texts = choice(action, view, names, words)
            offers.setdefault(texts.short, (words.say("{facing}: {edges}", facing=texts.label, edges=texts.detail), texts.short))
    return sorted(offers.values(), key=lambda offer: facing(offer[1]) or 0)


def _figure_offers(view: BoardView, legal: Sequence[Action], names: Sequence[str], words: Translator) -> list[Offer]:
    offers: dict[str, Offer] = {}
    typed = written(view, legal, words)
    for action in legal:
        if action.verb == "place":
            continue
        texts = choice(action, view, names, words)
        label = ", ".join(part for part in (texts.group, texts.label, texts.detail) if part)
        offers.setdefault(typed[action], (label, typed[action]))
    return list(offers.values())


def _piece(_view: BoardView, legal: Sequence[Action], _names: Sequence[str], words: Translator) -> list[Offer]:
    kinds = dict.fromkeys(action.what for action in legal if action.verb == "deploy")
    return [(piece_name(kind, words), kind) for kind in kinds]


def _square(view: BoardView, _legal: Sequence[Action], _names: Sequence[str], words: Translator) -> list[Offer]:
    offers = []
    for square in empty_squares(view):
        wanted = demands(view, square)
        fit = sum(number for tile_id, number in view.bag if matching_turns(tile_id, wanted))
        name = view.squares.name(*square)
        offers.append((words.count("{square}: {number} tile fits", "{square}: {number} tiles fit", fit, square=name), name))
    return offers


OFFERS: Mapping[str, Callable[[BoardView, Sequence[Action], Sequence[str], Translator], list[Offer]]] = {
    "spot": _spot,
    "rotation": _rotation,
    "meeple": _figure_offers,
    "where": _figure_offers,
    "piece": _piece,
    "square": _square,
}
"""The options of commands that this game completes."""
