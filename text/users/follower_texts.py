"""The private messages to followers of a game or a player, one line each."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator
from text.users.player_names import safe

follows: MessageTemplate[str] = pattern(
    "✅ You follow {name}. I'll write to you in private when a game of theirs here ends, and once if it gets exciting.", name=safe
)
"""Somebody follows a player from now on."""
follows_no_more: MessageTemplate[str] = pattern("You no longer follow {name}.", name=safe)
"""Somebody follows a player no longer."""
change_it = sentence("You follow this game or one of its players. /settings turns these messages off.")
"""Below each message."""


def ended(title: str, link: str, names: Sequence[str], points: Sequence[int], words: Translator) -> str:
    """Return the line about the end of a followed game, with players and points, best first.

    `names` and `points` are empty while the result is hidden.
    """
    if not names:
        return words.say("🏁 {title} is over: {link}", title=title, link=link)
    table = " · ".join(f"{safe(name)} {score}" for name, score in zip(names, points, strict=True))
    return words.say("🏁 {title} is over: {link}. {points}", title=title, link=link, points=table)


def leads(title: str, link: str, name: str, words: Translator) -> str:
    """Return the line about a new leader late in a followed game."""
    return words.say("👀 {title}: {name} has just taken the lead. {link}", title=title, link=link, name=safe(name))


def swing(title: str, link: str, name: str, points: int, words: Translator) -> str:
    """Return the line about a player who has scored many points at once in a followed game."""
    return words.count(
        "👀 {title}: {name} has just scored {number} point. {link}",
        "👀 {title}: {name} has just scored {number} points. {link}",
        points,
        title=title,
        link=link,
        name=safe(name),
    )
