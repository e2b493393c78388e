"""What is kept about a person, and how it is forgotten."""

from __future__ import annotations

from text.sentences import sentence

everything_kept = sentence("This file holds everything that I keep about you. `/settings setting:forget` makes me forget it.")
"""Above the file with everything about oneself."""
ask_forget = sentence(
    "Shall I forget you? Your settings and unfinished moves go, a computer plays on for you in every game, "
    "and in finished games you become a former member. The others keep their games. This cannot be undone; "
    "`/settings setting:export` gives you a copy first."
)
"""Asked before somebody is forgotten."""
forgotten = sentence("Forgotten. Backups by whoever runs this bot may hold it for up to 90 days more.")
"""It is done."""
