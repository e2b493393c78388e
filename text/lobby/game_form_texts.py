"""The texts of the form that opens a game."""

from __future__ import annotations

from collections.abc import Sequence

from text.message_templates import MessageTemplate, pattern, plural, sentence
from text.translator import Translator
from text.users.player_names import safe

title = sentence("New game")
"""Above the form."""
which = sentence("Which game?")
"""Above the presets."""
which_about = sentence("You don't have to change anything here: just send the form.")
"""Below it."""
as_last: MessageTemplate[str] = pattern("As last time: {game}")
"""The first line: what was opened here before."""
how_fast = sentence("How fast?")
"""Above the paces."""
how_fast_about = sentence("You can set exact clocks later in the lobby, under {button[time]}.")
"""Below it."""
how_many = sentence("How many seats?")
"""Above the numbers of seats."""
how_many_about = sentence("Computer players can take free seats later.")
"""Below it."""
whom = sentence("Who do you want to invite?")
"""Above the members of the server."""
whom_about = sentence("You can leave this empty: everyone who sees the game can join.")
"""Below it."""
where = sentence("Where?")
"""Above the places."""
where_about = sentence("Anyone who can read there can follow the game.")
"""Below it."""
slow = sentence("Slow")
"""A move every few days."""
daily = sentence("Daily")
"""About a move a day."""
tonight = sentence("Tonight")
"""In one evening."""
as_usual: MessageTemplate[str] = pattern("As usual here: {pace}")
"""A pace that is none of the three."""
seats_of_game = sentence("As the game suggests")
"""No number of seats is wished for."""
seats = plural("{number} seat", "{number} seats")
"""A number of seats."""
in_thread = sentence("In its own thread")
"""A place."""
in_room: MessageTemplate[str] = pattern("In #{channel}")
"""A place: the channel that the server has chosen for its games."""
in_private = sentence("In a private thread, for invited people")
"""A place."""
in_channel = sentence("In this channel")
"""A place."""
seats_set: MessageTemplate[int] = pattern("This game doesn't work with that number, so the lobby now has {number} seats.")
"""More, or fewer, seats were wished for than the game allows."""


def invites(mentions: Sequence[str], host: str, words: Translator) -> str:
    """Return the invitation to the mentioned people in the thread of a new game."""
    return words.say("{people}: {host} invites you to this game.", people=" ".join(mentions), host=safe(host))
