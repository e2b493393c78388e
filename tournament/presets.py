"""Whole kinds of events by name: their order of pairing and their tie-breaks, frozen when an event starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.records import BadEvent
from tournament.starts import FOLD, NEIGHBOURS, SLIDE


@dataclass(frozen=True, slots=True)
class EventPreset:
    """How an event is paired and ranked."""

    id: str
    order: str
    """One of `orders.ORDERS`."""
    tie_breaks: tuple[str, ...]
    """Names of `standings.TIE_BREAKS`, the most important first."""
    pace: str
    """The pace of its games, one of `clocks.terms.PACES`."""
    stages: str
    """As `stages.read` reads them."""
    duplicate: bool = False
    """Whether all tables of a round get the same bag."""


PRESETS: Mapping[str, EventPreset] = {
    preset.id: preset
    for preset in (
        EventPreset(
            "championship",
            NEIGHBOURS,
            ("points", "buchholz-cut-1", "difference"),
            "live",
            "swiss:5 -> knock-out:8 shape=championship",
        ),
        EventPreset("slow-swiss", SLIDE, ("points", "buchholz-cut-1", "difference", "sonneborn-berger"), "event", "swiss"),
        EventPreset("cup", FOLD, ("points", "difference", "lot"), "event", "knock-out"),
        EventPreset("double-elimination", FOLD, ("points", "difference", "lot"), "event", "double-elimination"),
        EventPreset("league", SLIDE, ("points", "head-to-head", "difference", "games-won", "lot"), "event", "groups:1"),
        EventPreset("tables", SLIDE, ("points", "difference"), "event", "tables:3 -> tables:1 best=4"),
        EventPreset(
            "divisions", SLIDE, ("points", "head-to-head", "difference", "games-won", "lot"), "event", "league:2 -> league:2"
        ),
        EventPreset("ladder", SLIDE, ("points", "lot"), "event", "ladder:3"),
        EventPreset("arena", NEIGHBOURS, ("points", "wins", "difference"), "live", "arena:2"),
        EventPreset("duplicate", NEIGHBOURS, ("points", "comparison", "buchholz"), "live", "swiss:3", duplicate=True),
        EventPreset("teams", SLIDE, ("points", "games-won", "difference", "buchholz"), "event", "swiss boards=3"),
        EventPreset("evening", NEIGHBOURS, ("points", "buchholz", "difference"), "live", "swiss:3"),
    )
}


def preset(name: str) -> EventPreset:
    """The preset of this name; raises `BadEvent("unknown-preset")`."""
    if name not in PRESETS:
        raise BadEvent("unknown-preset", "preset", value=name, choices=tuple(PRESETS))
    return PRESETS[name]
