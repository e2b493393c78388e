"""The sentence about what decided a game, for any game, which names its own parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core import game_summary
from games.core.game_summary import GamePart
from text.translator import Translator
from text.users.player_names import safe

SHARES = 5
"""So many sources of points are told."""


def decided(parts: Sequence[GamePart], finals: Sequence[int], when: str, names: Sequence[str], words: Translator) -> str:
    """`Anna took the lead for good in turn 44, with 18 points.`; empty where there is no such moment.

    `when` is the game's sentence for a part: `turn {number}`.
    """
    decisive_point = game_summary.decisive_point(parts, finals)
    if decisive_point is None:
        return ""
    name = safe(names[decisive_point.seat])
    if decisive_point.number is not None:
        return words.count(
            "{name} took the lead for good in {when}, with {number} point.",
            "{name} took the lead for good in {when}, with {number} points.",
            decisive_point.points,
            name=name,
            when=words.say(when, number=decisive_point.number),
        )
    if decisive_point.behind:
        return words.count(
            "Final scoring decided it: {name} was {behind} behind and scored {number} point there.",
            "Final scoring decided it: {name} was {behind} behind and scored {number} points there.",
            decisive_point.points,
            name=name,
            behind=decisive_point.behind,
        )
    return words.count(
        "Final scoring decided it: {name} was level and scored {number} point there.",
        "Final scoring decided it: {name} was level and scored {number} points there.",
        decisive_point.points,
        name=name,
    )


def shares(found: Mapping[str, int], named: Mapping[str, str], words: Translator) -> str:
    """Return the sentence about the sources of points; `named` holds each source's phrase, such as "cities {points}"."""
    most = sorted((source for source in named if found.get(source, 0) > 0), key=lambda source: -found[source])[:SHARES]
    total = sum(points for points in found.values() if points > 0)
    return " · ".join(words.say(named[source], points=words.share(found[source] / total)) for source in most)
