"""Messages that explain scores: selects of past scorings, newest first, and of open features, and one explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cogs.match_context import MatchContext
from cogs.messages.message_parts import OPTIONS, Message, Picture, SelectEntry, button, select
from service.records import LogEntry
from text.labels import label
from text.play import view_texts
from text.protocol import ScoreTexts


class ScoringEntry(NamedTuple):
    """A scoring, and its position in the log."""

    seq: int
    place: int
    """Which of those of its row."""
    thing: Any


@dataclass(frozen=True)
class ScoringPage:
    """A page of the scorings of a match that can be explained, from a given log row on."""

    say: ScoreTexts
    scored: tuple[ScoringEntry, ...]
    """Newest first."""
    since: int
    page: int

    @property
    def pages(self) -> int:
        """Number of pages."""
        return max(1, -(-len(self.scored) // OPTIONS))

    @property
    def shown(self) -> tuple[ScoringEntry, ...]:
        """Scorings on the present page."""
        start = min(max(self.page, 0), self.pages - 1) * OPTIONS
        return self.scored[start : start + OPTIONS]


def scoring_list(
    context: MatchContext, say: ScoreTexts, entries: Sequence[LogEntry], *, since: int = 0, page: int = 0
) -> ScoringPage:
    """Return the scorings in these log rows that weren't undone, from row `since` on."""
    listed = [
        ScoringEntry(entry.seq, place, thing)
        for entry in entries
        if entry.seq >= since and not entry.undone
        for place, thing in enumerate(say.scored(entry.events, context.view))
    ]
    return ScoringPage(say, tuple(reversed(listed)), since, page)


def choose(message: Message, context: MatchContext, page: ScoringPage, chosen: str = "") -> Message:
    """Add selects of the scorings and open features that can be explained, as far as there are any, and buttons to other pages."""
    words, where = context.words, f"{page.since} {page.page}"
    paid = [_line(context, page.say, each.thing, f"{each.seq} {each.place}", chosen) for each in page.shown]
    ahead = [_line(context, page.say, thing, f"open {place}", chosen) for place, thing in enumerate(page.say.ahead(context.view))]
    message.row(select(context.match, "why", paid, where, hint=label("why-scored", words), version=context.version))
    message.row(select(context.match, "why", ahead, f"{where} open", hint=label("why-open", words), version=context.version))
    newer = button(
        context.match, label("newer-scores", words), "scorings", f"{page.since} {page.page - 1}", version=context.version
    )
    older = button(
        context.match, label("older-scores", words), "scorings", f"{page.since} {page.page + 1}", version=context.version
    )
    return message.row(newer if page.page > 0 else None, older if page.page + 1 < page.pages else None)


def question(context: MatchContext, page: ScoringPage, *, nothing_here: bool = False) -> Message:
    """Return the question which scoring to explain.

    `nothing_here`: no scoring belongs to the message in question, so all of the match are offered.
    """
    message = Message().say(
        view_texts.nothing_scored(context.words) if nothing_here else "", view_texts.explain_which(context.words)
    )
    return choose(message, context, page)


def explanation(context: MatchContext, page: ScoringPage, lines: Sequence[str], picture: Picture | None, chosen: str) -> Message:
    """Return one explanation, with the selects for the next one."""
    message = Message().show(picture).say(*lines)
    return choose(message, context, page, chosen)


def _line(context: MatchContext, say: ScoreTexts, thing: Any, value: str, chosen: str) -> SelectEntry:
    score_line = say.line(thing, context.view, context.names, context.words)
    return SelectEntry(score_line.head, value, score_line.detail, chosen=value == chosen, sign=score_line.sign)
