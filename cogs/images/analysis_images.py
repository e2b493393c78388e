"""Pictures of a finished match's analysis: the chart of the expected lead, and the boards of single decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ai.game_analysis import AnalysedDecision, GameAnalysis
from cogs.app_context import AppContext
from cogs.images import match_images, tournament_images
from cogs.match_context import MatchContext, whole_game
from cogs.messages.message_parts import Picture
from service.history.analyses import MoveComparison
from service.records import LogEntry
from storage.rows import UserId
from text.history import analysis
from text.message_templates import whole_words
from text.play import ending_texts
from text.users.player_names import plain
from tournament.chart_data import ExpectedCourse


async def curve(
    app: AppContext, context: MatchContext, judged: GameAnalysis, moments: Sequence[AnalysedDecision], reader: UserId | None
) -> Picture | None:
    """Return the chart of the expected lead by turn, with the moments numbered; None without a chart painter."""
    if not judged.course:
        return None
    lines = leads(judged)
    places = {upto: place for place, (upto, _) in enumerate(judged.course)}
    marks = tuple((moment.seat, places[moment.upto]) for moment in moments)
    names = tuple(plain(name) for name in context.names)
    middle = len(judged.course) // 2
    standings = [(name, line[middle]) for name, line in zip(names, lines, strict=True)]
    alt = whole_words(analysis.curve_alt(standings, changes_of_lead(lines), context.words))
    shown = ExpectedCourse(names, lines, marks)
    return await tournament_images.paint_or_none(
        app, context.match.guild_id, reader, lambda charts: (charts.course, shown), alt, "course.png"
    )


def leads(judged: GameAnalysis) -> tuple[tuple[float, ...], ...]:
    """Return the expected lead over the best other player after each decision, by seat."""
    seats = range(len(judged.course[0][1]))
    return tuple(
        tuple(points[seat] - max(other for number, other in enumerate(points) if number != seat) for _, points in judged.course)
        for seat in seats
    )


def changes_of_lead(lines: Sequence[Sequence[float]]) -> int:
    """Return how often the leader changed."""
    leaders = [max(range(len(lines)), key=lambda seat: now[seat]) for now in zip(*lines, strict=True) if max(now) > 0]
    return sum(earlier != other for earlier, other in pairwise(leaders))


async def played_and_better_boards(context: MatchContext, number: int, told: MoveComparison) -> tuple[Picture, Picture]:
    """Return the board after the turn that was played, and after the better turn."""
    played = await match_images.board_after_turn(context, told.played.view, told.played.events, f"{number}-played.png")
    best = await match_images.board_after_turn(context, told.best.view, told.best.events, f"{number}-better.png")
    return (
        replace(played, alt=whole_words(analysis.played_alt(played.alt, context.words))),
        replace(best, alt=whole_words(analysis.better_alt(best.alt, context.words))),
    )


LEAST = 4
"""Turns or rounds that make a curve."""


async def lead_chart(app: AppContext, context: MatchContext, entries: Sequence[LogEntry]) -> Picture | None:
    """Return the lead of each seat over the best of the others, as a chart; None for a short game or without a painter."""
    words_of = context.edition.words.highlights
    totals = words_of.totals(whole_game(entries, None), context.view) if words_of else ()
    if len(totals) < LEAST or len(context.names) < 2:
        return None
    lines = tuple(tuple(_lead(points, seat) for points in totals) for seat in range(len(context.names)))
    alt = whole_words(ending_texts.swing_alt(changes_of_lead(lines), context.words))
    shown = ExpectedCourse(tuple(plain(name) for name in context.names), lines)
    return await tournament_images.paint_or_none(
        app, context.match.guild_id, None, lambda charts: (charts.course, shown), alt, "swing.png"
    )


def _lead(points: Sequence[int], seat: int) -> float:
    return float(points[seat] - max(other for point, other in enumerate(points) if point != seat))
