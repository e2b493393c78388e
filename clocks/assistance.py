"""Levels of assistance: which computed hints the players of a match see, agreed on as one of its terms."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from clocks.terms import ALL, CLUB, PURIST


class AssistLevel(Enum):
    """One kind of assistance."""

    SPOTS = "spots"
    """Legal squares, numbered in pictures and lists; without it the player names the square."""
    POINTS = "points"
    """The points that a choice brings at once, beside it."""
    STOCK = "stock"
    """What is left in the bag, by kind; without it only how much."""
    OVERLAYS = "overlays"
    """Who owns which feature and meadow, tinted or listed."""
    ODDS = "odds"
    """How likely a hole is filled, and which can never be."""
    FORECAST = "forecast"
    """The points if the game ended now."""
    HINTS = "hints"
    """One good turn, for the person asking; never in rated games."""


EVERY = frozenset(AssistLevel)

SHOWN: Mapping[str, frozenset[AssistLevel]] = {
    ALL: EVERY,
    CLUB: frozenset({AssistLevel.SPOTS, AssistLevel.POINTS, AssistLevel.STOCK, AssistLevel.OVERLAYS}),
    PURIST: frozenset(),
}
"""By level. What is always shown: the board, the points so far, why something scored, the log and past moves."""
