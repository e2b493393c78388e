"""What a newcomer reads in the channel of the sandbox."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.sentences import sentence

channel_list = sentence("Channel")
"""Beside the list of channels at the top of the page."""
letters = sentence("Private messages")
"""The line of that list where the bot writes to one person alone."""


def welcome(members: Sequence[str], forum: str, words: Words) -> str:
    """The first message there."""
    return words.say(
        "**Welcome to the sandbox.** Nothing is kept here, and all of {names} are you: switch between them and between "
        "channels at the top of the page. Games open threads, which join that list; the button beside a channel's name "
        "leads to what is new.\n"
        "`/practice`: a first game against a computer that explains every step.\n"
        "`/new`: a game for several. Press **Join** as someone else, or add a computer, then **Start**.\n"
        "`/tournament`: {first} may organise one. `/puzzle`: a puzzle. `/server`: send games to the forum {forum}.\n"
        "Time stands still here: `/wait` lets it go on. `/help` has the rules in short.",
        names=words.list(members),
        first=members[0],
        forum=forum,
    )
