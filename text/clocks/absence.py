"""The texts about vacations, sleep hours and the daily list of waiting games."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, listed, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import safe

away: MessageTemplate[str, str] = pattern(
    "You're on vacation until {when}: your clocks are stopped in all games, and I leave you alone. {left}"
)
"""To somebody who is on vacation."""
planned: MessageTemplate[str, str, str] = pattern(
    "Your vacation is from {begin} to {end}: your clocks stop in all games then, and I leave you alone. {left}"
)
"""To somebody who has announced a vacation."""
runs_on: MessageTemplate[Sequence[str]] = pattern("Here your clock runs on: {games}", games=listed)
"""Games that know no vacations, such as those of tournaments, as links to where they are played."""
left = plural("You have {number} day of vacation left this year.", "You have {number} days of vacation left this year.")
"""What is left of the budget."""


def none(days: int, words: Translator) -> str:
    """Return the answer that the reader is not on vacation, with the days of vacation left this year."""
    return words.say("You're not on vacation.") + " " + left(days, words)


last_day = sentence("Until when?")
"""Above the line for the end of a vacation."""
last_day_about = sentence("The last day, such as 31.12. or 2026-12-31, or how long: 10d")
"""Below it."""
first_day = sentence("From when?")
"""Above the line for the beginning of a vacation."""
first_day_about = sentence("Leave empty for this time tomorrow; 0 to start at once (twice a year)")
"""Below it."""
ended = sentence("Welcome back: your clocks are running again. You keep the vacation days you didn't use.")
"""The vacation is over by the own wish."""
called_off = sentence("Your vacation is cancelled.")
"""A planned vacation is called off."""
told: MessageTemplate[str, str] = pattern("🌴 {name} is on vacation until {when}; the clock is stopped.")
"""In a game that waits for somebody who is away."""


def not_there(name: str, stamp: str, words: Translator) -> str:
    """Return the line about a player on vacation for whom the game does not wait; `stamp` is the end of the vacation."""
    return words.say("🌴 On vacation until {when}: {name}", name=safe(name), when=stamp)


asked: MessageTemplate[str] = pattern("You're on vacation until {when}. A move would end it in all your games. Are you back?")
"""Before a move that would end the own vacation."""


def morning(mention: str, others: int, words: Translator) -> str:
    """Return the ping after a player's sleep hours: one game waits here, and `others` elsewhere."""
    here = words.say("{player}, while you slept it became your turn here.", player=mention)
    return here + " " + elsewhere(others, words) if others else here


def back(mention: str, others: int, words: Translator) -> str:
    """Return the ping after a player's vacation: one game waits here, and `others` elsewhere."""
    here = words.say("{player}, while you were away it became your turn here.", player=mention)
    return here + " " + elsewhere(others, words) if others else here


def blocked(mention: str, others: int, words: Translator) -> str:
    """Return the ping in a game to a player who can't get the daily list, as private messages are blocked."""
    here = words.say(
        "{player}, it's your turn here. I can't send you private messages, so you won't get this list again.",
        player=mention,
    )
    return here + " " + elsewhere(others, words) if others else here


elsewhere = plural("{number} other game is waiting for you: /turns.", "{number} other games are waiting for you: /turns.")
"""How many other games wait, without their names: all read this."""
daily = plural("Today {number} game is waiting for you:", "Today {number} games are waiting for you:")
"""Above the daily list."""
in_the_morning = plural(
    "While you slept, it became your turn in {number} game:",
    "While you slept, it became your turn in {number} games:",
)
"""Above the list at the end of a night."""
after_vacation = plural(
    "While you were away, it became your turn in {number} game:",
    "While you were away, it became your turn in {number} games:",
)
"""Above the list at the end of a vacation."""
change_it = sentence("You can change this list, or turn it off, in /settings.")
"""Below the daily list."""
