"""The summary of a draft move before the player confirms it; only this player may read it."""

from __future__ import annotations

from collections.abc import Sequence

from games.cardcassonne import events as ev
from games.cardcassonne.actions import Action
from games.cardcassonne.view import CardView
from games.core.game import Event
from text.cardcassonne.move_log import story
from text.cardcassonne.table import settled_so_far
from text.cardcassonne.terms import card_name, cards, into_row, row_name, species_name
from text.translator import Translator


def summary(
    actions: Sequence[Action],
    events: Sequence[Event],
    view: CardView,
    names: Sequence[str],
    words: Translator,
    *,
    viewer: int | None = None,
) -> str:
    """Return the sentences about what a draft move would do."""
    sentences = [_move(action, events, words) for action in actions]
    later = [event for event in events if isinstance(event, ev.PointsScored)]
    sentences += [words.say("{sentence}.", sentence=line) for line in story(later, view, names, words)]
    if viewer is not None and not later:
        sentences.append(settled_so_far(view, viewer, words))
    return " ".join(sentence for sentence in sentences if sentence)


def _move(action: Action, events: Sequence[Event], words: Translator) -> str:
    card = card_name(action.card, words) if action.card else ""
    if action.verb == "hide":
        return words.say("Your first card: {card}, face down {row}.", card=card, row=into_row(action.row, words))
    if action.verb in ("play", "lay"):
        return words.say("Your card: {card}, {row}.", card=card, row=into_row(action.row, words))
    if action.verb == "claim":
        claimed = next((event.cards for event in events if isinstance(event, ev.RowClaimed) and event.row == action.row), 0)
        return words.say("Your meeple claims: {cards}, {row}.", cards=cards(claimed, words), row=row_name(action.row, words))
    if action.verb == "cash":
        return words.say("10 points for this card, which leaves the game: {card}.", card=card)
    if action.verb == "keep":
        return words.say("You keep: {card}.", card=card)
    assert action.verb == "join", action
    return words.say("Your animal joker stays for good with: {species}.", species=species_name(action.row, words))
