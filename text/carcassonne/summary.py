"""The summary of a draft move before the player confirms it.

An example: "N12 90°, highwayman. Finishes the road: 3 tiles, Anna +3, the figure comes back".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from games.carcassonne import events as ev
from games.carcassonne.actions import Action
from games.carcassonne.ledger import is_final
from games.carcassonne.view import BoardView
from games.core.game import Event
from text.carcassonne.move_log import facing, figure_at, notes, story
from text.carcassonne.phrasebook import phrases
from text.carcassonne.score_lines import compared, explained
from text.message_templates import opened
from text.translator import Translator, phrase
from text.users.player_names import safe

CLOSES: Mapping[str, str] = {
    "road": phrase("Finishes the road: {sum}."),
    "city": phrase("Finishes the city: {sum}."),
    "cloister": phrase("Finishes the monastery: {sum}."),
}

OTHERS = (ev.FigureReturned, ev.PointsPaid)
"""What a draft may bring about besides closing something; the expansions have more."""


def summary(
    actions: Sequence[Action],
    events: Sequence[Event],
    view: BoardView,
    names: Sequence[str],
    words: Translator,
    *,
    viewer: int | None = None,
) -> str:
    """Return the sentences about what a draft move would do; `viewer` is called "you"."""
    called = [words.say("you") if seat == viewer else name for seat, name in enumerate(names)]
    mine = _events_of_part(events)
    sentences = [_move(mine, view, words)]
    for event in mine:
        if isinstance(event, ev.FeatureScored) and event.complete and event.kind in {**CLOSES, **phrases().closes}:
            sentences.append(_closes(event, mine, called, words))
    brought = notes(events, len(mine), (*OTHERS, *phrases().brings), view, names, words)
    sentences += [words.say("{sentence}.", sentence=opened(note)) for note in brought]
    if not any(action.verb in ("deploy", "skip") for action in actions) and view.decision == "deploy" and view.to_act:
        sentences.append(words.say("Now choose a meeple, or none."))
    if any(isinstance(event, ev.GameEnded) for event in events):
        sentences.append(words.say("This ends the game."))
        rest = [e for e in events if isinstance(e, ev.FeatureScored | ev.GameEnded) and e not in mine]
        sentences += [words.say("{sentence}.", sentence=line) for line in story(rest, view, names, words)]
    return " ".join(s for s in sentences if s)


def _events_of_part(events: Sequence[Event]) -> list[Event]:
    """Return the events before the next turn, the end of the game or final scoring begins."""
    return list(takewhile(lambda event: not (isinstance(event, ev.TurnBegan | ev.GameEnded) or is_final(event)), events))


def _move(events: Sequence[Event], view: BoardView, words: Translator) -> str:
    """Return the sentence about the placed tile and figures; empty without any."""
    placed = next((e for e in events if isinstance(e, ev.TilePlaced)), None)
    figures = [_figure_text(e, view, words) for e in events if isinstance(e, ev.FigurePlaced)]
    if placed is None:
        return words.say("{figures}.", figures=words.list(figures)) if figures else ""
    square = " ".join(part for part in (view.squares.name(placed.x, placed.y), facing(placed.tile, placed.turn)) if part)
    if figures:
        return words.say("{square}, {figures}.", square=square, figures=words.list(figures))
    if any(isinstance(e, ev.ActionPassed) for e in events):
        return words.say("{square} without a meeple.", square=square)
    return words.say("{square}.", square=square)


def _figure_text(event: ev.FigurePlaced, view: BoardView, words: Translator) -> str:
    return figure_at(view, event, words)


def _closes(event: ev.FeatureScored, events: Sequence[Event], names: Sequence[str], words: Translator) -> str:
    parts: list[str] = []
    if event.gains:
        parts += explained(event.gains[0], event.kind, words)
    if len(event.weights) > 1:
        parts.append(words.say("meeples {meeples}", meeples=compared(event, names, words)))
    parts += [words.say("{name} +{points}", name=safe(names[g.seat]), points=g.points) for g in event.gains]
    back = sum(isinstance(e, ev.FigureReturned) and e.reason == "scored" and (e.x, e.y) in event.squares for e in events)
    if back:
        parts.append(words.count("the figure comes back", "{number} figures come back", back))
    return words.say(CLOSES.get(event.kind) or phrases().closes[event.kind], sum=", ".join(parts))
