"""A game before its start: the lobby, its seats and settings, its thread, who is invited."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import plain, safe
from text.sentences import Pattern, pattern, plural, sentence


def lobby_title(settings: str, words: Words) -> str:
    """`New game · Inns & Cathedrals`."""
    return words.say("New game · {settings}", settings=settings) if settings else words.say("New game")


lobby_unknown = sentence("I do not know this game, so it cannot begin. Leave it, or ask its host to cancel it.")
"""Of a game that the program does not know any more, after going back to an older one, say."""


def lobby_seats(names: Sequence[str], wanted: int, words: Words, *, host: int | None = None) -> str:
    """Who sits, who of them is the host, and how many seats are free."""
    seated = " · ".join(
        words.say("{name} (host)", name=safe(name)) if number == host else safe(name) for number, name in enumerate(names)
    )
    free = wanted - len(names)
    if free <= 0:
        return words.say("Seats: {names}", names=seated)
    return words.count("Seats: {names} · {number} free", "Seats: {names} · {number} free", free, names=seated)


seats_offered = plural("{number} seat", "{number} seats")
"""A number of seats to choose from."""
lobby_wait = plural("{number} more player is needed to start.", "{number} more players are needed to start.")
"""How many are still needed to start."""


def lobby_ready(words: Words, *, full: bool) -> str:
    """The host may start, and need not wait where all seats are taken."""
    return words.say("All seats are taken: the host can start.") if full else words.say("The host can start now.")


def lobby_alt(title: str, names: Sequence[str], free: int, words: Words) -> str:
    """What the picture of a lobby shows."""
    return words.count(
        "{title}: a meeple for each seat, {number} of them free, and some tiles. Joined: {names}.",
        "{title}: a meeple for each seat, {number} of them free, and some tiles. Joined: {names}.",
        max(0, free),
        title=title,
        names=", ".join(plain(name) for name in names),
    )


lobby_expires: Pattern[str] = pattern("Closes {stamp} if no one starts it.")
"""When an unstarted lobby closes."""
joined: Pattern[str] = pattern("{name} joins.", name=safe)
"""Somebody took a seat."""
left: Pattern[str] = pattern("{name} leaves.", name=safe)
"""Somebody gave the seat back."""
lobby_open: Pattern[str] = pattern("The game is open in {channel}.")
"""Told to who opened a game elsewhere; `channel` is a channel mention."""
settings_hint = sentence("You can change the settings until the game starts. Everyone sees them in the lobby at once.")
"""Above the settings."""
only_host_sets = sentence("Only the host chooses the settings. These are chosen:")
"""Above the settings, to somebody who cannot change them."""
settings_done = sentence("These are the settings now. Settings in the lobby opens them again.")
"""The form is put away; what was chosen stands below."""


def thread_name(settings: str, host: str, words: Words) -> str:
    """The name of a new thread: shown as it is, of one line, at most 100 characters."""
    return words.say("{settings} with {name}", settings=settings, name=plain(host))[:100]


opening: Pattern[str, str] = pattern("{settings} with {name}", name=safe)
"""What stands where a lobby will be in a moment."""
no_thread = sentence("I cannot create threads here, so the game is played in this channel.")
"""Why the game is played in the channel itself."""
no_thread_of_yours = sentence("You cannot create threads here, so the game is played in this channel.")
"""Why the game is played in the channel itself: who opens it may not make threads."""
invite_by_mention = sentence("Only people who are invited see this game: mention them in its thread, or choose them here.")
"""Told to the host of a private game."""


def invited(mentions: Sequence[str], words: Words) -> str:
    """Who sees the private game by now."""
    return words.say("Invited: {names}.", names=words.list(mentions))


nobody_invited = sentence("I could not add any of them: mention them in the thread of the game instead.")
"""Discord took none of those who were chosen."""
begun: Pattern[str] = pattern("The game begins in {channel}.")
"""Told to who has started the game."""
nothing_changed = sentence("All right, nothing was changed.")
"""A question was answered with no."""
computer_unseated = sentence("The computer player leaves.")
"""The computer player added last gave its seat back."""
setting: Pattern[str, str] = pattern("{option}: {value}")
"""One setting and its value."""


def none(words: Words) -> str:
    """Nothing chosen."""
    return words.sense("nothing is chosen", "none")
