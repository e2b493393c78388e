"""A finished game looked back at with estimates: the curve, what cost most, luck, the best turn; and one's own turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ai.game_analysis import AnalysedDecision, GameAnalysis, luck_and_loss_match_result
from cogs.match_context import MatchContext
from cogs.messages import panels
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import MAIN, Message, Picture, SelectEntry, button, select
from games.core.game import Seat
from service.review.analyses import AnalysedTurn, Compared, mistakes
from text.labels import label
from text.review import analysis

MOMENTS = 3
"""So many are told."""


class DecisionView(NamedTuple):
    """A decision with the pictures that show it."""

    compared: Compared
    pictures: tuple[Picture, Picture]
    """After what was played, and after what would have been better."""


def moments(judged: GameAnalysis) -> list[AnalysedDecision]:
    """Those that cost most, in the order in which they came."""
    return sorted(mistakes(judged)[:MOMENTS], key=lambda one: one.since)


def whole(
    at: MatchContext,
    judged: GameAnalysis,
    shown: Sequence[DecisionView],
    best: Compared | None,
    curve: Picture | None,
    *,
    public: bool,
    shared_by: str = "",
) -> Message:
    """All of it: for everybody, or in private with the way to share it."""
    words = at.words
    message = Message().say(analysis.shared_by(shared_by, words) if shared_by else "", f"**{analysis.title(words)}**").show(curve)
    message.say(f"-# {analysis.curve(words)}" if curve and shown else "", "" if shown else analysis.no_moment(words))
    for number, one in enumerate(shown, 1):
        told(message, at, number, one)
    message.say(*_sums(at, judged), *([_best(at, best)] if best is not None else []), f"-# {analysis.estimated(words)}")
    return message.row(
        button(at.match, label("own-turns", words), "ownturns", style=MAIN) if public or at.viewer is not None else None,
        button(at.match, label("replay", words), "replay"),
        None if public else button(at.match, label("share", words), "analysisshare"),
    )


def told(message: Message, at: MatchContext, number: int, one: DecisionView) -> Message:
    """A decision: when it was, what was played, what would have been better, and why."""
    words, compared = at.words, one.compared
    decision = compared.decision
    head = analysis.moment(number, when(at, compared), at.names[decision.seat], decision.loss, words)
    compare = at.edition.words.compare
    views = compared.played.view, compared.best.view
    reasons = compare.reasons(*views, decision.seat, at.names, words, compared.terms) if compare else []
    played, best = one.pictures
    return (
        message.say(f"**{head}**", analysis.played(_said(at, compared.played), words))
        .show(played)
        .say(analysis.better(_said(at, compared.best), words), *(f"-# {reason}" for reason in reasons))
        .show(best)
    )


def when(at: MatchContext, compared: Compared) -> str:
    """In which turn it was."""
    return at.say.progress(compared.before, at.words)


def _said(at: MatchContext, way: AnalysedTurn) -> str:
    actions = [at.game.read(text) for text in way.texts]
    return at.say.summary(actions, way.events, way.view, at.names, at.words)


def _sums(at: MatchContext, judged: GameAnalysis) -> list[str]:
    rows = [(at.names[seat], mistakes(judged, Seat(seat))) for seat in range(len(at.names))]
    lost = analysis.lost([(name, sum(one.loss for one in found), len(found)) for name, found in rows], at.words)
    if judged.luck is None or not luck_and_loss_match_result(judged):
        return [lost]
    return [lost, analysis.luck(list(zip(at.names, judged.luck, strict=True)), judged.give_or_take, at.words)]


def _best(at: MatchContext, best: Compared) -> str:
    said = _said(at, best.played)
    return analysis.best_move(when(at, best), at.names[best.decision.seat], said, best.decision.edge, at.words)


def own(at: MatchContext, found: Sequence[Compared], chosen: DecisionView | None, page: int = 0) -> Message:
    """A page of the reader's own turns that cost something, the dearest first, and one of them; for nobody else."""
    words = at.words
    if not found:
        return Message().say(analysis.own_none(words))
    message = Message().say(analysis.own_title(len(found), sum(one.decision.loss for one in found), words))
    if chosen is not None:
        number = 1 + [one.decision for one in found].index(chosen.compared.decision)
        told(message, at, number, chosen)
    shown = panels.page_of(found, page)
    lines = [
        SelectEntry(
            analysis.own_line(when(at, one), one.decision.loss, words),
            str(one.decision.since),
            chosen=chosen is not None and one.decision == chosen.compared.decision,
        )
        for one in shown.rows
    ]
    message.row(select(at.match, "ownturn", lines, f"{shown.number}", hint=label("which-turn", words)))
    message.row(*shown.turns(lambda to: Press(at.match.id, at.match.version, "ownturn", f"{to}"), words))
    message.row(None if at.game.has_secrets else button(at.match, label("mistakes", words), "mistakes"))
    return message.say(f"-# {analysis.estimated(words)}")
