"""Texts and messages that show all clocks of a match to one reader, a line for each clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from discord.utils import format_dt

from cogs.messages.message_parts import Message
from service.clocks.clock_service import ClockView
from storage.rows import MatchRow
from text.clocks import clock_texts, time_controls
from text.translator import Translator


def lines(clocks_shown: Sequence[ClockView], names: Sequence[str], words: Translator) -> list[str]:
    """Return a line for each clock: the time left, whether the clock runs, and why it is stopped."""
    return [
        clock_texts.clock_line(
            names[clock.seat],
            clock.left,
            words,
            runs=format_dt(clock.deadline, "f") if clock.deadline is not None else "",
            why=clock.why,
            waits=clock.runs,
        )
        for clock in clocks_shown
    ]


def page(match: MatchRow, clocks_shown: Sequence[ClockView], names: Sequence[str], words: Translator, lead: str = "") -> Message:
    """Return a message with the match's time limits and all its clocks, below `lead`."""
    shown = lines(clocks_shown, names, words) or [clock_texts.no_clocks(words)]
    return Message().say(lead, f"**{clock_texts.clock_title(words)}**", f"-# {time_controls.line(match.terms, words)}", *shown)


def gift(length: timedelta, words: Translator) -> str:
    """Return the confirmation for a player who has given time to another."""
    return clock_texts.given(length, words)
