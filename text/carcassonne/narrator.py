"""The narrator of the tile game: its `GameNarrator`, assembled from functions of the neighbouring modules."""

from __future__ import annotations

from games.carcassonne.view import BoardView
from text.carcassonne.action_names import written
from text.carcassonne.alt import alt
from text.carcassonne.board import ask, board, legal_sentences
from text.carcassonne.choices import choice, spots
from text.carcassonne.move_log import brief, log, milestone, story
from text.carcassonne.standings import panel, result, standings
from text.carcassonne.summary import summary
from text.labels import label
from text.play import turn_texts
from text.protocol import DraftPrompts
from text.translator import Translator

__all__ = ["act", "alt", "ask", "board", "brief", "choice", "legal_sentences", "length", "log", "panel", "progress", "result"]
__all__ += ["milestone", "spots", "standings", "steps", "story", "summary", "written"]


def act(view: BoardView) -> str:
    """Return the key of the button label for the next action."""
    return "place" if view.hand else "choose"


def progress(view: BoardView, words: Translator) -> str:
    """Return the progress of the game: `turn 37 of 71`."""
    return turn_texts.turn_number(view.turn, view.turns, words)


def length(view: BoardView, words: Translator) -> str:
    """Return the number of tiles played, as text: `71 tiles`."""
    return words.count("{number} tile", "{number} tiles", view.turn)


def steps(words: Translator) -> DraftPrompts:
    """Return the labels of the steps of a private draft."""
    where, figure, other = (label(key, words) for key in ("where", "figure", "other-spot"))
    return DraftPrompts(turn_texts.draft_where(words), where, figure, other, turns=True)
