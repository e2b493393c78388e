"""Who looks for a game, in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from text.clocks import clocks
from text.language import Words
from text.language import words as spoken
from text.people import preferences


def heading(words: Words) -> str:
    """Above the list of a server."""
    return words.say("Who wants to play?")


class Wish(Protocol):
    """What somebody looks for: `storage.records.WishRow`."""

    @property
    def pace(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def languages(self) -> tuple[str, ...]: ...
    @property
    def most_wait_s(self) -> int: ...
    @property
    def least_kept(self) -> int: ...


def wish(number: int, name: str, game: str, wanted: Wish, stamp: str, words: Words) -> str:
    """One line of the list; what is left open is not told."""
    parts = [game, *([words.say(clocks.PACE_NAMES[wanted.pace])] if wanted.pace else [])]
    parts += [words.count("{number} player", "{number} players", wanted.seats)] if wanted.seats else []
    parts += ["/".join(preferences.speaks(spoken(one)) for one in wanted.languages)] if wanted.languages else []
    if wanted.most_wait_s:
        longest = clocks.length(timedelta(seconds=wanted.most_wait_s), words)
        parts.append(words.say("a turn in {time} on average at most", time=longest))
    if wanted.least_kept:
        parts.append(words.say("{share} of turns in time at least", share=words.share(wanted.least_kept / 100)))
    return words.say("{number}. {name}: {wanted} · lapses {until}", number=number, name=name, wanted=", ".join(parts), until=stamp)


def nobody(words: Words) -> str:
    """The list is empty."""
    return words.say("No one is looking for a game now.")


def how(words: Words) -> str:
    """Below the list."""
    return words.say("/game find puts you on this list; a game begins by itself once enough people have found each other.")


def kept(channel: str, words: Words) -> str:
    """To somebody whose wish waits."""
    return words.say(
        "You are on the list in {channel} for seven days. Once enough people have found each other, your game "
        "begins and you are pinged.",
        channel=channel,
    )


def found(channel: str, words: Words) -> str:
    """To somebody who was matched."""
    return words.say("Found: your game has begun in {channel}.", channel=channel)


def taken_back(words: Words) -> str:
    """Somebody looks no more."""
    return words.say("You are off the list.")


def gone(words: Words) -> str:
    """A wish that is no longer there."""
    return words.say("That wish is no longer on the list.")


def together(names: Sequence[str], words: Words) -> str:
    """The title of a thread."""
    return words.say("Game: {names}", names=words.list(names))


def open_games(words: Words) -> str:
    """Above the lobbies with free seats."""
    return words.say("Open games")
