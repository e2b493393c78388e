"""The narrator of the card game: its `GameNarrator`, assembled from functions of the neighbouring modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.cardcassonne.view import CardView
from text.cardcassonne.choices import choice, spots, written
from text.cardcassonne.move_log import brief, log, milestone, story
from text.cardcassonne.standings import length, panel, progress, result, standings
from text.cardcassonne.summary import summary
from text.cardcassonne.table import ask, board, hand_line, legal_sentences, row_line
from text.message_templates import whole_words
from text.protocol import DraftPrompts, Part
from text.translator import Translator, phrase
from text.users.player_names import plain

__all__ = ["act", "alt", "ask", "board", "brief", "choice", "legal_sentences", "length", "log", "panel", "progress", "result"]
__all__ += ["milestone", "spots", "standings", "steps", "story", "summary", "written"]

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


def alt(view: CardView, kind: str, names: Sequence[str], words: Translator, *, part: Part | None = None) -> str:  # noqa: ARG001
    """Return the alt text of a picture of `kind`, at most `ALT` characters; what the message beside it says is left out."""
    words, plain_names = words.unillustrated, [plain(name) for name in names]
    parts = [words.say(KINDS.get(kind, KINDS["whole"]))]
    if kind in TOLD:
        parts += [told(view, words) for told in TOLD[kind]]
    else:
        parts += [row_line(row, view, plain_names, words) for row in view.rows]
    text = " ".join(part for part in parts if part).replace("\\", "").replace("\u200b", "")
    return whole_words(text)


def act(view: CardView) -> str:
    """Return the key of the button label for the next action."""
    return "play" if view.decision == "turn" else "choose"


def steps(words: Translator) -> DraftPrompts:
    """Return the labels of the steps of a private draft."""
    return DraftPrompts(
        words.say("Choose a card; the numbers are in the picture."),
        words.say("Which card?"),
        words.say("Or your meeple, or an answer"),
        words.say("Other card"),
        turns=False,
    )
