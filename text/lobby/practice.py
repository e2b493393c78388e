"""Sentences around a first game; what is learnt in it is in the words of its game."""

from __future__ import annotations

from text.language import Words
from text.sentences import Pattern, pattern, sentence


def title(game: str, name: str, words: Words) -> str:
    """Name of its thread; at most 90 characters of it are ever shown."""
    return words.say("{game}: {name} practises", game=game, name=name)[:90]


def solo(game: str, name: str, words: Words) -> str:
    """Name of the thread of a whole game against a computer."""
    return words.say("{game}: {name} and the computer", game=game, name=name)[:90]


solo_welcome = sentence("A whole game, just you and the computer. You begin.")
"""The first message of that thread."""
solo_begun: Pattern[str] = pattern("Your game against the computer begins in {channel}.")
"""Where that is."""
begun: Pattern[str] = pattern("Your practice game begins in {channel}.")
"""Where it is."""
seen_by_all = sentence("I can't create private threads here, so others can watch.")
"""Why it is not private."""
under_way: Pattern[str] = pattern("You already have a practice game in {channel}. Leave it there before you start another.")
"""There is one already."""
ask_leave = sentence("Leave your practice game? You can start another one any time with /practice.")
"""Before it ends."""
none_here = sentence("There's no practice game for the games here. /help has their rules in brief.")
"""No game on offer can teach itself."""
