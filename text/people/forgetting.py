"""What is kept about a person, and how it is forgotten."""

from __future__ import annotations

from text.sentences import sentence

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
