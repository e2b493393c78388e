"""What is wrong with a map that somebody drew, and where: one sentence for each code of `BadMap`."""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.expansions.maps.bad_map import BadMap
from text.language import Words, phrase
from text.names import safe

SENTENCES: Mapping[str, str] = {
    "too-long": phrase("The file has more than {most} characters."),
    "line-too-long": phrase("The line has more than {most} characters."),
    "bad-header": phrase("Before the grid every line is “key: value”."),
    "unknown-header": phrase("“{key}” is no key. Keys: {choices}."),
    "header-twice": phrase("“{key}” was given before."),
    "header-missing": phrase("“{key}:” is missing."),
    "bad-value": phrase("“{value}” does not fit {key}. Possible: {expected}."),
    "bad-row": phrase("Row {row} has {found} squares, not {columns}."),
    "bad-glyph": phrase("“{glyph}” stands for no kind of square. Kinds: {choices}."),
    "too-few-rows": phrase("The grid has {found} rows, not {rows}."),
    "no-end": phrase("The grid must end here with the line “end”."),
    "unknown-mark": phrase("“{word}” is no mark. Marks: {choices}."),
    "bad-mark": phrase("This mark is written so: {expected}"),
    "bad-square": phrase("“{square}” is no square of this map."),
    "bad-name": phrase("“{name}” is no name: up to {most} letters, digits, blanks and - ' . , ( ) / & fit."),
    "bad-shields": phrase("“{value}” is no number of shields from 0 to {most}."),
    "bad-sides": phrase("“{value}” is no list of sides: N, E, S, W, each once."),
    "open-quote": phrase("The name has no closing quote."),
    "wrong-glyph": phrase("{square} is drawn as “{glyph}”, this mark needs “{expected}”."),
    "marked-twice": phrase("{square} has a mark already, in line {before}."),
    "unnamed": phrase("{square} is drawn as “{glyph}” and has no mark that names it."),
    "not-playable": phrase("No tile can lie on {square}."),
    "not-outer": phrase("The side {side} of {square} has another square beyond it."),
    "side-taken": phrase("The side {side} of {square} is taken by line {before}."),
    "same-square": phrase("A ferry needs two squares, not {square} twice."),
    "few-starts": phrase("The map has {found} start squares; at least {least} are needed."),
    "starts-touch": phrase("The start squares {square} and {other} lie side by side."),
    "few-squares": phrase("The map has {found} squares for tiles; at least {least} are needed."),
    "many-squares": phrase("The map has {found} squares for tiles; at most {most} are possible."),
    "many-shields": phrase("The map has {found} shields; at most {most} are possible."),
    "open-to-nothing": phrase("The open side {side} of {square} has no land beyond it; name its open sides with open=."),
    "closed-to-neighbour": phrase("The big cities {square} and {other} lie side by side and are not open to each other."),
    "unreachable": phrase("{square} cannot be reached from the start square {start}."),
    "unfillable": phrase("Only {found} tiles would fit {square} alone; at least {least} are needed."),
}


def map_error(found: BadMap, words: Words) -> str:
    """`Line 12, column 5: “x” stands for no kind of square. Kinds: ...`."""
    params = {key: _shown(value) for key, value in found.params.items()}
    sentence = words.say(SENTENCES[found.code], **params)
    return words.say("Line {line}, column {column}: {sentence}", line=found.line, column=found.column, sentence=sentence)


def _shown(value: object) -> str:
    return safe(", ".join(value) if isinstance(value, tuple) else str(value))
