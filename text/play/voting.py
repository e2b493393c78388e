"""Votes on the moves of a seat that a server plays, in words. Names are raw; stamps pass through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.language import Words, phrase
from text.people.names import safe
from text.sentences import Pattern, pattern, plural, sentence

called = sentence("**The server's turn: everyone here can vote**")
"""At the head of a turn, where others are pinged; the vote itself is secret."""
until: Pattern[str, str] = pattern("Open until {moment} ({how_long}), or until all regulars have voted.")
"""`moment` and `how_long` are stamps of the same time."""
ready = sentence("Vote, or go back a step. Nobody sees your vote before the vote closes.")
"""Everything is chosen, and only the vote itself is missing."""
kept: Pattern[str] = pattern("**Your vote is in.** Votes are counted {how_long} at the latest. Until then, you can change yours.")
"""To somebody who has just voted; `how_long` is a stamp."""
closed = sentence("**Your vote is in.** Votes are being counted.")
"""The same, where the vote closes at this moment."""


def result(most: int, votes: int, words: Words) -> str:
    """Above who voted for what: how many votes the move that is played had."""
    return words.count(
        "The server's move: {most} of {number} vote", "The server's move: {most} of {number} votes", votes, most=most
    )


by_lot = sentence("A lot drawn from the sealed bag decided a tie.")
"""Below it."""


def worth(points: float, words: Words) -> str:
    """How good a turn was that somebody voted for, in points by which it is worse than the best."""
    if points < 1:
        return words.say("as good as the best")
    return words.count("about {number} point worse than the best", "about {number} points worse than the best", round(points))


def too_few(votes: int, words: Words) -> str:
    """To everybody: a computer has played."""
    if not votes:
        return words.say("Nobody voted in time, so a computer plays this turn for the server.")
    return words.say("Only one vote came in, and it takes two. A computer plays this turn for the server.")


def best(names: Sequence[str], words: Words) -> str:
    """At the end of a game; `names` in the order of how well they voted."""
    return words.say("🗳️ **Best voters:** {names}", names=words.list([safe(name) for name in names]))


too_new = plural(
    "You can vote once you've been in this server for {number} day.",
    "You can vote once you've been in this server for {number} days.",
)
"""Somebody has just come to the server."""

_NO_TOWN: Mapping[str, str] = {
    "private": phrase("Only in a server can the server play."),
    "seated": phrase("The server already has a seat in this game."),
    "hidden": phrase("The server can't play this game: its hands are secret."),
}


def none_here(why: str, words: Words) -> str:
    """Why the server gets no seat; `why` as `service.lobby.lobbies` has it."""
    return words.say(_NO_TOWN[why])
