"""The texts of maps: options, start squares, small cities and connections; `printed` holds what is printed on a map."""

from __future__ import annotations

from collections.abc import Sequence

from games.carcassonne.actions import Action
from games.carcassonne.expansions.maps.events import MapLinkReached
from games.carcassonne.view import BoardView
from text.carcassonne.choices import draw
from text.carcassonne.event_narrator import EventNarrator
from text.carcassonne.phrasebook import Phrasebook
from text.protocol import ChoiceTexts
from text.translator import Translator, meant, phrase


def _narrate_connected(told: EventNarrator, event: MapLinkReached) -> None:
    words, names = told.words, told.words.list(event.names)
    if event.kind == "ferry":
        sentence = words.say("the ferry {names} is connected", names=names)
    else:
        sentence = words.count("{names} is connected", "{names} are connected", len(event.names), names=names)
    if event.squares:
        squares = words.list([told.square(*square) for square in event.squares])
        sentence = words.say("{connected}, now within reach: {squares}", connected=sentence, squares=squares)
    told.note(sentence)
    if told.seat is None:
        told.fresh()


def _start(action: Action, view: BoardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    square = view.squares.name(*action.square)
    return ChoiceTexts(square, words.say("start at {square}", square=square), "", square.lower())


WORDS = Phrasebook(
    counted={"towns": lambda number, words: words.count("{number} small city", "{number} small cities", number)},
    say={"start": _start, "lay": draw},
    tell={MapLinkReached: _narrate_connected},
    paid={"toll": phrase("small city covered")},
    sources={"toll": phrase("small cities {points}")},
    help={
        "roads": phrase("On a map, shields count on roads too: 2 points each on a finished road, 1 on an unfinished one."),
    },
    options={
        "map": (phrase("Map"), phrase("The printed board the tiles go on.")),
        "starts": (phrase("Start tiles"), phrase("How many start tiles a map begins with.")),
        "towns": (phrase("Small cities of the map"), phrase("What the printed small cities do.")),
    },
    values={
        ("map", "none"): meant("no map", "none"),
        ("map", "tutorial"): phrase("Tutorial island"),
        ("map", "benelux"): phrase("Benelux"),
        ("map", "germany"): phrase("Germany"),
        ("map", "france"): phrase("France"),
        ("map", "britain"): phrase("Great Britain"),
        ("towns", "a"): phrase("covering one gives a second tile"),
        ("towns", "b"): phrase("covering one costs 2 points"),
        ("towns", "c"): phrase("a finished road scores 2 extra for each open one beside it"),
    },
)
