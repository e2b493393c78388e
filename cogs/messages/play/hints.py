"""Messages of a hint: a recommended turn, the board after it, the reason, and the button to play it."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.match_context import MatchContext
from cogs.messages.message_parts import MAIN, Message, Picture, button
from cogs.messages.play.draft import SEVERAL, base_of
from service.history.hints import Hint
from service.match.match_log import HINT
from service.records import LogEntry
from text.computers import hints
from text.labels import label

ROOM = 60
"""Characters of an argument: the id of a button has 100 in all."""


def hint(context: MatchContext, found: Hint, picture: Picture) -> Message:
    """Return a private hint: a recommended turn with its reasons and the button to try it.

    `context`: the position after the recommended turn.
    """
    words, draft, compare = context.words, found.draft, context.edition.words.compare
    actions = [context.game.read(text) for text in draft.texts]
    summary = context.say.summary(actions, draft.events, draft.view, context.names, words, viewer=context.viewer)
    reasons = compare.changes(found.before, draft.view, draft.seat, context.names, words, found.terms) if compare else []
    message = (
        Message().say(f"**{hints.title(words)}**").show(picture).say(f"**{summary}**", *(f"-# {reason}" for reason in reasons))
    )
    message.say(hints.edge(found.edge, words), f"-# {hints.counted(found.taken, words)}")
    return message.row(
        button(
            context.match, label("try-hint", words), "push", _fit_button_argument(draft.texts), style=MAIN, version=draft.version
        ),
        button(context.match, label("other-turn", words), "place", version=draft.version),
    )


def _fit_button_argument(texts: Sequence[str]) -> str:
    """Return the whole turn in notation, or as many of its first actions as a button can hold."""
    kept = texts
    while len(argument := f"{base_of(())} {SEVERAL.join(kept)}") > ROOM and len(kept) > 1:
        kept = kept[:-1]
    return argument


def sums(entries: Sequence[LogEntry], names: Sequence[str], context: MatchContext) -> str:
    """Return a line with the number of hints that each player has taken; empty if there were none."""
    counts = [sum(row.kind == HINT and row.seat == seat for row in entries) for seat in range(len(names))]
    rows = [(name, number) for name, number in zip(names, counts, strict=True) if number]
    return hints.sums(rows, context.words) if rows else ""
