"""Messages of a finished match's analysis: curve, costliest decisions, luck, best turn, and the reader's own turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ai.game_analysis import AnalysedDecision, GameAnalysis, luck_and_loss_match_result
from cogs.match_context import MatchContext
from cogs.messages import panels
from cogs.messages.component_ids import Press
from cogs.messages.message_parts import MAIN, Message, Picture, SelectEntry, button, select
from games.core.game import Seat
from service.history.analyses import AnalysedTurn, MoveComparison, mistakes
from text.history import analysis
from text.labels import label

MOMENTS = 3
"""So many are told."""


class DecisionView(NamedTuple):
    """An analysed decision together with the pictures that show it."""

    compared: MoveComparison
    pictures: tuple[Picture, Picture]
    """After what was played, and after what would have been better."""


def costliest_decisions(judged: GameAnalysis) -> list[AnalysedDecision]:
    """Return the costliest decisions, in the order in which they were made."""
    return sorted(mistakes(judged)[:MOMENTS], key=lambda each: each.since)


def analysis_message(
    context: MatchContext,
    judged: GameAnalysis,
    shown: Sequence[MoveComparison],
    best: MoveComparison | None,
    curve: Picture | None,
    *,
    public: bool,
    shared_by: str = "",
) -> Message:
    """Return the whole analysis: `public`, or private with the button to share it.

    The boards of each decision are behind a button, so that the message can be read on a phone.
    """
    words = context.words
    message = Message().say(analysis.shared_by(shared_by, words) if shared_by else "", f"**{analysis.title(words)}**").show(curve)
    message.say(f"-# {analysis.curve(words)}" if curve and shown else "", "" if shown else analysis.no_moment(words))
    for number, move_comparison in enumerate(shown, 1):
        add_decision(message, context, number, move_comparison)
    message.row(
        *(
            button(context.match, analysis.see_moment(number, words), "moment", str(move_comparison.decision.since))
            for number, move_comparison in enumerate(shown, 1)
        )
    )
    message.say(
        *_sums(context, judged), *([_best_move_line(context, best)] if best is not None else []), f"-# {analysis.estimated(words)}"
    )
    return message.row(
        button(context.match, label("own-turns", words), "ownturns", style=MAIN) if public or context.viewer is not None else None,
        button(context.match, label("replay", words), "replay"),
        None if public else button(context.match, label("share", words), "analysisshare"),
    )


def moment(context: MatchContext, number: int, one: DecisionView) -> Message:
    """Return a private message about one costly decision, with the board as it was played and after the better turn."""
    return add_decision(Message(), context, number, one.compared, one.pictures).say(f"-# {analysis.estimated(context.words)}")


def add_decision(
    message: Message,
    context: MatchContext,
    number: int,
    compared: MoveComparison,
    pictures: tuple[Picture | None, Picture | None] = (None, None),
) -> Message:
    """Add one decision to a message: its turn, what was played, the better turn and why, and pictures if there are any."""
    words, decision = context.words, compared.decision
    head = analysis.moment(number, turn_of_decision(context, compared), context.names[decision.seat], decision.loss, words)
    compare = context.edition.words.compare
    views = compared.played.view, compared.best.view
    reasons = compare.reasons(*views, decision.seat, context.names, words, compared.terms) if compare else []
    played, best = pictures
    return (
        message.say(f"**{head}**", analysis.played(turn_in_words(context, compared.played), words))
        .show(played)
        .say(analysis.better(turn_in_words(context, compared.best), words), *(f"-# {reason}" for reason in reasons))
        .show(best)
    )


def turn_of_decision(context: MatchContext, compared: MoveComparison) -> str:
    """Return the text that names the turn in which a decision was made."""
    return context.say.progress(compared.before, context.words)


def turn_in_words(context: MatchContext, way: AnalysedTurn) -> str:
    """Return a turn, given as its actions, as text."""
    actions = [context.game.read(text) for text in way.texts]
    return context.say.summary(actions, way.events, way.view, context.names, context.words)


def _sums(context: MatchContext, judged: GameAnalysis) -> list[str]:
    rows = [(context.names[seat], mistakes(judged, Seat(seat))) for seat in range(len(context.names))]
    lost = analysis.lost(
        [
            (name, sum(analysed_decision.loss for analysed_decision in analysed_decisions), len(analysed_decisions))
            for name, analysed_decisions in rows
        ],
        context.words,
    )
    if judged.luck is None or not luck_and_loss_match_result(judged):
        return [lost]
    return [lost, analysis.luck(list(zip(context.names, judged.luck, strict=True)), judged.give_or_take, context.words)]


def _best_move_line(context: MatchContext, best: MoveComparison) -> str:
    played = turn_in_words(context, best.played)
    return analysis.best_move(
        turn_of_decision(context, best), context.names[best.decision.seat], played, best.decision.edge, context.words
    )


def own_decisions_page(
    context: MatchContext, comparisons: Sequence[MoveComparison], chosen: DecisionView | None, page: int = 0
) -> Message:
    """Return a private page of the reader's own costly turns, costliest first, with the `chosen` one in full."""
    words = context.words
    if not comparisons:
        return Message().say(analysis.own_none(words))
    message = Message().say(
        analysis.own_title(len(comparisons), sum(comparison.decision.loss for comparison in comparisons), words)
    )
    if chosen is not None:
        number = 1 + [comparison.decision for comparison in comparisons].index(chosen.compared.decision)
        add_decision(message, context, number, chosen.compared, chosen.pictures)
    shown = panels.page_of(comparisons, page)
    lines = [
        SelectEntry(
            analysis.own_line(turn_of_decision(context, row), row.decision.loss, words),
            str(row.decision.since),
            chosen=chosen is not None and row.decision == chosen.compared.decision,
        )
        for row in shown.rows
    ]
    message.row(select(context.match, "ownturn", lines, f"{shown.number}", hint=label("which-turn", words)))
    message.row(*shown.turns(lambda to: Press(context.match.id, context.match.version, "ownturn", f"{to}"), words))
    message.row(None if context.game.has_secrets else button(context.match, label("mistakes", words), "mistakes"))
    return message.say(f"-# {analysis.estimated(words)}")
