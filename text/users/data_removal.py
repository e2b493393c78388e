"""The texts about stored personal data and its removal."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import sentence
from text.translator import Translator

everything_kept = sentence("This file has everything I keep about you. `/settings setting:forget` makes me forget it.")
"""Above the file with everything about oneself."""
ask_forget = sentence(
    "Do you want me to forget you? Your settings and unfinished moves go, a computer takes over your seat in "
    "every game, and in finished games you become a former member. The others keep their games. You can't "
    "undo this; `/settings setting:export` gives you a copy first."
)
"""Asked before somebody is forgotten."""
forgotten = sentence("Done: I've forgotten you. The owner's backups may keep your data for up to 90 more days.")
"""It is done."""


def listed(mentions: Sequence[str], words: Translator) -> str:
    """Return the list of the people whom the reader has blocked, and what blocking does."""
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
