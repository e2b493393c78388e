"""Help about time: one topic, the same under every game."""

from __future__ import annotations

from text.language import Words, phrase

KEY = "time"

TITLE = phrase("Time, reminders and coming back")

_TEXT = phrase(
    "Everybody has a clock of his own. It runs while he is asked, and only then; when his turn is over it gains a little. The host"
    " chooses the pace before the start: `daily` is 5 days and 24 hours more each turn, `evening` an hour for who is there.\n"
    "A clock stands still in your sleep hours (`/settings choose`), your vacation, a pause, and while the bot was away. Every turn"
    " message says until when there is time, `/turns` for all your games, `/clock show` for everybody in one. `/clock give` gives"
    " the others more.\n"
    "**When time runs out** a computer plays the turn, and at the third time takes the seat; or it takes the seat at once, or the"
    " game is lost. `/game info` says what was agreed on here. `/game return` takes a lost seat back, once a game.\n"
    "**Reminders** come when a quarter of your time is left and shortly before the end, never in your night. `/settings choose`"
    " says how many, and whether in the game or in private.",
)


def text(words: Words) -> str:
    """Clocks, timeouts, reminders, coming back."""
    return words.say(_TEXT)
