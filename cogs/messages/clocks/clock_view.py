"""Clocks as one person reads them: all of a game, a line each."""

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
    """Return every clock: the time left, whether it runs, why it stands."""
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
    """Return the clocks of a game below its terms."""
    shown = lines(clocks_shown, names, words) or [clock_texts.no_clocks(words)]
    return Message().say(lead, f"**{clock_texts.clock_title(words)}**", f"-# {time_controls.line(match.terms, words)}", *shown)


def gift(length: timedelta, words: Translator) -> str:
    """Return the confirmation for the giver of time."""
    return clock_texts.given(length, words)
