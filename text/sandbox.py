"""What a newcomer reads in the channel of the sandbox."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words


def welcome(members: Sequence[str], words: Words) -> str:
    """The first message there."""
    return words.say(
        "**Welcome to the sandbox.** Nothing is kept here, and all of {names} are you: switch between them at "
        "the top of the page.\n"
        "`/practice` is a first game against a computer that explains every step.\n"
        "`/new` opens a game for several: press **Join** as someone else, or **Add computer**, then "
        "**Start**. Games are played in this channel, one at a time.\n"
        "Time stands still here: `/wait` lets it go on. `/help` has the rules in short.",
        names=words.list(members),
    )
