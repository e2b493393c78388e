"""The texts about a planned turn: what a plan is, that it is kept, and why it no longer applies."""

from __future__ import annotations

from collections.abc import Mapping

from text.message_templates import sentence
from text.translator import Translator, phrase

lead = sentence("It's not your turn yet. Plan it with the tile in your hand: nobody else sees this.")
"""Above a draft of a turn to come."""
ready = sentence("Keep it as your plan?")
"""Below a whole one."""
kept = sentence("Your plan is kept. When your turn comes, **{button[play-plan]}** plays it.")
"""After a plan was confirmed; when the turn comes, it is asked for."""
played_then = sentence("Your plan is kept. When your turn comes, I'll play it.")
"""The same, to those who want their plans played."""
lasts = sentence("-# If something it depends on changes, it lapses, and I'll tell you why.")
"""Below either."""
stands = sentence("Your plan still stands.")
"""Above the confirmation of a plan whose turn has come."""

gone = sentence("-# Your plan no longer stands; your move shows you why.")
"""In the message of the turn that was planned. What it was about stays private."""

REASONS: Mapping[str, str] = {
    "tile": phrase("Your plan no longer stands: you have another tile now."),
    "blocked": phrase("Your plan no longer stands: it isn't possible any more."),
    "square": phrase("Your plan no longer stands: there's a new tile next to your square."),
    "supply": phrase("Your plan no longer stands: your meeples have changed."),
    "feature": phrase("Your plan no longer stands: a feature it joins has changed."),
}
"""Why a plan is none any more, by the word of `Game.lapse`."""


def lapsed(why: str, words: Translator) -> str:
    """Return the reason why a plan no longer applies; empty for an unknown key."""
    return words.say(REASONS[why]) if why in REASONS else ""
