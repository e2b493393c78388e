"""The messages about errors in a map file, one sentence for each code of `InvalidMapError`.

Text from the file is cut and escaped; the expected form is shown as it must be written, and never cut.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.carcassonne.expansions.maps.map_errors import InvalidMapError
from games.core.uploads import InvalidUploadError
from text.translator import Translator, phrase
from text.users.player_names import safe

SENTENCES: Mapping[str, str] = {
    "too-long": phrase("The file has more than {most} characters."),
    "line-too-long": phrase("The line has more than {most} characters."),
    "bad-header": phrase("Before the grid, every line is “key: value”."),
    "unknown-header": phrase("“{key}” isn't a key. Keys: {choices}."),
    "header-twice": phrase("“{key}” was already given."),
    "header-missing": phrase("“{key}:” is missing."),
    "bad-value": phrase("“{value}” doesn't fit {key}. Possible: {expected}."),
    "bad-row": phrase("Row {row} has {found} squares, not {columns}."),
    "bad-glyph": phrase("“{glyph}” isn't a kind of square. Kinds: {choices}."),
    "too-few-rows": phrase("The grid has {found} rows, not {rows}."),
    "no-end": phrase("The grid must end here with the line “end”."),
    "unknown-mark": phrase("“{word}” isn't a mark. Marks: {choices}."),
    "bad-mark": phrase("Write this mark like this: {expected}"),
    "bad-square": phrase("“{square}” isn't part of this map."),
    "bad-name": phrase("“{name}” isn't a valid name: use up to {most} letters, digits, spaces and - ' . , ( ) / &."),
    "bad-shields": phrase("“{value}” isn't a number of shields from 0 to {most}."),
    "bad-sides": phrase("“{value}” isn't a list of sides: N, E, S, W, each at most once, without spaces, such as open=NES."),
    "bad-side": phrase("“{value}” isn't a side of a square: N, E, S or W."),
    "open-quote": phrase("The name has no closing quote."),
    "wrong-glyph": phrase("{square} is drawn as “{glyph}”, but this mark needs “{expected}”."),
    "marked-twice": phrase("{square} already has a mark, in line {before}."),
    "unnamed": phrase("{square} is drawn as “{glyph}”, but no mark names it."),
    "not-playable": phrase("{square} can't hold a tile."),
    "not-outer": phrase("There is another square beyond side {side} of {square}."),
    "side-taken": phrase("Side {side} of {square} is already used by line {before}."),
    "same-square": phrase("A ferry needs two squares, not {square} twice."),
    "few-starts": phrase("The map has {found} start squares; it needs at least {least}."),
    "starts-touch": phrase("Start squares {square} and {other} are next to each other."),
    "few-squares": phrase("The map has {found} squares for tiles; it needs at least {least}."),
    "many-squares": phrase("The map has {found} squares for tiles; the most is {most}."),
    "many-shields": phrase("The map has {found} shields; the most is {most}."),
    "many-drawn": phrase("limit is {value}, but this map's sets have {most} tiles. Use {least} to {most}, or leave the line out."),
    "open-to-nothing": phrase(
        "There's no land beyond open side {side} of {square}: in open=, list only sides with land beyond them."
    ),
    "closed-to-neighbour": phrase(
        "Big cities {square} and {other} are next to each other but not open to each other. Add {side} to open= "
        "of {square} and {back} to open= of {other}, or leave both out (then all four sides are open)."
    ),
    "unreachable": phrase("{square} can't be reached from start square {start}."),
    "unfillable": phrase("Only {found} tiles fit {square} by itself; it needs at least {least}."),
}


MOST = 20
"""Slips that are told at once."""

LONGEST = 3400
"""Characters of all of them: a message holds 4,000."""

OURS = frozenset({"choices", "expected"})
"""Parameters that say what would be right."""


def wrong(error: InvalidUploadError, words: Translator) -> str:
    """Return the errors of a map file: one as a sentence, several as a list by line: `Line 12, column 5: ...`.

    At most `MOST` errors and `LONGEST` characters are shown.
    """
    assert isinstance(error, InvalidMapError)  # the library of maps raises nothing else
    slips = sorted((error, *error.others), key=lambda slip: (slip.line, slip.column))
    texts = [_slip(slip, words) for slip in slips[:MOST]]
    while sum(map(len, texts)) + 3 * len(texts) > LONGEST:
        texts.pop()
    if len(slips) == 1:
        return texts[0]
    if len(texts) < len(slips):
        head = words.say("{number} mistakes; here are the first {shown}:", number=len(slips), shown=len(texts))
    else:
        head = words.count("{number} mistake:", "{number} mistakes:", len(slips))
    return "\n".join([head, *(f"- {line}" for line in texts)])


def _slip(slip: InvalidMapError, words: Translator) -> str:
    params = {key: _name_of_value(value) if key in OURS else safe(str(value)) for key, value in slip.params.items()}
    sentence = words.say(SENTENCES[slip.code], **params)
    return words.say("Line {line}, column {column}: {sentence}", line=slip.line, column=slip.column, sentence=sentence)


def _name_of_value(value: object) -> str:
    return ", ".join(f"`{part}`" for part in value) if isinstance(value, tuple) else f"`{value}`"
