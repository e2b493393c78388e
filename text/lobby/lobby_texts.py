"""The texts of a game before its start: lobby, seats, settings, thread and invitations."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, listed, numbered, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import plain, safe


def lobby_title(settings: str, words: Translator) -> str:
    """Return the title of a lobby: `New game · Inns & Cathedrals`."""
    return words.say("New game · {settings}", settings=settings) if settings else words.say("New game")


lobby_unknown = sentence("I don't know this game, so it can't begin. Leave it, or ask its host to cancel it.")
"""Of a game that the program does not know any more, after going back to an older one, say."""


def lobby_seats(names: Sequence[str], words: Translator, *, host: int | None = None) -> str:
    """Return the names of the players who have joined; `host` is the seat to be marked as the host's."""
    return ", ".join(
        words.say("{name} (host)", name=safe(name)) if number == host else safe(name) for number, name in enumerate(names)
    )


seats_taken: MessageTemplate[int, int] = numbered("{taken} of {number} seat", "{taken} of {number} seats")
"""How many seats are taken, in the title of a lobby."""
seats_offered = plural("{number} seat", "{number} seats")
"""A number of seats to choose from."""
house_rules: MessageTemplate[str] = pattern("House rules · {rules}")
"""In a lobby: what differs from the usual game and is not in its title."""


def lobby_alt(title: str, names: Sequence[str], free: int, words: Translator) -> str:
    """Return the alt text of a lobby's picture."""
    return words.count(
        "{title}: a meeple for each seat ({number} free) and a few tiles. Joined: {names}.",
        "{title}: a meeple for each seat ({number} free) and a few tiles. Joined: {names}.",
        max(0, free),
        title=title,
        names=", ".join(plain(name) for name in names),
    )


lobby_closes: MessageTemplate[str] = pattern("the lobby closes {stamp}")
"""When an unstarted lobby closes; after the sealed bag."""
joined: MessageTemplate[str] = pattern("{name} joins.", name=safe)
"""Somebody took a seat."""
left: MessageTemplate[str] = pattern("{name} leaves.", name=safe)
"""Somebody gave the seat back."""
lobby_open: MessageTemplate[str] = pattern("The game is open in {channel}.")
"""Told to who opened a game elsewhere; `channel` is a channel mention."""
settings_hint = sentence("You don't have to change anything. Changes show in the lobby at once, until the game starts.")
"""Above the settings."""
changed = sentence("✅ Changed.")
"""Above the page of the settings that was changed by typing."""
who_hosts = sentence("Who hosts from now on? Only the new host can change the settings then, or start the game.")
who_hosts_the_game = sentence("Who hosts from now on? Then only they or a moderator can cancel the game.")
"""Above a button for each other player: before the start, and during the game."""
hosts_now: MessageTemplate[str] = pattern("✅ {name} is the host now.", name=safe)
"""To the former host, above the settings."""
rules_hint = sentence("all as usual unless you change it")
"""After the name of a page of house rules."""
no_rules = sentence("This game has no house rules to choose.")
"""The page of house rules of a game without any."""
invite_hint = sentence("They get a ping in the game's channel. Everyone who sees the game can join, invited or not.")
"""Above the list of members to invite."""
seats_follow = plural("This choice changes the lobby to {number} seat.", "This choice changes the lobby to {number} seats.")
"""The number of seats followed another choice."""
only_host_sets = sentence("Only the host can change the settings. These are chosen:")
"""Above the settings, to somebody who cannot change them."""


def thread_name(settings: str, host: str, words: Translator) -> str:
    """Return the name of a new thread as plain text of one line, at most 100 characters."""
    return words.say("{settings} with {name}", settings=settings, name=plain(host))[:100]


def thread_of_game(settings: str, names: Sequence[str], number: int, words: Translator) -> str:
    """Return the name of a running game's thread: settings, players, and the number by which `/game` finds it.

    At most 100 characters.
    """
    players = words.list([plain(name) for name in names])
    end = f" · #{number}"
    return words.say("{settings}: {players}", settings=settings, players=players)[: 100 - len(end)] + end


opening: MessageTemplate[str, str] = pattern("{settings} with {name}", name=safe)
"""What stands where a lobby will be in a moment."""
no_thread = sentence("I can't create threads here, so you'll play in this channel.")
"""Why the game is played in the channel itself."""
no_thread_of_yours = sentence("You can't create threads here, so you'll play in this channel.")
"""Why the game is played in the channel itself: who opens it may not make threads."""
invite_by_mention = sentence("Only invited people see this game: mention them in its thread, or choose them here.")
"""Told to the host of a private game."""
invited: MessageTemplate[Sequence[str]] = pattern("Invited: {names}.", names=listed)
"""Who sees the private game by now."""
nobody_invited = sentence("I couldn't add them. Mention them in the game's thread instead.")
"""Discord took none of those who were chosen."""
begun: MessageTemplate[str] = pattern("The game begins in {channel}.")
"""Told to who has started the game."""
nothing_changed = sentence("All right, nothing has changed.")
"""A question was answered with no."""
computer_unseated = sentence("The computer player leaves.")
"""The computer player added last gave its seat back."""
setting: MessageTemplate[str, str] = pattern("{option}: {value}")
"""One setting and its value."""


def none(words: Translator) -> str:
    """Return the word `none` for an empty selection."""
    return words.sense("nothing is chosen", "none")
