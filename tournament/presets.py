"""Named presets of events: their pairing order and their tie-breaks, frozen when an event starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournament.first_player import FOLD, NEIGHBOURS, SLIDE
from tournament.results import InvalidTournamentError


@dataclass(frozen=True, slots=True)
class TournamentPreset:
    """One named way to pair and rank a tournament."""

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


PRESETS: Mapping[str, TournamentPreset] = {
    preset.id: preset
    for preset in (
        TournamentPreset(
            "championship",
            NEIGHBOURS,
            ("points", "buchholz-cut-1", "difference"),
            "live",
            "swiss:5 -> knock-out:8 shape=championship",
        ),
        TournamentPreset("slow-swiss", SLIDE, ("points", "buchholz-cut-1", "difference", "sonneborn-berger"), "event", "swiss"),
        TournamentPreset("cup", FOLD, ("points", "difference", "lot"), "event", "knock-out"),
        TournamentPreset("double-elimination", FOLD, ("points", "difference", "lot"), "event", "double-elimination"),
        TournamentPreset("league", SLIDE, ("points", "head-to-head", "difference", "games-won", "lot"), "event", "groups:1"),
        TournamentPreset(
            "groups-knock-out",
            SLIDE,
            ("points", "head-to-head", "difference", "games-won", "lot"),
            "event",
            "groups:2 -> knock-out:4",
        ),
        TournamentPreset(
            "league-best-of-three",
            SLIDE,
            ("points", "games-won", "head-to-head", "difference", "lot"),
            "event",
            "groups:1 best-of=3",
        ),
        TournamentPreset("team-match", SLIDE, ("points", "games-won", "difference", "lot"), "event", "knock-out boards=5"),
        TournamentPreset("tables", SLIDE, ("points", "difference"), "event", "tables:3 -> tables:1 best=4"),
        TournamentPreset(
            "divisions", SLIDE, ("points", "head-to-head", "difference", "games-won", "lot"), "event", "league:2 -> league:2"
        ),
        TournamentPreset("ladder", SLIDE, ("points", "lot"), "event", "ladder:3"),
        TournamentPreset("arena", NEIGHBOURS, ("points", "wins", "difference"), "live", "arena:2"),
        TournamentPreset("duplicate", NEIGHBOURS, ("points", "comparison", "buchholz"), "live", "swiss:3", duplicate=True),
        TournamentPreset("teams", SLIDE, ("points", "games-won", "difference", "buchholz"), "event", "swiss boards=3"),
        TournamentPreset("evening", NEIGHBOURS, ("points", "buchholz", "difference"), "live", "swiss:3"),
    )
}


def preset(name: str) -> TournamentPreset:
    """Return the preset of this name; raises `InvalidTournamentError("unknown-preset")`."""
    if name not in PRESETS:
        raise InvalidTournamentError("unknown-preset", "preset", value=name, choices=tuple(PRESETS))
    return PRESETS[name]
