"""The sentence about what decided a game, and the one about the sources of a player's points, for any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core import game_summary
from games.core.game_summary import GamePart
from text.translator import Translator
from text.users.player_names import safe

SHARES = 5
"""So many sources of points are told."""


def decided(parts: Sequence[GamePart], finals: Sequence[int], when: str, names: Sequence[str], words: Translator) -> str:
    """Return the sentence about the last lead change: `Anna took the lead for good in turn 44, with 18 points.`

    `when` is the game's phrase for a part of the game: `turn {number}`. Empty if there is no decisive moment.
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
    """Return the text about the share of each source in a player's points, the largest first.

    `named` holds the phrase of each source, such as "cities {points}".
    """
    most = sorted((source for source in named if found.get(source, 0) > 0), key=lambda source: -found[source])[:SHARES]
    total = sum(points for points in found.values() if points > 0)
    return " · ".join(words.say(named[source], points=words.share(found[source] / total)) for source in most)
