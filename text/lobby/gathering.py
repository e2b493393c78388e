"""A game before its start: the lobby, its seats and settings, its thread, who is invited."""

from __future__ import annotations

from collections.abc import Sequence

from text.language import Words
from text.people.names import plain, safe


def lobby_title(settings: str, words: Words) -> str:
    """`New game · Inns & Cathedrals`."""
    return words.say("New game · {settings}", settings=settings) if settings else words.say("New game")


def lobby_unknown(words: Words) -> str:
    """Of a game that the program does not know any more, after going back to an older one, say."""
    return words.say("I do not know this game, so it cannot begin. Leave it, or ask its host to cancel it.")


def lobby_seats(names: Sequence[str], wanted: int, words: Words, *, host: int | None = None) -> str:
    """Who sits, who of them is the host, and how many seats are free."""
    seated = " · ".join(
        words.say("{name} (host)", name=safe(name)) if number == host else safe(name) for number, name in enumerate(names)
    )
    free = wanted - len(names)
    if free <= 0:
        return words.say("Seats: {names}", names=seated)
    return words.count("Seats: {names} · {number} free", "Seats: {names} · {number} free", free, names=seated)


def seats_offered(number: int, words: Words) -> str:
    """A number of seats to choose from."""
    return words.count("{number} seat", "{number} seats", number)


def lobby_wait(missing: int, words: Words) -> str:
    """How many are still needed to start."""
    return words.count("{number} more player is needed to start.", "{number} more players are needed to start.", missing)


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


def lobby_expires(stamp: str, words: Words) -> str:
    """When an unstarted lobby closes."""
    return words.say("Closes {stamp} if no one starts it.", stamp=stamp)


def joined(name: str, words: Words) -> str:
    """Somebody took a seat."""
    return words.say("{name} joins.", name=safe(name))


def left(name: str, words: Words) -> str:
    """Somebody gave the seat back."""
    return words.say("{name} leaves.", name=safe(name))


def lobby_open(channel: str, words: Words) -> str:
    """Told to who opened a game elsewhere; `channel` is a channel mention."""
    return words.say("The game is open in {channel}.", channel=channel)


def settings_hint(words: Words) -> str:
    """Above the settings."""
    return words.say("You can change the settings until the game starts. Everyone sees them in the lobby at once.")


def only_host_sets(words: Words) -> str:
    """Above the settings, to somebody who cannot change them."""
    return words.say("Only the host chooses the settings. These are chosen:")


def settings_done(words: Words) -> str:
    """The form is put away; what was chosen stands below."""
    return words.say("These are the settings now. Settings in the lobby opens them again.")


def thread_name(settings: str, host: str, words: Words) -> str:
    """The name of a new thread: shown as it is, of one line, at most 100 characters."""
    return words.say("{settings} with {name}", settings=settings, name=plain(host))[:100]


def opening(settings: str, host: str, words: Words) -> str:
    """What stands where a lobby will be in a moment."""
    return words.say("{settings} with {name}", settings=settings, name=safe(host))


def no_thread(words: Words) -> str:
    """Why the game is played in the channel itself."""
    return words.say("I cannot create threads here, so the game is played in this channel.")


def no_thread_of_yours(words: Words) -> str:
    """Why the game is played in the channel itself: who opens it may not make threads."""
    return words.say("You cannot create threads here, so the game is played in this channel.")


def invite_by_mention(words: Words) -> str:
    """Told to the host of a private game."""
    return words.say("Only people who are invited see this game: mention them in its thread, or choose them here.")


def invited(mentions: Sequence[str], words: Words) -> str:
    """Who sees the private game by now."""
    return words.say("Invited: {names}.", names=words.list(mentions))


def nobody_invited(words: Words) -> str:
    """Discord took none of those who were chosen."""
    return words.say("I could not add any of them: mention them in the thread of the game instead.")


def begun(channel: str, words: Words) -> str:
    """Told to who has started the game."""
    return words.say("The game begins in {channel}.", channel=channel)


def nothing_changed(words: Words) -> str:
    """A question was answered with no."""
    return words.say("All right, nothing was changed.")


def computer_unseated(words: Words) -> str:
    """The computer player added last gave its seat back."""
    return words.say("The computer player leaves.")


def setting(name: str, value: str, words: Words) -> str:
    """One setting and its value."""
    return words.say("{option}: {value}", option=name, value=value)


def none(words: Words) -> str:
    """Nothing chosen."""
    return words.sense("nothing is chosen", "none")
