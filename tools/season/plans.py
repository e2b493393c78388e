"""Which event a seed stands for: any preset, 3 to 64 entrants, ordinary, nasty and shrinking fields, some with a waiting list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

from service.events.settings import EventSettings, usual
from tools.season.people import COLLUDING, EACH, SHARES, SHRINKING, STALLING, VANISHING
from tournament.presets import PRESETS

LEAST = {"championship": 8, "tables": 4, "divisions": 4, "teams": 7, "duplicate": 4, "evening": 4}
"""Entrants without whom a preset cannot start: of teams two whole ones. For the others three are enough."""
SIZES = ((3, 8, 0.6), (9, 20, 0.3), (21, 64, 0.1))
"""From, to, and how often."""
NASTY = {STALLING: 0.4, VANISHING: 0.2, COLLUDING: 0.2}
FIELDS = (SHARES, SHARES, SHRINKING, NASTY, EACH)


@dataclass(frozen=True)
class SeasonPlan:
    """One event to be lived through."""

    settings: EventSettings
    entrants: int
    """The first `least` of them are there at its start."""
    shares: dict[str, float]
    least: int = 0


def planned(seed: int, game: str, options: Mapping[str, str], preset: str = "", most: int = 64) -> SeasonPlan:
    """The event of a seed; `most` entrants, or as few as its preset needs."""
    random = Random(f"plan {seed}")
    preset = preset or random.choice(sorted(PRESETS))
    low, high, _ = random.choices(SIZES, [share for *_, share in SIZES])[0]
    least = LEAST.get(preset, 3)
    entrants = max(min(random.randint(low, high), most), least)
    settings = replace(usual(preset, game), options=dict(options))
    if random.random() < 0.2 and entrants > least + 1:
        settings = replace(settings, most=entrants - 2)
    if settings.round_length is not None and random.random() < 0.3:  # short rounds, so that games are open at their date
        settings = replace(settings, round_length=timedelta(days=random.randint(3, 8)))
    return SeasonPlan(settings, entrants, dict(random.choice(FIELDS)), least)
