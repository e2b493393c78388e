"""Standings in words, line by line, readable on a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words
from text.names import safe
from text.tournament.kinds import TIE_BREAKS


def number(value: float) -> str:
    """A value of a table: 2½, 7, 4.25."""
    value = round(value, 2)
    whole, part = divmod(value, 1)
    if part == 0.5:
        return f"{int(whole) or ''}½" if value > 0 else f"{value:g}"
    return f"{value:g}".replace("-", "−")


def line(rank: int, name: str, values: Mapping[str, float], words: Words, *, mark: str = "") -> str:
    """`2. Ben **2½** · Buchholz 4 · Difference +23`."""
    points, *rest = values.items()
    said = [f"{words.say(TIE_BREAKS[key])} {_signed(key, value)}" for key, value in rest if key != "lot"]
    return " · ".join([f"{rank}. {safe(name)} **{number(points[1])}**{mark}", *said])


def _signed(key: str, value: float) -> str:
    return f"+{number(value)}" if key == "difference" and value > 0 else number(value)


def title(stage: str, group: int | None, words: Words, *, is_division: bool = False) -> str:
    """What a table is of."""
    if group is None:
        return stage
    if is_division:
        return words.say("{stage}, division {number}", stage=stage, number=group)
    return words.say("{stage}, group {number}", stage=stage, number=group)


def places(names: Sequence[str], words: Words) -> list[str]:
    """The final places."""
    medals = ("🥇", "🥈", "🥉")
    return [
        words.say("{place} {name}", place=medals[at] if at < len(medals) else f"{at + 1}.", name=safe(name))
        for at, name in enumerate(names)
    ]


def nothing_yet(words: Words) -> str:
    """Standings before the first round."""
    return words.say("Nothing has been played yet.")
