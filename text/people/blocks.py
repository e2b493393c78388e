"""Whom somebody has blocked, in words."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.sentences import sentence


def listed(mentions: Sequence[str], words: Words) -> str:
    """All of them, and what it means."""
    if not mentions:
        return words.say(
            "You haven't blocked anyone. People you block can't invite you or be matched with you, and what they ask "
            "in a game doesn't ping you. They aren't told."
        )
    return words.say(
        "Blocked: {people}. Their invitations and rematches don't reach you, and what they ask in a game doesn't "
        "ping you. They aren't told.",
        people=words.list(mentions),
    )


field = sentence("Blocked")
"""Above the field of all whom somebody has blocked."""
about = sentence("They can't invite you or be matched with you, and never ping you. They aren't told.")
"""Below it."""
