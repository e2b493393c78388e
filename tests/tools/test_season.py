"""Whole events with people who do their worst keep the laws; and the laws notice what is wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from service.tournaments import no_shows, pairing_outcomes, rulings
from service.tournaments.tournament_settings import preset_settings
from tests.service.conftest import AnyLegal
from tests.service.tiny_game import TinyGame
from tools.simulation.adversarial_people import (
    EACH,
    LATE,
    LEAST,
    MODERATING,
    SHARES,
    STALLING,
    VANISHING,
    WITHDRAWING,
    SeasonPlan,
    season_of,
)
from tools.simulation.adversarial_tournament import SeasonStory, simulated
from tournament import progression as courses
from tournament.presets import PRESETS

PLAYERS = {"apprentice": AnyLegal(), "citizen": AnyLegal()}


def lived(plan: SeasonPlan, seed: int) -> SeasonStory:
    return simulated(plan, seed, {"tiny": TinyGame()}, PLAYERS)


DAILY = ("duplicate", "ladder", "teams")
"""One for each way in which a stage is drawn, but for leagues, cups and Swiss ones, lived through below. The other presets
are in `make soak`."""

EVERY_PRESET = [name if name in DAILY else pytest.param(name, marks=pytest.mark.soak) for name in sorted(PRESETS)]


@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_every_kind_of_event_keeps_the_laws(preset: str) -> None:
    plan = season_of(7, "tiny", {"rounds": "2"}, preset, most=5)

    season_story = lived(replace(plan, shares=EACH, entrants=plan.least + 2), 7)

    assert season_story.finished and season_story.wrong == [] and len(season_story.habits) > 3


@pytest.mark.parametrize("preset", ["divisions", "evening", "tables"])
def test_the_smallest_events_come_to_their_end_when_people_leave(preset: str) -> None:
    plan = season_of(5, "tiny", {"rounds": "1"}, preset, most=3)
    assert plan.entrants == plan.least == 4

    season_story = lived(replace(plan, shares={WITHDRAWING: 0.6}), 5)

    assert season_story.finished and season_story.wrong == [] and season_story.habits[WITHDRAWING]


ABSENT = {VANISHING: 0.4, STALLING: 0.2, LATE: 0.1}
"""Hardly anybody comes when they are asked."""


HANDFULS = [
    pytest.param(name, seed, marks=() if seed % 4 == 0 else pytest.mark.soak)
    for seed, name in enumerate(sorted(PRESETS))
    if name != "ladder"
]
"""Every fourth in every run, all in `make soak`."""


@pytest.mark.parametrize(("preset", "seed"), HANDFULS)
def test_every_kind_ends_for_a_handful_of_people_of_whom_many_are_absent(preset: str, seed: int) -> None:
    """Two to nine entrants, with bags that are mixed as in a real server: a game's first turn is asked for after it has begun."""
    least = LEAST.get(preset, 2)
    plan = SeasonPlan(replace(preset_settings(preset, "tiny"), options={"rounds": "1"}), max(least, 2 + seed % 8), ABSENT, least)

    season_story = lived(plan, seed)

    assert season_story.finished and season_story.wrong == []


def league(**shares: float) -> SeasonPlan:
    settings = replace(preset_settings("league", "tiny"), options={"rounds": "1"}, round_length=timedelta(days=2))
    return SeasonPlan(settings, 4, dict(shares))


def test_the_laws_notice_a_champion_crowned_while_a_game_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "can_close", lambda _course: True)

    season_story = lived(league(**{STALLING: 0.5}), 1)

    assert [what for what in season_story.wrong if what.startswith("no_champion_while_a_game_runs")]


def test_the_laws_notice_an_innocent_person_who_is_counted_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing_outcomes, "nobody_came", lambda *_: True)

    season_story = lived(league(**{VANISHING: 0.5}), 1)

    assert [what for what in season_story.wrong if what.startswith("nobody_innocent_is_out")]


def test_the_laws_notice_a_player_who_rules_in_their_own_favour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulings, "must_be_neutral", lambda *_: None)

    season_story = lived(league(**{MODERATING: 0.6}), 1)

    assert [what for what in season_story.wrong if what.startswith("no command of who plays") and what.endswith("win by ruling")]


def test_the_laws_notice_who_is_absent_without_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(no_shows, "_warn", lambda *_: None)

    season_story = lived(league(**{VANISHING: 0.5}), 1)

    assert [what for what in season_story.wrong if what.startswith("who_is_absent_was_warned")]


def test_every_entrant_has_a_line_with_a_place_and_the_same_seed_tells_the_same_story() -> None:
    cup = SeasonPlan(replace(preset_settings("cup", "tiny"), options={"rounds": "1"}), 5, SHARES)
    season_story, again = [lived(cup, 3) for _ in range(2)]

    assert vars(season_story) == vars(again)
    assert sorted(line["id"] for line in season_story.standings) == list(range(1, len(season_story.standings) + 1))
    assert len(season_story.standings) == 5 and [line["place"] for line in season_story.standings] == list(range(1, 6))


def test_late_entrants_really_play() -> None:
    settings = replace(preset_settings("slow-swiss", "tiny"), options={"rounds": "1"})

    season_story = lived(SeasonPlan(settings, 8, {LATE: 0.4}), 2)

    assert season_story.habits[LATE] >= 2 and season_story.late == season_story.habits[LATE]
    assert season_story.wrong == [] and len(season_story.standings) == 8
