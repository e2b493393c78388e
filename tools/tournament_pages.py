"""Pages of the gallery that show tournaments: whole ones with random results, as their viewers see them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from random import Random
from typing import Any

from PIL import Image

from cogs.messages.tournaments import standings_tables
from cogs.tournament_context import TournamentContext
from render.tournament import painter
from render.tournament.painter import CHARTS
from service.records import MatchLocation
from service.tournaments import tournament_settings
from service.tournaments.creation import new_event
from service.tournaments.state import IN, OUT, Participant, TournamentState
from storage.rows import UserId
from storage.tournament_rows import RUNNING, EventId
from text.translator import translator_for
from tournament import progression as courses
from tournament import stages
from tournament.chart_data import Champion, ProfileCard, RatingCurve
from tournament.first_player import SLIDE
from tournament.history import AwaitingChallenges, Finished, NextStage, TournamentHistory
from tournament.results import WALKOVER, Entrant, EntrantId, Pairing, Result

AT = datetime(2026, 1, 1, tzinfo=UTC)
NAMES = (
    *("Anna", "Zoë Łukasz", "Ελένη Παπαδοπούλου", "Дмитрий", "محمد علي", "שלום", "田中さん", "김민수", "สมชาย", "राहुल"),
    *("🐉Draco🔥", "★彡Ninja彡★", "Wolfeschlegelsteinhausenbergerdorff", "Ben", "Chi", "O'Neil & Söhne"),
)
BREAKS = ("points", "buchholz-cut-1", "difference", "sonneborn-berger")


def seen(course: TournamentHistory, names: Mapping[EntrantId, str], **changes: Any) -> TournamentContext:
    """Return the public view of an event with this history; `changes` replace fields of its state."""
    usual = tournament_settings.preset_settings("slow-swiss", "carcassonne")
    new = new_event(MatchLocation(7, 70), UserId(900), "Spring Cup", usual, now=AT, locale="en")
    row = replace(new, id=EventId(1), status=RUNNING, seed=course.seed, commitment="")
    members = {int(who.id): Participant(int(who.id), OUT if who.withdrawn_after is not None else IN) for who in course.entrants}
    users = {number: UserId(100 + number) for number in members}
    state = TournamentState(row, users, members, stages.write(course.stages), course.places, course.rounds, results=course.results)
    return TournamentContext(
        replace(state, skipped=course.skips, **changes), names, translator_for("en"), "Carcassonne", {}, "Boss"
    )


def _event(text: str, number: int, rounds: int, *, left: int = 0) -> TournamentContext:
    """Return an event with `number` entrants after `rounds` rounds, its last `left` tables open and one entrant withdrawn."""
    random = Random(number)
    fitted = stages.fit_stages(stages.read(text), number)
    course = TournamentHistory(
        fitted, SLIDE, BREAKS, "seed", tuple(Entrant(EntrantId(str(n)), 2000 - n) for n in range(1, number + 1))
    )
    while len(course.rounds) < rounds and not isinstance(next_round := courses.draw_next(course), Finished | AwaitingChallenges):
        if isinstance(next_round, NextStage):
            course = replace(course, places=(*course.places, next_round.places))
            continue
        results = {
            (next_round.number, table): _result(random, next_round.number, pairing) for table, pairing in next_round.tables()
        }
        course = replace(course, rounds=(*course.rounds, next_round), results={**course.results, **results})
    known = dict(list(course.results.items())[: len(course.results) - left])
    gone = tuple(replace(who, withdrawn_after=rounds) if who.id == "5" else who for who in course.entrants)
    called = {
        who.id: NAMES[other_entrant % len(NAMES)] + ("" if other_entrant < len(NAMES) else f" {other_entrant}")
        for other_entrant, who in enumerate(course.entrants)
    }
    return seen(replace(course, results=known, entrants=gone), called)


def _result(random: Random, round_: int, pairing: Pairing) -> Result:
    if random.random() < 0.05:
        return Result(round_, pairing.first, pairing.second, WALKOVER, pairing.first)
    points = random.randint(45, 110)
    return Result(
        round_, pairing.first, pairing.second, score=(points, points if random.random() < 0.08 else random.randint(45, 110))
    )


def _open_image(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def _standings(context: TournamentContext) -> Image.Image:
    return _open_image(CHARTS.table(standings_tables.pages(standings_tables.standings(context, EntrantId("3")))[0]))


def _cross(context: TournamentContext) -> Image.Image:
    return _open_image(
        CHARTS.table(standings_tables.pages(standings_tables.cross(context, EntrantId("3")), standings_tables.OPPONENTS)[0])
    )


def _bracket(context: TournamentContext, page: int = 0) -> Image.Image:
    return _open_image(CHARTS.bracket(standings_tables.bracket(context, EntrantId("14"))[page]))


def _page(draw: Callable[[TournamentContext], Image.Image], text: str, number: int, rounds: int, *, left: int = 0) -> Image.Image:
    return draw(_event(text, number, rounds, left=left))


def _card() -> ProfileCard:
    random = Random(5)
    course = tuple(1000 + 4 * index + random.uniform(-30, 30) for index in range(60))
    facts = (("123", "Games"), ("77", "Won"), ("63 %", "Share won"), ("64", "Points on average"), ("112", "Most points"))
    return ProfileCard(
        "Zoë Łukasz",
        facts,
        (RatingCurve("Carcassonne, two players", "1236", course), RatingCurve("Cardcassonne", "provisional", ())),
    )


_CHAMPION = Champion("Spring Cup", (("1", "Ελένη Παπαδοπούλου"), ("2", "Ben"), ("3", "田中さん"), ("4", "محمد علي")), "16 entrants")

PAGES: Mapping[str, Callable[[], Image.Image]] = {
    **{f"event-standings-{n}": partial(_page, _standings, "swiss:3", n, 3) for n in (4, 8, 16, 40)},
    **{f"event-cross-{n}": partial(_page, _cross, "swiss:7", n, 7, left=2) for n in (8, 16, 40)},
    **{f"event-league-{n}": partial(_page, _cross, "groups:1", n, n, left=3) for n in (6, 12, 32)},
    "event-groups": partial(_page, _standings, "groups:4", 16, 3),
    "event-groups-cross": partial(_page, _cross, "groups:4", 16, 3, left=1),
    **{f"event-bracket-{n}": partial(_page, _bracket, "knock-out", n, 2, left=1) for n in (2, 4, 6, 8, 13, 16, 32)},
    "event-bracket-third": partial(_page, _bracket, "knock-out third", 8, 3),
    "event-bracket-third-4": partial(_page, _bracket, "knock-out third", 4, 1),
    **{
        f"event-double-{n}": partial(_page, partial(_bracket, page=1), "double-elimination", n, 4, left=1)
        for n in (4, 6, 8, 16, 32)
    },
    "event-double-upper": partial(_page, _bracket, "double-elimination", 16, 4, left=1),
    "event-double-finals": partial(_page, partial(_bracket, page=2), "double-elimination", 16, 12),
    "event-champion": lambda: _open_image(CHARTS.champion(_CHAMPION)),
    "event-profile": lambda: _open_image(CHARTS.card(_card())),
    "event-cross-dark": lambda: _open_image(painter.table(standings_tables.cross(_event("swiss:5", 8, 5)), dark=True)),
    "event-profile-dark": lambda: _open_image(painter.card(_card(), dark=True)),
}
"""Every page by its name; each is drawn when it is asked for."""
