"""Whom somebody has blocked, in words."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words


def listed(mentions: Sequence[str], words: Words) -> str:
    """All of them, and what it means."""
    if not mentions:
        return words.say(
            "You have not blocked anyone. People whom you block cannot invite you, ask you for anything in a "
            "game, or be matched with you."
        )
    return words.say(
        "Blocked: {people}. Their invitations, requests and rematches do not reach you. They are not told.",
        people=words.list(mentions),
    )
