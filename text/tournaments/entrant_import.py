"""The preview of a list of entrants to be imported: its effect, and the lines with errors."""

from __future__ import annotations

from collections.abc import Mapping

from text.message_templates import MessageTemplate, pattern, plural, sentence
from text.translator import Translator, phrase
from text.users.player_names import safe

title = sentence("**Import entrants**")
invites = plural(
    "{number} player gets a place held for a week, and an invitation by private message.",
    "{number} players get a place held for a week each, and an invitation by private message.",
)
"""How many would be invited."""
seeds = plural("{number} seed is set.", "{number} seeds are set.")
"""How many would be seeded."""
nothing_done = plural(
    "{number} line is wrong, so nothing has changed. Correct it, and import the list again:",
    "{number} lines are wrong, so nothing has changed. Correct them, and import the list again:",
)
"""How many lines are wrong, above the list of them."""
caution = sentence("-# You can't enter this tournament yourself after that.")
done = sentence("Imported. Those you invited are in as soon as they press **{button[event-enter]}**.")
"""The confirmation."""
more: MessageTemplate[int] = pattern("-# {number} more aren't shown.")
"""How many wrong lines are left out."""

_WHY: Mapping[str, str] = {
    "unknown": phrase("Line {number}: {name} isn't a member of this server. Their id always works."),
    "twice": phrase("Line {number}: {name} is in the list twice."),
    "bad-seed": phrase("Line {number}: {name} has no valid seed. Use 1 for the first, or leave it empty."),
    "same-seed": phrase("Line {number}: {name} has the same seed as someone above."),
    "decides": phrase("Line {number}: {name} organises or rules here, so they can't play."),
    "waits": phrase("Line {number}: {name} is on the waiting list already."),
    "full": phrase("Line {number}: no place is left for {name}. **{button[event-edit]}** raises the limit."),
}


def problem(number: int, name: str, why: str, words: Translator) -> str:
    """Return the error message about a line; `why` is a key of `_WHY`."""
    return words.say(_WHY[why], number=number, name=safe(name))
