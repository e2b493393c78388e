"""Help about time: one topic, the same under every game."""

from __future__ import annotations

from text.language import Words, phrase

KEY = "time"

TITLE = phrase("Time, reminders and coming back")

_TEXT = phrase(
    "Each player has a clock. It only runs while it's that player's turn, and gains a little after each turn. "
    "The host chooses the pace before the start: `daily` gives 5 days plus 24 hours per turn, `evening` an "
    "hour for people who are all there.\n"
    "Your clock stops during your sleep hours (`/settings`), on vacation, in a pause, and while I'm away. "
    "Every turn message shows how long there is; `/turns` shows it for all your games, `/game action:clocks` "
    "for everyone in one game. `/game action:give` gives the others more.\n"
    "**When time runs out**, a computer plays the turn; the third time, it takes over the seat. A game's "
    "terms can also have the computer take the seat at once, or the game be lost: see `/game action:info`. "
    "`/game action:return` gives you a lost seat back, once per game.\n"
    "**Reminders** come when a quarter of your time is left and shortly before the end, never in your sleep "
    "hours. In `/settings` you choose how many you get, and whether in the game or in private.",
)


def text(words: Words) -> str:
    """Clocks, timeouts, reminders, coming back."""
    return words.say(_TEXT)
