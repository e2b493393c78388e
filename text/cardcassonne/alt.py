"""Alt text: what each kind of picture shows, at most 1024 characters. Made from the viewer's view, so it tells no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.view import CardView
from text.cardcassonne.choices import cut
from text.cardcassonne.standing import standings
from text.cardcassonne.table import ask, hand_line, row_line
from text.language import Words, phrase
from text.names import plain
from text.protocol import ALT

KINDS: Mapping[str, str] = {
    "turn": phrase("The card table."),
    "whole": phrase("The card table."),
    "spots": phrase("Your cards with their numbers."),
    "hand": phrase("Your cards with their numbers."),
    "preview": phrase("The card table as it would be."),
    "figures": phrase("The card table."),
    "end": phrase("The card table at the end."),
}
"""What each kind of picture is; any other kind shows the table."""

OF_HAND = ("spots", "hand")
"""Pictures that show the viewer's hand, and so are for nobody else."""


def alt(view: CardView, kind: str, names: Sequence[str], words: Words) -> str:
    """See `Saying.alt`."""
    plain_names = [plain(name) for name in names]
    parts = [words.say(KINDS.get(kind, KINDS["whole"]))]
    if kind in OF_HAND:
        parts.append(hand_line(view, words))
    parts.append(ask(view, plain_names, words))
    parts.append(words.say("Points: {standings}.", standings=standings(view, plain_names, words)))
    parts += [row_line(row, view, plain_names, words) for row in view.rows]
    return cut(" ".join(part for part in parts if part), ALT).replace("\\", "").replace("\u200b", "")
