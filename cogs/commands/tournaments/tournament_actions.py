"""Typed arguments of tournament actions, corresponding to the fields of their forms."""

from __future__ import annotations

from service.tournaments import external_results, referee_actions
from service.tournaments.rulings import RULINGS
from service.tournaments.tournament_settings import EDIT, HOURS, LIMITS, TIMES, keys

JOIN, PAUSE = "join", "pause"
PLACE = "place"
"""Of the form **Seeding**, and typed with the settings."""
NEW = tuple(
    dict.fromkeys(
        ("name", "kind", "game", "pace", "start", "expansions", "rules", "stages", "own-rules", *keys(EDIT, TIMES, HOURS, LIMITS))
    )
)
"""All that a new event can be opened with; the first five are a form, the rest is typed or changed before anybody enters."""
RULES = ("stages", "pace", "expansions", "rules", "own-rules")
"""Of the form **Rules**, before anybody has entered."""
NEXT = ("name", "held", "start")
"""Of the form **Next season**."""
REPORT = ("result", "score", "because")
"""Of the form **Agree on a result**."""
RULING = ("what", "round", "time", "score", "reason")


ALL_RULINGS = (*RULINGS, *external_results.OF_REFEREES, *referee_actions.ON_GAMES)
