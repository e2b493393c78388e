"""The texts about requests of players who look for a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from text.clocks import time_controls
from text.message_templates import MessageTemplate, listed, pattern, plural, sentence
from text.translator import Translator
from text.translator import translator_for as spoken
from text.users import preferences

heading = sentence("Who wants to play?")
"""Above the list of a server."""
only_in_servers = sentence(
    "`/find` brings people of one server together: use it in a server that has me. "
    "On your own, you can practise or solve the puzzle of the day."
)
"""In private messages, and in servers without the bot."""


class Seek(Protocol):
    """Interface of a player's request for a game, such as `storage.rows.WishRow`."""

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


def wish(number: int, name: str, game: str, wanted: Seek, stamp: str, words: Translator) -> str:
    """Return the line about a request in the list of requests; what the player left open is omitted."""
    parts = [game, *([words.say(time_controls.PACE_NAMES[wanted.pace])] if wanted.pace else [])]
    parts += [words.count("{number} player", "{number} players", wanted.seats)] if wanted.seats else []
    parts += ["/".join(preferences.speaks(spoken(language)) for language in wanted.languages)] if wanted.languages else []
    if wanted.most_wait_s:
        longest = time_controls.length(timedelta(seconds=wanted.most_wait_s), words)
        parts.append(words.say("at most {time} per turn on average", time=longest))
    if wanted.least_kept:
        parts.append(words.say("at least {share} of turns in time", share=words.share(wanted.least_kept / 100)))
    return words.say("{number}. {name}: {wanted} · ends {until}", number=number, name=name, wanted=", ".join(parts), until=stamp)


nobody = sentence("Nobody is looking for a game right now.")
"""The list is empty."""
more = plural(
    "{number} more person is looking: `/find` tries their wish too.",
    "{number} more people are looking: `/find` tries their wishes too.",
)
"""Below as many wishes as have a button."""
any_number = sentence("Any number")
"""Among the numbers of players."""
any_pace = sentence("Any pace")
"""Among the paces."""
left_to_others = sentence("Choose the first line if you don't mind.")
"""Below a field of the form."""
how_many = sentence("How many players?")
"""A field of the form."""
which_languages = sentence("Which languages?")
"""A field of the form."""
how_slow = sentence("How long may others take?")
"""A field of the form."""
how = sentence("/find puts you on this list. A game begins automatically once enough people want the same.")
"""Below the list."""
kept: MessageTemplate[str] = pattern(
    "You're on the list in {channel} for seven days. Once enough people want the same, your game begins and I ping you."
)
"""To somebody whose wish waits."""
found: MessageTemplate[str] = pattern("Found: your game has begun in {channel}.")
"""To somebody who was matched."""
taken_back = sentence("You're off the list.")
"""Somebody looks no more."""
gone = sentence("That entry is no longer on the list.")
"""A wish that is no longer there."""
together: MessageTemplate[Sequence[str]] = pattern("Game: {names}", names=listed)
"""The title of a thread."""
open_games = sentence("Open games")
"""Above the lobbies with free seats."""
