"""A simulated month of league life: its laws hold, and it notices when the program is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from cogs.background.tournaments.calendar_sync import CalendarSync
from service.clocks import ping_policy
from service.guilds import weekly_paper
from service.tournaments import appointment_enforcement
from service.tournaments.duels import Duels
from storage.queries.pings import PingLimit, PingLimits
from storage.rows import UserId
from storage.tournament_rows import EventId
from tools.simulation.plan import PlannedEvent, planned
from tools.simulation.run import LEAGUE_ACTORS, league_of, lived


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2, 5))])
def test_every_law_of_a_league_holds(seed: int, request: pytest.FixtureRequest) -> None:
    """Half a day in every run; in `make soak` two weeks, and until all games have ended."""
    is_long = request.node.get_closest_marker("soak") is not None
    outcome = lived(seed, league_of(seed, 14 if is_long else 0.5), to_the_end=is_long)

    assert outcome.broken is None, "\n".join(outcome.told.lines[-30:])
    assert outcome.told.counts["challenge"] and outcome.told.counts["transactions"]


def _day_with_pest() -> tuple[PlannedEvent, ...]:
    """Return half a day of challenges and of a pest who does it all again and again."""
    per_day = {"challenge": 10.0, "answer_challenge": 30.0, "pester": 60.0}
    acting = [replace(actor, per_day=per_day[actor.name]) for actor in LEAGUE_ACTORS if actor.name in per_day]
    return planned(4, 0.5, acting)


def test_a_pest_who_tries_everything_pings_nobody_without_limit() -> None:
    outcome = lived(4, _day_with_pest())

    assert outcome.broken is None, "\n".join(outcome.told.lines[-30:])
    assert outcome.told.counts["pester"] > 10


@pytest.mark.soak
def test_the_law_notices_when_a_pest_is_not_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ping_policy, "LIMITS", PingLimits(*[PingLimit(1000, 1000)] * 3))
    broken = lived(4, _day_with_pest()).broken

    assert broken is not None
    assert broken.law == "nobody is pinged without limit by the same person"


def _let_strangers_accept(monkeypatch: pytest.MonkeyPatch) -> None:
    accept = Duels.accept

    async def anybody(self: Duels, event_id: EventId, user_id: UserId, *, now: datetime) -> Any:
        return await accept(self, event_id, (await self._tournaments.state(event_id)).users[2], now=now)

    monkeypatch.setattr(Duels, "accept", anybody)


def _judges_at_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.tournaments.log.appointment_events.GRACE", timedelta())
    monkeypatch.setattr(appointment_enforcement, "GRACE", timedelta())


def _enters_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CalendarSync, "_find_entry", lambda *_: None)


def _prints_whatever_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weekly_paper, "LEAST", 0)


MEETING = {"challenge": 30.0, "answer_challenge": 60.0, "propose_hour": 60.0, "answer_hour": 90.0, "keep_appointments": 200.0}
"""Days on which many challenge each other and agree on an hour."""
MISTAKES: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], dict[str, float]]] = {
    "a duel begins once, by whom it is for": (_let_strangers_accept, {"challenge": 30, "answer_challenge": 60, "give_up": 20}),
    "nobody is absent who was not called": (_judges_at_the_hour, MEETING),
    "the calendar shows what was agreed": (_enters_again_and_again, MEETING),
    "a paper has something to tell": (_prints_whatever_happened, {"choose_paper": 1}),
}


@pytest.mark.parametrize("law", [pytest.param(law, marks=() if law.startswith("a duel") else pytest.mark.soak) for law in MISTAKES])
def test_a_mistake_about_a_league_breaks_a_law(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake, per_day = MISTAKES[law]
    acting = [replace(actor, per_day=per_day[actor.name]) for actor in LEAGUE_ACTORS if actor.name in per_day]
    days = 20 if "choose_paper" in per_day else 2
    mistake(monkeypatch)

    broken = lived(4, planned(4, days, acting)).broken

    assert broken is not None
    assert broken.law == law
