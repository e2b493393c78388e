"""Pictures of a game that is looked back at: who was ahead when, and what was, and could have been, played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ai.judging import Decision, Judgement
from cogs.desk import Desk
from cogs.pictures import drawing, sheets
from cogs.present.parts import Picture
from cogs.scene import Scene
from service.review.analyses import Compared
from storage.records import UserId
from text.lengths import whole_words
from text.people.names import plain
from text.review import analysis
from tournament.sheets import Course


async def curve(desk: Desk, at: Scene, judged: Judgement, moments: Sequence[Decision], reader: UserId | None) -> Picture | None:
    """Who was expected to be ahead, turn by turn, with the moments numbered; None where nobody here draws curves."""
    if not judged.course:
        return None
    lines = leads(judged)
    places = {upto: place for place, (upto, _) in enumerate(judged.course)}
    marks = tuple((one.seat, places[one.upto]) for one in moments)
    names = tuple(plain(name) for name in at.names)
    middle = len(judged.course) // 2
    standings = [(name, line[middle]) for name, line in zip(names, lines, strict=True)]
    alt = whole_words(analysis.curve_alt(standings, changes_of_lead(lines), at.words))
    shown = Course(names, lines, marks)
    return await sheets.painted(desk, at.match.guild_id, reader, lambda charts: (charts.course, shown), alt, "course.png")


def leads(judged: Judgement) -> tuple[tuple[float, ...], ...]:
    """By seat: by how much it was expected to be ahead of the best of the others after each decision."""
    seats = range(len(judged.course[0][1]))
    return tuple(
        tuple(points[seat] - max(other for number, other in enumerate(points) if number != seat) for _, points in judged.course)
        for seat in seats
    )


def changes_of_lead(lines: Sequence[Sequence[float]]) -> int:
    """How often somebody else came to be ahead."""
    leaders = [max(range(len(lines)), key=lambda seat: now[seat]) for now in zip(*lines, strict=True) if max(now) > 0]
    return sum(one != other for one, other in pairwise(leaders))


async def beside(at: Scene, number: int, told: Compared) -> tuple[Picture, Picture]:
    """The board after what was played, and after what would have been better."""
    played = await drawing.after(at, told.played.view, told.played.events, f"{number}-played.png")
    best = await drawing.after(at, told.best.view, told.best.events, f"{number}-better.png")
    return (
        replace(played, alt=whole_words(analysis.played_alt(played.alt, at.words))),
        replace(best, alt=whole_words(analysis.better_alt(best.alt, at.words))),
    )
