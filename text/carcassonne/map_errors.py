"""What is wrong with a map that somebody drew, and where: one sentence for each code of `BadMap`, all slips of a file at once.

What its author wrote is cut and made harmless; what would be right is ours, shown as it is to be written and never cut.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.expansions.maps.bad_map import BadMap
from text.language import Words, phrase
from text.people.names import safe

SENTENCES: Mapping[str, str] = {
    "too-long": phrase("The file has more than {most} characters."),
    "line-too-long": phrase("The line has more than {most} characters."),
    "bad-header": phrase("Before the grid every line is “key: value”."),
    "unknown-header": phrase("“{key}” is not a key. Keys: {choices}."),
    "header-twice": phrase("“{key}” was given before."),
    "header-missing": phrase("“{key}:” is missing."),
    "bad-value": phrase("“{value}” does not fit {key}. Possible: {expected}."),
    "bad-row": phrase("Row {row} has {found} squares, not {columns}."),
    "bad-glyph": phrase("“{glyph}” stands for no kind of square. Kinds: {choices}."),
    "too-few-rows": phrase("The grid has {found} rows, not {rows}."),
    "no-end": phrase("The grid must end here with the line “end”."),
    "unknown-mark": phrase("“{word}” is not a mark. Marks: {choices}."),
    "bad-mark": phrase("This mark is written so: {expected}"),
    "bad-square": phrase("“{square}” is not part of this map."),
    "bad-name": phrase("“{name}” is not a name: up to {most} letters, digits, blanks and - ' . , ( ) / & fit."),
    "bad-shields": phrase("“{value}” is not a number of shields from 0 to {most}."),
    "bad-sides": phrase("“{value}” is not a list of sides: N, E, S, W, each once, without blanks, such as open=NES."),
    "bad-side": phrase("“{value}” is not a side of a square: N, E, S or W."),
    "open-quote": phrase("The name has no closing quote."),
    "wrong-glyph": phrase("{square} is drawn as “{glyph}”, this mark needs “{expected}”."),
    "marked-twice": phrase("{square} has a mark already, in line {before}."),
    "unnamed": phrase("{square} is drawn as “{glyph}” and has no mark that names it."),
    "not-playable": phrase("No tile can lie on {square}."),
    "not-outer": phrase("Side {side} of {square} has another square beyond it."),
    "side-taken": phrase("Side {side} of {square} is taken by line {before}."),
    "same-square": phrase("A ferry needs two squares, not {square} twice."),
    "few-starts": phrase("The map has {found} start squares; at least {least} are needed."),
    "starts-touch": phrase("The start squares {square} and {other} lie side by side."),
    "few-squares": phrase("The map has {found} squares for tiles; at least {least} are needed."),
    "many-squares": phrase("The map has {found} squares for tiles; at most {most} are possible."),
    "many-shields": phrase("The map has {found} shields; at most {most} are possible."),
    "many-drawn": phrase("limit is {value}, but the sets of this map have {most} tiles: {least} to {most}, or leave the line out."),
    "open-to-nothing": phrase(
        "The open side {side} of {square} has no land beyond it: write open= with those sides only that have land beyond them."
    ),
    "closed-to-neighbour": phrase(
        "The big cities {square} and {other} lie side by side and are not open to each other: add {side} to open= of {square} "
        "and {back} to open= of {other}, or leave both out (then all four sides are open)."
    ),
    "unreachable": phrase("{square} cannot be reached from the start square {start}."),
    "unfillable": phrase("Only {found} tiles would fit {square} alone; at least {least} are needed."),
}


MOST = 20
"""Slips that are told at once."""

LONGEST = 3400
"""Characters of all of them: a message holds 4,000."""

OURS = frozenset({"choices", "expected"})
"""Parameters that say what would be right."""


def map_error(found: BadMap, words: Words) -> str:
    """One slip in its line, more than one in a list by lines: `Line 12, column 5: “x” stands for no kind of square ...`."""
    slips = sorted((found, *found.others), key=lambda slip: (slip.line, slip.column))
    said = [_slip(slip, words) for slip in slips[:MOST]]
    while sum(map(len, said)) + 3 * len(said) > LONGEST:
        said.pop()
    if len(slips) == 1:
        return said[0]
    if len(said) < len(slips):
        head = words.say("{number} slips; the first {shown}:", number=len(slips), shown=len(said))
    else:
        head = words.count("{number} slip:", "{number} slips:", len(slips))
    return "\n".join([head, *(f"- {line}" for line in said)])


def _slip(slip: BadMap, words: Words) -> str:
    params = {key: _ours(value) if key in OURS else safe(str(value)) for key, value in slip.params.items()}
    sentence = words.say(SENTENCES[slip.code], **params)
    return words.say("Line {line}, column {column}: {sentence}", line=slip.line, column=slip.column, sentence=sentence)


def _ours(value: object) -> str:
    return ", ".join(f"`{part}`" for part in value) if isinstance(value, tuple) else f"`{value}`"
