"""The welcome message of the sandbox."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, sentence
from text.translator import Translator, phrase

channel_list = sentence("Channel")
"""Beside the list of channels at the top of the page."""
member_menus = sentence("Menus of members")
"""The name of the list of what can be chosen on a member."""
message_menus = sentence("A right click on a message, or a long press, opens its menu; those of members are in the list above.")
"""Below the first message."""
letters = sentence("Private messages")
"""The line of that list where the bot writes to one person alone."""


def welcome(members: Sequence[str], forum: str, words: Translator) -> str:
    """Return the sandbox's first message; `members` are the names that its user can switch between."""
    return words.say(
        "**Welcome to the sandbox.** Nothing is kept here, and all of {names} are you: switch between them and between "
        "channels at the top of the page. Games open threads, which join that list; the button beside a channel's name "
        "leads to what is new.\n"
        "`/practice`: a first game against a computer that explains every step.\n"
        "`/new`: a game for several. Press **{button[join]}** as someone else, or add a computer, then **{button[start]}**.\n"
        "`/tournament`: {first} may organise one. `/puzzle`: a puzzle. `/server`: send games to the forum {forum}.\n"
        "Time stands still here: `/wait` lets it go on. `/help` has the rules in brief.",
        names=words.list(members),
        first=members[0],
        forum=forum,
    )


COMMAND = phrase("Sandbox: let the clock go on, until the next thing happens or for as long as you say")
LENGTH = phrase("How long, such as 30s, 6h or 5d; left out: until the next thing happens")


moved: MessageTemplate[str, str] = pattern("Passed: {length}. It is {then} now.")
"""The clock has gone on; `then` is what it shows."""
nothing_ahead = sentence("Nothing will happen by itself. Say how long to wait, such as 6h.")
"""No timer is set."""
too_far: MessageTemplate[int] = pattern("At most {days} days at a time.")
"""A length that would take too long to pass."""
