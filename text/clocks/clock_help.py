"""Help about time: one topic, the same under every game."""

from __future__ import annotations

from text.language import Words, phrase

KEY = "time"

TITLE = phrase("Time, reminders and coming back")

_TEXT = phrase(
    "Each player has a clock. It runs only while that player is asked, and gains a little after each turn. The "
    "host chooses the pace before the start: `daily` is 5 days and 24 hours more each turn, `evening` an hour "
    "for people who are all there.\n"
    "Your clock stands still in your sleep hours (`/settings`), on vacation, in a pause, and while I am "
    "away. Every turn message says until when there is time, `/turns` for all your games, `/game action:clocks` for "
    "everyone in one game. `/game action:give` gives the others more.\n"
    "**When time runs out** a computer plays the turn, and the third time it takes the seat; or it takes the "
    "seat at once, or the game is lost. `/game action:info` says what was agreed on. `/game action:return` gives you a lost "
    "seat back, once a game.\n"
    "**Reminders** come when a quarter of your time is left and shortly before the end, never in your sleep "
    "hours. `/settings` decides how many, and whether in the game or in private.",
)


def text(words: Words) -> str:
    """Clocks, timeouts, reminders, coming back."""
    return words.say(_TEXT)
