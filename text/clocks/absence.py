"""Vacations, nights and daily lists, in words."""

from __future__ import annotations

from text.language import Words
from text.people.names import safe


def away(stamp: str, days: str, words: Words) -> str:
    """To somebody who is on vacation."""
    return words.say(
        "You are on vacation until {when}: the clocks of all your games stand still, and nobody calls you. {left}",
        when=stamp,
        left=days,
    )


def planned(begin: str, end: str, days: str, words: Words) -> str:
    """To somebody who has announced a vacation."""
    return words.say(
        "Your vacation is from {begin} to {end}: the clocks of all your games stand still then, and nobody calls you. {left}",
        begin=begin,
        end=end,
        left=days,
    )


def present_games(number: int, words: Words) -> str:
    """Games that know no vacations."""
    return words.count(
        "In {number} game everyone has to be there: its clock runs on.",
        "In {number} games everyone has to be there: their clocks run on.",
        number,
    )


def left(days: int, words: Words) -> str:
    """What is left of the budget."""
    return words.count(
        "You have {number} day of vacation left this year.", "You have {number} days of vacation left this year.", days
    )


def none(days: int, words: Words) -> str:
    """To somebody who is not on vacation."""
    return words.say("You are not on vacation.") + " " + left(days, words)


def ended(words: Words) -> str:
    """The vacation is over by the own wish."""
    return words.say("Welcome back: your clocks run again. You keep the days of vacation that you did not use.")


def called_off(words: Words) -> str:
    """A planned vacation is called off."""
    return words.say("Your vacation is called off.")


def told(name: str, stamp: str, words: Words) -> str:
    """In a game that waits for somebody who is away."""
    return words.say("🌴 {name} is on vacation until {when}; the clock stands still.", name=name, when=stamp)


def not_there(name: str, stamp: str, words: Words) -> str:
    """Beside the table: somebody is away, whom it does not wait for."""
    return words.say("🌴 On vacation until {when}: {name}", name=safe(name), when=stamp)


def asked(stamp: str, words: Words) -> str:
    """Before a move that would end the own vacation."""
    return words.say("You are on vacation until {when}. A move would end it in all your games. Are you back?", when=stamp)


def morning(mention: str, others: int, words: Words) -> str:
    """The one ping at the end of a night."""
    here = words.say("{player}, it became your turn here while you slept.", player=mention)
    return here + " " + elsewhere(others, words) if others else here


def back(mention: str, others: int, words: Words) -> str:
    """The one ping at the end of a vacation."""
    here = words.say("{player}, while you were away it became your turn here.", player=mention)
    return here + " " + elsewhere(others, words) if others else here


def blocked(mention: str, others: int, words: Words) -> str:
    """In a game, to somebody whose private messages are blocked."""
    here = words.say(
        "{player}, it is your turn here. I cannot send you private messages, so this list will not come again.",
        player=mention,
    )
    return here + " " + elsewhere(others, words) if others else here


def elsewhere(others: int, words: Words) -> str:
    """How many other games wait, without their names: all read this."""
    return words.count("{number} other game waits for you: /turns.", "{number} other games wait for you: /turns.", others)


def daily(number: int, words: Words) -> str:
    """Above the daily list."""
    return words.count("Today {number} game waits for you:", "Today {number} games wait for you:", number)


def in_the_morning(number: int, words: Words) -> str:
    """Above the list at the end of a night."""
    return words.count(
        "Since you went to sleep, {number} game has begun to wait for you:",
        "Since you went to sleep, {number} games have begun to wait for you:",
        number,
    )


def after_vacation(number: int, words: Words) -> str:
    """Above the list at the end of a vacation."""
    return words.count(
        "While you were away, {number} game has begun to wait for you:",
        "While you were away, {number} games have begun to wait for you:",
        number,
    )


def change_it(words: Words) -> str:
    """Below the daily list."""
    return words.say("With /settings choose you decide whether and when this list comes.")
