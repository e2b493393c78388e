"""Alt text: what each kind of picture shows, at most 1024 characters. Made from the viewer's view, so it tells no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.view import CardView
from text.cardcassonne.table import hand_line, row_line
from text.language import Words, phrase
from text.people.names import plain
from text.sentences import whole_words

KINDS: Mapping[str, str] = {
    "turn": phrase("The card table."),
    "whole": phrase("The card table."),
    "spots": phrase("Your cards, numbered."),
    "hand": phrase("Your cards, numbered."),
    "preview": phrase("The card table after your move."),
    "figures": phrase("The card table."),
    "end": phrase("The card table at the end."),
}
"""What each kind of picture is; any other kind shows the table."""

TOLD = {"spots": (hand_line,), "hand": (), "preview": (), "figures": ()}
"""What is told of the pictures of a player's own steps, besides what the message beside them says: no rows, which stand in the
public message and change by what the summary tells. A hand is for nobody else."""


def alt(view: CardView, kind: str, names: Sequence[str], words: Words) -> str:
    """See `Saying.alt`: what the message beside the picture does not say itself."""
    plain_names = [plain(name) for name in names]
    parts = [words.say(KINDS.get(kind, KINDS["whole"]))]
    if kind in TOLD:
        parts += [told(view, words) for told in TOLD[kind]]
    else:
        parts += [row_line(row, view, plain_names, words) for row in view.rows]
    text = " ".join(part for part in parts if part).replace("\\", "").replace("\u200b", "")
    return whole_words(text)
