"""The parts of events' tables that all kinds share: numbers, titles and final places."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import sentence
from text.translator import Translator
from text.users.player_names import safe


def number(value: float, words: Translator) -> str:
    """Return a number in a table, with halves as a fraction: 2½, 7, 4.25 (in German 4,25)."""
    value = round(value, 2)
    whole, part = divmod(value, 1)
    if part == 0.5 and value > 0:
        return f"{words.number(whole) if whole else ''}½"
    return words.number(value)


def title(stage: str, group: int | None, words: Translator, *, is_division: bool = False) -> str:
    """Return the title of a table: that of its stage, or the number of its group or division."""
    if group is None:
        return stage
    if is_division:
        return words.say("Division {number}", number=group)
    return words.say("Group {number}", number=group)


def places(names: Sequence[str], words: Translator) -> list[str]:
    """Return the lines of the final places, with medals for the first three."""
    medals = ("🥇", "🥈", "🥉")
    return [
        words.say("{place} {name}", place=medals[each_name] if each_name < len(medals) else f"{each_name + 1}.", name=safe(name))
        for each_name, name in enumerate(names)
    ]


nothing_yet = sentence("Nothing has been played yet.")
"""Standings before the first round."""
